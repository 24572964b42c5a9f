/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Checks of what is charged, and that the simulator's own steps do not show. The costs are those that
 * test-machine gives. */
#include <inttypes.h>

#include "checks.h"

#define CYCLES_LOW 0x6FE08018u
#define ZYCAP_STATUS 0x40400004u
#define USER 1511
#define KERNEL 2377
#define EXC_IRQ 61001
#define EXC_SVC 25013
#define EXC_ABORT 35027
#define EXC_RETURN 22031
#define ASID_SWITCH 60041
#define PERIPH_READ 110051
#define PERIPH_WRITE 60077
#define SCU_READ 30089
#define SCU_WRITE 21001
#define BARRIER 15013
#define POSTED 21001
#define OUTSTANDING 4
#define TRANSFERS 100 /* guest/latency.c */

/* Between the marks of guest/modes.c: the instructions from the one after a mark to the next mark, and
 * events. */
void check_modes(const struct run *runs)
{
    static const struct {
        const char *what;
        int64_t ps;
    } step[] = {
        {"1000 instructions of SVC mode", 1002 * KERNEL},
        {"an undefined instruction", 3 * KERNEL + EXC_ABORT + EXC_RETURN},
        {"a peripheral's register read", 2 * KERNEL + PERIPH_READ},
        {"a peripheral's register written", 2 * KERNEL + PERIPH_WRITE},
        {"a private register read", 2 * KERNEL + SCU_READ},
        {"another ASID", 2 * KERNEL + ASID_SWITCH},
        {"the same ASID", 2 * KERNEL},
        {"a barrier", 2 * KERNEL + BARRIER},
        {"an interrupt", 8 * KERNEL + 2 * SCU_WRITE + SCU_READ + EXC_IRQ + EXC_RETURN},
        {"to user mode", KERNEL + USER},
        {"1000 instructions of user mode", 1002 * USER},
        {"a supervisor call", 2 * USER + KERNEL + EXC_SVC + EXC_RETURN},
    };
    size_t steps = sizeof step / sizeof step[0];

    for (size_t n = 0; n < steps; n++) {
        const struct zt_trace_record *from = run_record(runs, ZT_TRACE_PL_READ, 0, n);
        const struct zt_trace_record *to = run_record(runs, ZT_TRACE_PL_READ, 0, n + 1);
        expect(from && to, "the trace ends before '%s'", step[n].what);
        if (!from || !to)
            return;
        expect_range(step[n].what, (int64_t)(to->time_ps - from->time_ps - run_cost(runs, from)->a),
                     step[n].ps, step[n].ps);
    }
    expect(run_record(runs, ZT_TRACE_PL_READ, 0, steps + 1) == NULL, "more marks than steps");
}

/* The end of the read before the n-th burst, or -1. */
static int64_t burst_start(const struct run *run, size_t n)
{
    const struct zt_trace_record *before = run_record(run, ZT_TRACE_PL_READ, 0, 2 * n);
    bool there = before && run_record(run, ZT_TRACE_PL_READ, 0, 2 * n + 1);

    expect(there, "no burst %zu", n);
    return there ? (int64_t)(before->time_ps + run_cost(run, before)->a) : -1;
}

/* In a burst of n writes all have their answers when the read after the barrier begins: done[n] after the
 * burst's beginning. The PL serves one after the other, so the k-th write of a longer burst is answered then,
 * too. */
