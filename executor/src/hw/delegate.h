/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Runs one execution of a hardware thread: starts it, serves its calls, resets it when it ends. */
#ifndef RXC_DELEGATE_H
#define RXC_DELEGATE_H

#include "rxc/clock.h"
#include "rxc/events.h"
#include "rxc/message.h"
#include "rxc/slot.h"

enum rxc_osif {
    RXC_OSIF_START = 0x01000000, /* to the thread, first word */
    RXC_OSIF_ERROR = -1,         /* answer to a call that cannot be served */
    RXC_OSIF_MASK = 0xfff,       /* of a command; the top bit is a hint without meaning here */
    RXC_OSIF_GET_INIT_DATA = 0xa0,
    RXC_OSIF_THREAD_EXIT = 0xa2,
    RXC_OSIF_CLEAR_SIGNAL = 0xa4,
    RXC_OSIF_GET_OBJECT_ADDRESS = 0xf6,
    RXC_OSIF_GET_MEMORY_ADDRESS = 0xf7,
    RXC_OSIF_PUBLISH = 0x900,
    RXC_OSIF_RESPOND = 0x910,
    RXC_OSIF_SET_SIZE = 0x9f0,
};

enum rxc_resource_kind {
    RXC_RESOURCE_NONE,
    RXC_RESOURCE_PUBLISHER,
    RXC_RESOURCE_SERVICE,
    RXC_RESOURCE_MESSAGE,
    RXC_RESOURCE_MEMORY,
};

#define RXC_RESOURCES_MAX 4u

struct rxc_resource {
    enum rxc_resource_kind kind;
    void *object;
    const struct rxc_message_type *type; /* of a message */
};

struct rxc_execution {
    const char *callback;                             /* for messages */
    uint32_t callback_index;                          /* for events */
    const void *input;                                /* NULL: none */
    struct rxc_resource resources[RXC_RESOURCES_MAX]; /* by handle */
    uint64_t timeout_ns;                              /* of the whole execution */
    /* Sends resources[message] through resources[sender]; 0 or a negative errno. */
    int (*send)(void *argument);
    void *argument;
    const struct rxc_clock *clock;
    struct rxc_recorder *recorder;
    uint32_t last_call; /* out: for messages */
};

/*
 * The slot is loaded and in reset. Returns when the thread has exited, failed, or the timeout has passed; the
 * slot is in reset again. 0, or a negative errno and a text that says who waited for what since when.
 */
int rxc_delegate_run(struct rxc_slot *slot, struct rxc_execution *execution, struct rxc_error *error);

#endif
