/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Checks of what memory costs. Expected times are counts of the global timer, computed from the figures that
 * the machine was given (see test-machine) and the number of accesses and instructions of the programs.
 */
#include <stdio.h>
#include <string.h>

#include "checks.h"

/* The figures of test-machine's files. */
#define NC_READ 111000
#define NC_READ_STREAM 52000
#define NC_WRITE 87000
#define NC_WRITE_MERGED 9000
#define SO_READ 131000
#define SO_WRITE 95000
#define OCM_READ 33000
#define OCM_WRITE 31000
#define COLD_READ 40100
#define COLD_WRITE 48000
#define PL310_LINE 77000
#define PL310_SYNC 55000
#define PL310_REG 44000
#define PL310_WAY_LINE 3000
#define L1_LINE 12000
#define L1_SET_WAY 14000

#define ACCESSES 1000
#define LOOSE 3 /* counts: two reads of the timer, and the rounding of charges to instructions */

static int64_t counts(int64_t ps)
{
    return ps * (PERIPH_HZ / 10) / 100000000000;
}

static void expect_cost(const struct run *run, const char *name, unsigned n, const char *plain, int64_t ps)
{
    char what[80];
    int64_t cost = (int64_t)run_value(run, name, n) - run_value(run, plain, 0);

    snprintf(what, sizeof what, "%s %u less %s", name, n, plain);
    expect_range(what, cost, counts(ps) - LOOSE, counts(ps) + LOOSE);
}

enum kind { CACHED, UNCACHED, ORDERED };

/* In the order of the programs' tables. ARM DDI 0406C: tables B3-10 and, remapped, B3-12 with Linux's values.
 */
static const enum kind kinds[] = {
    ORDERED,  ORDERED,  CACHED,   CACHED, UNCACHED, CACHED, ORDERED,
    UNCACHED, CACHED,   UNCACHED,                                     /* as they are */
    ORDERED,  UNCACHED, CACHED,   CACHED, ORDERED,  CACHED, UNCACHED, /* remapped */
};
#define PLAIN_KINDS 10

static void check_alignment(const struct run *run)
{
    for (unsigned n = 0; n < PLAIN_KINDS + 2; n++) {
        /* the first with the MMU off, the last one on registers */
        bool faults = n == 0 || n == PLAIN_KINDS + 1 || kinds[n - 1] == ORDERED;
        expect_range("aborts", run_value(run, "aborts", n), faults ? 4 : 0, faults ? 4 : 0);
        if (!faults)
            continue;
        /* of the last: STRH at 5; write, alignment fault */
        expect_range("status", run_value(run, "status", n), 0x801, 0x801);
        expect_range("address", run_value(run, "address", n) & 0xff, 5, 5);
    }
}

static void check_program(const struct run *run)
{
    expect(strstr(run->console, "\nEND\n") != NULL, "the program did not come to its end");
    expect(strstr(run->console, "unexpected_exception") == NULL, "an unexpected exception: see the console");
}

void check_memory_kinds(const struct run *runs)
{
    static const int64_t read_ps[] = {0, NC_READ, SO_READ}, write_ps[] = {0, NC_WRITE, SO_WRITE};
    const struct run *run = runs;

    check_program(run);
    expect_cost(run, "off_read", 0, "plain", ACCESSES * SO_READ);
    expect_cost(run, "off_write", 0, "plain", ACCESSES * SO_WRITE);
    for (unsigned n = 0; n < sizeof kinds / sizeof kinds[0]; n++) {
        expect_cost(run, "read", n, "plain", ACCESSES * read_ps[kinds[n]]);
        expect_cost(run, "write", n, "plain", ACCESSES * write_ps[kinds[n]]);
    }
    for (unsigned n = 0; n < 2; n++)
        expect_cost(run, "page_read", n, "plain", ACCESSES * NC_READ);
    expect_cost(run, "streamed_read", 0, "plain", NC_READ + (ACCESSES - 1) * NC_READ_STREAM);
    expect_cost(run, "merged_write", 0, "plain", ACCESSES / 8 * (NC_WRITE + 7 * NC_WRITE_MERGED));
    expect_cost(run, "unaligned_read", 0, "plain_four", 4 * NC_READ);
    /* Two accesses each: the second goes on where the first has stopped. */
    expect_cost(run, "crossing_read", 0, "plain_few", ACCESSES / 10 * (NC_READ + NC_READ_STREAM));
    expect_cost(run, "crossing_write", 0, "plain_few", ACCESSES / 10 * 2 * NC_WRITE);
    expect_cost(run, "ocm_read", 0, "plain", ACCESSES * OCM_READ);
    expect_cost(run, "ocm_write", 0, "plain", ACCESSES * OCM_WRITE);
    check_alignment(run);
}

