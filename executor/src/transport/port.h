/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A port on Cyclone DDS: up to one reader and one writer. Shared by port.c, port_io.c and port_match.c. */
#ifndef RXC_PORT_H
#define RXC_PORT_H

#include <pthread.h>
#include <stdatomic.h>

#include "rxc/names.h"
#include "rxc/transport.h"
#include "sample.h"

#define PORT_SERVICE_HEADER_BYTES                                                                            \
    16u                   /* guid and sequence number, before the fields of a request or reply               \
                           */
#define PORT_ID_BYTES 80u /* "clientid=" and 16 bytes as hex, joined by dots */
#define PORT_REPLY_WAIT_NS 100000000ull
#define PORT_BLOCKING_NS DDS_SECS(1) /* a full writer waits no longer for its readers */
#define PORT_MATCHED_MAX 64u

struct cyclone {
    struct rxc_transport base;
    dds_entity_t participant;
    uint32_t ports_opened; /* names services and clients */
    pthread_mutex_t mutex; /* of ports_opened */
};

struct rxc_port {
    struct cyclone *owner;
    enum rxc_port_kind kind;
    bool raw;
    const struct rxc_message_type *in;
    const struct rxc_message_type *out;
    void (*on_arrival)(void *argument);
    void *argument;
    struct ddsi_sertype *out_type;    /* borrowed from the topic */
    dds_entity_t in_topic, out_topic; /* 0: none */
    dds_entity_t reader, writer;
    char id[PORT_ID_BYTES]; /* USER_DATA of a service's and client's endpoints */
    uint64_t guid;          /* client: what its requests and their replies carry */
    atomic_llong sequence;  /* client: of the last request */
    uint64_t known_peer;    /* service: the requester last found reachable */

    pthread_mutex_t mutex; /* of `matches`; never held while calling DDS */
    pthread_cond_t changed;
    uint64_t matches; /* changes of matching seen so far */
};

int port_open(struct rxc_transport *transport, const struct rxc_port_config *config, struct rxc_port **port,
              struct rxc_error *error);
void port_close(struct rxc_transport *transport, struct rxc_port *port);
int port_take(struct rxc_transport *transport, struct rxc_port *port, void *message, struct rxc_taken *taken);
int port_write(struct rxc_transport *transport, struct rxc_port *port, const void *message,
               struct rxc_request_id *id, size_t *cdr_bytes);
int port_wait_matched(struct rxc_transport *transport, struct rxc_port *port, uint32_t peers,
                      uint64_t timeout_ns);

/* Listener: something about matching changed. */
void port_matching_changed(struct rxc_port *port);
/* Service: waits until the replies reach the client whose request writer is `peer`. 0, -ETIMEDOUT, -ENOENT
 * (gone). */
int port_wait_reachable(struct rxc_port *port, uint64_t peer, uint64_t timeout_ns);

#endif
