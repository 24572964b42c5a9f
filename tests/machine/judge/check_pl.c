/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Checks of accesses to the PL: order, cost, time, interrupts, errors. */
#include <inttypes.h>
#include <string.h>

#include "checks.h"

#define CYCLES_LOW 0x6FE08018u
#define ZYCAP_STATUS 0x40400004u
#define TLB_INVALIDATE 0x6FE0800Cu
#define CYCLE_PS 10000
#define READS 20000           /* each core, see guest/counter.c */
#define CHARGED 1000000       /* guest/charge.c */
#define PAIRS 1000u           /* guest/pairing.c */
#define TRANSFERS 100         /* guest/f2p.c */
#define MULTIPLE_ACCESSES 800 /* guest/multiple.c */

static int64_t max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/*
 * Every value must have been the counter's at some moment of its own access: there is one time at which the
 * counter was 0, so that value * 10 ns after it is between issue and end of each access.
 */
void check_counter(const struct run *runs)
{
    const struct run *run = runs;
    uint64_t value = 0, time_ps = 0, reads[2] = {0}, changes = 0, from = 0;
    int64_t zero_least = INT64_MIN, zero_most = INT64_MAX;

    for (size_t n = 0; n < run->records; n++) {
        const struct zt_trace_record *r = &run->trace[n];
        if (r->kind != ZT_TRACE_PL_READ || r->a != CYCLES_LOW)
            continue;
        expect(r->b >= value, "read at %" PRIu64 " ps gives %" PRIu64 " after %" PRIu64, r->time_ps, r->b,
               value);
        expect(r->time_ps >= time_ps, "PL read at %" PRIu64 " ps after one at %" PRIu64 " ps", r->time_ps,
               time_ps);
        int64_t origin = (int64_t)r->time_ps - (int64_t)r->b * CYCLE_PS;
        zero_least = max(zero_least, origin);
        zero_most = min(zero_most, origin + (int64_t)run_cost(run, r)->a + CYCLE_PS);
        changes += r->source != from;
        from = r->source;
        value = r->b;
        time_ps = r->time_ps;
        reads[r->source & 1]++;
    }
    expect_range("reads of core 0", (int64_t)reads[0], READS, READS);
    expect_range("reads of core 1", (int64_t)reads[1], READS, READS);
    expect_range("changes between cores", (int64_t)changes, 500, 2 * READS);
    expect(zero_least <= zero_most, "the counter does not fit a clock of 10 ns: off by %" PRId64 " ps",
           zero_least - zero_most);
    expect_range("backward (under the lock)", run_value(run, "backward", 0), 0, 0);
    expect_range("own_backward_0", run_value(run, "own_backward_0", 0), 0, 0);
    expect_range("own_backward_1", run_value(run, "own_backward_1", 0), 0, 0);
    expect_range("merged_backward", run_value(run, "merged_backward", 0), 0, 0);
    expect_range("core_changes", run_value(run, "core_changes", 0), 500, READS);
}

/* Time = instructions x 2 ns + costs, between the first and the last read and from start to end. */
void check_charge(const struct run *runs)
{
    const struct run *run = runs;
    uint64_t count = 0, first_ps = 0, last_ps = 0, loop_cost_ps = 0, cost_ps = 0, odd = 0;
    const struct zt_trace_record *executed = run_end(run, 0);
    const struct zt_trace_record *end = run_end(run, 0xffff);

    for (size_t n = 0; n < run->records; n++) {
        const struct zt_trace_record *r = &run->trace[n];
        if (r->kind == ZT_TRACE_PL_READ && r->a == CYCLES_LOW) {
            first_ps = count++ == 0 ? r->time_ps : first_ps;
            odd += r->time_ps % TICK_PS != 0;
            last_ps = r->time_ps;
            loop_cost_ps = cost_ps;
        } else if (r->kind == ZT_TRACE_PL_COST) {
            cost_ps += r->a;
        }
    }
    expect_range("reads", (int64_t)count, CHARGED, CHARGED);
    expect_range("reads at times that are not whole instructions", (int64_t)odd, CHARGED / 2, CHARGED);
    int64_t loop_ps = (int64_t)(last_ps - first_ps);
    int64_t ideal_ps = (int64_t)(count - 1) * 3 * TICK_PS + (int64_t)loop_cost_ps;
    expect_range("loop's time less instructions and costs, ps", loop_ps - ideal_ps, 0, 0);
    const struct zt_trace_record *start = run_record(run, ZT_TRACE_CORE_STATE, 0, 0);
    ideal_ps = (start ? (int64_t)start->time_ps : 0) + (int64_t)executed->a * TICK_PS + (int64_t)cost_ps;
    expect_range("run's time less instructions and costs, ps", (int64_t)end->time_ps - ideal_ps, 0, 0);
}

