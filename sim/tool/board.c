/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "quantity.h"
#include "util.h"
#include "yaml_tree.h"

static const char *const board_keys[] = {"name",   "about", "part",  "idcode", "like",      "clocks",
                                         "memory", "time",  "slots", "costs",  "pl_params", NULL};
static const char *const idcode_keys[] = {"value", "source", NULL};
/* Figures of the board that neither the machine nor the PL takes by name; the last one is in `memory`. */
static const struct zt_figure_name board_names[] = {{"cpu_hz", 0, 1000000, 2000000000},
                                                    {"pl_hz", 0, 1000000, 500000000},
                                                    {"ddr_hz", 0, 1000000, 2000000000},
                                                    {"ddr_mib", 0, 1, 1024}};
static const char *const slot_keys[] = {"name", "index", "luts", "bram36", "dsps", "source", NULL};

static char *read_text(const struct zt_node *map, const char *key, struct zt_diag *diag)
{
    const struct zt_node *node = zt_node_get(map, key);
    if (!node) {
        zt_diag_error(diag, map->place, "the key '%s' is missing", key);
        return zt_copy("");
    }
    return zt_copy(zt_node_expect(node, ZT_NODE_SCALAR, key, diag) ? node->text : "");
}

static uint64_t read_number(const struct zt_node *map, const char *key, uint64_t low, uint64_t high,
                            struct zt_diag *diag)
{
    uint64_t value = low;
    const struct zt_node *node = zt_node_get(map, key);
    if (!node)
        zt_diag_error(diag, map->place, "the key '%s' is missing", key);
    else if (zt_node_expect(node, ZT_NODE_SCALAR, key, diag) &&
             !zt_integer_parse(node->text, low, high, &value))
        zt_diag_error(diag, node->place, "'%s' is not a value for %s (a whole number from %llu to %llu)",
                      node->text, key, (unsigned long long)low, (unsigned long long)high);
    return value;
}

static void read_slots(const struct zt_node *list, struct zt_board *board, struct zt_diag *diag)
{
    if (!zt_node_expect(list, ZT_NODE_SEQUENCE, "slots", diag))
        return;
    if (list->count > ZT_BOARD_SLOTS_MAX)
        zt_diag_error(diag, list->place, "%zu slots (at most %d)", list->count, ZT_BOARD_SLOTS_MAX);
    for (size_t i = 0; i < list->count && i < ZT_BOARD_SLOTS_MAX; i++) {
        const struct zt_node *node = list->items[i];
        if (!zt_node_expect(node, ZT_NODE_MAPPING, "a slot", diag))
            continue;
        zt_node_check_keys(node, "a slot", slot_keys, diag);
        struct zt_board_slot *slot = &board->slots[board->slot_count++];
        slot->name = read_text(node, "name", diag);
        slot->index = (unsigned)read_number(node, "index", 0, ZT_BOARD_SLOTS_MAX - 1, diag);
        slot->luts = read_number(node, "luts", 0, 1000000, diag);
        slot->bram36 = read_number(node, "bram36", 0, 10000, diag);
        slot->dsps = read_number(node, "dsps", 0, 10000, diag);
        if (slot->index != i)
            zt_diag_error(diag, node->place, "slots must stand in the order of their index (%zu expected)",
                          i);
    }
}

static struct zt_figure *add_figure(struct zt_board *board)
{
    board->figures =
        zt_grow(board->figures, &board->figure_capacity, board->figure_count + 1, sizeof *board->figures);
    return &board->figures[board->figure_count++];
}

/* One section of figures whose names stand in a table. */
static void read_section(const struct zt_node *root, const char *section, const struct zt_figure_name *names,
                         size_t count, struct zt_board *board, struct zt_diag *diag)
{
    const struct zt_node *node = zt_node_get(root, section);
    if (!node || !zt_node_expect(node, ZT_NODE_MAPPING, section, diag))
        return;
    for (size_t i = 0; i < node->count; i++) {
        const struct zt_node *key = node->keys[i];
        const struct zt_figure_name *name = zt_figure_name_find(names, count, key->text);
        if (!name)
            zt_diag_error(diag, key->place, "'%s' is not a figure of %s (%s)", key->text, section,
                          zt_figure_names_hint(names, count));
        else if (zt_board_figure(board, NULL, key->text))
            zt_diag_error(diag, key->place, "'%s' stands in another section, too", key->text);
        else
            zt_figure_read(node->items[i], section, name, add_figure(board), diag);
    }
}

