/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The time base of timers and events: a 64-bit count that never goes back. On a Zynq it is the global timer
 * of the Cortex-A9, which both cores share; elsewhere CLOCK_MONOTONIC in ns. Thread-safe.
 */
#ifndef RXC_CLOCK_H
#define RXC_CLOCK_H

#include <stdint.h>

#define RXC_NS_PER_S 1000000000ull

struct rxc_clock {
    uint64_t (*count)(const struct rxc_clock *clock);
    uint32_t hz;         /* rate of the count */
    const void *context; /* of the implementation */
};

/* CLOCK_MONOTONIC. */
void rxc_clock_init_monotonic(struct rxc_clock *clock);
/* The global timer whose registers are mapped at `registers` (low word, then high word). */
void rxc_clock_init_global_timer(struct rxc_clock *clock, const volatile uint32_t *registers, uint32_t hz);

static inline uint64_t rxc_clock_count(const struct rxc_clock *clock)
{
    return clock->count(clock);
}

/* Exact in the whole range (rounded down); saturates at UINT64_MAX. */
uint64_t rxc_clock_count_to_ns(const struct rxc_clock *clock, uint64_t count);
/* Rounded up, so that a wait is never too short; saturates at UINT64_MAX. */
uint64_t rxc_clock_ns_to_count(const struct rxc_clock *clock, uint64_t ns);

#endif
