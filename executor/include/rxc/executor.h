/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The executor: callbacks, and workers that run them. A software worker is a thread that calls functions; a
 * hardware worker is a thread that owns a slot, loads the callback's bitstream when another one is loaded,
 * runs the hardware thread and serves its calls. A callback runs to completion, once at a time. Workers sleep
 * until a message arrives, a timer is due or a callback that they may run becomes free; nothing polls.
 *
 * Life: init, add callbacks, start, stop (any thread, also a callback), join, close the endpoints, fini.
 */
#ifndef RXC_EXECUTOR_H
#define RXC_EXECUTOR_H

#include "rxc/callback.h"
#include "rxc/node.h"
#include "rxc/policy.h"
#include "rxc/slot.h"

#include <pthread.h>

#define RXC_SLOTS_MAX 8u
#define RXC_SOFTWARE_WORKERS_MAX 8u
#define RXC_WORKERS_MAX (RXC_SLOTS_MAX + RXC_SOFTWARE_WORKERS_MAX)

/* Exactly one of timer, subscription, service, client is set; it and the texts outlive the executor. */
struct rxc_callback_config {
    const char *name;
    struct rxc_timer *timer;
    struct rxc_subscription *subscription;
    struct rxc_service *service;
    struct rxc_client *client;
    struct rxc_publisher *publisher; /* for the output; NULL: none (a service has its response) */

    /* The resource mask. */
    rxc_callback_fn software; /* NULL: not in software */
    struct {
        uint32_t slot; /* index in the executor's slots */
        const struct rxc_bitstream *bitstream;
    } hardware[RXC_SLOTS_MAX]; /* in the order of preference among idle workers */
    uint32_t hardware_count;
    rxc_callback_fn prepare; /* before each execution in hardware; NULL: nothing to prepare */
    uint64_t timeout_ns;     /* of an execution in hardware */
};

struct rxc_callback_counts {
    uint64_t executions;  /* started */
    uint64_t refused;     /* the function or the prepare function refused the input */
    uint64_t failed;      /* in hardware */
    uint64_t malformed;   /* messages that could not be taken or read */
    uint64_t send_failed; /* outputs that could not be sent */
    uint64_t missed_ticks;
    uint64_t by_worker[RXC_WORKERS_MAX]; /* software workers, then slots */
};

struct rxc_slot_counts {
    uint64_t loads;
    uint64_t load_failed;
    uint64_t bytes;
    uint64_t active_cycles;
    uint64_t gap_cycles;
    uint64_t setup_cycles;
};

struct rxc_executor_config {
    struct rxc_context *context;
    const struct rxc_policy *policy;
    uint32_t software_workers;
    struct rxc_slot *slots[RXC_SLOTS_MAX];
    uint32_t slot_count;
    uint32_t load_timeout_ms;
    /* Called once, in a worker's thread without locks, when a callback fails in hardware: the executor stops.
     */
    void (*on_failure)(void *argument);
    void *argument;
};

struct rxc_executor;

int rxc_executor_create(const struct rxc_executor_config *config, struct rxc_executor **executor,
                        struct rxc_error *error);
int rxc_executor_add(struct rxc_executor *executor, const struct rxc_callback_config *config,
                     struct rxc_error *error);
int rxc_executor_start(struct rxc_executor *executor, struct rxc_error *error);
/* Workers end after what they run now; hardware executions end by their timeout at the latest. */
void rxc_executor_stop(struct rxc_executor *executor);
/* Waits for the workers. 0, or the first failure. */
int rxc_executor_join(struct rxc_executor *executor, struct rxc_error *error);
/* Endpoints that were added must be closed before. */
void rxc_executor_destroy(struct rxc_executor *executor);

/* After join. */
uint32_t rxc_executor_callback_count(const struct rxc_executor *executor);
void rxc_executor_callback_counts(const struct rxc_executor *executor, uint32_t callback, const char **name,
                                  struct rxc_callback_counts *counts);
void rxc_executor_slot_counts(const struct rxc_executor *executor, uint32_t slot,
                              struct rxc_slot_counts *counts);

#endif
