/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* What cacheable memory takes when it is not in the L2, and what maintenance of caches takes. */
#include "paging.h"

#define FROM 0x11000000u
#define TO 0x12000000u
#define SMALL 0x13000000u
#define COPY_BYTES (8 * MIB)
#define SMALL_BYTES (256 * 1024u)
#define RANDOM_BYTES (4 * MIB)
#define LINE 32u
#define RANDOM_READS 100000u
#define PL310 0xF8F02000u
#define PL310_TAG_LATENCY 0x108u
#define PL310_SYNC 0x730u
#define PL310_INVALIDATE_WAY 0x77Cu
#define PL310_CLEAN_LINE 0x7B0u
#define PL310_CLEAN_INVALIDATE_LINE 0x7F0u
#define OPERATIONS 1000u

/* Reads of lines anywhere in `bytes`. */
static uint32_t time_random(uint32_t reads, uint32_t bytes)
{
    uint32_t value = 0, state = 1, address, start = timer_now();

    for (uint32_t n = 0; n < reads; n++) {
        state = state * 1664525u + 1013904223u;
        address = FROM + ((state >> 8) & (bytes - LINE));
        value += reg_read(address);
    }
    report("sum", value);
    return timer_now() - start;
}

/* Each line is read, then written. */
static uint32_t time_increments(uint32_t address, uint32_t lines)
{
    uint32_t value, start = timer_now();

    __asm__ volatile("1:\tldr %2, [%0]\n\tadd %2, %2, #1\n\tstr %2, [%0], #32\n\tsubs %1, %1, #1\n\tbne 1b"
                     : "+r"(address), "+r"(lines), "=&r"(value)
                     :
                     : "cc", "memory");
    return timer_now() - start;
}

static uint32_t time_register(uint32_t offset, uint32_t value, uint32_t step)
{
    uint32_t start = timer_now();

    for (uint32_t n = 0; n < OPERATIONS; n++)
        reg_write(PL310 + offset, value + n * step);
    return timer_now() - start;
}

static uint32_t time_line_operations(void)
{
    uint32_t start = timer_now();

    for (uint32_t n = 0; n < OPERATIONS; n++)
        __asm__ volatile("mcr p15, 0, %0, c7, c10, 1" : : "r"(SMALL + n * LINE) : "memory");
    return timer_now() - start;
}

static uint32_t time_set_way_operations(void)
{
    uint32_t start = timer_now();

    for (uint32_t n = 0; n < OPERATIONS; n++)
        __asm__ volatile("mcr p15, 0, %0, c7, c14, 2" : : "r"(n * LINE) : "memory");
    return timer_now() - start;
}

/* The loops of the operations, without what the operations cost. */
static uint32_t time_empty(void)
{
    uint32_t start = timer_now();

    for (uint32_t n = 0; n < OPERATIONS; n++)
        __asm__ volatile("nop" : : "r"(SMALL + n * LINE) : "memory");
    return timer_now() - start;
}

static void time_maintenance(void)
{
    report("empty", time_empty());
    report("clean_line", time_register(PL310_CLEAN_LINE, SMALL, LINE));
    report("sync", time_register(PL310_SYNC, 0, LINE));
    report("other_register", time_register(PL310_TAG_LATENCY, 0, LINE));
    report("l1_line", time_line_operations());
    report("l1_set_way", time_set_way_operations());
    uint32_t start = timer_now();
    reg_write(PL310 + PL310_INVALIDATE_WAY, 0xFF);
    report("all_ways", timer_now() - start);
}

int main(void)
{
    start_timer();
    mmu_on(false);
    for (unsigned pass = 0; pass < 2; pass++)
        report("copy", time_copy(TO, FROM, COPY_BYTES / LINE));
    for (unsigned pass = 0; pass < 3; pass++)
        report("small_reads", time_reads(SMALL, LINE, SMALL_BYTES / LINE));
    report("increments", time_increments(FROM, COPY_BYTES / LINE));
    report("stream_writes", time_writes(TO, LINE, COPY_BYTES / LINE));
    time_reads(SMALL, LINE, SMALL_BYTES / LINE);
    /* Half of it is taken away. */
    for (uint32_t n = 0; n < SMALL_BYTES / LINE / 2; n++)
        reg_write(PL310 + PL310_CLEAN_INVALIDATE_LINE, SMALL + n * LINE);
    report("reads_after_invalidate", time_reads(SMALL, LINE, SMALL_BYTES / LINE));
    time_random(RANDOM_READS, RANDOM_BYTES); /* until the cache is in its steady state */
    report("random_reads", time_random(RANDOM_READS, RANDOM_BYTES));
    time_random(RANDOM_READS, SMALL_BYTES);
    report("random_plain", time_random(RANDOM_READS, SMALL_BYTES));
    time_maintenance();
    report("reads_after_ways", time_reads(SMALL, LINE, SMALL_BYTES / LINE));
    finish();
}
