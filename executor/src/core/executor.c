/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "executor_private.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rxc_executor_create(const struct rxc_executor_config *config, struct rxc_executor **result,
                        struct rxc_error *error)
{
    assert(config->context && config->policy);
    if (config->software_workers > RXC_SOFTWARE_WORKERS_MAX || config->slot_count > RXC_SLOTS_MAX)
        return rxc_error_set(error, EINVAL, "at most %u software workers and %u slots",
                             RXC_SOFTWARE_WORKERS_MAX, RXC_SLOTS_MAX);
    if (config->software_workers + config->slot_count == 0)
        return rxc_error_set(error, EINVAL, "an executor needs a worker");
    struct rxc_executor *executor = calloc(1, sizeof *executor);
    pthread_condattr_t monotonic;
    if (!executor)
        return rxc_error_set(error, ENOMEM, "no memory for an executor");
    executor->config = *config;
    executor->clock = config->context->clock;
    executor->worker_count = config->software_workers + config->slot_count;
    pthread_mutex_init(&executor->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    for (uint32_t i = 0; i < executor->worker_count; i++) {
        struct rxc_worker *worker = &executor->workers[i];
        worker->executor = executor;
        worker->index = i;
        if (i >= config->software_workers)
            worker->slot = config->slots[i - config->software_workers];
        pthread_cond_init(&worker->wake, &monotonic);
    }
    pthread_condattr_destroy(&monotonic);
    *result = executor;
    return 0;
}

static int set_input(struct rxc_executor_callback *callback)
{
    const struct rxc_callback_config *config = &callback->config;
    int given = 0;

    if (config->timer) {
        callback->kind = RXC_TIMER;
        given++;
    }
    if (config->subscription) {
        callback->kind = RXC_SUBSCRIPTION;
        callback->endpoint = &config->subscription->endpoint;
        callback->input_type = config->subscription->type;
        given++;
    }
    if (config->service) {
        callback->kind = RXC_SERVICE;
        callback->endpoint = &config->service->endpoint;
        callback->input_type = config->service->type->request;
        callback->output_type = config->service->type->response;
        given++;
    }
    if (config->client) {
        callback->kind = RXC_CLIENT;
        callback->endpoint = &config->client->endpoint;
        callback->input_type = config->client->type->response;
        given++;
    }
    if (config->publisher && !config->service)
        callback->output_type = config->publisher->type;
    return given == 1 && !(config->publisher && config->service) ? 0 : -EINVAL;
}

/* The resource mask: which workers may run it, and in which order idle ones are asked. */
static int set_workers(struct rxc_executor_callback *callback, struct rxc_error *error)
{
    const struct rxc_executor *executor = callback->executor;
    const struct rxc_callback_config *config = &callback->config;

    for (uint32_t i = 0; i < config->hardware_count; i++) {
        if (config->hardware[i].slot >= executor->config.slot_count || !config->hardware[i].bitstream)
            return rxc_error_set(error, EINVAL, "callback %s: slot %u of %u, or no bitstream for it",
                                 config->name, (unsigned)config->hardware[i].slot,
                                 (unsigned)executor->config.slot_count);
        uint32_t worker = executor->config.software_workers + config->hardware[i].slot;
        if (callback->workers_allowed >> worker & 1)
            return rxc_error_set(error, EINVAL, "callback %s: a slot is named twice", config->name);
        callback->workers_allowed |= 1u << worker;
        callback->preference[callback->preference_count++] = (uint8_t)worker;
    }
    for (uint32_t i = 0; config->software && i < executor->config.software_workers; i++) {
        callback->workers_allowed |= 1u << i;
        callback->preference[callback->preference_count++] = (uint8_t)i;
    }
    if (callback->preference_count == 0)
        return rxc_error_set(error, EINVAL, "callback %s has no place to run", config->name);
    if (config->hardware_count && config->timeout_ns == 0)
        return rxc_error_set(error, EINVAL, "callback %s runs in hardware and needs a timeout", config->name);
    return 0;
}

static int set_messages(struct rxc_executor_callback *callback)
{
    if (callback->input_type)
        callback->input = calloc(1, callback->input_type->size_bytes);
    if (callback->output_type)
        callback->output = calloc(1, callback->output_type->size_bytes);
    return (callback->input_type && !callback->input) || (callback->output_type && !callback->output)
               ? -ENOMEM
               : 0;
}

static void free_callback(struct rxc_executor_callback *callback)
{
    if (callback->input) {
        rxc_message_fini(callback->input_type, callback->input);
        free(callback->input);
    }
    if (callback->output) {
        rxc_message_fini(callback->output_type, callback->output);
        free(callback->output);
    }
    memset(callback, 0, sizeof *callback);
}

int rxc_executor_add(struct rxc_executor *executor, const struct rxc_callback_config *config,
                     struct rxc_error *error)
{
    assert(executor->started == 0 && config->name);
    if (executor->callback_count == RXC_CALLBACKS_MAX)
        return rxc_error_set(error, ENOSPC, "more than %u callbacks", RXC_CALLBACKS_MAX);
    struct rxc_executor_callback *callback = &executor->callbacks[executor->callback_count];
    callback->executor = executor;
    callback->index = executor->callback_count;
    callback->config = *config;
    callback->woken = RXC_WORKERS_MAX;
    int rc = 0;
    if (config->hardware_count > RXC_SLOTS_MAX || set_input(callback))
        rc = rxc_error_set(error, EINVAL, "callback %s needs one timer, subscription, service or client",
                           config->name);
    if (!rc)
        rc = set_workers(callback, error);
    if (!rc && set_messages(callback))
        rc = rxc_error_set(error, ENOMEM, "no memory for the messages of callback %s", config->name);
    if (rc) {
        free_callback(callback);
        return rc;
    }
    executor->lists.callback[callback->kind][executor->lists.count[callback->kind]++] = callback->index;
    executor->callback_count++;
    return 0;
}

static int open_recorder(struct rxc_worker *worker, struct rxc_error *error)
{
    struct rxc_executor *executor = worker->executor;
    char name[RXC_RING_NAME_BYTES];

    if (worker->slot) {
        (void)snprintf(name, sizeof name, "slot%u", (unsigned)worker->slot->index);
        return rxc_recorder_open(&worker->recorder, executor->config.context->events, name,
                                 (uint16_t)(RXC_WORKER_SLOT + worker->slot->index), error);
    }
    (void)snprintf(name, sizeof name, "sw%u", (unsigned)worker->index);
    return rxc_recorder_open(&worker->recorder, executor->config.context->events, name,
                             (uint16_t)worker->index, error);
}

int rxc_executor_start(struct rxc_executor *executor, struct rxc_error *error)
{
    assert(executor->started == 0);
    for (uint32_t i = 0; i < executor->worker_count; i++) {
        executor->config.policy->init(&executor->workers[i].policy, &executor->lists);
        int rc = open_recorder(&executor->workers[i], error);
        if (rc)
            return rc;
    }
    uint64_t now = rxc_clock_count(executor->clock);
    for (uint32_t i = 0; i < executor->callback_count; i++) {
        struct rxc_executor_callback *callback = &executor->callbacks[i];
        callback->pending = true; /* messages may be there already */
        if (callback->kind == RXC_TIMER)
            rxc_timer_start(callback->config.timer, now);
        else
            atomic_store_explicit(&callback->endpoint->owner, callback, memory_order_release);
    }
    for (uint32_t i = 0; i < executor->worker_count; i++) {
        struct rxc_worker *worker = &executor->workers[i];
        char name[16];
        int rc = pthread_create(&worker->thread, NULL, rxc_worker_main, worker);
        if (rc) {
            rxc_executor_stop(executor);
            return rxc_error_set(error, rc, "worker %u: %s", (unsigned)i, strerror(rc));
        }
        executor->started++;
        if (worker->slot)
            (void)snprintf(name, sizeof name, "rxc-slot%u", (unsigned)worker->slot->index & 0xff);
        else
            (void)snprintf(name, sizeof name, "rxc-sw%u", (unsigned)i & 0xff);
        (void)pthread_setname_np(worker->thread, name);
    }
    return 0;
}

void rxc_executor_stop(struct rxc_executor *executor)
{
    pthread_mutex_lock(&executor->mutex);
    executor->stopping = true;
    for (uint32_t i = 0; i < executor->worker_count; i++)
        pthread_cond_signal(&executor->workers[i].wake);
    pthread_mutex_unlock(&executor->mutex);
}

int rxc_executor_join(struct rxc_executor *executor, struct rxc_error *error)
{
    for (uint32_t i = 0; i < executor->started; i++)
        (void)pthread_join(executor->workers[i].thread, NULL);
    executor->started = 0;
    if (executor->failure.code && error)
        *error = executor->failure;
    return -executor->failure.code;
}

void rxc_executor_destroy(struct rxc_executor *executor)
{
    if (!executor)
        return;
    assert(executor->started == 0);
    for (uint32_t i = 0; i < executor->callback_count; i++)
        free_callback(&executor->callbacks[i]);
    for (uint32_t i = 0; i < executor->worker_count; i++)
        pthread_cond_destroy(&executor->workers[i].wake);
    pthread_mutex_destroy(&executor->mutex);
    free(executor);
}

uint32_t rxc_executor_callback_count(const struct rxc_executor *executor)
{
    return executor->callback_count;
}

void rxc_executor_callback_counts(const struct rxc_executor *executor, uint32_t index, const char **name,
                                  struct rxc_callback_counts *counts)
{
    assert(index < executor->callback_count);
    const struct rxc_executor_callback *callback = &executor->callbacks[index];

    *name = callback->config.name;
    *counts = callback->counts;
    if (callback->kind == RXC_TIMER)
        counts->missed_ticks = callback->config.timer->missed;
}

void rxc_executor_slot_counts(const struct rxc_executor *executor, uint32_t slot,
                              struct rxc_slot_counts *counts)
{
    assert(slot < executor->config.slot_count);
    *counts = executor->workers[executor->config.software_workers + slot].slot_counts;
}
