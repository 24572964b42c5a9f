/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "measured.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

#define FORMAT "rxc-calibrate 1"
#define ROWS_MAX 1000

static double number_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

/* Owned by the caller; NULL: no text of that name. */
static char *text_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? zt_copy(item->valuestring) : NULL;
}

static char *conditions_of(const cJSON *object)
{
    struct zt_bytes text = {0};
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(object, "conditions"))
        zt_bytes_print(&text, "%s%s %.9g", text.size ? ", " : "", item->string, item->valuedouble);
    zt_bytes_put(&text, "", 0);
    return (char *)text.data;
}

static bool add_row(const cJSON *object, double pl_mhz, struct zt_measured_list *list)
{
    static const char *const keys[ZT_STATISTICS] = {
        [ZT_MEDIAN] = "value", [ZT_MIN] = "min", [ZT_MAX] = "max", [ZT_P99] = "p99", [ZT_MEAN] = "mean"};
    list->rows = zt_grow(list->rows, &list->capacity, list->count + 1, sizeof *list->rows);
    struct zt_measured *row = &list->rows[list->count++];
    row->id = text_of(object, "id");
    row->what = text_of(object, "what");
    row->unit = text_of(object, "unit");
    row->skipped = text_of(object, "skipped");
    row->conditions = conditions_of(object);
    row->pl_mhz = pl_mhz;
    row->samples = number_of(object, "samples");
    bool good = row->id && row->what && row->unit;
    for (int i = 0; i < ZT_STATISTICS; i++) {
        row->values[i] = row->skipped ? NAN : number_of(object, keys[i]);
        good = good && (row->skipped || isfinite(row->values[i]));
    }
    return good;
}

static const char *add_rows(const cJSON *root, struct zt_measured_list *list)
{
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(root, "measurements");
    const cJSON *format = cJSON_GetObjectItemCaseSensitive(root, "format");
    double pl_mhz = number_of(root, "pl_mhz");
    if (!cJSON_IsString(format) || strcmp(format->valuestring, FORMAT) != 0)
        return "\"format\" is not \"" FORMAT "\"";
    if (!(pl_mhz > 0) || !cJSON_IsArray(rows) || cJSON_GetArraySize(rows) > ROWS_MAX)
        return "\"pl_mhz\" or \"measurements\" is missing, or wrong";
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        if (!add_row(row, pl_mhz, list))
            return "a measurement lacks one of id, what, unit, value, min, max, p99";
    }
    return NULL;
}

/* *root: NULL when it is no JSON. False, and a message: the file cannot be read. */
static bool read_json(const char *file, cJSON **root)
{
    struct zt_bytes text;
    int error = zt_read_file(file, &text);
    if (error) {
        fprintf(stderr, "zynqtwin calibrate: %s: cannot be read: %s\n", file, strerror(error));
        return false;
    }
    *root = cJSON_Parse((const char *)text.data);
    zt_bytes_free(&text);
    return true;
}

bool zt_measured_read(const char *file, struct zt_measured_list *list)
{
    cJSON *root;
    if (!read_json(file, &root))
        return false;
    const char *wrong = root ? add_rows(root, list) : "it is no JSON, or ends too early";
    if (wrong)
        fprintf(stderr, "zynqtwin calibrate: %s: not a result of rxc-calibrate: %s\n", file, wrong);
    cJSON_Delete(root);
    return !wrong;
}

bool zt_measured_read_dds(const char *file, double pl_mhz, struct zt_measured_list *list)
{
    static const char *const keys[ZT_STATISTICS] = {[ZT_MEDIAN] = "median_ns",
                                                    [ZT_MIN] = "min_ns",
                                                    [ZT_MAX] = "max_ns",
                                                    [ZT_P99] = "p99_ns",
                                                    [ZT_MEAN] = "elapsed_ns"};
    cJSON *root;
    if (!read_json(file, &root))
        return false;
    double times = number_of(root, "times");
    list->rows = zt_grow(list->rows, &list->capacity, list->count + 1, sizeof *list->rows);
    struct zt_measured *row = &list->rows[list->count++];
    *row = (struct zt_measured){.id = zt_copy("dds_round_trip"),
                                .what = zt_copy("64 bytes to another process over DDS and back, two cores"),
                                .unit = zt_copy("us"),
                                .pl_mhz = pl_mhz,
                                .samples = times,
                                .conditions = zt_copy("size_bytes 64")};
    bool good = times > 0;
    for (int i = 0; i < ZT_STATISTICS; i++) {
        row->values[i] = number_of(root, keys[i]) * (i == ZT_MEAN ? 1e-3 / times : 1e-3);
        good = good && isfinite(row->values[i]);
    }
    if (!good)
        fprintf(stderr, "zynqtwin calibrate: %s: not what rxc-pingpong prints\n", file);
    cJSON_Delete(root);
    return good;
}

const struct zt_measured *zt_measured_find(const struct zt_measured_list *list, const char *id, double pl_mhz)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->rows[i].id, id) == 0 && fabs(list->rows[i].pl_mhz - pl_mhz) < 0.1)
            return &list->rows[i];
    }
    return NULL;
}

void zt_measured_free(struct zt_measured_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->rows[i].id);
        free(list->rows[i].what);
        free(list->rows[i].unit);
        free(list->rows[i].skipped);
        free(list->rows[i].conditions);
    }
    free(list->rows);
    *list = (struct zt_measured_list){0};
}
