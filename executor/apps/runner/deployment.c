/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "deployment.h"

#include "json.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define SLOT_INDEX_MAX 31u
#define PERIOD_NS_MAX 86400000000000ull /* a day */
#define TIMEOUT_MS_MAX 600000u

static void read_symbol(struct json_reader *reader, const cJSON *parent, const char *key,
                        struct deployment_symbol *symbol)
{
    static const char *const keys[] = {"library", "symbol", NULL};
    const cJSON *value = json_object(reader, parent, key, true);

    if (!value)
        return;
    size_t mark = json_enter(reader, key, 0);
    json_check_object(reader, value, keys);
    json_text(reader, value, "library", symbol->library, sizeof symbol->library);
    json_text(reader, value, "symbol", symbol->symbol, sizeof symbol->symbol);
    json_leave(reader, mark);
}

static const struct rxc_message_type *read_message_type(struct json_reader *reader, const cJSON *parent)
{
    char name[DEPLOYMENT_TEXT_BYTES];

    json_text(reader, parent, "type", name, sizeof name);
    const struct rxc_message_type *type = reader->failed ? NULL : rxc_find_message_type(name);
    if (!type)
        json_fail(reader, "type", "unknown message type '%s'", name);
    return type;
}

static void read_name(struct json_reader *reader, const cJSON *parent, const char *key, char *name,
                      size_t size)
{
    char full[RXC_NAME_MAX + 1];

    json_text(reader, parent, key, name, size);
    if (!reader->failed && rxc_resolve_name("/", "node", name, full, sizeof full))
        json_fail(reader, key, "'%s' is not a topic or service name", name);
}

static void read_publish(struct json_reader *reader, const cJSON *parent,
                         struct deployment_callback *callback)
{
    static const char *const keys[] = {"topic", "type", NULL};
    const cJSON *value = json_object(reader, parent, "publish", true);

    if (!value)
        return;
    size_t mark = json_enter(reader, "publish", 0);
    json_check_object(reader, value, keys);
    read_name(reader, value, "topic", callback->publish_topic, sizeof callback->publish_topic);
    callback->publish_type = read_message_type(reader, value);
    json_leave(reader, mark);
    if (callback->kind == RXC_SERVICE)
        json_fail(reader, "publish", "a service has its response and publishes nothing");
}

static void read_hardware(struct json_reader *reader, const cJSON *parent,
                          const struct deployment *deployment, struct deployment_callback *callback)
{
    static const char *const keys[] = {"slot", "bitstream", NULL};
    const cJSON *list = json_array(reader, parent, "hardware", RXC_SLOTS_MAX, true);
    const cJSON *entry;
    int index = 0;

    cJSON_ArrayForEach(entry, list)
    {
        char name[DEPLOYMENT_TEXT_BYTES];
        char key[32];
        uint32_t slot = 0;

        (void)snprintf(key, sizeof key, "hardware[%d]", index++);
        size_t mark = json_enter(reader, key, 0);
        json_check_object(reader, entry, keys);
        json_text(reader, entry, "slot", name, sizeof name);
        while (slot < deployment->slot_count && strcmp(deployment->slots[slot].name, name) != 0)
            slot++;
        if (slot == deployment->slot_count)
            json_fail(reader, "slot", "there is no slot '%s'", name);
        for (uint32_t i = 0; i < callback->hardware_count; i++)
            if (callback->hardware[i].slot == slot)
                json_fail(reader, "slot", "slot '%s' is named twice", name);
        json_text(reader, entry, "bitstream", callback->hardware[callback->hardware_count].bitstream,
                  DEPLOYMENT_TEXT_BYTES);
        callback->hardware[callback->hardware_count].slot = slot;
        callback->hardware_count++;
        json_leave(reader, mark);
        if (reader->failed)
            return;
    }
}

static void read_source(struct json_reader *reader, const cJSON *value, struct deployment_callback *callback)
{
    char type[DEPLOYMENT_TEXT_BYTES];

    switch (callback->kind) {
    case RXC_TIMER:
        callback->period_ns = json_integer(reader, value, "period_ns", 1000, PERIOD_NS_MAX);
        break;
    case RXC_SUBSCRIPTION:
        read_name(reader, value, "topic", callback->source, sizeof callback->source);
        callback->message_type = read_message_type(reader, value);
        break;
    default:
        read_name(reader, value, "service", callback->source, sizeof callback->source);
        json_text(reader, value, "type", type, sizeof type);
        callback->service_type = reader->failed ? NULL : rxc_find_service_type(type);
        if (!callback->service_type)
            json_fail(reader, "type", "unknown service type '%s'", type);
    }
}

static void read_kind(struct json_reader *reader, const cJSON *value, struct deployment_callback *callback)
{
    static const char *const names[] = {"timer", "subscription", "service", "client"};
    static const char *const common[] = {"name",     "kind",     "publish",   "prepare",
                                         "software", "hardware", "timeout_ms"};
    static const char *const own[][2] = {
        {"period_ns", NULL}, {"topic", "type"}, {"service", "type"}, {"service", "type"}};
    const char *keys[sizeof common / sizeof common[0] + 3];
    char kind[DEPLOYMENT_TEXT_BYTES];

    json_text(reader, value, "kind", kind, sizeof kind);
    callback->kind = RXC_CALLBACK_KINDS;
    for (uint32_t i = 0; i < RXC_CALLBACK_KINDS; i++)
        if (strcmp(kind, names[i]) == 0)
            callback->kind = i;
    if (callback->kind == RXC_CALLBACK_KINDS) {
        json_fail(reader, "kind", "is '%s', allowed are timer, subscription, service, client", kind);
        return;
    }
    memcpy(keys, common, sizeof common);
    keys[sizeof common / sizeof common[0]] = own[callback->kind][0];
    keys[sizeof common / sizeof common[0] + 1] = own[callback->kind][1];
    keys[sizeof common / sizeof common[0] + 2] = NULL;
    json_check_object(reader, value, keys);
}

