/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * How late a real-time process is woken by the clock, as cyclictest measures: it sleeps until the next
 * millisecond and compares the clock with it.
 */
#include "groups.h"

#include <errno.h>
#include <sched.h>
#include <time.h>

#define PERIOD_NS 1000000
#define LOOPS 400u
#define PRIORITY 80

static void add_period(struct timespec *at)
{
    at->tv_nsec += PERIOD_NS;
    if (at->tv_nsec >= 1000000000) {
        at->tv_nsec -= 1000000000;
        at->tv_sec++;
    }
}

static int loop(struct cal_result *result, unsigned loops)
{
    struct timespec at, now;

    if (clock_gettime(CLOCK_MONOTONIC, &at))
        return errno;
    for (unsigned i = 0; i < loops; i++) {
        add_period(&at);
        int error = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
        if (error || clock_gettime(CLOCK_MONOTONIC, &now))
            return error ? error : errno;
        cal_add(result, (double)(now.tv_sec - at.tv_sec) * 1e6 + (double)(now.tv_nsec - at.tv_nsec) * 1e-3);
    }
    return 0;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    struct sched_param high = {.sched_priority = PRIORITY}, normal = {0};

    (void)self;
    if (sched_setscheduler(0, SCHED_FIFO, &high))
        return cal_fail(result, errno, "SCHED_FIFO");
    int error = loop(result, context->quick ? LOOPS / 4 : LOOPS);
    (void)sched_setscheduler(0, SCHED_OTHER, &normal);
    cal_condition(result, "period_us", PERIOD_NS * 1e-3);
    return error ? cal_fail(result, error, "sleep") : 0;
}

static const struct cal_measurement rows[] = {
    {"cyclictest", "from the end of a sleep to the process, SCHED_FIFO, otherwise idle", "us", run, 0, 0},
};
const struct cal_group cal_wake = CAL_GROUP(rows);
