/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Layout of the event rings in the reserved memory region (device tree node "event-ring"). Little
 * endian, no pointers, so that a reader needs nothing but the bytes. All zero: never used.
 *
 * A ring has one writer (a thread, or a process that claimed it). A full ring drops new events and
 * counts them: the first events of a run are never lost, and nothing is overwritten while it is read.
 */
#ifndef RXC_EVENT_RING_H
#define RXC_EVENT_RING_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdint.h>
#endif

#define RXC_RING_MAGIC 0x474e5252u /* "RRNG" */
#define RXC_RING_VERSION 1u
#define RXC_RING_MAX 32u
#define RXC_RING_NAME_BYTES 24u

struct rxc_event {
    uint64_t count;    /* raw 64-bit A9 global timer count */
    uint16_t kind;     /* enum rxc_event_kind */
    uint16_t worker;   /* software worker: 0.., hardware worker: 0x100 + slot; others 0xffff */
    uint32_t callback; /* index in the deployment's callback list; 0xffffffff: none */
    uint64_t arg;      /* see the kind */
};

enum rxc_event_kind {
    RXC_EVENT_NONE = 0,
    RXC_EVENT_RUN_START = 1,      /* the runner is ready: workers run */
    RXC_EVENT_RUN_STOP = 2,       /* arg: exit status */
    RXC_EVENT_CALLBACK_READY = 3, /* taken for execution; arg: number of this execution, from 0 */
    RXC_EVENT_CALLBACK_START = 4, /* function called, or thread released in the slot; arg as above */
    RXC_EVENT_CALLBACK_END = 5,   /* arg: number | result << 32 (0 good, else a positive errno) */
    RXC_EVENT_CONFIG_START = 6,   /* worker's slot, callback to load; arg: bytes */
    RXC_EVENT_CONFIG_END = 7,     /* arg: positive errno or 0 */
    RXC_EVENT_PUBLISH = 8,        /* arg: bytes of the sample's CDR */
    RXC_EVENT_TAKE = 9,           /* a sample was taken; arg: bytes of the sample's CDR */
    RXC_EVENT_CLIENT_SEND = 10,   /* a load client sends; callback: target; arg: number from 0 */
    RXC_EVENT_CLIENT_DONE = 11,   /* answer judged; arg: number | (0 right, 1 wrong, 2 timeout) << 32 */
    RXC_EVENT_WAIT_START = 12,    /* a worker found no work and sleeps */
    RXC_EVENT_WAIT_END = 13,
    RXC_EVENT_OSIF_CALL = 14,  /* the delegate serves a call; arg: command word */
    RXC_EVENT_NOTE = 15,       /* arg: 8 characters */
    RXC_EVENT_WORKER_CPU = 16, /* a software worker is on core `arg` (recorded at CALLBACK_START) */
};

struct rxc_ring {
    uint32_t state;    /* 0 free, 1 claimed (claimed with an atomic exchange) */
    uint32_t capacity; /* events */
    uint32_t offset;   /* bytes from the start of the region to the first event */
    uint32_t written;  /* events stored; stored with release order after the event */
    uint32_t dropped;
    uint32_t pid;
    char name[RXC_RING_NAME_BYTES]; /* "sw0", "slot0", "client:sobel"; NUL padded */
};

struct rxc_ring_region {
    uint32_t magic; /* stored last, with release order, by whoever lays the region out */
    uint32_t version;
    uint32_t rings;       /* entries of ring[] in use for layout (at most RXC_RING_MAX) */
    uint32_t bytes;       /* of the whole region */
    uint32_t layout_lock; /* 0 nobody, 1 being laid out */
    uint32_t timer_hz;    /* rate of `count` */
    uint32_t reserved[2];
    struct rxc_ring ring[RXC_RING_MAX];
};

#endif
