/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Exclusive loads and stores need not work on uncached memory, so rings are claimed under a file lock (and a
 * mutex for the threads of one process); recording itself needs plain ordered stores only.
 */
#include "rxc/events.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static pthread_mutex_t claim_mutex = PTHREAD_MUTEX_INITIALIZER;

static void claim_lock(const struct rxc_events *events)
{
    pthread_mutex_lock(&claim_mutex);
    if (events->lock_fd >= 0)
        while (flock(events->lock_fd, LOCK_EX) != 0 && errno == EINTR)
            ;
}

static void claim_unlock(const struct rxc_events *events)
{
    if (events->lock_fd >= 0)
        (void)flock(events->lock_fd, LOCK_UN);
    pthread_mutex_unlock(&claim_mutex);
}

static void lay_out(struct rxc_ring_region *region, size_t bytes, uint32_t timer_hz)
{
    size_t first = (sizeof *region + 63) & ~(size_t)63;
    size_t capacity = (bytes - first) / RXC_EVENTS_RINGS / sizeof(struct rxc_event);

    memset(region, 0, sizeof *region);
    region->version = RXC_RING_VERSION;
    region->rings = RXC_EVENTS_RINGS;
    region->bytes = (uint32_t)bytes;
    region->timer_hz = timer_hz;
    for (uint32_t i = 0; i < RXC_EVENTS_RINGS; i++) {
        region->ring[i].capacity = (uint32_t)capacity;
        region->ring[i].offset = (uint32_t)(first + i * capacity * sizeof(struct rxc_event));
    }
    atomic_thread_fence(memory_order_release);
    *(volatile uint32_t *)&region->magic = RXC_RING_MAGIC;
}

int rxc_events_init(struct rxc_events *events, void *memory, size_t bytes, int lock_fd,
                    const struct rxc_clock *clock, struct rxc_error *error)
{
    assert(clock);
    *events = (struct rxc_events){.lock_fd = lock_fd, .clock = clock};
    if (!memory)
        return 0;
    if (bytes < sizeof(struct rxc_ring_region) + RXC_EVENTS_RINGS * 64 * sizeof(struct rxc_event) ||
        bytes > UINT32_MAX)
        return rxc_error_set(error, EINVAL, "the event region has %zu bytes, which is too %s", bytes,
                             bytes > UINT32_MAX ? "many" : "few");
    struct rxc_ring_region *region = memory;
    events->region = region;
    events->bytes = bytes;
    claim_lock(events);
    if (region->magic == 0)
        lay_out(region, bytes, clock->hz);
    bool good = region->magic == RXC_RING_MAGIC && region->version == RXC_RING_VERSION &&
                region->bytes == bytes && region->rings <= RXC_RING_MAX;
    claim_unlock(events);
    if (good)
        return 0;
    events->region = NULL;
    return rxc_error_set(error, EBADMSG, "the event region holds something else (magic 0x%08x, version %u)",
                         (unsigned)region->magic, (unsigned)region->version);
}

static bool ring_fits(const struct rxc_events *events, const struct rxc_ring *ring)
{
    return ring->offset % 8 == 0 && ring->offset <= events->bytes &&
           ring->capacity <= (events->bytes - ring->offset) / sizeof(struct rxc_event);
}

int rxc_recorder_open(struct rxc_recorder *recorder, struct rxc_events *events, const char *name,
                      uint16_t worker, struct rxc_error *error)
{
    *recorder = (struct rxc_recorder){.clock = events->clock, .worker = worker};
    if (!events->region)
        return 0;
    claim_lock(events);
    for (uint32_t i = 0; i < events->region->rings && !recorder->ring; i++) {
        struct rxc_ring *ring = &events->region->ring[i];
        if (ring->state != 0 || !ring_fits(events, ring))
            continue;
        ring->pid = (uint32_t)getpid();
        memset(ring->name, 0, sizeof ring->name);
        memcpy(ring->name, name, strnlen(name, sizeof ring->name - 1));
        atomic_thread_fence(memory_order_release);
        *(volatile uint32_t *)&ring->state = 1;
        recorder->ring = ring;
        recorder->events = (struct rxc_event *)(void *)((char *)events->region + ring->offset);
    }
    claim_unlock(events);
    if (recorder->ring)
        return 0;
    return rxc_error_set(error, ENOSPC, "no event ring is free for '%s' (%u in all)", name,
                         (unsigned)events->region->rings);
}

void rxc_record_at(struct rxc_recorder *recorder, uint64_t count, enum rxc_event_kind kind, uint32_t callback,
                   uint64_t arg)
{
    struct rxc_ring *ring = recorder->ring;

    if (!ring)
        return;
    uint32_t written = ring->written;
    if (written >= ring->capacity) {
        ring->dropped++;
        return;
    }
    recorder->events[written] = (struct rxc_event){
        .count = count, .kind = (uint16_t)kind, .worker = recorder->worker, .callback = callback, .arg = arg};
    atomic_thread_fence(memory_order_release);
    *(volatile uint32_t *)&ring->written = written + 1;
}

void rxc_record(struct rxc_recorder *recorder, enum rxc_event_kind kind, uint32_t callback, uint64_t arg)
{
    if (recorder->ring)
        rxc_record_at(recorder, rxc_clock_count(recorder->clock), kind, callback, arg);
}

void rxc_record_note(struct rxc_recorder *recorder, uint32_t callback, const char *text)
{
    uint64_t arg = 0;

    memcpy(&arg, text, strnlen(text, sizeof arg));
    rxc_record(recorder, RXC_EVENT_NOTE, callback, arg);
}
