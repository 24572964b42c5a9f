/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "application.h"

#include "rxc/transport_cyclone.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITSTREAM_BYTES_MAX (32u << 20)

static int file_path(const struct deployment *deployment, const char *path, char *out, size_t size,
                     struct rxc_error *error)
{
    int length = path[0] == '/' ? snprintf(out, size, "%s", path)
                                : snprintf(out, size, "%s%s", deployment->folder, path);
    if (length < 0 || (size_t)length >= size)
        return rxc_error_set(error, ENAMETOOLONG, "%s: the path is too long", path);
    return 0;
}

static int open_device(struct application *application, struct rxc_error *error)
{
    const struct deployment *deployment = application->deployment;
    void *region = NULL;
    size_t bytes = 0;
    int rc = rxc_device_open(&application->device, error);

    if (rc == 0) {
        application->has_device = true;
        rxc_device_clock(&application->device, &application->clock);
        region = application->device.event_region;
        bytes = application->device.event_bytes;
    } else if (rc == -ENOENT && deployment->slot_count == 0) {
        *error = (struct rxc_error){0};
        rxc_clock_init_monotonic(&application->clock); /* an ordinary machine: all in software */
    } else {
        return rc;
    }
    rc = rxc_events_init(&application->events, region, bytes, application->device.reconos,
                         &application->clock, error);
    if (!rc)
        rc =
            rxc_recorder_open(&application->recorder, &application->events, "runner", RXC_WORKER_NONE, error);
    for (uint32_t i = 0; !rc && i < deployment->slot_count; i++) {
        rc = rxc_device_acquire(&application->device, deployment->slots[i].index, deployment->slots[i].name,
                                &application->slots[i], error);
        application->slots_acquired += rc == 0;
    }
    return rc;
}

static int read_bitstream(struct application *application, const char *path, struct rxc_bitstream *bitstream,
                          struct rxc_error *error)
{
    char full[2048];
    int rc = file_path(application->deployment, path, full, sizeof full, error);

    if (rc)
        return rc;
    FILE *file = fopen(full, "rb");
    if (!file)
        return rxc_error_set(error, errno, "bitstream %s: %s", full, strerror(errno));
    long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    void *data = size > 0 && size <= (long)BITSTREAM_BYTES_MAX ? malloc((size_t)size) : NULL;
    rewind(file);
    size_t got = data ? fread(data, 1, (size_t)size, file) : 0;
    (void)fclose(file);
    if (!data || got != (size_t)size || size % 4 != 0) {
        free(data);
        return rxc_error_set(
            error, EINVAL,
            "bitstream %s: %ld bytes could not be read, or are not 4 to %u and a multiple of 4", full, size,
            BITSTREAM_BYTES_MAX);
    }
    *bitstream = (struct rxc_bitstream){.name = path, .data = data, .size_bytes = (uint32_t)size};
    return 0;
}

/* One copy for each file, so that callbacks that share a file share what is loaded. */
static const struct rxc_bitstream *get_bitstream(struct application *application, const char *path,
                                                 struct rxc_error *error)
{
    uint32_t i = 0;

    while (i < application->bitstream_count && strcmp(application->bitstream_paths[i], path) != 0)
        i++;
    if (i < application->bitstream_count)
        return &application->bitstreams[i];
    (void)snprintf(application->bitstream_paths[i], DEPLOYMENT_TEXT_BYTES, "%s", path);
    if (read_bitstream(application, application->bitstream_paths[i], &application->bitstreams[i], error))
        return NULL;
    application->bitstream_count++;
    return &application->bitstreams[i];
}

static int get_symbol(struct application *application, const struct deployment_symbol *wanted, void **library,
                      rxc_callback_fn *function, struct rxc_error *error)
{
    char full[2048];

    if (!wanted->library[0])
        return 0;
    int rc = file_path(application->deployment, wanted->library, full, sizeof full, error);
    if (rc)
        return rc;
    *library = dlopen(full, RTLD_NOW | RTLD_LOCAL);
    if (!*library)
        return rxc_error_set(error, ENOENT, "library %s: %s", full, dlerror());
    void *symbol = dlsym(*library, wanted->symbol);
    if (!symbol)
        return rxc_error_set(error, ENOENT, "library %s has no symbol '%s'", full, wanted->symbol);
    memcpy(function, &symbol, sizeof *function); /* POSIX: an object pointer may be one to a function */
    return 0;
}

static int open_source(struct application *application, const struct deployment_callback *wanted,
                       struct application_callback *callback, struct rxc_callback_config *config,
                       struct rxc_error *error)
{
    struct rxc_node *node = &application->node;
    int rc = 0;

    callback->has_source = true; /* fini of what could not be opened is harmless */
    switch (wanted->kind) {
    case RXC_TIMER:
        config->timer = &callback->source.timer;
        return rxc_timer_init(config->timer, &application->clock, wanted->period_ns, error);
    case RXC_SUBSCRIPTION:
        config->subscription = &callback->source.subscription;
        rc = rxc_subscription_init(config->subscription, node, wanted->source, wanted->message_type,
                                   RXC_QOS_DEFAULT, error);
        break;
    case RXC_SERVICE:
        config->service = &callback->source.service;
        rc = rxc_service_init(config->service, node, wanted->source, wanted->service_type, error);
        break;
    default:
        config->client = &callback->source.client;
        rc = rxc_client_init(config->client, node, wanted->source, wanted->service_type, error);
    }
    return rc;
}