__extension__ typedef unsigned __int128 uint128;

/* Global-timer count at a time, as the trace's records of the timer say. */
static int64_t count_at(const struct run *run, uint64_t time_ps)
{
    const struct zt_trace_record *last = NULL;
    for (size_t n = 0; n < run->records; n++) {
        const struct zt_trace_record *r = &run->trace[n];
        if (r->kind == ZT_TRACE_GLOBAL_TIMER && r->time_ps <= time_ps)
            last = r;
    }
    expect(last && last->b == PERIPH_HZ, "the global timer does not count %lld Hz", PERIPH_HZ);
    if (!last)
        return 0;
    return (int64_t)(last->a + (uint64_t)((uint128)(time_ps - last->time_ps) * last->b / 1000000000000u));
}

void check_pairing(const struct run *runs)
{
    const struct run *run = runs;
    for (unsigned n = 0; n < PAIRS; n++) {
        const struct zt_trace_record *write = run_record(run, ZT_TRACE_PL_WRITE, 0, n);
        expect(write && write->a == TLB_INVALIDATE && write->b == n, "no PL write %u", n);
        if (!write)
            return;
        int64_t before = run_value(run, "before", n), after = run_value(run, "after", n);
        int64_t issued = count_at(run, write->time_ps);
        int64_t done = count_at(run, write->time_ps + run_cost(run, write)->a);
        /* The reads are one instruction before the issue and one after the end: two thirds of a tick. */
        expect(issued >= before && issued - before <= 1,
               "write %u: issued at count %" PRId64 ", the program read %" PRId64 " just before", n, issued,
               before);
        expect(after >= done && after - done <= 2,
               "write %u: done at count %" PRId64 ", the program read %" PRId64 " just after", n, done,
               after);
    }
}

static void check_delivery(const struct run *runs)
{
    const struct run *run = runs;
    uint64_t raised = 0, delivered = 0;

    for (size_t n = 0; n < run->records; n++) {
        const struct zt_trace_record *r = &run->trace[n];
        if (r->source != 0 || (r->kind != ZT_TRACE_IRQ_RAISED && r->kind != ZT_TRACE_IRQ_DELIVERED))
            continue;
        raised += r->kind == ZT_TRACE_IRQ_RAISED && r->a == 1;
        if (r->kind != ZT_TRACE_IRQ_DELIVERED)
            continue;
        delivered += r->a == 1;
        expect(run_record(run, ZT_TRACE_IRQ_RAISED, 0, raised - 1) != NULL, "delivered before it was raised");
        expect_range("delivery after the raise, ps", (int64_t)(r->time_ps - r->b), 0, 0);
    }
    expect_range("raised", (int64_t)raised, TRANSFERS, TRANSFERS);
    expect_range("delivered", (int64_t)delivered, TRANSFERS, TRANSFERS);
    expect_range("taken", run_value(run, "taken", 0), TRANSFERS, TRANSFERS);
}

void check_f2p(const struct run *runs)
{
    check_delivery(runs);
    expect_range("bad_status", run_value(runs, "bad_status", 0), 0, 0);
}