static uint64_t value_of(const struct zt_board *board, const char *section, const char *name)
{
    const struct zt_figure *figure = zt_board_figure(board, section, name);
    return figure ? figure->value : 0;
}

/* Figures that are not given here are those of the board that this one is like. */
static void take_over(struct zt_board *board, struct zt_place place, struct zt_diag *diag)
{
    const char *slash = strrchr(board->file, '/');
    char *path =
        zt_format("%.*s%s.yaml", slash ? (int)(slash - board->file + 1) : 0, board->file, board->like);
    bool good = strspn(board->like, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(board->like) &&
                zt_exists(path);
    struct zt_board *other = good ? zt_board_read(path, diag) : NULL;
    if (!good)
        zt_diag_error(diag, place, "'%s' is not a known board (no file %s)", board->like, path);
    if (other && other->like)
        zt_diag_error(diag, place, "'%s' is itself like another board; name that one", board->like);
    for (size_t i = 0; other && i < other->figure_count; i++) {
        const struct zt_figure *from = &other->figures[i];
        if (zt_board_figure(board, NULL, from->name))
            continue;
        struct zt_figure *to = add_figure(board);
        *to = *from;
        to->place.file = board->file;
        to->place.line = place.line;
        to->name = zt_copy(from->name);
        to->uncertainty = zt_copy(from->uncertainty);
        to->source = zt_format("as %s: %s", other->name, from->source);
    }
    zt_board_free(other);
    free(path);
}

bool zt_board_is_own_param(const char *name)
{
    return strncmp(name, "test_", 5) != 0 && strcmp(name, "gp_timeout_cycles") != 0 &&
           strcmp(name, "gp_linger_cycles") != 0;
}

static void check_complete(const struct zt_board *board, struct zt_place place, struct zt_diag *diag)
{
    for (size_t i = 0; i < sizeof board_names / sizeof board_names[0]; i++) {
        if (!zt_board_figure(board, NULL, board_names[i].name))
            zt_diag_error(diag, place, "the figure '%s' is missing", board_names[i].name);
    }
    for (size_t i = 0; i < zt_cost_name_count; i++) {
        if (!zt_board_figure(board, NULL, zt_cost_names[i].name))
            zt_diag_error(diag, place, "the figure '%s' is missing in costs or time", zt_cost_names[i].name);
    }
    for (size_t i = 0; i < zt_pl_param_name_count; i++) {
        const char *name = zt_pl_param_names[i].name;
        if (zt_board_is_own_param(name) && !zt_board_figure(board, "pl_params", name))
            zt_diag_error(diag, place, "the figure '%s' is missing in pl_params", name);
    }
    const struct zt_figure *period = zt_board_figure(board, "pl_params", "clock_period_ps");
    if (period && board->pl_hz && period->value != 1000000000000u / board->pl_hz)
        zt_diag_error(diag, period->place, "clock_period_ps is %llu, but pl_hz is %llu",
                      (unsigned long long)period->value, (unsigned long long)board->pl_hz);
}

static void read_figures(const struct zt_node *root, struct zt_board *board, struct zt_diag *diag)
{
    const size_t own = sizeof board_names / sizeof board_names[0];
    read_section(root, "clocks", board_names, own - 1, board, diag);
    read_section(root, "memory", board_names + own - 1, 1, board, diag);
    read_section(root, "time", zt_cost_names, zt_cost_name_count, board, diag);
    read_section(root, "costs", zt_cost_names, zt_cost_name_count, board, diag);
    read_section(root, "pl_params", zt_pl_param_names, zt_pl_param_name_count, board, diag);
    const struct zt_node *like = zt_node_get(root, "like");
    if (like && zt_node_expect(like, ZT_NODE_SCALAR, "like", diag)) {
        board->like = zt_copy(like->text);
        take_over(board, like->place, diag);
    }
    board->cpu_hz = value_of(board, "clocks", "cpu_hz");
    board->pl_hz = value_of(board, "clocks", "pl_hz");
    board->memory_mib = value_of(board, "memory", "ddr_mib");
    const struct zt_figure *memory = zt_board_figure(board, "memory", "ddr_mib");
    if (memory && board->memory_mib != 512 && board->memory_mib != 1024)
        zt_diag_error(diag, memory->place, "'%llu' is not a value for ddr_mib (allowed: 512, 1024)",
                      (unsigned long long)board->memory_mib);
    check_complete(board, root->place, diag);
}

static void read_root(const struct zt_node *root, struct zt_board *board, struct zt_diag *diag)
{
    size_t before = diag->errors;
    zt_node_check_keys(root, "a board", board_keys, diag);
    board->name = read_text(root, "name", diag);
    board->about = read_text(root, "about", diag);
    board->part = read_text(root, "part", diag);
    const struct zt_node *idcode = zt_node_get(root, "idcode");
    if (!idcode)
        zt_diag_error(diag, root->place, "the key 'idcode' is missing");
    else if (zt_node_expect(idcode, ZT_NODE_MAPPING, "idcode", diag) &&
             zt_node_check_keys(idcode, "idcode", idcode_keys, diag)) {
        free(read_text(idcode, "source", diag));
        board->idcode = read_number(idcode, "value", 1, UINT32_MAX, diag);
    }
    const struct zt_node *slots = zt_node_get(root, "slots");
    if (slots)
        read_slots(slots, board, diag);
    if (diag->errors == before)
        read_figures(root, board, diag);
}

struct zt_board *zt_board_read(const char *file, struct zt_diag *diag)
{
    size_t before = diag->errors;
    struct zt_board *board = zt_alloc(1, sizeof *board);
    board->file = zt_copy(file);
    struct zt_node *root = zt_yaml_read(board->file, diag);
    if (root && zt_node_expect(root, ZT_NODE_MAPPING, "a board", diag))
        read_root(root, board, diag);
    zt_yaml_free(root);
    if (diag->errors == before)
        return board;
    zt_board_free(board);
    return NULL;
}

struct zt_figure *zt_board_figure(const struct zt_board *board, const char *section, const char *name)
{
    for (size_t i = 0; i < board->figure_count; i++) {
        struct zt_figure *figure = &board->figures[i];
        if ((!section || strcmp(figure->section, section) == 0) && strcmp(figure->name, name) == 0)
            return figure;
    }
    return NULL;
}

static char *lines_of(const struct zt_board *board, const char *const *sections)
{
    struct zt_bytes text = {0};
    for (size_t i = 0; i < board->figure_count; i++) {
        const struct zt_figure *figure = &board->figures[i];
        for (size_t k = 0; sections[k]; k++) {
            if (strcmp(figure->section, sections[k]) == 0)
                zt_bytes_print(&text, "%s=%llu\n", figure->name, (unsigned long long)figure->value);
        }
    }
    zt_bytes_put(&text, "", 1);
    return (char *)text.data;
}

char *zt_board_costs_text(const struct zt_board *board)
{
    static const char *const sections[] = {"time", "costs", NULL};
    return lines_of(board, sections);
}

char *zt_board_params_text(const struct zt_board *board)
{
    static const char *const sections[] = {"pl_params", NULL};
    return lines_of(board, sections);
}

void zt_board_draw(struct zt_board *board, uint32_t seed, double limit)
{
    for (size_t i = 0; i < board->figure_count; i++) {
        struct zt_figure *figure = &board->figures[i];
        if (strcmp(figure->section, "clocks") != 0 && strcmp(figure->section, "memory") != 0 &&
            strcmp(figure->name, "clock_period_ps") != 0)
            zt_figure_draw(figure, seed, limit);
    }
}

void zt_board_set_pl_hz(struct zt_board *board, uint64_t pl_hz)
{
    struct zt_figure *period = zt_board_figure(board, "pl_params", "clock_period_ps");
    assert(pl_hz > 0 && period);
    board->pl_hz = pl_hz;
    period->value = period->nominal = 1000000000000u / pl_hz;
}

void zt_board_reset(struct zt_board *board)
{
    for (size_t i = 0; i < board->figure_count; i++)
        board->figures[i].value = board->figures[i].nominal;
}

void zt_board_free(struct zt_board *board)
{
    if (!board)
        return;
    for (unsigned i = 0; i < board->slot_count; i++)
        free(board->slots[i].name);
    free(board->name);
    free(board->about);
    free(board->part);
    for (size_t i = 0; i < board->figure_count; i++)
        zt_figure_free(&board->figures[i]);
    free(board->figures);
    free(board->file);
    free(board->like);
    free(board);
}

int zt_board_slot(const struct zt_board *board, const char *name)
{
    for (unsigned i = 0; i < board->slot_count; i++) {
        if (strcmp(board->slots[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}
