/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* deployment.json, as executor/include/deployment.md describes it. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "elf_symbols.h"
#include "paths.h"
#include "plan.h"

#define LOAD_TIMEOUT_MS 1000

char *zt_callback_library(const struct zt_callback *callback)
{
    return zt_format("%s/lib%s.so", zt_artefact(ZT_CALLBACKS), callback->does);
}

bool zt_callback_has(const struct zt_callback *callback, const char *suffix)
{
    char *library = zt_callback_library(callback);
    char *symbol = zt_format("%s_%s", callback->does, suffix);
    bool has = zt_elf_defines(library, symbol);
    free(library);
    free(symbol);
    return has;
}

static void add_function(cJSON *object, const char *key, const struct zt_callback *callback,
                         const char *suffix)
{
    cJSON *function = cJSON_AddObjectToObject(object, key);
    char *library = zt_format("callbacks/lib%s.so", callback->does);
    char *symbol = zt_format("%s_%s", callback->does, suffix);
    cJSON_AddStringToObject(function, "library", library);
    cJSON_AddStringToObject(function, "symbol", symbol);
    free(library);
    free(symbol);
}

static void add_hardware(cJSON *object, const struct zt_scenario *scenario,
                         const struct zt_callback *callback)
{
    cJSON *list = cJSON_AddArrayToObject(object, "hardware");
    for (unsigned i = 0; i < callback->slot_count; i++) {
        const char *slot = scenario->board->slots[callback->slots[i]].name;
        cJSON *entry = cJSON_CreateObject();
        char *file = zt_format("bitstreams/%s_%s.bin", callback->name, slot);
        cJSON_AddStringToObject(entry, "slot", slot);
        cJSON_AddStringToObject(entry, "bitstream", file);
        cJSON_AddItemToArray(list, entry);
        free(file);
    }
}

static cJSON *make_callback(const struct zt_scenario *scenario, const struct zt_callback *callback)
{
    static const char *const kinds[] = {"subscription", "service", "timer"};
    static const char *const keys[] = {"topic", "service", NULL};
    uint64_t timeout_ms = (callback->timeout_ns + 999999) / 1000000;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", callback->name);
    cJSON_AddStringToObject(object, "kind", kinds[callback->trigger]);
    if (callback->trigger == ZT_ON_TIMER) {
        cJSON_AddNumberToObject(object, "period_ns", (double)callback->period_ns);
    } else {
        cJSON_AddStringToObject(object, keys[callback->trigger], callback->topic);
        cJSON_AddStringToObject(object, "type", callback->type);
    }
    if (callback->to) {
        cJSON *publish = cJSON_AddObjectToObject(object, "publish");
        cJSON_AddStringToObject(publish, "topic", callback->to);
        cJSON_AddStringToObject(publish, "type", callback->to_type);
    }
    if (callback->slot_count && zt_callback_has(callback, "prepare"))
        add_function(object, "prepare", callback, "prepare");
    if (callback->on_cpu)
        add_function(object, "software", callback, "callback");
    if (callback->slot_count)
        add_hardware(object, scenario, callback);
    cJSON_AddNumberToObject(object, "timeout_ms", (double)timeout_ms);
    return object;
}

char *zt_deployment_text(const struct zt_scenario *scenario)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "version", 1);
    cJSON_AddStringToObject(root, "name", scenario->name);
    cJSON_AddStringToObject(root, "policy", scenario->policy);
    cJSON_AddNumberToObject(root, "software_workers", scenario->software_workers);
    cJSON_AddNumberToObject(root, "domain", 0);
    cJSON *slots = cJSON_AddArrayToObject(root, "slots");
    for (unsigned i = 0; i < scenario->board->slot_count; i++) {
        cJSON *slot = cJSON_CreateObject();
        cJSON_AddStringToObject(slot, "name", scenario->board->slots[i].name);
        cJSON_AddNumberToObject(slot, "index", scenario->board->slots[i].index);
        cJSON_AddItemToArray(slots, slot);
    }
    cJSON_AddNumberToObject(root, "load_timeout_ms", LOAD_TIMEOUT_MS);
    cJSON *callbacks = cJSON_AddArrayToObject(root, "callbacks");
    for (unsigned i = 0; i < scenario->callback_count; i++)
        cJSON_AddItemToArray(callbacks, make_callback(scenario, &scenario->callbacks[i]));
    char *text = cJSON_Print(root);
    char *out = zt_format("%s\n", text ? text : "");
    free(text);
    cJSON_Delete(root);
    return out;
}