/* Each LDM and STM of guest/multiple.c accesses two registers, once each, lower address first. */
void check_multiple(const struct run *runs)
{
    static const uint32_t address[] = {CYCLES_LOW, CYCLES_LOW + 4, TLB_INVALIDATE, TLB_INVALIDATE + 4};
    uint64_t count = 0;

    for (size_t n = 0; n < runs->records; n++) {
        const struct zt_trace_record *r = &runs->trace[n];
        if (r->kind != ZT_TRACE_PL_READ && r->kind != ZT_TRACE_PL_WRITE)
            continue;
        uint32_t turn = (uint32_t)(count / 4);
        expect(r->a == address[count % 4], "access %" PRIu64 " is to 0x%" PRIx64 ", expected 0x%x", count,
               r->a, address[count % 4]);
        if (r->kind == ZT_TRACE_PL_WRITE)
            expect(r->b == (count % 4 == 2 ? turn : ~turn), "access %" PRIu64 " writes 0x%" PRIx64, count,
                   r->b);
        count++;
    }
    expect_range("accesses", (int64_t)count, MULTIPLE_ACCESSES, MULTIPLE_ACCESSES);
    expect_range("bad", run_value(runs, "bad", 0), 0, 0);
}

/* Core 1 acknowledges each interrupt a few instructions after delivery, whatever core 0 waits for. */
void check_f2p_stall(const struct run *runs)
{
    const struct run *run = runs;
    const struct zt_trace_record *delivered = NULL;
    uint64_t stalls = 0, acknowledged = 0;

    check_delivery(run);
    for (size_t n = 0; n < run->records; n++) {
        const struct zt_trace_record *r = &run->trace[n];
        if (r->kind == ZT_TRACE_IRQ_DELIVERED && r->source == 0 && r->a == 1)
            delivered = r;
        if (r->kind == ZT_TRACE_PL_COST && r->source == 0)
            stalls += r->a >= 10000000;
        if (r->kind != ZT_TRACE_PL_WRITE || r->source != 1)
            continue;
        expect_range("cost of core 1's write, ps", (int64_t)run_cost(run, r)->a, 1, 500000);
        if (r->a == ZYCAP_STATUS && delivered) {
            acknowledged++;
            expect_range("delivery to acknowledgement, ps", (int64_t)(r->time_ps - delivered->time_ps), 0,
                         40 * TICK_PS);
        }
    }
    expect_range("acknowledged", (int64_t)acknowledged, TRANSFERS, TRANSFERS);
    expect_range("stalls of 10 us", (int64_t)stalls, 5, 1000);
}

/* DFSR of a synchronous external abort: FS 0b01000, WnR bit 11, ExT bit 12 (0 DECERR, 1 SLVERR). */
void check_aborts(const struct run *runs)
{
    static const struct {
        uint32_t address, slave_error;
    } expected[] = {{0x40000000, 0}, {0xBFFFFFFC, 0}, {0x6FE07000, 1}};
    const struct run *run = runs;

    for (unsigned n = 0; n < 6; n++) {
        uint32_t is_write = n & 1, address = expected[n / 2].address, ext = expected[n / 2].slave_error;
        expect_range("aborts", run_value(run, "aborts", n), 1, 1);
        uint32_t status = run_value(run, "status", n);
        expect(status == (0x008 | is_write << 11 | ext << 12), "DFSR 0x%x after access %u to 0x%x", status, n,
               address);
        expect_range("fault address", run_value(run, "address", n), address, address);
        const struct zt_trace_record *r =
            run_record(run, is_write ? ZT_TRACE_PL_WRITE : ZT_TRACE_PL_READ, 0, n / 2);
        expect(r && r->a == address && r->c == (4 | (ext ? 2u : 3u) << 8), "no trace of access %u", n);
    }
    expect_range("identity", run_value(run, "identity", 0), 0x5A54574E, 0x5A54574E);
    expect_range("bytes", run_value(run, "bytes", 0), 0x5A54574E, 0x5A54574E);
    expect_range("halves", run_value(run, "halves", 0), 0x5A54574E, 0x5A54574E);
    expect_range("aborts_after", run_value(run, "aborts_after", 0), 6, 6);
}

void check_hang(const struct run *runs)
{
    const struct zt_trace_record *end = run_end(runs, 0xffff);

    expect(strcmp(runs->console, "before\n") == 0, "the program ran on");
    expect(end->b == ZT_END_FATAL, "the trace does not end with the fatal access");
}
