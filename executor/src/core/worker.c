/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "../hw/delegate.h"
#include "executor_private.h"

#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>

/* One execution, on the worker's stack. */
struct execution {
    struct rxc_call call; /* first: publish() gets its address */
    struct rxc_worker *worker;
    struct rxc_executor_callback *callback;
    struct rxc_request_id request;
    bool send_failed;
};

static int send_output(struct execution *execution)
{
    struct rxc_executor_callback *callback = execution->callback;
    struct rxc_transport *transport = callback->executor->config.context->transport;
    struct rxc_port *port = NULL;
    size_t bytes = 0;

    if (callback->kind == RXC_SERVICE)
        port = callback->config.service->endpoint.port;
    else if (callback->config.publisher)
        port = callback->config.publisher->endpoint.port;
    if (!port)
        return -ENOTCONN;
    int rc = transport->ops->write(transport, port, callback->output, &execution->request, &bytes);
    if (rc)
        execution->send_failed = true;
    else
        rxc_record(&execution->worker->recorder, RXC_EVENT_PUBLISH, callback->index, bytes);
    return rc;
}

static int publish(const struct rxc_call *call)
{
    return send_output((struct execution *)(uintptr_t)call);
}

static int delegate_send(void *argument)
{
    return send_output(argument);
}

static int run_software(struct execution *execution)
{
    struct rxc_executor_callback *callback = execution->callback;
    struct rxc_recorder *recorder = &execution->worker->recorder;
    uint64_t number = execution->call.number;
    int core = sched_getcpu();

    rxc_record(recorder, RXC_EVENT_WORKER_CPU, callback->index, core < 0 ? 0 : (uint64_t)core);
    rxc_record(recorder, RXC_EVENT_CALLBACK_START, callback->index, number);
    int rc = callback->config.software(&execution->call);
    rxc_record(recorder, RXC_EVENT_CALLBACK_END, callback->index, number | (uint64_t)(uint32_t)rc << 32);
    return rc;
}

static const struct rxc_bitstream *bitstream_for(const struct rxc_executor_callback *callback,
                                                 const struct rxc_worker *worker)
{
    uint32_t slot = worker->index - worker->executor->config.software_workers;

    for (uint32_t i = 0; i < callback->config.hardware_count; i++)
        if (callback->config.hardware[i].slot == slot)
            return callback->config.hardware[i].bitstream;
    return NULL;
}

static int load(struct execution *execution, struct rxc_error *error)
{
    struct rxc_worker *worker = execution->worker;
    const struct rxc_bitstream *bitstream = bitstream_for(execution->callback, worker);
    struct rxc_slot_counts *counts = &worker->slot_counts;
    struct rxc_load_cost cost = {0};

    assert(bitstream);
    if (worker->slot->loaded == bitstream)
        return 0;
    rxc_record(&worker->recorder, RXC_EVENT_CONFIG_START, execution->callback->index, bitstream->size_bytes);
    int rc = rxc_slot_load(worker->slot, bitstream, worker->executor->config.load_timeout_ms, &cost, error);
    rxc_record(&worker->recorder, RXC_EVENT_CONFIG_END, execution->callback->index, (uint64_t)-rc);
    if (rc) {
        counts->load_failed++;
        return rc;
    }
    counts->loads++;
    counts->bytes += bitstream->size_bytes;
    counts->active_cycles += cost.active_cycles;
    counts->gap_cycles += cost.gap_cycles;
    counts->setup_cycles += cost.setup_cycles;
    return 0;
}

