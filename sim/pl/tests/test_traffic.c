/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The traffic generator on the HP ports: what moves, and how long it takes. Times come from AXI's arithmetic:
 * a port moves one beat of 8 bytes a cycle in each direction, the first read beat comes
 * hp_read_latency_cycles after its address, the response hp_write_latency_cycles after the last data.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

#define TRAFFIC 0x43c00000u
#define START (TRAFFIC + 0x10)
#define STOP (TRAFFIC + 0x14)
#define BUSY (TRAFFIC + 0x18)
#define DONE (TRAFFIC + 0x1c)
#define ENABLE (TRAFFIC + 0x20)
#define STREAM(m, writes) (TRAFFIC + 0x200 + 0x80 * (m) + 0x40 * (writes))
#define BASE 0x00
#define BYTES 0x04
#define SHAPE 0x08
#define PASSES 0x0c
#define SEED 0x10
#define STATUS 0x14
#define BEATS 0x18
#define CYCLES 0x1c
#define SUM_LOW 0x20
#define SUM_HIGH 0x24
#define SLOWEST 0x28
#define IRQ_TRAFFIC 1
#define MASTERS 4
#define READ_LATENCY 16u /* the defaults of params.h */
#define WRITE_LATENCY 12u

static struct machine m;

static uint32_t shape(unsigned beats, unsigned outstanding, unsigned gap)
{
    return gap << 16 | outstanding << 8 | (beats - 1);
}

static void set_stream(unsigned master, bool writes, uint32_t base, uint32_t bytes, uint32_t how)
{
    machine_write(&m, STREAM(master, writes) + BASE, base);
    machine_write(&m, STREAM(master, writes) + BYTES, bytes);
    machine_write(&m, STREAM(master, writes) + SHAPE, how);
    machine_write(&m, STREAM(master, writes) + PASSES, 1);
    machine_write(&m, STREAM(master, writes) + SEED, 0x1234567u * (master + 1));
}

static uint32_t stream_reg(unsigned master, bool writes, uint32_t reg)
{
    return machine_read(&m, STREAM(master, writes) + reg);
}

/* Starts these streams (bit 2m: reads of master m, 2m+1: writes) and waits until all have ended. */
static void run(uint32_t streams)
{
    machine_write(&m, ENABLE, 0xff);
    machine_write(&m, START, streams);
    for (unsigned i = 0; i < 1000 && machine_read(&m, BUSY) != 0; i++) {
        m.now_ps += 10000000;
        pl_advance(m.pl, m.now_ps, false);
    }
    cr_assert_eq(machine_read(&m, BUSY), 0u);
    cr_assert_eq(machine_read(&m, DONE), streams);
    cr_assert(m.irq[IRQ_TRAFFIC]);
    machine_write(&m, DONE, streams);
    cr_assert_not(m.irq[IRQ_TRAFFIC]);
    cr_assert_eq(m.fatal[0], '\0', "%s", m.fatal);
}

static void fill(uint32_t seed)
{
    for (uint32_t i = 0; i < MEMORY_BYTES; i++) {
        seed = seed * 1664525u + 1013904223u;
        m.memory[i] = (uint8_t)(seed >> 24);
    }
}

/* What the README says is written at an address. */
static uint64_t pattern(uint32_t addr, uint32_t seed)
{
    return (uint64_t)((addr << 16 | addr >> 16) + seed) << 32 | (addr ^ seed);
}

static uint64_t sum_of(const uint8_t *bytes, uint32_t size_bytes)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < size_bytes; i += 8) {
        uint64_t beat;
        memcpy(&beat, bytes + i, sizeof beat);
        sum = (sum << 1 | sum >> 63) ^ beat;
    }
    return sum;
}

static void start(void)
{
    machine_start(&m, 1, false, NULL);
}

static void stop(void)
{
    machine_stop(&m);
}

TestSuite(traffic, .init = start, .fini = stop, .timeout = 60);

Test(traffic, identity)
{
    uint32_t data = 0;

    cr_assert_eq(machine_read(&m, TRAFFIC), 0x5a54474eu);
    cr_assert_eq(machine_read(&m, TRAFFIC + 8), (uint32_t)MASTERS);
    cr_assert_eq(machine_access(&m, false, TRAFFIC + 0x40, 4, &data), PL_SLVERR);
    cr_assert_eq(machine_access(&m, true, STREAM(3, 1) + 0x3c, 4, &data), PL_SLVERR);
    cr_assert_eq(machine_access(&m, false, TRAFFIC + 0x400, 4, &data), PL_SLVERR);
}

