/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Records what happens, when, in the event rings (event_ring.h). A recorder belongs to one thread at a time;
 * recording neither blocks nor allocates. Without a region a recorder is closed and recording does nothing.
 */
#ifndef RXC_EVENTS_H
#define RXC_EVENTS_H

#include "rxc/clock.h"
#include "rxc/error.h"
#include "rxc/event_ring.h"

#include <stddef.h>

#define RXC_WORKER_NONE 0xffffu
#define RXC_WORKER_SLOT 0x100u /* + slot */
#define RXC_CALLBACK_NONE 0xffffffffu

/* The mapped region, shared by the processes of a board. */
struct rxc_events {
    struct rxc_ring_region *region; /* NULL: none */
    size_t bytes;
    int lock_fd; /* flock()ed while the region is laid out or a ring is claimed; -1: no other process */
    const struct rxc_clock *clock;
};

struct rxc_recorder {
    struct rxc_ring *ring; /* NULL: closed */
    struct rxc_event *events;
    const struct rxc_clock *clock;
    uint16_t worker;
};

/*
 * Uses the region, laying it out when nobody has: RXC_EVENTS_RINGS rings of equal size. memory NULL: no
 * region, all recorders stay closed. -EBADMSG: the region holds something else.
 */
#define RXC_EVENTS_RINGS 16u
int rxc_events_init(struct rxc_events *events, void *memory, size_t bytes, int lock_fd,
                    const struct rxc_clock *clock, struct rxc_error *error);

/* Claims a free ring. -ENOSPC: none is free (the recorder is closed). */
int rxc_recorder_open(struct rxc_recorder *recorder, struct rxc_events *events, const char *name,
                      uint16_t worker, struct rxc_error *error);

void rxc_record_at(struct rxc_recorder *recorder, uint64_t count, enum rxc_event_kind kind, uint32_t callback,
                   uint64_t arg);
void rxc_record(struct rxc_recorder *recorder, enum rxc_event_kind kind, uint32_t callback, uint64_t arg);
/* Up to 8 characters. */
void rxc_record_note(struct rxc_recorder *recorder, uint32_t callback, const char *text);

#endif
