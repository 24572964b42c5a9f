/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Contexts, nodes and what nodes have: publishers, subscriptions, services, clients, timers. They belong to
 * the caller, must not move after init and are given back by fini, in the reverse order. Init and fini: one
 * thread.
 */
#ifndef RXC_NODE_H
#define RXC_NODE_H

#include "rxc/clock.h"
#include "rxc/events.h"
#include "rxc/names.h"
#include "rxc/transport.h"

#include <stdatomic.h>

/* What a process shares; its members outlive everything made from it. */
struct rxc_context {
    struct rxc_transport *transport;
    const struct rxc_clock *clock;
    struct rxc_events *events;
};

struct rxc_node {
    struct rxc_context *context;
    char name[RXC_NAME_MAX + 1];
    char name_space[RXC_NAME_MAX + 1];
};

struct rxc_executor_callback; /* executor.h */

struct rxc_endpoint {
    struct rxc_context *context;
    struct rxc_port *port; /* NULL: not open */
    char name[RXC_NAME_MAX + 1];
    _Atomic(struct rxc_executor_callback *) owner; /* told of arrivals */
};

struct rxc_publisher {
    struct rxc_endpoint endpoint;
    const struct rxc_message_type *type;
};

struct rxc_subscription {
    struct rxc_endpoint endpoint;
    const struct rxc_message_type *type;
};

struct rxc_service {
    struct rxc_endpoint endpoint;
    const struct rxc_service_type *type;
};

struct rxc_client {
    struct rxc_endpoint endpoint;
    const struct rxc_service_type *type;
};

/* Ticks at start + k * period, k = 1, 2, ...; at most one tick is pending, missed ones are skipped, the phase
 * stays. */
struct rxc_timer {
    const struct rxc_clock *clock;
    uint64_t period_ns;
    uint64_t period; /* counts */
    uint64_t next;   /* count of the next tick */
    uint64_t missed;
};

int rxc_node_init(struct rxc_node *node, struct rxc_context *context, const char *name,
                  const char *name_space, struct rxc_error *error);

int rxc_publisher_init(struct rxc_publisher *publisher, struct rxc_node *node, const char *topic,
                       const struct rxc_message_type *type, enum rxc_qos qos, struct rxc_error *error);
void rxc_publisher_fini(struct rxc_publisher *publisher);
/* Any thread. */
int rxc_publish(struct rxc_publisher *publisher, const void *message, size_t *cdr_bytes);

int rxc_subscription_init(struct rxc_subscription *subscription, struct rxc_node *node, const char *topic,
                          const struct rxc_message_type *type, enum rxc_qos qos, struct rxc_error *error);
void rxc_subscription_fini(struct rxc_subscription *subscription);

int rxc_service_init(struct rxc_service *service, struct rxc_node *node, const char *name,
                     const struct rxc_service_type *type, struct rxc_error *error);
void rxc_service_fini(struct rxc_service *service);

int rxc_client_init(struct rxc_client *client, struct rxc_node *node, const char *name,
                    const struct rxc_service_type *type, struct rxc_error *error);
void rxc_client_fini(struct rxc_client *client);
/* Any thread. *sequence (may be NULL) names the request; its response carries the same. */
int rxc_client_send(struct rxc_client *client, const void *request, int64_t *sequence);

/* period_ns: at least 1 us. */
int rxc_timer_init(struct rxc_timer *timer, const struct rxc_clock *clock, uint64_t period_ns,
                   struct rxc_error *error);
void rxc_timer_start(struct rxc_timer *timer, uint64_t now);
/* Takes the pending tick. False: there is none at `now`. */
bool rxc_timer_take(struct rxc_timer *timer, uint64_t now);

#endif