static int run_thread(struct execution *execution, struct rxc_error *error)
{
    struct rxc_executor_callback *callback = execution->callback;
    struct rxc_recorder *recorder = &execution->worker->recorder;
    struct rxc_execution run = {
        .callback = callback->config.name,
        .callback_index = callback->index,
        .input = callback->input,
        .timeout_ns = callback->config.timeout_ns,
        .send = delegate_send,
        .argument = execution,
        .clock = callback->executor->clock,
        .recorder = recorder,
    };

    if (callback->kind == RXC_SERVICE)
        run.resources[0].kind = RXC_RESOURCE_SERVICE;
    else if (callback->config.publisher)
        run.resources[0].kind = RXC_RESOURCE_PUBLISHER;
    if (callback->output) {
        run.resources[1] = (struct rxc_resource){
            .kind = RXC_RESOURCE_MESSAGE, .object = callback->output, .type = callback->output_type};
    }
    rxc_record(recorder, RXC_EVENT_CALLBACK_START, callback->index, execution->call.number);
    int rc = rxc_delegate_run(execution->worker->slot, &run, error);
    rxc_record(recorder, RXC_EVENT_CALLBACK_END, callback->index,
               execution->call.number | (uint64_t)(uint32_t)-rc << 32);
    return rc;
}

/* Positive: the input was refused; negative: the hardware failed. */
static int run_hardware(struct execution *execution, struct rxc_error *error)
{
    rxc_callback_fn prepare = execution->callback->config.prepare;
    int rc = prepare ? prepare(&execution->call) : 0;

    if (rc)
        return rc > 0 ? rc : -rc;
    rc = load(execution, error);
    return rc ? rc : run_thread(execution, error);
}

static void fail(struct rxc_executor *executor, const struct rxc_error *error)
{
    pthread_mutex_lock(&executor->mutex);
    bool first = executor->failure.code == 0;
    if (first)
        executor->failure = *error;
    pthread_mutex_unlock(&executor->mutex);
    rxc_executor_stop(executor);
    if (first && executor->config.on_failure)
        executor->config.on_failure(executor->config.argument);
}

static void run(struct rxc_worker *worker, struct rxc_executor_callback *callback,
                const struct rxc_taken *taken)
{
    struct rxc_executor *executor = worker->executor;
    struct rxc_error error = {0};
    struct execution execution = {
        .call = {.input = callback->input,
                 .output = callback->output,
                 .number = callback->counts.executions,
                 .publish = publish},
        .worker = worker,
        .callback = callback,
        .request = taken->id,
    };

    rxc_record(&worker->recorder, RXC_EVENT_CALLBACK_READY, callback->index, execution.call.number);
    if (callback->kind != RXC_TIMER)
        rxc_record(&worker->recorder, RXC_EVENT_TAKE, callback->index, taken->cdr_bytes);
    int rc = worker->slot ? run_hardware(&execution, &error) : run_software(&execution);
    if (worker->slot && rc < 0) {
        rxc_record_note(&worker->recorder, callback->index, "hw-fail");
        fail(executor, &error);
    }

    pthread_mutex_lock(&executor->mutex);
    callback->counts.executions++;
    callback->counts.by_worker[worker->index]++;
    callback->counts.refused += rc > 0;
    callback->counts.failed += rc < 0;
    callback->counts.send_failed += execution.send_failed;
    callback->busy = false;
    executor->changes++;
    pthread_mutex_unlock(&executor->mutex);
}

void *rxc_worker_main(void *argument)
{
    struct rxc_worker *worker = argument;
    struct rxc_executor *executor = worker->executor;
    struct rxc_taken taken;

    pthread_mutex_lock(&executor->mutex);
    while (!executor->stopping) {
        uint64_t seen = executor->changes;
        taken = (struct rxc_taken){0};
        struct rxc_executor_callback *callback = rxc_dispatch_pick(worker, &taken);
        if (callback) {
            rxc_dispatch_wake(executor);
            pthread_mutex_unlock(&executor->mutex);
            run(worker, callback, &taken);
            pthread_mutex_lock(&executor->mutex);
        } else if (seen == executor->changes && !executor->stopping) {
            rxc_dispatch_sleep(worker);
        }
    }
    pthread_mutex_unlock(&executor->mutex);
    return NULL;
}
