/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Who is matched with whom. Waits sleep until the middleware reports a change. */
#include "port.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <time.h>

void port_matching_changed(struct rxc_port *port)
{
    pthread_mutex_lock(&port->mutex);
    port->matches++;
    pthread_cond_broadcast(&port->changed);
    pthread_mutex_unlock(&port->mutex);
}

/* Value of "<key>=<value>;" in an endpoint's USER_DATA. False: there is none. */
static bool user_data_value(const dds_qos_t *qos, const char *key, char *value, size_t size)
{
    void *data = NULL;
    size_t length = 0;
    bool found = false;

    if (!dds_qget_userdata(qos, &data, &length) || !data)
        return false;
    const char *at = data; /* NUL-terminated by Cyclone */
    size_t key_length = strlen(key);
    while (at && *at && !found) {
        const char *end = strchr(at, ';');
        if (end && strncmp(at, key, key_length) == 0 && at[key_length] == '=') {
            const char *text = at + key_length + 1;
            size_t bytes = (size_t)(end - text);
            found = bytes < size;
            if (found) {
                memcpy(value, text, bytes);
                value[bytes] = '\0';
            }
        }
        at = end ? end + 1 : NULL;
    }
    dds_free(data);
    return found;
}

enum side { MATCHED_READERS, MATCHED_WRITERS }; /* of our writer, of our reader */

/* *found: the endpoint exists; returns whether it has the key. */
static bool peer_value(const struct rxc_port *port, enum side side, dds_instance_handle_t peer,
                       const char *key, char *value, size_t size, bool *found)
{
    dds_builtintopic_endpoint_t *endpoint = side == MATCHED_READERS
                                                ? dds_get_matched_subscription_data(port->writer, peer)
                                                : dds_get_matched_publication_data(port->reader, peer);
    *found = endpoint != NULL;
    if (!endpoint)
        return false;
    bool has = user_data_value(endpoint->qos, key, value, size);
    dds_builtintopic_free_endpoint(endpoint);
    return has;
}

static uint32_t matched_peers(const struct rxc_port *port, enum side side, dds_instance_handle_t *peers)
{
    dds_return_t count = side == MATCHED_READERS
                             ? dds_get_matched_subscriptions(port->writer, peers, PORT_MATCHED_MAX)
                             : dds_get_matched_publications(port->reader, peers, PORT_MATCHED_MAX);
    if (count < 0)
        return 0;
    return (uint32_t)count < PORT_MATCHED_MAX ? (uint32_t)count : PORT_MATCHED_MAX;
}

static bool peer_with_value(const struct rxc_port *port, enum side side, const char *key, const char *value)
{
    dds_instance_handle_t peers[PORT_MATCHED_MAX];
    uint32_t count = matched_peers(port, side, peers);
    char other[PORT_ID_BYTES];
    bool found;

    for (uint32_t i = 0; i < count; i++)
        if (peer_value(port, side, peers[i], key, other, sizeof other, &found) && strcmp(other, value) == 0)
            return true;
    return false;
}

/* A client may send when one service both hears its requests and can be heard. */
static bool service_complete(const struct rxc_port *port)
{
    dds_instance_handle_t peers[PORT_MATCHED_MAX];
    uint32_t count = matched_peers(port, MATCHED_READERS, peers);
    char id[PORT_ID_BYTES];
    bool found, anonymous = false;

    for (uint32_t i = 0; i < count; i++) {
        if (peer_value(port, MATCHED_READERS, peers[i], "serviceid", id, sizeof id, &found)) {
            if (peer_with_value(port, MATCHED_WRITERS, "serviceid", id))
                return true;
        } else if (found) {
            anonymous = true;
        }
    }
    return anonymous && matched_peers(port, MATCHED_WRITERS, peers) > 0;
}

static bool matched(const struct rxc_port *port, uint32_t peers)
{
    dds_instance_handle_t handles[PORT_MATCHED_MAX];

    if (port->kind == RXC_PORT_CLIENT)
        return service_complete(port);
    return (!port->writer || matched_peers(port, MATCHED_READERS, handles) >= peers) &&
           (!port->reader || matched_peers(port, MATCHED_WRITERS, handles) >= peers);
}

static struct timespec deadline_after(uint64_t timeout_ns)
{
    struct timespec deadline;

    (void)clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += (time_t)(timeout_ns / 1000000000u);
    deadline.tv_nsec += (long)(timeout_ns % 1000000000u);
    if (deadline.tv_nsec >= 1000000000) {
        deadline.tv_sec++;
        deadline.tv_nsec -= 1000000000;
    }
    return deadline;
}

static uint64_t matches_now(struct rxc_port *port)
{
    pthread_mutex_lock(&port->mutex);
    uint64_t matches = port->matches;
    pthread_mutex_unlock(&port->mutex);
    return matches;
}

/* Sleeps until matching has changed since `seen`. -ETIMEDOUT at the deadline. */
static int wait_change(struct rxc_port *port, uint64_t seen, const struct timespec *deadline)
{
    int rc = 0;

    pthread_mutex_lock(&port->mutex);
    while (port->matches == seen && rc == 0)
        rc = pthread_cond_timedwait(&port->changed, &port->mutex, deadline);
    bool changed = port->matches != seen;
    pthread_mutex_unlock(&port->mutex);
    return changed ? 0 : -ETIMEDOUT;
}

int port_wait_matched(struct rxc_transport *transport, struct rxc_port *port, uint32_t peers,
                      uint64_t timeout_ns)
{
    (void)transport;
    struct timespec deadline = deadline_after(timeout_ns);

    for (;;) { /* ends at the deadline: each turn sleeps until a change or the deadline */
        uint64_t seen = matches_now(port);
        if (matched(port, peers))
            return 0;
        if (wait_change(port, seen, &deadline))
            return -ETIMEDOUT;
    }
}

int port_wait_reachable(struct rxc_port *port, uint64_t peer, uint64_t timeout_ns)
{
    struct timespec deadline = deadline_after(timeout_ns);
    char client[PORT_ID_BYTES];
    bool found;

    assert(port->kind == RXC_PORT_SERVICE);
    if (peer == port->known_peer)
        return 0;
    bool has = peer_value(port, MATCHED_WRITERS, peer, "clientid", client, sizeof client, &found);
    if (!found)
        return -ENOENT;
    while (has) { /* as above */
        uint64_t seen = matches_now(port);
        if (peer_with_value(port, MATCHED_READERS, "clientid", client))
            break;
        if (wait_change(port, seen, &deadline))
            return -ETIMEDOUT;
    }
    port->known_peer = peer;
    return 0;
}