void check_posted(const struct run *runs)
{
    int64_t done[9] = {0}, start;
    size_t write = 0;

    for (size_t n = 1; n <= 8; n++) {
        start = burst_start(runs, n - 1);
        if (start < 0)
            return;
        done[n] =
            (int64_t)run_record(runs, ZT_TRACE_PL_READ, 0, 2 * n - 1)->time_ps - KERNEL - BARRIER - start;
        expect(done[n] > done[n - 1], "burst of %zu is answered after %" PRId64 " ps", n, done[n]);
        for (size_t k = 1; k <= n; k++, write++) {
            const struct zt_trace_record *r = run_record(runs, ZT_TRACE_PL_WRITE, 0, write);
            expect(r != NULL, "no write %zu", write);
            if (!r)
                return;
            int64_t issue = (int64_t)r->time_ps - start;
            bool must = k > OUTSTANDING && done[k - OUTSTANDING] > issue;
            int64_t waits = must ? done[k - OUTSTANDING] - issue : 0;
            expect(k <= OUTSTANDING || must, "write %zu of %zu need not wait: nothing is tested", k, n);
            expect_range("cost of a posted write, ps", (int64_t)run_cost(runs, r)->a, waits + POSTED,
                         waits + POSTED);
        }
    }
    start = burst_start(runs, 8);
    const struct zt_trace_record *second = run_record(runs, ZT_TRACE_PL_WRITE, 0, write + 1);
    if (expect(second && start >= 0, "no strongly ordered writes"))
        expect_range("answer to a strongly ordered write", (int64_t)second->time_ps - KERNEL - start, done[1],
                     done[1]);
}

/* Three quanta, from 100 to 5000 instructions. A poll is some 10 instructions, a round trip is two polls that
 * succeed and perhaps two that just miss: the memory is seen at once. */
void check_window(const struct run *runs)
{
    int64_t first = run_value(&runs[0], "trips", 0);

    for (size_t i = 0; i < WINDOW_RUNS; i++) {
        int64_t trips = run_value(&runs[i], "trips", 0);
        expect_range("1000 round trips, counts", trips, 1000 * 10 * TICK_PS / TIMER_TICK_PS,
                     1000 * 80 * TICK_PS / TIMER_TICK_PS);
        expect_range("the same with other quanta, counts", trips, first - first / 100, first + first / 100);
    }
}

/* From the raise of each interrupt to the first write of its handler, and what that costs. */
static size_t latencies(const struct run *run, int64_t *latency, int64_t *cost)
{
    const struct zt_trace_record *raised = NULL;
    size_t count = 0;

    for (size_t n = 0; n < run->records && count < TRANSFERS; n++) {
        const struct zt_trace_record *r = &run->trace[n];
        if (r->kind == ZT_TRACE_IRQ_RAISED && r->source == 0 && r->a == 1)
            raised = r;
        if (r->kind == ZT_TRACE_PL_WRITE && r->a == ZYCAP_STATUS && raised) {
            cost[count] = (int64_t)run_cost(run, r)->a;
            latency[count++] = (int64_t)(r->time_ps - raised->time_ps);
            raised = NULL;
        }
    }
    return count;
}

/* Nine runs with other quanta. The core computes when the interrupt comes, in a loop of 2 or 3 instructions:
 * it is taken at once, after the end of one of them at the most. */
void check_latency(const struct run *runs)
{
    int64_t first[TRANSFERS] = {0};

    for (size_t i = 0; i < LATENCY_RUNS; i++) {
        int64_t latency[TRANSFERS] = {0}, cost[TRANSFERS] = {0};
        size_t count = latencies(&runs[i], latency, cost);
        expect_range("interrupts of the PL", (int64_t)count, TRANSFERS, TRANSFERS);
        for (size_t n = 0; n < count; n++) {
            first[n] = i == 0 ? latency[n] : first[n];
            expect_range("raise to acknowledgement, ps", latency[n], EXC_IRQ, EXC_IRQ + 60 * KERNEL);
            /* The PL is there when it is asked, not ahead: 100 MHz, 3 to 6 cycles and the answer's way. */
            expect_range("cost of the acknowledgement, ps", cost[n], 100000, 250000);
            expect_range("the same in the first run, ps", latency[n], first[n] - KERNEL, first[n] + KERNEL);
        }
        uint32_t least = run_value(&runs[0], "trip_min", 0), most = run_value(&runs[0], "trip_max", 0);
        uint32_t all = run_value(&runs[0], "trips", 0);
        /* One count is what the timer rounds; the first trips have a few instructions more. */
        expect_range("shortest round trip, counts", run_value(&runs[i], "trip_min", 0), least - 1, least + 1);
        expect_range("longest round trip, counts", run_value(&runs[i], "trip_max", 0), most - 1, most + 1);
        expect_range("all round trips, counts", run_value(&runs[i], "trips", 0), all - all / 200,
                     all + all / 200);
        expect_range("longest less shortest, counts", most - least, 0, 15);
    }
}
