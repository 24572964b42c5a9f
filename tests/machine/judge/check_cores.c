/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Checks of the cores' time, sleep and reset. Limits are counts of the 333.33333 MHz timers where not said
 * otherwise. */
#include <inttypes.h>

#include "checks.h"

#define SECOND PERIPH_HZ

/* With the stall each read costs 10 us and more; core 1's interrupts do not notice. */
void check_stall(const struct run *runs)
{
    static const char *const latency[] = {"busy_latency_max", "wfi_latency_max"};
    const struct run *plain = &runs[0], *stalled = &runs[1];
    uint64_t stalls = 0;

    for (size_t n = 0; n < stalled->records; n++)
        stalls += stalled->trace[n].kind == ZT_TRACE_PL_COST && stalled->trace[n].a >= 10000000;
    expect_range("stalls of 10 us", (int64_t)stalls, 400, 1000);
    expect_range("reads", run_value(stalled, "reads", 0), (int64_t)stalls, (int64_t)stalls);
    for (unsigned n = 0; n < 2; n++) {
        expect_range("taken", run_value(&runs[n], "taken", 0), 1000, 1000);
        /* 1000 periods of 1667 counts, and the handler's last few instructions */
        expect_range("core1_counts", run_value(&runs[n], "core1_counts", 0), 1667000 - 10, 1667000 + 100);
        uint32_t least = run_value(plain, latency[n], 0);
        expect_range(latency[n], run_value(stalled, latency[n], 0), 0, least + 1);
        expect_range("plain latency", least, 1, 40);
    }
}

/* Core 1 may be ahead of core 0 when that sends, but takes the interrupt at its time; the handler begins with
 * some instructions. */
void check_shared_time(const struct run *runs)
{
    expect_range("backward", run_value(runs, "backward", 0), 0, 0);
    expect_range("taken", run_value(runs, "taken", 0), 1000, 1000);
    expect_range("late_min", (int32_t)run_value(runs, "late_min", 0), 1, 40);
    expect_range("late_max", (int32_t)run_value(runs, "late_max", 0), 1, 40);
}

void check_events(const struct run *runs)
{
    const struct run *run = runs;
    const struct zt_trace_record *executed = run_end(run, 1);

    /* Two instructions lie between the reads of the timer: at most two counts. */
    expect_range("wfe_after_sev", run_value(run, "wfe_after_sev", 0), 0, 2);
    expect_range("conditional_wfe", run_value(run, "conditional_wfe", 0), 9, 9);
    expect_range("wfe_until_interrupt", run_value(run, "wfe_until_interrupt", 0), 333334, 333334 + 60);
    expect_range("wfe_after_exception_return", run_value(run, "wfe_after_exception_return", 0), 0, 2);
    expect_range("wfe_again_until_interrupt", run_value(run, "wfe_again_until_interrupt", 0), 333334,
                 333334 + 60);
    expect_range("fired", run_value(run, "fired", 0), 2, 2);
    expect_range("slept", run_value(run, "slept", 0), SECOND, SECOND + 60);
    /* SEV and what core 1 executes from WFE to its read of the timer: some ten instructions. */
    expect_range("wake_counts", run_value(run, "wake_counts", 0), 1, 20);
    expect_range("core1_wakes", run_value(run, "core1_wakes", 0), 1, 2);
    expect_range("instructions of core 1", (int64_t)executed->a, 10, 999);
}

void check_core1_reset(const struct run *runs)
{
    const struct run *run = runs;
    uint64_t held = 0;

    for (size_t n = 0; n < run->records; n++)
        held +=
            run->trace[n].kind == ZT_TRACE_CORE_STATE && run->trace[n].source == 1 && run->trace[n].a == 2;
    expect_range("times held in reset (trace)", (int64_t)held, 3, 3);
    /* of four times that it could have been running it slept once */
    expect_range("running", run_value(run, "running", 0), 3, 3);
    expect_range("stopped", run_value(run, "stopped", 0), 6, 6);
    expect_range("start_counts_max", run_value(run, "start_counts_max", 0), 1, 40);
    expect_range("good_state", run_value(run, "good_state", 0), 3, 3);
    expect_range("starts", run_value(run, "starts", 0), 4, 4);
}

