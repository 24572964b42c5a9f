/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "rxc/node.h"

#include "executor_notify.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

int rxc_node_init(struct rxc_node *node, struct rxc_context *context, const char *name,
                  const char *name_space, struct rxc_error *error)
{
    *node = (struct rxc_node){.context = context};
    if (!rxc_token_valid(name))
        return rxc_error_set(error, EINVAL, "'%s' is not a node name", name);
    if (strcmp(name_space, "/") != 0 && !rxc_full_name_valid(name_space))
        return rxc_error_set(error, EINVAL, "'%s' is not a namespace", name_space);
    (void)snprintf(node->name, sizeof node->name, "%s", name);
    (void)snprintf(node->name_space, sizeof node->name_space, "%s", name_space);
    return 0;
}

static void on_arrival(void *argument)
{
    struct rxc_endpoint *endpoint = argument;
    struct rxc_executor_callback *owner = atomic_load_explicit(&endpoint->owner, memory_order_acquire);

    if (owner)
        rxc_executor_notify(owner);
}

static int open_endpoint(struct rxc_endpoint *endpoint, struct rxc_node *node, const char *name,
                         struct rxc_port_config *config, struct rxc_error *error)
{
    struct rxc_transport *transport = node->context->transport;

    *endpoint = (struct rxc_endpoint){.context = node->context};
    if (rxc_resolve_name(node->name_space, node->name, name, endpoint->name, sizeof endpoint->name))
        return rxc_error_set(error, EINVAL, "'%s' is not a topic or service name", name);
    config->name = endpoint->name;
    config->on_arrival = on_arrival;
    config->argument = endpoint;
    return transport->ops->open(transport, config, &endpoint->port, error);
}

static void close_endpoint(struct rxc_endpoint *endpoint)
{
    if (endpoint->port)
        endpoint->context->transport->ops->close(endpoint->context->transport, endpoint->port);
    endpoint->port = NULL;
}

int rxc_publisher_init(struct rxc_publisher *publisher, struct rxc_node *node, const char *topic,
                       const struct rxc_message_type *type, enum rxc_qos qos, struct rxc_error *error)
{
    struct rxc_port_config config = {
        .kind = RXC_PORT_PUBLISHER, .qos = qos, .type_name = type->name, .out = type};

    publisher->type = type;
    return open_endpoint(&publisher->endpoint, node, topic, &config, error);
}

void rxc_publisher_fini(struct rxc_publisher *publisher)
{
    close_endpoint(&publisher->endpoint);
}

int rxc_publish(struct rxc_publisher *publisher, const void *message, size_t *cdr_bytes)
{
    struct rxc_transport *transport = publisher->endpoint.context->transport;
    return transport->ops->write(transport, publisher->endpoint.port, message, NULL, cdr_bytes);
}

int rxc_subscription_init(struct rxc_subscription *subscription, struct rxc_node *node, const char *topic,
                          const struct rxc_message_type *type, enum rxc_qos qos, struct rxc_error *error)
{
    struct rxc_port_config config = {
        .kind = RXC_PORT_SUBSCRIPTION, .qos = qos, .type_name = type->name, .in = type};

    subscription->type = type;
    return open_endpoint(&subscription->endpoint, node, topic, &config, error);
}

void rxc_subscription_fini(struct rxc_subscription *subscription)
{
    close_endpoint(&subscription->endpoint);
}

int rxc_service_init(struct rxc_service *service, struct rxc_node *node, const char *name,
                     const struct rxc_service_type *type, struct rxc_error *error)
{
    struct rxc_port_config config = {.kind = RXC_PORT_SERVICE,
                                     .qos = RXC_QOS_SERVICES,
                                     .type_name = type->name,
                                     .in = type->request,
                                     .out = type->response};

    service->type = type;
    return open_endpoint(&service->endpoint, node, name, &config, error);
}

void rxc_service_fini(struct rxc_service *service)
{
    close_endpoint(&service->endpoint);
}

int rxc_client_init(struct rxc_client *client, struct rxc_node *node, const char *name,
                    const struct rxc_service_type *type, struct rxc_error *error)
{
    struct rxc_port_config config = {.kind = RXC_PORT_CLIENT,
                                     .qos = RXC_QOS_SERVICES,
                                     .type_name = type->name,
                                     .in = type->response,
                                     .out = type->request};

    client->type = type;
    return open_endpoint(&client->endpoint, node, name, &config, error);
}

void rxc_client_fini(struct rxc_client *client)
{
    close_endpoint(&client->endpoint);
}

int rxc_client_send(struct rxc_client *client, const void *request, int64_t *sequence)
{
    struct rxc_transport *transport = client->endpoint.context->transport;
    struct rxc_request_id id = {0};
    int rc = transport->ops->write(transport, client->endpoint.port, request, &id, NULL);

    if (!rc && sequence)
        *sequence = id.sequence;
    return rc;
}

int rxc_timer_init(struct rxc_timer *timer, const struct rxc_clock *clock, uint64_t period_ns,
                   struct rxc_error *error)
{
    *timer = (struct rxc_timer){.clock = clock, .period_ns = period_ns, .next = UINT64_MAX};
    if (period_ns < 1000 || period_ns > UINT64_MAX / 4)
        return rxc_error_set(error, EINVAL, "a timer's period is at least 1000 ns");
    timer->period = rxc_clock_ns_to_count(clock, period_ns);
    assert(timer->period > 0);
    return 0;
}

void rxc_timer_start(struct rxc_timer *timer, uint64_t now)
{
    timer->next = now + timer->period;
}

bool rxc_timer_take(struct rxc_timer *timer, uint64_t now)
{
    if (now < timer->next)
        return false;
    uint64_t missed = (now - timer->next) / timer->period;
    timer->missed += missed;
    timer->next += (missed + 1) * timer->period;
    assert(timer->next > now);
    return true;
}