static int add_callback(struct application *application, uint32_t index, struct rxc_error *error)
{
    const struct deployment_callback *wanted = &application->deployment->callbacks[index];
    struct application_callback *callback = &application->callbacks[index];
    struct rxc_callback_config config = {.name = wanted->name, .timeout_ns = wanted->timeout_ns};
    int rc = get_symbol(application, &wanted->prepare, &callback->libraries[0], &config.prepare, error);

    if (!rc)
        rc = get_symbol(application, &wanted->software, &callback->libraries[1], &config.software, error);
    config.hardware_count = wanted->hardware_count;
    for (uint32_t i = 0; !rc && i < wanted->hardware_count; i++) {
        config.hardware[i].slot = wanted->hardware[i].slot;
        config.hardware[i].bitstream = get_bitstream(application, wanted->hardware[i].bitstream, error);
        if (!config.hardware[i].bitstream)
            rc = -EINVAL;
    }
    if (!rc && wanted->publish_topic[0]) {
        callback->has_publisher = true;
        config.publisher = &callback->publisher;
        rc = rxc_publisher_init(config.publisher, &application->node, wanted->publish_topic,
                                wanted->publish_type, RXC_QOS_DEFAULT, error);
    }
    if (!rc)
        rc = open_source(application, wanted, callback, &config, error);
    return rc ? rc : rxc_executor_add(application->executor, &config, error);
}

static int make_node(struct application *application, struct rxc_error *error)
{
    char name[DEPLOYMENT_TEXT_BYTES + 2];
    const char *wanted = application->deployment->name;

    /* A deployment's name may hold what a node's name may not. */
    (void)snprintf(name, sizeof name, "%s%s", isalpha((unsigned char)wanted[0]) ? "" : "n_", wanted);
    name[RXC_NAME_MAX] = '\0';
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return rxc_node_init(&application->node, &application->context, name, "/", error);
}

int application_up(struct application *application, const struct deployment *deployment,
                   void (*on_failure)(void *), void *argument, struct rxc_error *error)
{
    memset(application, 0, sizeof *application);
    application->deployment = deployment;
    application->device.reconos = -1;
    application->device.zycap = -1;
    int rc = open_device(application, error);
    if (!rc)
        rc = rxc_cyclone_create(deployment->domain, &application->context.transport, error);
    application->context.clock = &application->clock;
    application->context.events = &application->events;
    if (!rc)
        rc = make_node(application, error);
    struct rxc_executor_config config = {
        .context = &application->context,
        .policy = deployment->policy,
        .software_workers = deployment->software_workers,
        .slot_count = deployment->slot_count,
        .load_timeout_ms = deployment->load_timeout_ms,
        .on_failure = on_failure,
        .argument = argument,
    };
    for (uint32_t i = 0; i < deployment->slot_count; i++)
        config.slots[i] = &application->slots[i].slot;
    if (!rc)
        rc = rxc_executor_create(&config, &application->executor, error);
    for (uint32_t i = 0; !rc && i < deployment->callback_count; i++)
        rc = add_callback(application, i, error);
    if (!rc)
        rc = rxc_executor_start(application->executor, error);
    if (!rc) {
        rxc_record_note(&application->recorder, RXC_CALLBACK_NONE, "rxc 0.1");
        rxc_record(&application->recorder, RXC_EVENT_RUN_START, RXC_CALLBACK_NONE, 0);
    }
    return rc;
}

int application_stop(struct application *application, struct rxc_error *error)
{
    if (!application->executor)
        return 0;
    rxc_executor_stop(application->executor);
    return rxc_executor_join(application->executor, error);
}

static void close_callback(enum rxc_callback_kind kind, struct application_callback *callback)
{
    if (callback->has_source && kind == RXC_SUBSCRIPTION)
        rxc_subscription_fini(&callback->source.subscription);
    else if (callback->has_source && kind == RXC_SERVICE)
        rxc_service_fini(&callback->source.service);
    else if (callback->has_source && kind == RXC_CLIENT)
        rxc_client_fini(&callback->source.client);
    if (callback->has_publisher)
        rxc_publisher_fini(&callback->publisher);
}

void application_down(struct application *application)
{
    const struct deployment *deployment = application->deployment;

    for (uint32_t i = 0; i < deployment->callback_count; i++)
        close_callback(deployment->callbacks[i].kind, &application->callbacks[i]);
    rxc_executor_destroy(application->executor);
    if (application->context.transport)
        rxc_cyclone_destroy(application->context.transport);
    for (uint32_t i = 0; i < deployment->callback_count; i++)
        for (int j = 0; j < 2; j++)
            if (application->callbacks[i].libraries[j])
                (void)dlclose(application->callbacks[i].libraries[j]);
    for (uint32_t i = 0; i < application->bitstream_count; i++)
        free((void *)(uintptr_t)application->bitstreams[i].data);
    for (uint32_t i = 0; i < application->slots_acquired; i++)
        rxc_device_release(&application->slots[i]);
    if (application->has_device)
        rxc_device_close(&application->device);
}