/* All eight streams, of different shapes, at once: bytes written, sums read, and nothing beside them. */
Test(traffic, moves_what_it_says)
{
    const uint32_t bytes = 20000;
    const unsigned beats[] = {16, 5, 1, 8};

    fill(7);
    uint8_t *before = malloc(MEMORY_BYTES);
    cr_assert_not_null(before);
    memcpy(before, m.memory, MEMORY_BYTES);
    for (unsigned n = 0; n < MASTERS; n++) {
        set_stream(n, false, 0x100f08 + 0x100000 * n, bytes, shape(beats[n], 4, 3 * n));
        set_stream(n, true, 0x800ff8 + 0x100000 * n, bytes, shape(beats[3 - n], n + 1, n));
    }
    run(0xff);
    for (unsigned n = 0; n < MASTERS; n++) {
        const uint64_t sum = sum_of(before + 0x100f08 + 0x100000 * n, bytes);
        cr_assert_eq(stream_reg(n, false, SUM_LOW), (uint32_t)sum);
        cr_assert_eq(stream_reg(n, false, SUM_HIGH), (uint32_t)(sum >> 32));
        cr_assert_eq(stream_reg(n, false, BEATS), bytes / 8);
        cr_assert_eq(stream_reg(n, true, BEATS), bytes / 8);
        for (uint32_t i = 0; i < bytes; i += 8) {
            const uint32_t at = 0x800ff8 + 0x100000 * n + i;
            const uint64_t expect = pattern(at, 0x1234567u * (n + 1));
            memcpy(before + at, &expect, sizeof expect);
        }
    }
    cr_assert_eq(memcmp(before, m.memory, MEMORY_BYTES), 0);
    free(before);
}

Test(traffic, errors_are_kept)
{
    set_stream(1, false, MEMORY_BYTES - 256, 512, shape(16, 2, 0));
    set_stream(1, true, MEMORY_BYTES - 256, 512, shape(16, 2, 0));
    run(0x0c);
    cr_assert_eq(stream_reg(1, false, STATUS), 4u, "DECERR");
    cr_assert_eq(stream_reg(1, true, STATUS), 4u, "DECERR");
}

Test(traffic, stops_and_costs_nothing_then)
{
    set_stream(2, true, 0x100000, 4096, shape(16, 8, 0));
    machine_write(&m, STREAM(2, true) + PASSES, 0);
    machine_write(&m, START, 1u << 5);
    m.now_ps += 100000000;
    pl_advance(m.pl, m.now_ps, false);
    cr_assert_eq(machine_read(&m, BUSY), 1u << 5);
    cr_assert_neq(pl_next_activity(m.pl), PL_NEVER);
    machine_write(&m, STOP, 1u << 5);
    cr_assert(machine_wait_idle(&m, 10000000));
    cr_assert_eq(machine_read(&m, BUSY), 0u);
    cr_assert_eq(stream_reg(2, true, BEATS) % 16, 0u, "whole bursts");
    cr_assert_eq(machine_read(&m, DONE), 1u << 5);
}

Test(traffic, reset_stops_it)
{
    set_stream(0, false, 0x100000, 1u << 20, shape(16, 8, 0));
    machine_write(&m, START, 1);
    m.now_ps += 10000000;
    pl_reset(m.pl, 1, m.now_ps);
    m.now_ps += 10000000;
    pl_advance(m.pl, m.now_ps, false);
    cr_assert_eq(pl_next_activity(m.pl), PL_NEVER);
    pl_reset(m.pl, 0, m.now_ps);
    cr_assert_eq(machine_read(&m, BUSY), 0u);
    cr_assert_eq(stream_reg(0, false, BEATS), 0u);
    cr_assert(machine_wait_idle(&m, 10000000));
}

/* ---- Bandwidth, memory without limits ---------------------------------------------------------- */

/* Bursts of 16 with enough of them outstanding: a beat every cycle, whatever the other ports do. From the
 * start to the last beat: one cycle until the address is shown, one to take it, the latency; a write's data
 * is shown a cycle after its address. */
Test(traffic, a_port_moves_a_beat_a_cycle_in_each_direction)
{
    const uint32_t bytes = 1u << 20;
    const uint32_t beats = bytes / 8;

    for (unsigned n = 0; n < MASTERS; n++) {
        set_stream(n, false, 0x100000 * (n + 1), bytes, shape(16, 8, 0));
        set_stream(n, true, 0x100000 * (n + 9), bytes, shape(16, 8, 0));
    }
    const uint32_t sets[] = {0x01, 0x02, 0x03, 0x0f, 0x33, 0x55, 0xaa, 0xff};
    for (unsigned i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        run(sets[i]);
        for (unsigned s = 0; s < 2 * MASTERS; s++) {
            if (!(sets[i] >> s & 1u))
                continue;
            const uint32_t cycles = stream_reg(s / 2, s % 2, CYCLES);
            const uint32_t expect = beats + (s % 2 ? WRITE_LATENCY + 2 : READ_LATENCY + 1);
            cr_assert_eq(stream_reg(s / 2, s % 2, BEATS), beats);
            cr_assert_eq(cycles, expect, "streams 0x%02x, stream %u: %u cycles, not %u", sets[i], s, cycles,
                         expect);
        }
    }
}

