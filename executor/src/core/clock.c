/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "rxc/clock.h"

#include <assert.h>
#include <time.h>

static uint64_t monotonic_count(const struct rxc_clock *clock)
{
    struct timespec now;

    (void)clock;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * RXC_NS_PER_S + (uint64_t)now.tv_nsec;
}

void rxc_clock_init_monotonic(struct rxc_clock *clock)
{
    *clock = (struct rxc_clock){.count = monotonic_count, .hz = RXC_NS_PER_S};
}

/* The two words cannot be read at once: a changed high word means that the low word wrapped in between. */
static uint64_t global_timer_count(const struct rxc_clock *clock)
{
    const volatile uint32_t *registers = clock->context;
    uint32_t high = registers[1];

    for (int tries = 0; tries < 3; tries++) {
        uint32_t low = registers[0];
        uint32_t again = registers[1];
        if (again == high)
            return (uint64_t)high << 32 | low;
        high = again;
    }
    return (uint64_t)high << 32; /* unreachable: the high word changes once in ten seconds */
}

void rxc_clock_init_global_timer(struct rxc_clock *clock, const volatile uint32_t *registers, uint32_t hz)
{
    assert(registers && hz > 0);
    *clock = (struct rxc_clock){.count = global_timer_count, .hz = hz, .context = (const void *)registers};
}

/* value * multiplier / divider for 32-bit multiplier and divider, without overflow in between. */
static uint64_t scale(uint64_t value, uint32_t multiplier, uint32_t divider, uint64_t round)
{
    uint64_t whole = value / divider;
    uint64_t rest = value % divider;

    if (whole > (UINT64_MAX - multiplier - 1) / multiplier)
        return UINT64_MAX;
    return whole * multiplier + (rest * multiplier + round) / divider;
}

uint64_t rxc_clock_count_to_ns(const struct rxc_clock *clock, uint64_t count)
{
    return scale(count, RXC_NS_PER_S, clock->hz, 0);
}

uint64_t rxc_clock_ns_to_count(const struct rxc_clock *clock, uint64_t ns)
{
    return scale(ns, clock->hz, RXC_NS_PER_S, RXC_NS_PER_S - 1);
}
