/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Intervals over seeds and the judgement of invariants, on the terminal and as JSON. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs.h"
#include "samples.h"
#include "util.h"

static int write_json(cJSON *root, const char *path)
{
    char *text = cJSON_Print(root);
    char *whole = zt_format("%s\n", text ? text : "{}");
    int error = zt_write_file(path, whole, strlen(whole));
    free(text);
    free(whole);
    cJSON_Delete(root);
    return error;
}

static void add_number(cJSON *object, const char *key, double value)
{
    if (isfinite(value))
        cJSON_AddNumberToObject(object, key, value);
    else
        cJSON_AddNullToObject(object, key);
}

static void print_value(double value, enum zt_unit unit)
{
    char *text = zt_value_text(value, unit);
    printf(" %14s", text);
    free(text);
}

static bool is_wanted(const struct zt_scenario *s, const struct zt_metric *metric)
{
    enum zt_unit unit;
    size_t length = strlen(metric->name);
    const char *end = length > 4 ? metric->name + length - 4 : "";
    for (unsigned i = 0; i < s->expect_count; i++) {
        if (strcmp(s->expects[i].metric, metric->name) == 0)
            return true;
    }
    return strcmp(end, ".p50") == 0 || strcmp(end, ".p99") == 0 || zt_program_owns(s, metric->name, &unit);
}

static cJSON *interval_json(const struct zt_interval *interval, double scale)
{
    double by = scale != 0 ? scale : 1;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "runs", (double)interval->count);
    add_number(object, "min", interval->least / by);
    add_number(object, "p5", interval->low / by);
    add_number(object, "median", interval->median / by);
    add_number(object, "p95", interval->high / by);
    add_number(object, "max", interval->most / by);
    return object;
}

static void show_variant(const struct zt_scenario *s, const struct zt_samples *samples, unsigned variant,
                         cJSON *root)
{
    const struct zt_sample *first = NULL;
    cJSON *object = cJSON_AddObjectToObject(root, "metrics");
    cJSON *seeds = cJSON_AddArrayToObject(root, "seeds");
    unsigned passed = 0, runs = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const struct zt_sample *sample = &samples->list[i];
        if (sample->variant != variant)
            continue;
        first = first ? first : sample;
        cJSON_AddItemToArray(seeds, cJSON_CreateNumber((double)sample->seed));
        passed += sample->passed;
        runs++;
    }
    cJSON_AddNumberToObject(root, "passed", passed);
    printf("%s%s%s over %u seeds, %u passed (only what differs; the 90 %% interval is p5 to p95)\n", s->name,
           s->variant_count > 1 ? " " : "", s->variant_count > 1 ? s->variants[variant].label : "", runs,
           passed);
    printf("  %-32s %14s %14s %14s %14s %14s\n", "metric", "min", "p5", "median", "p95", "max");
    for (size_t i = 0; first && i < first->metrics.count; i++) {
        const struct zt_metric *m = &first->metrics.list[i];
        struct zt_interval interval;
        zt_samples_interval(samples, variant, m->name, &interval);
        char *key = zt_metric_key(m);
        cJSON_AddItemToObject(object, key, interval_json(&interval, m->scale));
        free(key);
        if (!is_wanted(s, m) || interval.count == 0 || interval.least == interval.most)
            continue;
        printf("  %-32s", m->name);
        const double values[] = {interval.least, interval.low, interval.median, interval.high, interval.most};
        for (size_t k = 0; k < sizeof values / sizeof values[0]; k++)
            print_value(values[k], m->unit);
        putchar('\n');
    }
}

int zt_samples_show(const struct zt_scenario *s, const struct zt_samples *samples, const char *path)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "scenario", s->name);
    cJSON_AddStringToObject(root, "board", s->board->name);
    cJSON *list = cJSON_AddArrayToObject(root, "variants");
    for (unsigned i = 0; i < s->variant_count; i++) {
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "variant", s->variants[i].label);
        show_variant(s, samples, i, object);
        cJSON_AddItemToArray(list, object);
    }
    printf("  all metrics: %s\n", path);
    return write_json(root, path);
}

/* One metric of one invariant. True: it holds. */
static bool judge_metric(const struct zt_scenario *s, const struct zt_samples *samples,
                         const struct zt_invariant *invariant, const char *name, cJSON *list)
{
    struct zt_movement movement;
    const struct zt_metric *any = NULL;
    zt_samples_movement(samples, s->variant_count, name, &movement);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "metric", name);
    cJSON *values = cJSON_AddArrayToObject(object, "values");
    for (size_t i = 0; i < samples->count && !any; i++)
        any = zt_metrics_find(&samples->list[i].metrics, name);
    bool holds = movement.complete && movement.share <= invariant->within;
    printf("  %s %-32s moves %8.3f %% (allowed %g %%):", holds ? "met    " : "NOT MET", name,
           movement.share * 100, invariant->within * 100);
    for (unsigned i = 0; i < s->variant_count; i++) {
        struct zt_interval interval;
        zt_samples_interval(samples, i, name, &interval);
        cJSON_AddItemToArray(values, isfinite(interval.median) ? cJSON_CreateNumber(interval.median)
                                                               : cJSON_CreateNull());
        print_value(interval.median, any ? any->unit : ZT_UNIT_NONE);
    }
    putchar('\n');
    add_number(object, "movement", movement.share);
    cJSON_AddNumberToObject(object, "within", invariant->within);
    cJSON_AddBoolToObject(object, "met", holds);
    cJSON_AddItemToArray(list, object);
    return holds;
}

int zt_samples_judge(const struct zt_scenario *s, const struct zt_samples *samples, const char *path,
                     unsigned *broken)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "scenario", s->name);
    cJSON *variants = cJSON_AddArrayToObject(root, "variants");
    printf("%s: medians over seeds of the variants", s->name);
    for (unsigned i = 0; i < s->variant_count; i++) {
        printf("%s %s", i ? "," : "", s->variants[i].label);
        cJSON_AddItemToArray(variants, cJSON_CreateString(s->variants[i].label));
    }
    putchar('\n');
    cJSON *list = cJSON_AddArrayToObject(root, "invariants");
    *broken = 0;
    for (unsigned i = 0; i < s->invariant_count; i++) {
        for (unsigned k = 0; k < s->invariants[i].metric_count; k++)
            *broken += !judge_metric(s, samples, &s->invariants[i], s->invariants[i].metrics[k], list);
    }
    return write_json(root, path);
}
