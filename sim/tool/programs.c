/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "programs.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

#define DEPTH_MAX 8
#define METRICS_MAX 2000 /* of all programs of a run */

enum zt_unit zt_program_unit(const char *key, double *factor)
{
    static const struct {
        const char *ending;
        enum zt_unit unit;
        double factor;
    } endings[] = {{"_ps", ZT_UNIT_NS, 1e-3},      {"_ns", ZT_UNIT_NS, 1},
                   {"_us", ZT_UNIT_NS, 1e3},       {"_ms", ZT_UNIT_NS, 1e6},
                   {"_bytes", ZT_UNIT_BYTES, 1},   {"_share", ZT_UNIT_FRACTION, 1},
                   {"_error", ZT_UNIT_FRACTION, 1}};
    size_t length = strlen(key);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t n = strlen(endings[i].ending);
        if (length > n && strcmp(key + length - n, endings[i].ending) == 0) {
            *factor = endings[i].factor;
            return endings[i].unit;
        }
    }
    *factor = 1;
    return ZT_UNIT_NONE;
}

static void add_number(struct zt_metrics *metrics, const char *name, double value)
{
    double factor;
    enum zt_unit unit = zt_program_unit(name, &factor);
    if (metrics->count < METRICS_MAX)
        zt_metrics_put(metrics, name, unit, factor, value * factor, "measured by a program in the guest");
}

static void add_value(struct zt_metrics *metrics, const char *name, const cJSON *value, unsigned depth)
{
    if (cJSON_IsNumber(value))
        add_number(metrics, name, value->valuedouble);
    else if (cJSON_IsBool(value))
        add_number(metrics, name, cJSON_IsTrue(value));
    unsigned index = 0;
    for (const cJSON *item = depth < DEPTH_MAX ? value->child : NULL; item; item = item->next, index++) {
        char *inner = item->string ? zt_format("%s.%s", name, item->string) : zt_format("%s.%u", name, index);
        add_value(metrics, inner, item, depth + 1);
        free(inner);
    }
}

bool zt_program_metrics(const char *name, const char *json, struct zt_metrics *metrics)
{
    cJSON *whole = cJSON_ParseWithOpts(json, NULL, true);
    bool found = whole != NULL;
    if (whole)
        add_value(metrics, name, whole, 0);
    cJSON_Delete(whole);
    for (const char *at = found ? "" : json; *at;) { /* a line each; later ones win */
        size_t length = strcspn(at, "\n");
        char *line = zt_format("%.*s", (int)length, at);
        cJSON *value = *line == '{' ? cJSON_ParseWithOpts(line, NULL, true) : NULL;
        if (value) {
            add_value(metrics, name, value, 0);
            found = true;
        }
        cJSON_Delete(value);
        free(line);
        at += length + (at[length] == '\n');
    }
    return found;
}

char *zt_program_results(const struct zt_program *program)
{
    return program->results ? zt_copy(program->results) : zt_format("%s.out", program->name);
}

void zt_programs_collect(const struct zt_scenario *s, const char *folder, struct zt_metrics *metrics)
{
    for (unsigned i = 0; i < s->program_count; i++) {
        char *file = zt_program_results(&s->programs[i]);
        char *path = zt_format("%s/%s", folder, file);
        struct zt_bytes text = {0};
        if (zt_read_file(path, &text) == 0)
            zt_program_metrics(s->programs[i].name, (const char *)text.data, metrics);
        if (s->programs[i].check)
            zt_check_ddr(s->board, s->programs[i].name, metrics);
        zt_bytes_free(&text);
        free(path);
        free(file);
    }
}

bool zt_program_owns(const struct zt_scenario *s, const char *metric, enum zt_unit *unit)
{
    double factor;
    for (unsigned i = 0; i < s->program_count; i++) {
        size_t length = strlen(s->programs[i].name);
        if (strncmp(metric, s->programs[i].name, length) == 0 && metric[length] == '.') {
            *unit = zt_program_unit(metric, &factor);
            return true;
        }
    }
    return false;
}