/* 5,000,000 instructions of 2 ns: 3,333,333 counts, alone or together. */
void check_busy(const struct run *runs)
{
    const int64_t ideal = PERIPH_HZ / 100;
    const struct run *run = runs;

    expect_range("alone", run_value(run, "alone", 0), ideal, ideal + 10);
    expect_range("core0", run_value(run, "core0", 0), ideal, ideal + ideal / 50);
    expect_range("core1", run_value(run, "core1", 0), ideal, ideal + ideal / 50);
    expect_range("total", run_value(run, "total", 0), ideal, ideal + ideal / 50);
}

/* TTC: CPU_1x is a third of the A9 timers' clock. The differences are of two reads each: one tick. */
static void check_rates(const struct run *run, unsigned n, int64_t divider)
{
    int64_t global = run_value(run, "global", n);

    expect_range("prescaler", run_value(run, "prescaler", n), divider - 1, divider - 1);
    expect_range("global", global, PERIPH_HZ / 10, PERIPH_HZ / 10 + 10);
    expect_range("private", run_value(run, "private", n), global / divider - 1, global / divider + 1);
    int64_t plain = (int64_t)run_value(run, "ttc_plain", n) - global / 3 % 0x10000;
    plain = plain < -0x8000 ? plain + 0x10000 : plain > 0x8000 ? plain - 0x10000 : plain;
    expect_range("ttc_plain less a third of the global timer", plain, -1, 1);
    int64_t scaled = global / 3 / 256;
    expect_range("ttc_scaled", run_value(run, "ttc_scaled", n), scaled - 1, scaled + 1);
}

void check_timers(const struct run *runs)
{
    const struct run *run = runs;
    const struct zt_trace_record *executed = run_end(run, 0);

    check_rates(run, 0, 1);
    check_rates(run, 1, 7);
    /* 199 periods of 11111 ticks of CPU_1x, and as many of 33333 counts */
    for (unsigned n = 0; n < 2; n++)
        expect_range("taken", run_value(run, "taken", n), 200, 200);
    expect_range("ttc_intervals", run_value(run, "ttc_intervals", 0), 199 * 33333 - 2, 199 * 33333 + 2);
    expect_range("private_intervals", run_value(run, "private_intervals", 0), 199 * 33333 - 2,
                 199 * 33333 + 2);
    /* Two spins of 50,000,000; 400 interrupts and their WFI are short. */
    expect_range("instructions", (int64_t)executed->a, 100000000, 100200000);
}

#define LIMIT_PS 3000123000 /* an odd number of nanoseconds, see test-machine */

void check_forever(const struct run *runs)
{
    const struct zt_trace_record *executed = run_end(runs, 0);
    const struct zt_trace_record *end = run_end(runs, 0xffff);

    expect(end->b == ZT_END_LIMIT, "the trace does not end at the limit");
    expect_range("end, ps", (int64_t)end->time_ps, LIMIT_PS, LIMIT_PS + TICK_PS - 1);
    const struct zt_trace_record *start = run_record(runs, ZT_TRACE_CORE_STATE, 0, 0);
    int64_t instructions = (LIMIT_PS - (start ? (int64_t)start->time_ps : 0)) / TICK_PS;
    expect_range("instructions of core 0", (int64_t)executed->a, instructions, instructions + 1);
}

/* The end is the moment at which the last core fell asleep. */
void check_deadlock(const struct run *runs)
{
    const struct zt_trace_record *end = run_end(runs, 0xffff);
    const struct zt_trace_record *asleep = NULL;

    for (size_t n = 0; n < runs->records; n++) {
        if (runs->trace[n].kind == ZT_TRACE_CORE_STATE && runs->trace[n].a == 0)
            asleep = &runs->trace[n];
    }
    expect(end->b == ZT_END_FATAL, "the trace does not end with a fatal reason");
    expect(asleep && end->time_ps == asleep->time_ps, "the end is not when the last core fell asleep");
}
