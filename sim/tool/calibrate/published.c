/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "published.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"
#include "yaml_tree.h"

#define PL_MHZ_DEFAULT 100

static const char *const root_keys[] = {"figures", "floors", NULL};
static const char *const figure_keys[] = {"id",      "of",     "value",     "scale",    "unit",
                                          "use",     "pl_mhz", "statistic", "constant", "conditions",
                                          "why_not", "source", NULL};
static const char *const floor_keys[] = {"of", "at_least", "unit", "statistic", "why", "source", NULL};
static const char *const use_names[] = {"calibrate", "holdout", "context"};
static const char *const statistic_names[] = {"median", "min", "max", "p99", "mean"};

const char *zt_use_name(enum zt_use use)
{
    return use_names[use];
}

const char *zt_statistic_name(enum zt_statistic statistic)
{
    return statistic_names[statistic];
}

/* Text of a key, owned by the caller; NULL when the key is not there (an error when it must be). */
static char *text_of(const struct zt_node *map, const char *key, bool needed, struct zt_diag *diag)
{
    const struct zt_node *node = zt_node_get(map, key);
    if (!node) {
        if (needed)
            zt_diag_error(diag, map->place, "the key '%s' is missing", key);
        return NULL;
    }
    return zt_node_expect(node, ZT_NODE_SCALAR, key, diag) ? zt_copy(node->text) : NULL;
}

static double number_of(const struct zt_node *node, const char *what, struct zt_diag *diag)
{
    char *end = NULL;
    if (!zt_node_expect(node, ZT_NODE_SCALAR, what, diag))
        return NAN;
    double value = strtod(node->text, &end);
    if (end != node->text && !*end && value > 0 && isfinite(value))
        return value;
    zt_diag_error(diag, node->place, "'%s' is not a value for %s (a number above 0)", node->text, what);
    return NAN;
}

static double optional_number(const struct zt_node *map, const char *key, double otherwise,
                              struct zt_diag *diag)
{
    const struct zt_node *node = zt_node_get(map, key);
    return node ? number_of(node, key, diag) : otherwise;
}

/* One of the names, by its index; `otherwise` when the key may be missing, or -1: it may not. */
static int name_of(const struct zt_node *map, const char *key, const char *const *names, int count,
                   int otherwise, struct zt_diag *diag)
{
    char *text = text_of(map, key, otherwise < 0, diag);
    int found = text ? -1 : otherwise;
    for (int i = 0; text && i < count; i++) {
        if (strcmp(text, names[i]) == 0)
            found = i;
    }
    if (text && found < 0) {
        struct zt_bytes list = {0};
        for (int i = 0; i < count; i++)
            zt_bytes_print(&list, "%s%s", i ? ", " : "", names[i]);
        zt_diag_error(diag, zt_node_get(map, key)->place, "'%s' is not a value for %s (one of: %s)", text,
                      key, (const char *)list.data);
        zt_bytes_free(&list);
    }
    free(text);
    return found < 0 ? 0 : found;
}

/* A number, or [low, high] where sources differ. */
static void read_value(const struct zt_node *map, struct zt_published *figure, struct zt_diag *diag)
{
    const struct zt_node *node = zt_node_get(map, "value");
    figure->scale = optional_number(map, "scale", 1, diag);
    if (!node) {
        zt_diag_error(diag, map->place, "the key 'value' is missing");
        return;
    }
    if (node->kind == ZT_NODE_SEQUENCE && node->count == 2) {
        figure->low = number_of(node->items[0], "value", diag);
        figure->high = number_of(node->items[1], "value", diag);
        if (figure->low >= figure->high)
            zt_diag_error(diag, node->place, "the lower value must stand first");
    } else {
        figure->low = figure->high = number_of(node, "value", diag);
    }
    figure->low *= figure->scale;
    figure->high *= figure->scale;
}

