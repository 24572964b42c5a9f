/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Strict access to JSON: a reader remembers the first error, with the path of the key; after it every call
 * returns a harmless value, so that a caller checks once.
 */
#ifndef RUNNER_JSON_H
#define RUNNER_JSON_H

#include "rxc/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

struct json_reader {
    const char *file;
    struct rxc_error *error;
    bool failed;
    char path[512]; /* of the value being read, "callbacks[1].publish" */
};

/* NULL on failure. The caller deletes it. */
cJSON *json_load(struct json_reader *reader, const char *file, struct rxc_error *error);

__attribute__((format(printf, 3, 4))) void json_fail(struct json_reader *reader, const char *key,
                                                     const char *format, ...);

/* Enters and leaves a value: the path is extended by ".key" or "[index]" and cut again. */
size_t json_enter(struct json_reader *reader, const char *key, int index);
void json_leave(struct json_reader *reader, size_t mark);

/* Fails unless `value` is an object whose keys are all in `keys` (NULL-terminated), none twice. */
void json_check_object(struct json_reader *reader, const cJSON *value, const char *const *keys);
/* Required unless `optional`; a missing or null optional one is NULL. */
const cJSON *json_object(struct json_reader *reader, const cJSON *parent, const char *key, bool optional);
const cJSON *json_array(struct json_reader *reader, const cJSON *parent, const char *key, uint32_t max,
                        bool optional);
void json_text(struct json_reader *reader, const cJSON *parent, const char *key, char *text, size_t size);
uint64_t json_integer(struct json_reader *reader, const cJSON *parent, const char *key, uint64_t min,
                      uint64_t max);

#endif
