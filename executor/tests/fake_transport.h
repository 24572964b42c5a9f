/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A transport without a network. Messages are delivered by the test; what is written is kept in order. The
 * first word of a message is all that it carries (std_msgs/msg/UInt32, or the fake service's types).
 */
#ifndef FAKE_TRANSPORT_H
#define FAKE_TRANSPORT_H

#include "rxc/transport.h"

#include <pthread.h>
#include <semaphore.h>

#define FAKE_PORTS 16
#define FAKE_QUEUE 64
#define FAKE_WRITTEN 256

struct rxc_port {
    char name[64];
    struct rxc_port_config config;
    bool open;
    uint32_t queue[FAKE_QUEUE];
    uint32_t first, count;
    int64_t next_sequence;
};

struct fake_written {
    char port[64];
    uint32_t value;
    struct rxc_request_id id;
};

struct fake_transport {
    struct rxc_transport base; /* first */
    struct rxc_port ports[FAKE_PORTS];
    uint32_t port_count;
    struct fake_written written[FAKE_WRITTEN];
    uint32_t written_count;
    int next_take; /* result of the next take instead of a message; 0: none */
    int write_result;
    sem_t writes; /* posted at each write */
    sem_t failed_takes;
    pthread_mutex_t mutex;
};

void fake_transport_init(struct fake_transport *transport);
void fake_transport_fini(struct fake_transport *transport);
/* Puts a message in the queue of the port that takes from `name`, and tells its owner. */
void fake_deliver(struct fake_transport *transport, const char *name, uint32_t value);
/* Waits until `count` more messages were written. False: not within 10 s. */
bool fake_wait_writes(struct fake_transport *transport, uint32_t count);

#endif