static void read_figure(const struct zt_node *node, struct zt_published_list *list, struct zt_diag *diag)
{
    if (!zt_node_expect(node, ZT_NODE_MAPPING, "a figure", diag) ||
        !zt_node_check_keys(node, "a figure", figure_keys, diag))
        return;
    list->figures = zt_grow(list->figures, &list->capacity, list->count + 1, sizeof *list->figures);
    struct zt_published *figure = &list->figures[list->count++];
    figure->place = node->place;
    figure->place.file = list->file;
    figure->id = text_of(node, "id", true, diag);
    figure->of = text_of(node, "of", true, diag);
    figure->unit = text_of(node, "unit", true, diag);
    figure->conditions = text_of(node, "conditions", true, diag);
    figure->source = text_of(node, "source", true, diag);
    figure->constant = text_of(node, "constant", false, diag);
    figure->use = (enum zt_use)name_of(node, "use", use_names, ZT_USES, -1, diag);
    figure->statistic =
        (enum zt_statistic)name_of(node, "statistic", statistic_names, ZT_STATISTICS, ZT_MEDIAN, diag);
    figure->why_not = text_of(node, "why_not", figure->use == ZT_USE_CONTEXT, diag);
    if (figure->why_not && figure->use != ZT_USE_CONTEXT)
        zt_diag_error(diag, zt_node_get(node, "why_not")->place, "why_not goes with 'use: context' only");
    figure->pl_mhz = optional_number(node, "pl_mhz", PL_MHZ_DEFAULT, diag);
    read_value(node, figure, diag);
}

static void read_floor(const struct zt_node *node, struct zt_published_list *list, struct zt_diag *diag)
{
    if (!zt_node_expect(node, ZT_NODE_MAPPING, "a floor", diag) ||
        !zt_node_check_keys(node, "a floor", floor_keys, diag))
        return;
    list->floors = zt_grow(list->floors, &list->floor_capacity, list->floor_count + 1, sizeof *list->floors);
    struct zt_floor *floor = &list->floors[list->floor_count++];
    floor->of = text_of(node, "of", true, diag);
    floor->unit = text_of(node, "unit", true, diag);
    floor->why = text_of(node, "why", true, diag);
    floor->source = text_of(node, "source", true, diag);
    floor->statistic =
        (enum zt_statistic)name_of(node, "statistic", statistic_names, ZT_STATISTICS, ZT_MEDIAN, diag);
    if (!zt_node_get(node, "at_least"))
        zt_diag_error(diag, node->place, "the key 'at_least' is missing");
    floor->at_least = optional_number(node, "at_least", NAN, diag);
}

static void read_list(const struct zt_node *root, const char *key, struct zt_published_list *list,
                      void (*read)(const struct zt_node *, struct zt_published_list *, struct zt_diag *),
                      struct zt_diag *diag)
{
    const struct zt_node *node = zt_node_get(root, key);
    if (!node)
        zt_diag_error(diag, root->place, "the key '%s' is missing", key);
    else if (zt_node_expect(node, ZT_NODE_SEQUENCE, key, diag)) {
        for (size_t i = 0; i < node->count; i++)
            read(node->items[i], list, diag);
    }
}

struct zt_published_list *zt_published_read(const char *file, struct zt_diag *diag)
{
    size_t before = diag->errors;
    struct zt_node *root = zt_yaml_read(file, diag);
    if (!root)
        return NULL;
    struct zt_published_list *list = zt_alloc(1, sizeof *list);
    list->file = zt_copy(file);
    if (zt_node_expect(root, ZT_NODE_MAPPING, "the published figures", diag) &&
        zt_node_check_keys(root, "the published figures", root_keys, diag)) {
        read_list(root, "figures", list, read_figure, diag);
        read_list(root, "floors", list, read_floor, diag);
    }
    zt_yaml_free(root);
    if (diag->errors == before)
        return list;
    zt_published_free(list);
    return NULL;
}

void zt_published_free(struct zt_published_list *list)
{
    if (!list)
        return;
    for (size_t i = 0; i < list->count; i++) {
        struct zt_published *figure = &list->figures[i];
        free(figure->id);
        free(figure->of);
        free(figure->unit);
        free(figure->constant);
        free(figure->conditions);
        free(figure->why_not);
        free(figure->source);
    }
    for (size_t i = 0; i < list->floor_count; i++) {
        free(list->floors[i].of);
        free(list->floors[i].unit);
        free(list->floors[i].why);
        free(list->floors[i].source);
    }
    free(list->figures);
    free(list->floors);
    free(list->file);
    free(list);
}
