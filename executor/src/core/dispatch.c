/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Who runs what, and who sleeps. The rules that keep work from being forgotten:
 *   1. What makes a callback ready (an arrival, the end of its execution) counts `changes` up under the lock,
 * and a worker sleeps only if nothing changed since its search began.
 *   2. A worker that has found work, and one about to sleep, wakes others for what is left.
 *   3. Every timer that is neither due nor executing is waited for by an idle worker that may run it, as long
 * as there is one.
 */
#include "executor_private.h"

#include "executor_notify.h"

#include <assert.h>
#include <errno.h>
#include <time.h>

static bool ready(const struct rxc_executor_callback *callback, uint64_t now)
{
    if (callback->busy)
        return false;
    return callback->kind == RXC_TIMER ? now >= callback->config.timer->next : callback->pending;
}

static bool may_run(const struct rxc_executor_callback *callback, const struct rxc_worker *worker)
{
    return (callback->workers_allowed >> worker->index & 1) != 0;
}

static void wake_one(struct rxc_executor *executor, struct rxc_executor_callback *callback)
{
    for (uint32_t i = 0; i < callback->preference_count; i++) {
        struct rxc_worker *worker = &executor->workers[callback->preference[i]];
        if (worker->idle && !worker->woken) {
            worker->woken = true;
            callback->woken = worker->index;
            pthread_cond_signal(&worker->wake);
            return;
        }
    }
}

/* Somebody was woken for it and has not looked yet. */
static bool on_its_way(const struct rxc_executor *executor, const struct rxc_executor_callback *callback)
{
    return callback->woken < RXC_WORKERS_MAX && executor->workers[callback->woken].woken;
}

static bool awaited(const struct rxc_executor *executor, const struct rxc_executor_callback *callback)
{
    for (uint32_t i = 0; i < callback->preference_count; i++) {
        const struct rxc_worker *worker = &executor->workers[callback->preference[i]];
        if (worker->idle && !worker->woken && worker->wake_at <= callback->config.timer->next)
            return true;
    }
    return false;
}

void rxc_dispatch_wake(struct rxc_executor *executor)
{
    uint64_t now = rxc_clock_count(executor->clock);

    for (uint32_t i = 0; i < executor->callback_count; i++) {
        struct rxc_executor_callback *callback = &executor->callbacks[i];
        if (callback->busy || on_its_way(executor, callback))
            continue;
        if (ready(callback, now) || (callback->kind == RXC_TIMER && !awaited(executor, callback)))
            wake_one(executor, callback);
    }
}

void rxc_executor_notify(struct rxc_executor_callback *callback)
{
    struct rxc_executor *executor = callback->executor;

    pthread_mutex_lock(&executor->mutex);
    callback->pending = true;
    executor->changes++;
    if (!callback->busy && !on_its_way(executor, callback))
        wake_one(executor, callback);
    pthread_mutex_unlock(&executor->mutex);
}

/* Takes the callback's message. The callback is busy; the lock is given up meanwhile. */
static bool take(struct rxc_executor_callback *callback, struct rxc_taken *taken)
{
    struct rxc_executor *executor = callback->executor;
    struct rxc_transport *transport = executor->config.context->transport;

    callback->pending = false;
    pthread_mutex_unlock(&executor->mutex);
    int rc = transport->ops->take(transport, callback->endpoint->port, callback->input, taken);
    pthread_mutex_lock(&executor->mutex);
    if (rc == 0 || rc == -EBADMSG)
        callback->pending = true; /* there may be another one */
    if (rc != 0 && rc != -EAGAIN)
        callback->counts.malformed++;
    if (rc == -EBADMSG)
        executor->changes++; /* so that this worker does not sleep before it has looked again */
    return rc == 0;
}

static bool try_callback(struct rxc_worker *worker, struct rxc_executor_callback *callback,
                         struct rxc_taken *taken)
{
    uint64_t now = rxc_clock_count(worker->executor->clock);

    if (!may_run(callback, worker) || !ready(callback, now))
        return false;
    if (callback->kind == RXC_TIMER) {
        callback->busy = rxc_timer_take(callback->config.timer, now);
        assert(callback->busy);
        return true;
    }
    callback->busy = true;
    if (take(callback, taken))
        return true;
    callback->busy = false;
    return false;
}

struct rxc_executor_callback *rxc_dispatch_pick(struct rxc_worker *worker, struct rxc_taken *taken)
{
    struct rxc_executor *executor = worker->executor;
    const struct rxc_policy *policy = executor->config.policy;

    policy->begin(&worker->policy, &executor->lists);
    for (uint32_t tries = 0; tries <= executor->callback_count; tries++) {
        uint32_t index = policy->next(&worker->policy, &executor->lists);
        if (index == RXC_POLICY_END)
            return NULL;
        assert(index < executor->callback_count);
        struct rxc_executor_callback *callback = &executor->callbacks[index];
        if (try_callback(worker, callback, taken)) {
            policy->served(&worker->policy, &executor->lists);
            return callback;
        }
    }
    assert(!"a policy gives each callback at most once");
    return NULL;
}

/* The first tick that this worker has to wake up for: those of timers that no other idle worker waits for. */
static uint64_t first_tick(const struct rxc_worker *worker)
{
    const struct rxc_executor *executor = worker->executor;
    uint64_t first = UINT64_MAX;

    for (uint32_t i = 0; i < executor->callback_count; i++) {
        const struct rxc_executor_callback *callback = &executor->callbacks[i];
        if (callback->kind != RXC_TIMER || callback->busy || !may_run(callback, worker))
            continue; /* who executes a busy one cares for it afterwards */
        if (callback->config.timer->next < first && !awaited(executor, callback))
            first = callback->config.timer->next;
    }
    return first;
}

static struct timespec deadline_at(const struct rxc_clock *clock, uint64_t count)
{
    struct timespec deadline;
    uint64_t now = rxc_clock_count(clock);

    (void)clock_gettime(CLOCK_MONOTONIC, &deadline);
    uint64_t ns = count > now ? rxc_clock_count_to_ns(clock, count - now) + 1 : 0;
    if (ns > 3600 * RXC_NS_PER_S)
        ns = 3600 * RXC_NS_PER_S; /* wakes, looks and sleeps again */
    ns += (uint64_t)deadline.tv_nsec;
    deadline.tv_sec += (time_t)(ns / RXC_NS_PER_S);
    deadline.tv_nsec = (long)(ns % RXC_NS_PER_S);
    return deadline;
}

void rxc_dispatch_sleep(struct rxc_worker *worker)
{
    struct rxc_executor *executor = worker->executor;
    int rc = 0;

    worker->wake_at = first_tick(worker);
    worker->idle = true;
    worker->woken = false;
    rxc_dispatch_wake(executor); /* may wake this worker itself, for a tick that has just come */
    rxc_record(&worker->recorder, RXC_EVENT_WAIT_START, RXC_CALLBACK_NONE, 0);
    if (worker->wake_at == UINT64_MAX) {
        while (!worker->woken && !executor->stopping)
            pthread_cond_wait(&worker->wake, &executor->mutex);
    } else {
        struct timespec deadline = deadline_at(executor->clock, worker->wake_at);
        while (!worker->woken && !executor->stopping && rc != ETIMEDOUT)
            rc = pthread_cond_timedwait(&worker->wake, &executor->mutex, &deadline);
    }
    worker->idle = false;
    worker->woken = false;
    rxc_record(&worker->recorder, RXC_EVENT_WAIT_END, RXC_CALLBACK_NONE, 0);
}
