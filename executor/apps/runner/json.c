/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "json.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_BYTES_MAX (1u << 20)

void json_fail(struct json_reader *reader, const char *key, const char *format, ...)
{
    char text[256];
    va_list arguments;

    if (reader->failed)
        return;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reader->failed = true;
    (void)rxc_error_set(reader->error, EINVAL, "%s: %s%s%s: %s", reader->file, reader->path,
                        reader->path[0] && key ? "." : "",
                        key               ? key
                        : reader->path[0] ? ""
                                          : "(top)",
                        text);
}

static char *read_file(struct json_reader *reader, size_t *length)
{
    FILE *file = fopen(reader->file, "rb");
    char *text = malloc(FILE_BYTES_MAX + 1);

    *length = file && text ? fread(text, 1, FILE_BYTES_MAX + 1, file) : 0;
    if (!file || !text || ferror(file) || *length > FILE_BYTES_MAX) {
        (void)rxc_error_set(reader->error, errno ? errno : EFBIG, "%s: %s", reader->file,
                            *length > FILE_BYTES_MAX ? "longer than 1 MiB" : strerror(errno));
        reader->failed = true;
        free(text);
        text = NULL;
    } else {
        text[*length] = '\0';
    }
    if (file)
        (void)fclose(file);
    return text;
}

cJSON *json_load(struct json_reader *reader, const char *file, struct rxc_error *error)
{
    size_t length;
    const char *end = NULL;

    *reader = (struct json_reader){.file = file, .error = error};
    char *text = read_file(reader, &length);
    if (!text)
        return NULL;
    cJSON *json = cJSON_ParseWithLengthOpts(text, length + 1, &end, 1);
    if (!json) {
        unsigned line = 1, column = 1;
        for (const char *c = text; end && c < end && *c; c++) {
            line += *c == '\n';
            column = *c == '\n' ? 1 : column + 1;
        }
        (void)rxc_error_set(error, EINVAL, "%s:%u:%u: not valid JSON", file, line, column);
        reader->failed = true;
    }
    free(text);
    return json;
}

size_t json_enter(struct json_reader *reader, const char *key, int index)
{
    size_t mark = strlen(reader->path);
    size_t room = sizeof reader->path - mark;

    if (key)
        (void)snprintf(reader->path + mark, room, "%s%s", mark ? "." : "", key);
    else
        (void)snprintf(reader->path + mark, room, "[%d]", index);
    return mark;
}

void json_leave(struct json_reader *reader, size_t mark)
{
    assert(mark < sizeof reader->path);
    reader->path[mark] = '\0';
}

static bool known(const char *key, const char *const *keys)
{
    for (; *keys; keys++)
        if (strcmp(*keys, key) == 0)
            return true;
    return false;
}

void json_check_object(struct json_reader *reader, const cJSON *value, const char *const *keys)
{
    if (!cJSON_IsObject(value)) {
        json_fail(reader, NULL, "must be an object");
        return;
    }
    for (const cJSON *member = value->child; member; member = member->next) {
        if (!known(member->string, keys))
            json_fail(reader, member->string, "unknown key");
        for (const cJSON *other = member->next; other; other = other->next)
            if (strcmp(member->string, other->string) == 0)
                json_fail(reader, member->string, "given twice");
    }
}

static const cJSON *member(struct json_reader *reader, const cJSON *parent, const char *key, bool optional)
{
    if (reader->failed)
        return NULL;
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(parent, key);
    if (value && optional && cJSON_IsNull(value))
        return NULL;
    if (!value && !optional)
        json_fail(reader, key, "missing");
    return value;
}

const cJSON *json_object(struct json_reader *reader, const cJSON *parent, const char *key, bool optional)
{
    const cJSON *value = member(reader, parent, key, optional);

    if (value && !cJSON_IsObject(value)) {
        json_fail(reader, key, "must be an object");
        return NULL;
    }
    return value;
}

const cJSON *json_array(struct json_reader *reader, const cJSON *parent, const char *key, uint32_t max,
                        bool optional)
{
    const cJSON *value = member(reader, parent, key, optional);

    if (!value)
        return NULL;
    if (!cJSON_IsArray(value)) {
        json_fail(reader, key, "must be an array");
        return NULL;
    }
    if ((uint32_t)cJSON_GetArraySize(value) > max) {
        json_fail(reader, key, "has %d entries, at most %u are allowed", cJSON_GetArraySize(value),
                  (unsigned)max);
        return NULL;
    }
    return value;
}

void json_text(struct json_reader *reader, const cJSON *parent, const char *key, char *text, size_t size)
{
    const cJSON *value = member(reader, parent, key, false);

    text[0] = '\0';
    if (!value)
        return;
    if (!cJSON_IsString(value) || value->valuestring[0] == '\0')
        json_fail(reader, key, "must be a text that is not empty");
    else if (strlen(value->valuestring) >= size)
        json_fail(reader, key, "is longer than %zu characters", size - 1);
    else
        memcpy(text, value->valuestring, strlen(value->valuestring) + 1);
}

uint64_t json_integer(struct json_reader *reader, const cJSON *parent, const char *key, uint64_t min,
                      uint64_t max)
{
    const cJSON *value = member(reader, parent, key, false);

    if (!value)
        return min;
    if (!cJSON_IsNumber(value) || floor(value->valuedouble) != value->valuedouble ||
        value->valuedouble < (double)min || value->valuedouble > (double)max) {
        if (cJSON_IsNumber(value))
            json_fail(reader, key, "is %g, allowed are integers from %llu to %llu", value->valuedouble,
                      (unsigned long long)min, (unsigned long long)max);
        else
            json_fail(reader, key, "must be an integer from %llu to %llu", (unsigned long long)min,
                      (unsigned long long)max);
        return min;
    }
    return (uint64_t)value->valuedouble;
}