/* The same at 150 MHz: 1200 MB/s. */
Test(clocks, a_port_moves_a_beat_a_cycle_at_150_mhz, .timeout = 60)
{
    machine_start(&m, 1, false, "clock_period_ps=6667");
    set_stream(2, false, 0x100000, 1u << 20, shape(16, 8, 0));
    const uint64_t from_ps = m.now_ps;
    run(0x10);
    cr_assert_eq(stream_reg(2, false, CYCLES), (1u << 17) + READ_LATENCY + 1);
    const struct zt_trace_record *raised = machine_record(&m, ZT_TRACE_IRQ_RAISED, 0);
    cr_assert_not_null(raised);
    const double mb_s = (1u << 20) / (1e-6 * (double)(raised->time_ps - from_ps));
    cr_assert(mb_s > 1198 && mb_s < 1200, "%.2f", mb_s);
    machine_stop(&m);
}

/* One burst outstanding: each takes its latency and its beats, and a cycle to show the next address. */
Test(traffic, latency_shows_when_one_burst_is_outstanding)
{
    const uint32_t bursts = 64;

    for (unsigned beats = 1; beats <= 16; beats *= 2) {
        set_stream(3, false, 0x100000, bursts * beats * 8, shape(beats, 1, 0));
        run(0x40);
        cr_assert_eq(stream_reg(3, false, CYCLES), bursts * (READ_LATENCY + beats + 1));
        cr_assert_eq(stream_reg(3, false, SLOWEST), READ_LATENCY + beats + 1);
    }
}

/* ---- Memory that is not ready ------------------------------------------------------------------- */

Test(ready, the_last_beat_waits_for_memory, .timeout = 60)
{
    const uint32_t bytes = 128 * 1024;

    machine_start(&m, 1, false, NULL);
    m.memory_mb_s = 400; /* each port and direction; a burst of 128 bytes takes 320 ns, 32 cycles */
    set_stream(1, false, 0x100000, bytes, shape(16, 8, 0));
    set_stream(2, true, 0x200000, bytes, shape(16, 8, 0));
    run(0x24);
    const uint32_t read = stream_reg(1, false, CYCLES);
    const uint32_t write = stream_reg(2, true, CYCLES);
    const uint32_t memory = bytes / 128 * 32;
    /* From the first address (last data) on, memory is never idle. */
    cr_assert_eq(read, memory + READ_LATENCY + 2, "%u", read);
    cr_assert_eq(write, memory + WRITE_LATENCY + 18, "%u", write);
    machine_stop(&m);
}

/* ---- Beside ZyCAP --------------------------------------------------------------------------------- */

static void load_beside(uint32_t streams)
{
    machine_start(&m, 1, true, NULL);
    for (unsigned n = 0; n < MASTERS; n++) {
        set_stream(n, false, 0x1000000 + 0x100000 * n, 1u << 20, shape(16, 8, 0));
        set_stream(n, true, 0x1800000 + 0x100000 * n, 1u << 20, shape(16, 8, 0));
        machine_write(&m, STREAM(n, false) + PASSES, 0);
        machine_write(&m, STREAM(n, true) + PASSES, 0);
    }
    machine_write(&m, START, streams);
    cr_assert(machine_configure(&m, 0, "sort_small"));
    const struct zt_trace_record *done = machine_record(&m, ZT_TRACE_DMA_DONE, 0);
    cr_assert_not_null(done);
    cr_assert_eq(machine_count(&m, ZT_TRACE_SLOT_PLUG), 1u);
    cr_assert_eq(machine_read(&m, BUSY), streams);
    machine_write(&m, STOP, streams);
    cr_assert(machine_wait_idle(&m, 100000000));
    cr_assert_eq(m.fatal[0], '\0', "%s", m.fatal);
    machine_stop(&m);
}

/* ICAP takes a word a cycle, half of HP0's beats: the generator's bursts fit between. */
Test(zycap, loads_while_every_stream_runs, .timeout = 60)
{
    load_beside(0xff);
}
