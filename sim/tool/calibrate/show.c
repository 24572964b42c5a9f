/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A calibration for people, and as JSON. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../util.h"
#include "calibrate.h"

static void print_number(double value, int width)
{
    if (isnan(value))
        printf("%*s", width, "-");
    else
        printf("%*.4g", width, value);
}

/* The board file's own figure, where it is the same thing. */
static void print_constant(const struct zt_board *board, const char *name)
{
    const struct zt_figure *figure = board && name ? zt_board_figure(board, "costs", name) : NULL;
    if (figure)
        printf("%s %llu", name, (unsigned long long)figure->value);
}

static void print_row(const struct zt_comparison *row, const struct zt_board *board)
{
    const struct zt_published *p = row->published;
    char name[80], range[48], at[16] = "";
    if (p->pl_mhz != 100)
        snprintf(at, sizeof at, " @%g", p->pl_mhz);
    snprintf(name, sizeof name, "%s%s%s%s", p->of, p->statistic ? "." : "",
             p->statistic ? zt_statistic_name(p->statistic) : "", at);
    if (p->low == p->high)
        snprintf(range, sizeof range, "%.4g", p->low);
    else
        snprintf(range, sizeof range, "%.4g .. %.4g", p->low, p->high);
    printf("%-30s %-5s", name, p->unit);
    print_number(row->value, 10);
    printf(" %17s", range);
    if (isnan(row->residual))
        printf("        -");
    else
        printf(" %+7.1f%%", 100 * row->residual);
    printf("  %-9s  %-8s", zt_use_name(p->use), p->id);
    print_constant(board, p->constant);
    if (row->measured && row->measured->skipped)
        printf(" skipped: %s", row->measured->skipped);
    putchar('\n');
}

static bool has_published(const struct zt_calibration *c, const struct zt_measured *m)
{
    for (size_t i = 0; i < c->count; i++) {
        if (c->rows[i].measured == m)
            return true;
    }
    return false;
}

static void print_rest(const struct zt_calibration *c, const struct zt_measured_list *measured)
{
    printf("\nmeasured, with nothing published to compare\n");
    for (size_t i = 0; i < measured->count; i++) {
        const struct zt_measured *m = &measured->rows[i];
        if (has_published(c, m))
            continue;
        printf("%-30s %-5s", m->id, m->unit);
        print_number(m->values[ZT_MEDIAN], 10);
        printf("  %s%s%s\n", m->what, m->skipped ? "; skipped: " : "", m->skipped ? m->skipped : "");
    }
}

static void print_floors(const struct zt_calibration *c)
{
    printf("\nnot below what silicon can do\n");
    for (size_t i = 0; i < c->floor_count; i++) {
        const struct zt_floor_check *check = &c->floors[i];
        printf("%-30s %-5s", check->floor->of, check->floor->unit);
        print_number(check->value, 10);
        printf("  at least %-7.4g %s  %s (%s)\n", check->floor->at_least,
               isnan(check->value) ? "not measured"
               : check->met        ? "met"
                                   : "NOT MET",
               check->floor->why, check->floor->source);
    }
}

static void print_summary(const struct zt_calibration *c, enum zt_use use, const char *title)
{
    const struct zt_residual_summary *s = &c->summaries[use];
    if (s->count == 0) {
        printf("%s: nothing was measured\n", title);
        return;
    }
    const struct zt_published *worst = c->rows[s->worst_index].published;
    printf("%s: %zu figures, residual median %.1f %%, worst %.1f %% (%s, %s)\n", title, s->count,
           100 * s->median, 100 * s->worst, worst->of, worst->id);
}

static void print_context(const struct zt_calibration *c)
{
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++) {
        const struct zt_comparison *row = &c->rows[i];
        if (row->published->use != ZT_USE_CONTEXT || isnan(row->residual))
            continue;
        if (count++ == 0)
            printf("\nshown and not judged, because the published figure is of something else:\n");
        printf("  %-6s %s: %s\n", row->published->id, row->published->of, row->published->why_not);
    }
    if (count)
        putchar('\n');
}

void zt_calibration_print(const struct zt_calibration *c, const struct zt_measured_list *measured,
                          const struct zt_board *board)
{
    printf("%s%s\n\n", board ? "twin of " : "results of a board", board ? board->name : "");
    printf("%-30s %-5s%10s %17s %8s  %-9s  %-8s%s\n", "measurement", "unit", board ? "twin" : "board",
           "published", "residual", "use", "source", board ? "board file" : "");
    for (size_t i = 0; i < c->count; i++) {
        if (!c->short_version || c->rows[i].measured)
            print_row(&c->rows[i], board);
    }
    print_rest(c, measured);
    print_floors(c);
    putchar('\n');
    print_summary(c, ZT_USE_CALIBRATE, "used for calibration");
    print_summary(c, ZT_USE_HOLDOUT, "hold-out");
    print_context(c);
    if (c->short_version)
        printf("short version: the hold-out figures are not judged\n");
    else
        printf("bars: hold-out median at most %.0f %%, worst at most %.0f %%, nothing below silicon: %s\n",
               100 * ZT_MEDIAN_BAR, 100 * ZT_WORST_BAR, c->met ? "met" : "NOT MET");
}

