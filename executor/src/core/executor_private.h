/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Shared by executor.c (life), dispatch.c (who runs what) and worker.c (running it). */
#ifndef RXC_EXECUTOR_PRIVATE_H
#define RXC_EXECUTOR_PRIVATE_H

#include "rxc/executor.h"

#include <stdbool.h>

struct rxc_executor_callback {
    struct rxc_executor *executor;
    uint32_t index;
    enum rxc_callback_kind kind;
    struct rxc_callback_config config;
    struct rxc_endpoint *endpoint; /* that takes; NULL: timer */
    const struct rxc_message_type *input_type;
    const struct rxc_message_type *output_type;
    void *input; /* the only buffer, so one execution at a time */
    void *output;
    uint32_t workers_allowed; /* bit: worker */
    uint8_t preference[RXC_WORKERS_MAX];
    uint32_t preference_count;

    /* Under the executor's lock. */
    bool pending;   /* a take may succeed */
    bool busy;      /* being taken or executed */
    uint32_t woken; /* worker woken for it, RXC_WORKERS_MAX: none */
    struct rxc_callback_counts counts;
};

struct rxc_worker {
    struct rxc_executor *executor;
    uint32_t index;        /* software workers first, then slots */
    struct rxc_slot *slot; /* NULL: software */
    pthread_t thread;
    struct rxc_recorder recorder;
    struct rxc_slot_counts slot_counts;

    /* Under the executor's lock. */
    pthread_cond_t wake;
    struct rxc_policy_state policy;
    bool idle;        /* sleeps */
    bool woken;       /* has been signalled and has not looked yet */
    uint64_t wake_at; /* count at which it wakes for a timer; UINT64_MAX: none */
};

struct rxc_executor {
    struct rxc_executor_config config;
    const struct rxc_clock *clock;
    struct rxc_callback_lists lists;
    uint32_t callback_count;
    struct rxc_executor_callback callbacks[RXC_CALLBACKS_MAX];
    uint32_t worker_count;
    uint32_t started; /* threads */
    struct rxc_worker workers[RXC_WORKERS_MAX];

    pthread_mutex_t mutex; /* a leaf: never held while calling the transport, a slot or a callback */
    uint64_t changes;      /* of anything that may make a callback ready */
    bool stopping;
    struct rxc_error failure;
};

/* dispatch.c; all with the lock held. */
/* The next callback for the worker, busy and with its message taken; NULL: none. Gives up the lock while
 * taking. */
struct rxc_executor_callback *rxc_dispatch_pick(struct rxc_worker *worker, struct rxc_taken *taken);
/* Wakes idle workers for what is ready and for timers that nobody waits for. */
void rxc_dispatch_wake(struct rxc_executor *executor);
/* Wakes others for what is left, then sleeps until woken or a timer is due. */
void rxc_dispatch_sleep(struct rxc_worker *worker);

/* worker.c */
void *rxc_worker_main(void *worker);

#endif
