/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What the executor needs of a middleware. The implementation on Cyclone DDS is transport_cyclone.h; a fake
 * stands in for it in tests.
 *
 * A port is one end of a topic or of a service. Messages go in and out as structs in the rosidl layout, or,
 * for a port opened without a type, as struct rxc_raw_message. Ports may be used from several threads at
 * once, one take at a time for each port. Functions return 0 or a negative errno.
 */
#ifndef RXC_TRANSPORT_H
#define RXC_TRANSPORT_H

#include "rxc/error.h"
#include "rxc/message.h"

enum rxc_port_kind { RXC_PORT_PUBLISHER, RXC_PORT_SUBSCRIPTION, RXC_PORT_SERVICE, RXC_PORT_CLIENT };
enum rxc_qos { RXC_QOS_DEFAULT, RXC_QOS_SENSOR_DATA, RXC_QOS_SERVICES };

/* A message as CDR with its 4-byte encapsulation header. A take reuses and grows `data` (malloc). */
struct rxc_raw_message {
    uint8_t *data;
    size_t size;
    size_t capacity;
};

/* Names a request; a response carries the id of its request. */
struct rxc_request_id {
    uint64_t guid;
    int64_t sequence;
    uint64_t peer; /* the transport's own */
};

struct rxc_port_config {
    enum rxc_port_kind kind;
    enum rxc_qos qos;
    const char *name;                   /* full ROS name of the topic or service */
    const char *type_name;              /* "pkg/msg/Type" or "pkg/srv/Type" */
    const struct rxc_message_type *in;  /* what is taken; NULL with a port that only writes, or raw */
    const struct rxc_message_type *out; /* what is written */
    bool raw;
    /*
     * Called after something arrived, in any thread, with the transport's locks held: may set flags and wake
     * threads, must not block or call the transport. NULL: nobody is told.
     */
    void (*on_arrival)(void *argument);
    void *argument;
};

struct rxc_taken {
    struct rxc_request_id id; /* services and clients */
    size_t cdr_bytes;         /* with the encapsulation header */
};

struct rxc_port;
struct rxc_transport;

struct rxc_transport_ops {
    int (*open)(struct rxc_transport *transport, const struct rxc_port_config *config, struct rxc_port **port,
                struct rxc_error *error);
    /* No on_arrival call is running or will come once it has returned. */
    void (*close)(struct rxc_transport *transport, struct rxc_port *port);
    /*
     * The oldest message not yet taken. -EAGAIN: none; -EBADMSG: one was dropped because it was malformed or
     * for want of memory, and there may be others; anything else: nothing was taken.
     */
    int (*take)(struct rxc_transport *transport, struct rxc_port *port, void *message,
                struct rxc_taken *taken);
    /*
     * Publishes, answers *id (service) or sends a request and sets *id (client). *cdr_bytes (may be NULL)
     * gets the sample's length. -ETIMEDOUT: the peers did not make room, or a requester was not reachable, in
     * time.
     */
    int (*write)(struct rxc_transport *transport, struct rxc_port *port, const void *message,
                 struct rxc_request_id *id, size_t *cdr_bytes);
    /* Waits until `peers` others are matched in each direction of the port. -ETIMEDOUT. */
    int (*wait_matched)(struct rxc_transport *transport, struct rxc_port *port, uint32_t peers,
                        uint64_t timeout_ns);
};

struct rxc_transport {
    const struct rxc_transport_ops *ops;
};

#endif
