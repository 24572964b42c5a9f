/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Clocks and timers. */
#include <criterion/criterion.h>
#include <errno.h>

#include "rxc/node.h"

Test(clock, conversion_is_exact)
{
    struct rxc_clock clock = {.hz = 333333333};

    cr_expect_eq(rxc_clock_count_to_ns(&clock, 333333333), 1000000000u);
    cr_expect_eq(rxc_clock_ns_to_count(&clock, 1000000000u), 333333333u);
    cr_expect_eq(rxc_clock_ns_to_count(&clock, 1), 1, "rounded up");
    cr_expect_eq(rxc_clock_count_to_ns(&clock, 1), 3, "rounded down");
    /* 10^12 s: 64-bit products would overflow. */
    cr_expect_eq(rxc_clock_count_to_ns(&clock, 333333333ull * 1000000000ull), 1000000000ull * 1000000000ull);
    cr_expect_eq(rxc_clock_count_to_ns(&clock, UINT64_MAX), UINT64_MAX, "saturated");
}

/* The timer's two words, the low one about to wrap: the high word must belong to the low one. */
Test(clock, global_timer_words)
{
    uint32_t registers[2] = {0x89abcdef, 0x01234567};
    struct rxc_clock clock;

    rxc_clock_init_global_timer(&clock, registers, 1000);
    cr_expect_eq(rxc_clock_count(&clock), 0x0123456789abcdefull);
    cr_expect_eq(clock.hz, 1000);
}

Test(clock, monotonic_counts_ns)
{
    struct rxc_clock clock;

    rxc_clock_init_monotonic(&clock);
    uint64_t first = rxc_clock_count(&clock);
    cr_expect_geq(rxc_clock_count(&clock), first);
    cr_expect_eq(clock.hz, 1000000000u);
}

static struct rxc_timer started(uint64_t period_ns, uint64_t start)
{
    static const struct rxc_clock clock = {.hz = 1000000000};
    struct rxc_timer timer;

    cr_assert_eq(rxc_timer_init(&timer, &clock, period_ns, NULL), 0);
    rxc_timer_start(&timer, start);
    return timer;
}

Test(timer, ticks_at_multiples_of_its_period)
{
    struct rxc_timer timer = started(1000, 5);

    cr_expect_not(rxc_timer_take(&timer, 1004));
    cr_expect(rxc_timer_take(&timer, 1005));
    cr_expect_not(rxc_timer_take(&timer, 1005), "one tick");
    cr_expect(rxc_timer_take(&timer, 2600), "late");
    cr_expect_eq(timer.next, 3005, "the phase stays");
    cr_expect_eq(timer.missed, 0);
}

/* Taken at 5.5 periods: the ticks 2 to 5 were pending, one of them is served. */
Test(timer, missed_ticks_are_skipped)
{
    struct rxc_timer timer = started(1000, 0);

    cr_expect(rxc_timer_take(&timer, 1000));
    cr_expect(rxc_timer_take(&timer, 5500));
    cr_expect_eq(timer.missed, 3);
    cr_expect_eq(timer.next, 6000);
    cr_expect_not(rxc_timer_take(&timer, 5999));
    cr_expect(rxc_timer_take(&timer, 6000));
}

Test(timer, refuses_tiny_periods)
{
    static const struct rxc_clock clock = {.hz = 1000000000};
    struct rxc_error error = {0};
    struct rxc_timer timer;

    cr_expect_eq(rxc_timer_init(&timer, &clock, 999, &error), -EINVAL);
    cr_expect_eq(error.code, EINVAL);
}
