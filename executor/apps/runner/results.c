/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "application.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

static void add_number(cJSON *object, const char *key, uint64_t value)
{
    (void)cJSON_AddNumberToObject(object, key, (double)value); /* exact below 2^53 */
}

static void add_callback(cJSON *list, const struct application *application, uint32_t index)
{
    struct rxc_callback_counts counts;
    const char *name;
    const struct deployment *deployment = application->deployment;
    cJSON *object = cJSON_CreateObject();

    rxc_executor_callback_counts(application->executor, index, &name, &counts);
    (void)cJSON_AddStringToObject(object, "name", name);
    add_number(object, "executions", counts.executions);
    add_number(object, "refused", counts.refused);
    add_number(object, "failed", counts.failed);
    add_number(object, "malformed", counts.malformed);
    add_number(object, "send_failed", counts.send_failed);
    add_number(object, "missed_ticks", counts.missed_ticks);
    cJSON *workers = cJSON_AddObjectToObject(object, "executions_by_worker");
    for (uint32_t i = 0; i < deployment->software_workers; i++) {
        char worker[16];
        (void)snprintf(worker, sizeof worker, "sw%u", (unsigned)i & 0xff);
        add_number(workers, worker, counts.by_worker[i]);
    }
    for (uint32_t i = 0; i < deployment->slot_count; i++)
        add_number(workers, deployment->slots[i].name, counts.by_worker[deployment->software_workers + i]);
    (void)cJSON_AddItemToArray(list, object);
}

static void add_slot(cJSON *list, const struct application *application, uint32_t index)
{
    struct rxc_slot_counts counts;
    cJSON *object = cJSON_CreateObject();

    rxc_executor_slot_counts(application->executor, index, &counts);
    (void)cJSON_AddStringToObject(object, "name", application->deployment->slots[index].name);
    add_number(object, "index", application->deployment->slots[index].index);
    add_number(object, "loads", counts.loads);
    add_number(object, "loads_failed", counts.load_failed);
    add_number(object, "loaded_bytes", counts.bytes);
    add_number(object, "icap_active_cycles", counts.active_cycles);
    add_number(object, "icap_gap_cycles", counts.gap_cycles);
    add_number(object, "icap_setup_cycles", counts.setup_cycles);
    (void)cJSON_AddItemToArray(list, object);
}

int application_write_results(const struct application *application, const char *folder, int status,
                              const char *text, struct rxc_error *error)
{
    char path[2048];
    cJSON *top = cJSON_CreateObject();

    add_number(top, "version", 1);
    (void)cJSON_AddStringToObject(top, "name", application->deployment->name);
    (void)cJSON_AddNumberToObject(top, "status", status);
    (void)cJSON_AddStringToObject(top, "error", text);
    add_number(top, "timer_hz", application->clock.hz);
    cJSON *callbacks = cJSON_AddArrayToObject(top, "callbacks");
    cJSON *slots = cJSON_AddArrayToObject(top, "slots");
    uint32_t count = application->executor ? rxc_executor_callback_count(application->executor) : 0;
    for (uint32_t i = 0; i < count; i++)
        add_callback(callbacks, application, i);
    for (uint32_t i = 0; application->executor && i < application->deployment->slot_count; i++)
        add_slot(slots, application, i);
    char *json = cJSON_Print(top);
    cJSON_Delete(top);
    (void)snprintf(path, sizeof path, "%s/runner.json", folder);
    FILE *file = json ? fopen(path, "w") : NULL;
    bool good = file && fprintf(file, "%s\n", json) > 0;
    if (file)
        good = fclose(file) == 0 && good;
    cJSON_free(json);
    return good ? 0 : rxc_error_set(error, EIO, "%s: could not be written: %s", path, strerror(errno));
}
