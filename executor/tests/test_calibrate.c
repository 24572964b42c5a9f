/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "calibrate.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <math.h>
#include <string.h>

static uint64_t now; /* of the clock below, ns */

static uint64_t count(const struct rxc_clock *clock)
{
    (void)clock;
    return now;
}

static const struct cal_context context = {
    .clock = {.count = count, .hz = 500000000}, .ns_per_count = 2, .reading_ns = 10};

/* Each time takes 100 counts, and the first time of all 1000 more. */
static int work(void *argument, unsigned times)
{
    unsigned *calls = argument;

    now += 100 * times + (*calls ? 0 : 1000);
    *calls += 1;
    return *calls == 5 ? EIO : 0;
}

Test(calibrate, takes_off_the_clock_and_does_not_count_the_first_sample)
{
    static struct cal_result result;
    unsigned calls = 0;
    struct cal_plan plan = {.body = work, .argument = &calls, .times = 4, .samples = 3, .per_ns = 1e-3};

    cr_assert_eq(cal_measure(&context, &plan, &result), 0);
    cr_expect_eq(calls, 4u);
    cr_assert_eq(result.count, 3u);
    for (unsigned i = 0; i < 3; i++) /* 400 counts are 800 ns, less 10, over 4, in us */
        cr_expect(fabs(result.values[i] - 0.1975) < 1e-12, "%g", result.values[i]);
}

Test(calibrate, rates_are_per_ns_over_the_time)
{
    static struct cal_result result;
    unsigned calls = 1;
    struct cal_plan plan = {
        .body = work, .argument = &calls, .times = 1, .samples = 1, .per_ns = 1900, .is_rate = true};

    cr_assert_eq(cal_measure(&context, &plan, &result), 0);
    cr_expect(fabs(result.values[0] - 10) < 1e-9, "1900 over 190 ns");
}

Test(calibrate, a_failure_ends_it_with_a_reason)
{
    static struct cal_result result;
    unsigned calls = 3;
    struct cal_plan plan = {.body = work, .argument = &calls, .times = 1, .samples = 10, .per_ns = 1};

    cr_expect_eq(cal_measure(&context, &plan, &result), EIO);
    cr_expect(strstr(result.reason, strerror(EIO)));
}

Test(calibrate, quick_takes_a_quarter)
{
    static struct cal_result result;
    struct cal_context quick = context;
    unsigned calls = 6;
    struct cal_plan plan = {.body = work, .argument = &calls, .times = 1, .samples = 10, .per_ns = 1};

    quick.quick = true;
    cr_assert_eq(cal_measure(&quick, &plan, &result), 0);
    cr_expect_eq(result.count, 3u);
}

Test(calibrate, quantiles_are_samples_at_the_nearest_rank)
{
    static struct cal_result result;

    for (unsigned i = 0; i < 100; i++)
        cal_add(&result, (double)((i * 37) % 100 + 1)); /* 1 to 100, mixed */
    cal_sort(&result);
    cr_expect_eq(cal_quantile(&result, 0), 1);
    cr_expect_eq(cal_quantile(&result, 0.5), 50);
    cr_expect_eq(cal_quantile(&result, 0.99), 99);
    cr_expect_eq(cal_quantile(&result, 1), 100);
    cr_expect(fabs(cal_mean(&result) - 50.5) < 1e-12);
}
