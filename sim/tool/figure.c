/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prng.h"
#include "quantity.h"
#include "util.h"

static const char *const figure_keys[] = {"value", "unit",        "source", "uncertainty",
                                          "kind",  "lower_bound", NULL};
static const char *const kind_names[] = {"measured", "vendor", "estimate", "derived"};

const struct zt_figure_name *zt_figure_name_find(const struct zt_figure_name *names, size_t count,
                                                 const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i].name, name) == 0)
            return &names[i];
    }
    return NULL;
}

const char *zt_figure_names_hint(const struct zt_figure_name *names, size_t count)
{
    static char text[160];
    size_t used = (size_t)snprintf(text, sizeof text, "allowed:");
    for (size_t i = 0; i < count && used + strlen(names[i].name) + 8 < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %s", i ? "," : "", names[i].name);
    if (count > 4)
        snprintf(text + used, sizeof text - used, ", ...");
    return text;
}

const char *zt_figure_unit(const char *name)
{
    static const struct {
        const char *ending, *unit;
    } endings[] = {{"_ps", "ps"},
                   {"_ns", "ns"},
                   {"_hz", "Hz"},
                   {"_cycles", "cycles"},
                   {"_mb_s", "MB/s"},
                   {"_mib", "MiB"},
                   {"_permille", "permille"}};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t n = strlen(endings[i].ending);
        if (length > n && strcmp(name + length - n, endings[i].ending) == 0)
            return endings[i].unit;
    }
    return "count";
}

const char *zt_figure_kind_name(enum zt_figure_kind kind)
{
    return kind_names[kind];
}

/* A number of at least 0 at the text's beginning; moves *at behind it and the spaces after it. */
static bool read_number(const char **at, double *number)
{
    size_t length = strspn(*at, "0123456789.");
    char text[32];
    if (length == 0 || length >= sizeof text)
        return false;
    memcpy(text, *at, length);
    text[length] = '\0';
    char *end = NULL;
    *number = strtod(text, &end);
    *at += length + strspn(*at + length, " ");
    return *end == '\0';
}

bool zt_uncertainty_parse(const char *text, uint64_t value, const char *unit, double *span)
{
    double number = 0;
    bool absolute = strncmp(text, "+-", 2) == 0;
    const char *at = absolute ? text + 2 + strspn(text + 2, " ") : text;
    if (!read_number(&at, &number))
        return false;
    if (absolute && strcmp(at, unit) == 0) {
        *span = number;
        return true;
    }
    if (!absolute && strcmp(at, "%") == 0) {
        *span = number / 100 * (double)value;
        return true;
    }
    *span = 0;
    return !absolute && number == 0 && (*at == '\0' || strcmp(at, "(exact)") == 0);
}

static const char *read_scalar(const struct zt_node *map, const char *key, struct zt_diag *diag,
                               const struct zt_node **node)
{
    *node = zt_node_get(map, key);
    if (!*node) {
        zt_diag_error(diag, map->place, "the key '%s' is missing", key);
        return NULL;
    }
    return zt_node_expect(*node, ZT_NODE_SCALAR, key, diag) ? (*node)->text : NULL;
}

static void read_value(const struct zt_node *map, struct zt_figure *f, struct zt_diag *diag)
{
    const struct zt_node *node;
    const char *text = read_scalar(map, "value", diag, &node);
    if (text && !zt_integer_parse(text, f->least, f->largest, &f->value))
        zt_diag_error(diag, node->place, "'%s' is not a value for %s (a whole number from %llu to %llu)",
                      text, f->name, (unsigned long long)f->least, (unsigned long long)f->largest);
    f->nominal = f->value;
    text = read_scalar(map, "unit", diag, &node);
    if (text && strcmp(text, f->unit) != 0)
        zt_diag_error(diag, node->place, "'%s' is not the unit of %s (allowed: %s)", text, f->name, f->unit);
}

static void read_doubt(const struct zt_node *map, struct zt_figure *f, struct zt_diag *diag)
{
    const struct zt_node *node;
    const char *text = read_scalar(map, "uncertainty", diag, &node);
    if (text && !zt_uncertainty_parse(text, f->value, f->unit, &f->span))
        zt_diag_error(diag, node->place,
                      "'%s' is not an uncertainty of %s (like \"10 %%\", \"+-3 %s\" or \"0 (exact)\")", text,
                      f->name, f->unit);
    f->uncertainty = zt_copy(text ? text : "");
    text = read_scalar(map, "kind", diag, &node);
    size_t kind = 0;
    while (text && kind < sizeof kind_names / sizeof kind_names[0] && strcmp(text, kind_names[kind]) != 0)
        kind++;
    if (kind == sizeof kind_names / sizeof kind_names[0]) {
        zt_diag_error(diag, node->place,
                      "'%s' is no kind of figure (allowed: measured, vendor, estimate, derived)", text);
        kind = 0;
    }
    f->kind = (enum zt_figure_kind)kind;
    if (zt_node_get(map, "lower_bound")) {
        text = read_scalar(map, "lower_bound", diag, &node);
        f->lower_bound = text && strcmp(text, "true") == 0;
        if (text && !f->lower_bound && strcmp(text, "false") != 0)
            zt_diag_error(diag, node->place, "'%s' is not a value for lower_bound (allowed: true, false)",
                          text);
    }
}

bool zt_figure_read(const struct zt_node *node, const char *section, const struct zt_figure_name *name,
                    struct zt_figure *figure, struct zt_diag *diag)
{
    size_t before = diag->errors;
    *figure = (struct zt_figure){.name = zt_copy(name->name),
                                 .section = section,
                                 .place = node->place,
                                 .value = name->least,
                                 .nominal = name->least,
                                 .unit = zt_figure_unit(name->name),
                                 .least = name->least,
                                 .largest = name->largest};
    if (!zt_node_expect(node, ZT_NODE_MAPPING, name->name, diag))
        return false;
    zt_node_check_keys(node, name->name, figure_keys, diag);
    read_value(node, figure, diag);
    read_doubt(node, figure, diag);
    const struct zt_node *source;
    const char *text = read_scalar(node, "source", diag, &source);
    if (text && *text == '\0')
        zt_diag_error(diag, source->place, "the source of %s is empty", name->name);
    figure->source = zt_copy(text ? text : "");
    return diag->errors == before;
}

void zt_figure_free(struct zt_figure *figure)
{
    free(figure->name);
    free(figure->source);
    free(figure->uncertainty);
    *figure = (struct zt_figure){0};
}

/* FNV-1a. Client data use the streams 0 to 31. */
uint32_t zt_figure_stream(const char *name)
{
    uint32_t hash = 2166136261u;
    for (const char *at = name; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    return hash;
}

void zt_figure_draw(struct zt_figure *figure, uint32_t seed, double limit)
{
    double nominal = (double)figure->nominal;
    double span = fmin(figure->span, limit * nominal);
    double low = fmax(figure->lower_bound ? nominal : ceil(nominal - span), (double)figure->least);
    double high = fmin(floor(nominal + span), (double)figure->largest);
    struct zt_prng prng;
    zt_prng_seed(&prng, seed, zt_figure_stream(figure->name));
    if (!(high > low)) {
        figure->value = figure->nominal;
        return;
    }
    double unit = (double)(zt_prng_next(&prng) >> 11) * 0x1p-53; /* 0 to below 1 */
    figure->value = (uint64_t)low + (uint64_t)floor(unit * (high - low + 1));
}
