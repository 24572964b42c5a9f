/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "fake_transport.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static struct fake_transport *fake_of(struct rxc_transport *transport)
{
    return (struct fake_transport *)transport;
}

static int fake_open(struct rxc_transport *transport, const struct rxc_port_config *config,
                     struct rxc_port **port, struct rxc_error *error)
{
    struct fake_transport *fake = fake_of(transport);

    if (fake->port_count == FAKE_PORTS)
        return rxc_error_set(error, ENOSPC, "too many ports");
    *port = &fake->ports[fake->port_count++];
    (*port)->config = *config;
    (*port)->open = true;
    (void)snprintf((*port)->name, sizeof(*port)->name, "%s", config->name);
    return 0;
}

static void fake_close(struct rxc_transport *transport, struct rxc_port *port)
{
    (void)transport;
    assert(port->open);
    port->open = false;
}

static int fake_take(struct rxc_transport *transport, struct rxc_port *port, void *message,
                     struct rxc_taken *taken)
{
    struct fake_transport *fake = fake_of(transport);

    assert(port->open);
    pthread_mutex_lock(&fake->mutex);
    int rc = port->count ? 0 : -EAGAIN;
    if (rc == 0) {
        *(uint32_t *)message = port->queue[port->first];
        port->first = (port->first + 1) % FAKE_QUEUE;
        port->count--;
        taken->id = (struct rxc_request_id){.guid = 77, .sequence = ++port->next_sequence};
        taken->cdr_bytes = 8;
        if (fake->next_take) {
            rc = fake->next_take;
            fake->next_take = 0;
            (void)sem_post(&fake->failed_takes);
        }
    }
    pthread_mutex_unlock(&fake->mutex);
    return rc;
}

static int fake_write(struct rxc_transport *transport, struct rxc_port *port, const void *message,
                      struct rxc_request_id *id, size_t *cdr_bytes)
{
    struct fake_transport *fake = fake_of(transport);

    assert(port->open);
    pthread_mutex_lock(&fake->mutex);
    int rc = fake->write_result;
    if (rc == 0 && fake->written_count < FAKE_WRITTEN) {
        struct fake_written *written = &fake->written[fake->written_count++];
        memcpy(written->port, port->name, sizeof written->port);
        written->value = *(const uint32_t *)message;
        if (id)
            written->id = *id;
    }
    pthread_mutex_unlock(&fake->mutex);
    if (cdr_bytes)
        *cdr_bytes = 8;
    (void)sem_post(&fake->writes);
    return rc;
}

static int fake_wait_matched(struct rxc_transport *transport, struct rxc_port *port, uint32_t peers,
                             uint64_t timeout_ns)
{
    (void)transport;
    (void)port;
    (void)peers;
    (void)timeout_ns;
    return 0;
}

static const struct rxc_transport_ops fake_ops = {
    .open = fake_open,
    .close = fake_close,
    .take = fake_take,
    .write = fake_write,
    .wait_matched = fake_wait_matched,
};

void fake_transport_init(struct fake_transport *fake)
{
    memset(fake, 0, sizeof *fake);
    fake->base.ops = &fake_ops;
    (void)sem_init(&fake->writes, 0, 0);
    (void)sem_init(&fake->failed_takes, 0, 0);
    pthread_mutex_init(&fake->mutex, NULL);
}

void fake_transport_fini(struct fake_transport *fake)
{
    (void)sem_destroy(&fake->writes);
    (void)sem_destroy(&fake->failed_takes);
    pthread_mutex_destroy(&fake->mutex);
}

void fake_deliver(struct fake_transport *fake, const char *name, uint32_t value)
{
    struct rxc_port *port = NULL;

    for (uint32_t i = 0; i < fake->port_count; i++)
        if (strcmp(fake->ports[i].name, name) == 0 && fake->ports[i].config.kind != RXC_PORT_PUBLISHER)
            port = &fake->ports[i];
    assert(port);
    pthread_mutex_lock(&fake->mutex);
    assert(port->count < FAKE_QUEUE);
    port->queue[(port->first + port->count++) % FAKE_QUEUE] = value;
    pthread_mutex_unlock(&fake->mutex);
    if (port->config.on_arrival)
        port->config.on_arrival(port->config.argument);
}

bool fake_wait_writes(struct fake_transport *fake, uint32_t count)
{
    struct timespec deadline;

    (void)clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 10;
    for (uint32_t i = 0; i < count; i++)
        while (sem_timedwait(&fake->writes, &deadline))
            if (errno != EINTR)
                return false;
    return true;
}