static void expect_time(const struct run *run, const char *name, unsigned n, int64_t ps, int64_t percent)
{
    int64_t expected = counts(ps);

    expect_range(name, run_value(run, name, n), expected - expected * percent / 100 - LOOSE,
                 expected + expected * percent / 100 + LOOSE);
}

#define COPY_LINES (8 * 1024 * 1024 / 32)
#define COPY_PUBLISHED_MB_S                                                                                  \
    333 /* of the figures above: 32 bytes in 96.1 ns, 8 ns of them four instructions */
#define SMALL_LINES (256 * 1024 / 32)
#define LOOP_PS (4 * TICK_PS)
#define RANDOM_READS 100000
#define RANDOM_LINES (4 * 1024 * 1024 / 32)
#define L2_LINES 16384

void check_memory_cache(const struct run *runs)
{
    const struct run *run = runs;
    int64_t small_ps = (int64_t)SMALL_LINES * LOOP_PS;

    check_program(run);
    for (unsigned n = 0; n < 2; n++)
        expect_time(run, "copy", n, (int64_t)COPY_LINES * 32 * 1000000 / COPY_PUBLISHED_MB_S, 2);
    expect_time(run, "small_reads", 0, small_ps + (int64_t)SMALL_LINES * COLD_READ, 2);
    expect_time(run, "small_reads", 1, small_ps, 0);
    expect_time(run, "small_reads", 2, small_ps, 0);
    /* One word of each line is written: the line is fetched, and written back. */
    expect_time(run, "increments", 0, (int64_t)COPY_LINES * (COLD_READ + COLD_WRITE + 5 * TICK_PS), 2);
    expect_time(run, "stream_writes", 0, (int64_t)COPY_LINES * (COLD_READ + COLD_WRITE + LOOP_PS), 2);
    expect_time(run, "reads_after_invalidate", 0, small_ps + (int64_t)SMALL_LINES / 2 * COLD_READ, 2);
    /* A line is there with the probability of the L2's part of the 4 MiB. */
    int64_t cold = (int64_t)RANDOM_READS * (RANDOM_LINES - L2_LINES) / RANDOM_LINES;
    int64_t random = (int64_t)run_value(run, "random_reads", 0) - run_value(run, "random_plain", 0);
    expect_range("random_reads less random_plain", random, counts(cold * COLD_READ) * 95 / 100,
                 counts(cold * COLD_READ) * 105 / 100);
    expect_cost(run, "clean_line", 0, "empty", ACCESSES * (int64_t)PL310_LINE);
    expect_cost(run, "sync", 0, "empty", ACCESSES * (int64_t)PL310_SYNC);
    expect_cost(run, "other_register", 0, "empty", ACCESSES * (int64_t)PL310_REG);
    expect_cost(run, "l1_line", 0, "empty", ACCESSES * (int64_t)L1_LINE);
    expect_cost(run, "l1_set_way", 0, "empty", ACCESSES * (int64_t)L1_SET_WAY);
    expect_time(run, "all_ways", 0, (int64_t)L2_LINES * PL310_WAY_LINE + 4 * TICK_PS, 0);
    expect_time(run, "reads_after_ways", 0, small_ps + (int64_t)SMALL_LINES * COLD_READ, 2);
}

/*
 * A copy moves each byte three times: 2/3 are reads, so m = 2/3, and of 1200 MB/s remain
 * pure + (0.87 - pure) m = 89.6 %, pure being (2 x 0.97 + 0.90) / 3.
 */
#define SHARED_MB_S 1075

void check_memory_share(const struct run *runs)
{
    const int64_t moved = 2LL * COPY_LINES * 32; /* read, and written back: written whole, never fetched */

    check_program(runs);
    expect_time(runs, "alone", 0, (int64_t)COPY_LINES * 32 * 1000000 / COPY_PUBLISHED_MB_S, 2);
    for (unsigned n = 0; n < 2; n++)
        expect_time(runs, "together", n, moved * 1000000 / (SHARED_MB_S / 2), 3);
}
