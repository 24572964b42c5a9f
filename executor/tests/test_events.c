/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "rxc/events.h"

static uint64_t ticks;

static uint64_t fake_count(const struct rxc_clock *clock)
{
    (void)clock;
    return ++ticks;
}

static const struct rxc_clock fake_clock = {.count = fake_count, .hz = 333333333};
static _Alignas(64) uint8_t memory[65536];

static struct rxc_events open_region(void)
{
    struct rxc_events events;

    memset(memory, 0, sizeof memory);
    cr_assert_eq(rxc_events_init(&events, memory, sizeof memory, -1, &fake_clock, NULL), 0);
    return events;
}

Test(events, layout)
{
    struct rxc_events events = open_region();
    const struct rxc_ring_region *region = (const void *)memory;
    uint32_t end = sizeof *region;

    cr_assert_eq(events.region, (void *)memory);
    cr_expect_eq(region->magic, RXC_RING_MAGIC);
    cr_expect_eq(region->rings, RXC_EVENTS_RINGS);
    cr_expect_eq(region->bytes, sizeof memory);
    cr_expect_eq(region->timer_hz, 333333333);
    for (uint32_t i = 0; i < region->rings; i++) {
        cr_expect_geq(region->ring[i].offset, end, "rings do not overlap");
        end = region->ring[i].offset + region->ring[i].capacity * (uint32_t)sizeof(struct rxc_event);
    }
    cr_expect_leq(end, sizeof memory);
    cr_expect_gt(end, sizeof memory - 4096, "hardly anything is wasted");
}

Test(events, records_in_order)
{
    struct rxc_events events = open_region();
    const struct rxc_ring_region *region = (const void *)memory;
    struct rxc_recorder recorder;

    ticks = 100;
    cr_assert_eq(rxc_recorder_open(&recorder, &events, "sw0", 3, NULL), 0);
    rxc_record(&recorder, RXC_EVENT_PUBLISH, 7, 42);
    rxc_record_at(&recorder, 5, RXC_EVENT_NOTE, RXC_CALLBACK_NONE, 1);
    rxc_record_note(&recorder, 2, "hw-fail and more");
    const struct rxc_ring *ring = &region->ring[0];
    const struct rxc_event *event = (const void *)(memory + ring->offset);
    cr_assert_eq(ring->written, 3);
    cr_expect_eq(memcmp(&event[2].arg, "hw-fail ", 8), 0);
    cr_expect_str_eq(ring->name, "sw0");
    cr_expect_eq(event[0].count, 101);
    cr_expect_eq(event[0].kind, RXC_EVENT_PUBLISH);
    cr_expect_eq(event[0].worker, 3);
    cr_expect_eq(event[0].callback, 7);
    cr_expect_eq(event[0].arg, 42);
    cr_expect_eq(event[1].count, 5);
}

Test(events, a_full_ring_keeps_the_first_events)
{
    struct rxc_events events = open_region();
    const struct rxc_ring_region *region = (const void *)memory;
    struct rxc_recorder recorder;

    cr_assert_eq(rxc_recorder_open(&recorder, &events, "a name that is far too long", 0, NULL), 0);
    uint32_t capacity = region->ring[0].capacity;
    for (uint32_t i = 0; i < capacity + 3; i++)
        rxc_record_at(&recorder, i, RXC_EVENT_NOTE, 0, i);
    cr_expect_eq(region->ring[0].written, capacity);
    cr_expect_eq(region->ring[0].dropped, 3);
    cr_expect_eq(((const struct rxc_event *)(const void *)(memory + region->ring[0].offset))[0].arg, 0);
    cr_expect_eq(strlen(region->ring[0].name), RXC_RING_NAME_BYTES - 1);
}

Test(events, rings_run_out)
{
    struct rxc_events events = open_region();
    struct rxc_events other;
    struct rxc_recorder recorder;
    struct rxc_error error = {0};

    cr_assert_eq(rxc_events_init(&other, memory, sizeof memory, -1, &fake_clock, NULL), 0,
                 "laid out already");
    for (uint32_t i = 0; i < RXC_EVENTS_RINGS; i++)
        cr_assert_eq(rxc_recorder_open(&recorder, i % 2 ? &events : &other, "x", 0, NULL), 0);
    cr_expect_eq(rxc_recorder_open(&recorder, &events, "late", 0, &error), -ENOSPC);
    cr_expect_not_null(strstr(error.text, "late"));
    rxc_record(&recorder, RXC_EVENT_NOTE, 0, 0); /* closed: nothing happens */
}

Test(events, foreign_region)
{
    struct rxc_events events;
    struct rxc_error error = {0};

    memset(memory, 0x55, sizeof memory);
    cr_expect_eq(rxc_events_init(&events, memory, sizeof memory, -1, &fake_clock, &error), -EBADMSG);
    cr_expect_null(events.region);
    cr_expect_eq(rxc_events_init(&events, memory, 100, -1, &fake_clock, &error), -EINVAL);
}

Test(events, no_region)
{
    struct rxc_events events;
    struct rxc_recorder recorder;

    cr_assert_eq(rxc_events_init(&events, NULL, 0, -1, &fake_clock, NULL), 0);
    cr_assert_eq(rxc_recorder_open(&recorder, &events, "sw0", 0, NULL), 0);
    rxc_record(&recorder, RXC_EVENT_NOTE, 0, 0);
    cr_expect_null(recorder.ring);
}