static void add_number(cJSON *object, const char *key, double value)
{
    if (isfinite(value))
        cJSON_AddNumberToObject(object, key, value);
    else
        cJSON_AddNullToObject(object, key);
}

static cJSON *row_json(const struct zt_comparison *row)
{
    const struct zt_published *p = row->published;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "id", p->id);
    cJSON_AddStringToObject(object, "measurement", p->of);
    cJSON_AddStringToObject(object, "statistic", zt_statistic_name(p->statistic));
    cJSON_AddStringToObject(object, "unit", p->unit);
    cJSON_AddNumberToObject(object, "pl_mhz", p->pl_mhz);
    cJSON_AddStringToObject(object, "use", zt_use_name(p->use));
    add_number(object, "value", row->value);
    cJSON_AddNumberToObject(object, "published_low", p->low);
    cJSON_AddNumberToObject(object, "published_high", p->high);
    cJSON_AddNumberToObject(object, "scale", p->scale);
    add_number(object, "residual", row->residual);
    if (p->why_not)
        cJSON_AddStringToObject(object, "why_not", p->why_not);
    cJSON_AddStringToObject(object, "conditions", p->conditions);
    cJSON_AddStringToObject(object, "source", p->source);
    if (p->constant)
        cJSON_AddStringToObject(object, "constant", p->constant);
    return object;
}

static cJSON *measured_json(const struct zt_measured *m)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "id", m->id);
    cJSON_AddStringToObject(object, "what", m->what);
    cJSON_AddStringToObject(object, "unit", m->unit);
    cJSON_AddNumberToObject(object, "pl_mhz", m->pl_mhz);
    for (int i = 0; i < ZT_STATISTICS; i++)
        add_number(object, zt_statistic_name((enum zt_statistic)i), m->values[i]);
    add_number(object, "samples", m->samples);
    cJSON_AddStringToObject(object, "conditions", m->conditions);
    if (m->skipped)
        cJSON_AddStringToObject(object, "skipped", m->skipped);
    return object;
}

static cJSON *summary_json(const struct zt_calibration *c, enum zt_use use)
{
    const struct zt_residual_summary *s = &c->summaries[use];
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "figures", (double)s->count);
    add_number(object, "residual_median", s->median);
    add_number(object, "residual_worst", s->worst);
    if (s->count)
        cJSON_AddStringToObject(object, "worst", c->rows[s->worst_index].published->of);
    return object;
}

static cJSON *floor_json(const struct zt_floor_check *check)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "measurement", check->floor->of);
    cJSON_AddStringToObject(object, "unit", check->floor->unit);
    cJSON_AddNumberToObject(object, "at_least", check->floor->at_least);
    add_number(object, "value", check->value);
    cJSON_AddBoolToObject(object, "met", check->met);
    cJSON_AddStringToObject(object, "source", check->floor->source);
    return object;
}

int zt_calibration_write(const struct zt_calibration *c, const struct zt_measured_list *measured,
                         const char *board_name, const char *path)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "board", board_name);
    cJSON_AddBoolToObject(root, "met", c->met);
    cJSON_AddItemToObject(root, "calibrate", summary_json(c, ZT_USE_CALIBRATE));
    cJSON_AddItemToObject(root, "holdout", summary_json(c, ZT_USE_HOLDOUT));
    cJSON *rows = cJSON_AddArrayToObject(root, "figures");
    for (size_t i = 0; i < c->count; i++)
        cJSON_AddItemToArray(rows, row_json(&c->rows[i]));
    cJSON *floors = cJSON_AddArrayToObject(root, "floors");
    for (size_t i = 0; i < c->floor_count; i++)
        cJSON_AddItemToArray(floors, floor_json(&c->floors[i]));
    cJSON *list = cJSON_AddArrayToObject(root, "measurements");
    for (size_t i = 0; i < measured->count; i++)
        cJSON_AddItemToArray(list, measured_json(&measured->rows[i]));
    char *text = cJSON_Print(root);
    int error = zt_write_file(path, text, strlen(text));
    free(text);
    cJSON_Delete(root);
    return error;
}
