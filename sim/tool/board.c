/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "board.h"

#include <stdlib.h>
#include <string.h>

#include "quantity.h"
#include "util.h"
#include "yaml_tree.h"

/* The guest's device tree, which places the event rings at the memory's end, is written for this size. */
#define MEMORY_MIB 512

static const char *const board_keys[] = {"name",   "about", "part",  "idcode",    "clocks",
                                         "memory", "time",  "slots", "pl_params", NULL};
static const char *const clocks_keys[] = {"cpu", "pl", NULL};
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

/* {KEY: number, source: text} inside `map` under `name`. */
static uint64_t read_sourced(const struct zt_node *map, const char *name, const char *key, uint64_t low,
                             uint64_t high, struct zt_diag *diag)
{
    const struct zt_node *node = map ? zt_node_get(map, name) : NULL;
    const char *const keys[] = {key, "source", NULL};
    if (!node) {
        if (map)
            zt_diag_error(diag, map->place, "the key '%s' is missing", name);
        return low;
    }
    if (!zt_node_expect(node, ZT_NODE_MAPPING, name, diag) || !zt_node_check_keys(node, name, keys, diag))
        return low;
    free(read_text(node, "source", diag));
    return read_number(node, key, low, high, diag);
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

static void read_params(const struct zt_node *node, struct zt_board *board, struct zt_diag *diag)
{
    struct zt_bytes text = {0};
    if (node && zt_node_expect(node, ZT_NODE_MAPPING, "pl_params", diag)) {
        for (size_t i = 0; i < node->count; i++) {
            const char *name = node->keys[i]->text;
            uint64_t value = read_sourced(node, name, "value", 0, UINT32_MAX, diag);
            zt_bytes_print(&text, "%s=%llu\n", name, (unsigned long long)value);
        }
    }
    zt_bytes_put(&text, "", 0);
    board->pl_params = (char *)text.data;
}

static void read_root(const struct zt_node *root, struct zt_board *board, struct zt_diag *diag)
{
    zt_node_check_keys(root, "a board", board_keys, diag);
    board->name = read_text(root, "name", diag);
    board->about = read_text(root, "about", diag);
    board->part = read_text(root, "part", diag);
    board->idcode = read_sourced(root, "idcode", "value", 1, UINT32_MAX, diag);
    const struct zt_node *clocks = zt_node_get(root, "clocks");
    if (!clocks)
        zt_diag_error(diag, root->place, "the key 'clocks' is missing");
    else if (zt_node_expect(clocks, ZT_NODE_MAPPING, "clocks", diag) &&
             zt_node_check_keys(clocks, "clocks", clocks_keys, diag)) {
        board->cpu_hz = read_sourced(clocks, "cpu", "hz", 1000000, 2000000000, diag);
        board->pl_hz = read_sourced(clocks, "pl", "hz", 1000000, 500000000, diag);
    }
    board->memory_mib = read_sourced(root, "memory", "mib", MEMORY_MIB, MEMORY_MIB, diag);
    uint64_t ps = read_sourced(root, "time", "ps_per_instruction", 1000, 4000, diag);
    board->icount_shift = ps == 1000 ? 0 : ps == 4000 ? 2 : 1;
    if (ps != 1000 && ps != 2000 && ps != 4000)
        zt_diag_error(diag, zt_node_get(root, "time")->place, "%llu ps per instruction (1000, 2000 or 4000)",
                      (unsigned long long)ps);
    const struct zt_node *slots = zt_node_get(root, "slots");
    if (slots)
        read_slots(slots, board, diag);
    read_params(zt_node_get(root, "pl_params"), board, diag);
}

struct zt_board *zt_board_read(const char *file, struct zt_diag *diag)
{
    size_t before = diag->errors;
    struct zt_node *root = zt_yaml_read(file, diag);
    if (!root)
        return NULL;
    struct zt_board *board = zt_alloc(1, sizeof *board);
    if (zt_node_expect(root, ZT_NODE_MAPPING, "a board", diag))
        read_root(root, board, diag);
    zt_yaml_free(root);
    if (diag->errors == before)
        return board;
    zt_board_free(board);
    return NULL;
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
    free(board->pl_params);
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