static void read_callback(struct json_reader *reader, const cJSON *value, const struct deployment *deployment,
                          struct deployment_callback *callback)
{
    if (!cJSON_IsObject(value)) {
        json_fail(reader, NULL, "must be an object");
        return;
    }
    json_text(reader, value, "name", callback->name, sizeof callback->name);
    read_kind(reader, value, callback);
    if (reader->failed)
        return;
    for (uint32_t i = 0; i < deployment->callback_count; i++)
        if (strcmp(deployment->callbacks[i].name, callback->name) == 0)
            json_fail(reader, "name", "'%s' is the name of another callback", callback->name);
    read_source(reader, value, callback);
    read_publish(reader, value, callback);
    read_symbol(reader, value, "prepare", &callback->prepare);
    read_symbol(reader, value, "software", &callback->software);
    read_hardware(reader, value, deployment, callback);
    /* Of an execution in hardware; one in software ends when its function returns. */
    if (callback->hardware_count || cJSON_GetObjectItemCaseSensitive(value, "timeout_ms"))
        callback->timeout_ns = json_integer(reader, value, "timeout_ms", 1, TIMEOUT_MS_MAX) * 1000000u;
    if (!callback->hardware_count && !callback->software.library[0])
        json_fail(reader, NULL, "callback '%s' has no place to run: 'software' or 'hardware' is needed",
                  callback->name);
    if (!callback->hardware_count && deployment->software_workers == 0)
        json_fail(reader, NULL, "callback '%s' has no place to run: there is no software worker",
                  callback->name);
}

static void read_slots(struct json_reader *reader, const cJSON *top, struct deployment *deployment)
{
    static const char *const keys[] = {"name", "index", NULL};
    const cJSON *list = json_array(reader, top, "slots", RXC_SLOTS_MAX, false);
    const cJSON *entry;

    cJSON_ArrayForEach(entry, list)
    {
        uint32_t slot = deployment->slot_count;
        char key[32];

        (void)snprintf(key, sizeof key, "slots[%u]", (unsigned)slot);
        size_t mark = json_enter(reader, key, 0);
        json_check_object(reader, entry, keys);
        json_text(reader, entry, "name", deployment->slots[slot].name, DEPLOYMENT_TEXT_BYTES);
        deployment->slots[slot].index = (uint32_t)json_integer(reader, entry, "index", 0, SLOT_INDEX_MAX);
        for (uint32_t i = 0; i < slot; i++) {
            if (strcmp(deployment->slots[i].name, deployment->slots[slot].name) == 0)
                json_fail(reader, "name", "another slot has this name");
            if (deployment->slots[i].index == deployment->slots[slot].index)
                json_fail(reader, "index", "another slot has this index");
        }
        deployment->slot_count++;
        json_leave(reader, mark);
        if (reader->failed)
            return;
    }
}

static void read_top(struct json_reader *reader, const cJSON *top, struct deployment *deployment)
{
    static const char *const keys[] = {"version",          "name",      "policy",
                                       "software_workers", "domain",    "slots",
                                       "load_timeout_ms",  "callbacks", NULL};
    char policy[DEPLOYMENT_TEXT_BYTES];
    const cJSON *entry;

    json_check_object(reader, top, keys);
    (void)json_integer(reader, top, "version", 1, 1);
    json_text(reader, top, "name", deployment->name, sizeof deployment->name);
    json_text(reader, top, "policy", policy, sizeof policy);
    deployment->policy = reader->failed ? NULL : rxc_find_policy(policy);
    if (!deployment->policy)
        json_fail(reader, "policy", "unknown policy '%s', allowed is reconros", policy);
    deployment->software_workers =
        (uint32_t)json_integer(reader, top, "software_workers", 0, RXC_SOFTWARE_WORKERS_MAX);
    deployment->domain = (uint32_t)json_integer(reader, top, "domain", 0, 232);
    deployment->load_timeout_ms = (uint32_t)json_integer(reader, top, "load_timeout_ms", 1, 10000);
    read_slots(reader, top, deployment);
    const cJSON *list = json_array(reader, top, "callbacks", RXC_CALLBACKS_MAX, false);
    if (!reader->failed && cJSON_GetArraySize(list) == 0)
        json_fail(reader, "callbacks", "is empty");
    cJSON_ArrayForEach(entry, list)
    {
        char key[32];
        if (reader->failed)
            return;
        (void)snprintf(key, sizeof key, "callbacks[%u]", (unsigned)deployment->callback_count);
        size_t mark = json_enter(reader, key, 0);
        read_callback(reader, entry, deployment, &deployment->callbacks[deployment->callback_count]);
        deployment->callback_count++;
        json_leave(reader, mark);
    }
}

int deployment_read(const char *path, struct deployment *deployment, struct rxc_error *error)
{
    struct json_reader reader;
    const char *slash = strrchr(path, '/');

    memset(deployment, 0, sizeof *deployment);
    if ((slash ? (size_t)(slash - path) + 1 : 2) >= sizeof deployment->folder)
        return rxc_error_set(error, ENAMETOOLONG, "%s: the path is too long", path);
    (void)snprintf(deployment->folder, sizeof deployment->folder, "%.*s", slash ? (int)(slash - path) + 1 : 2,
                   slash ? path : "./");
    cJSON *top = json_load(&reader, path, error);
    if (top)
        read_top(&reader, top, deployment);
    cJSON_Delete(top);
    return reader.failed ? -EINVAL : 0;
}
