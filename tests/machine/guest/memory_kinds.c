/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* What accesses take through every kind of page, and which of them fault when they are not aligned. */
#include "paging.h"

#define AREA 0x10000000u /* one section of DDR a mapping */
#define OCM 0xFFFC0000u
#define ACCESSES 1000u
#define APART 64u /* neither the next address nor the same line */

static const struct attributes kinds[] = {
    {0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0},
    {1, 1, 1}, {2, 0, 0}, {5, 0, 0}, {4, 0, 1}, {4, 0, 0},
};
static const struct attributes remapped[] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1},
                                             {1, 0, 0}, {1, 1, 1}, {6, 0, 1}};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void time_kinds(const struct attributes *list, unsigned count)
{
    for (unsigned n = 0; n < count; n++) {
        uint32_t area = AREA + n * MIB;
        map_section(area, list[n]);
        report("read", time_reads(area, APART, ACCESSES));
        report("write", time_writes(area, APART, ACCESSES));
    }
}

/* In pages of 4 and of 64 KiB TEX is at another place. */
static void time_pages(void)
{
    static const struct attributes uncached = {1, 0, 0};

    for (unsigned large = 0; large < 2; large++) {
        uint32_t area = AREA + (0x80 + large) * MIB;
        map_pages(area, uncached, large);
        report("page_read", time_reads(area, APART, ACCESSES));
    }
}

static void time_uncached(void)
{
    static const struct attributes uncached = {1, 0, 0};
    uint32_t area = AREA + 0x90 * MIB;

    map_section(area, uncached);
    map_section(OCM, uncached);
    report("streamed_read", time_reads(area, 4, ACCESSES));
    report("merged_write", time_writes(area, 4, ACCESSES));
    report("unaligned_read", time_reads(area + 1, APART, 4));
    report("crossing_read", time_reads(area + 4096 - 2, 4096, ACCESSES / 10));
    report("crossing_write", time_writes(area + 4096 - 2, 4096, ACCESSES / 10));
    report("ocm_read", time_reads(OCM, APART, ACCESSES));
    report("ocm_write", time_writes(OCM, APART, ACCESSES));
}

static void report_aborts(uint32_t before)
{
    report("aborts", last_abort.count - before);
    report("status", last_abort.status);
    report("address", last_abort.address);
}

static void try_unaligned(uint32_t address)
{
    uint32_t value, before = last_abort.count;

    last_abort.status = last_abort.address = 0;
    __asm__ volatile("ldr %0, [%1]" : "=r"(value) : "r"(address + 1) : "memory");
    __asm__ volatile("ldrh %0, [%1]" : "=r"(value) : "r"(address + 3) : "memory");
    __asm__ volatile("str %0, [%1]" : : "r"(value), "r"(address + 2) : "memory");
    __asm__ volatile("strh %0, [%1]" : : "r"(value), "r"(address + 5) : "memory");
    __asm__ volatile("ldrh %0, [%1]" : "=r"(value) : "r"(address + 2) : "memory"); /* aligned */
    report_aborts(before);
}

static void try_all_unaligned(void)
{
    for (unsigned n = 0; n < COUNT(kinds); n++)
        try_unaligned(AREA + n * MIB);
    try_unaligned(SLCR + 0x100); /* registers, too */
}

int main(void)
{
    start_timer();
    report("off_read", time_reads(AREA, APART, ACCESSES));
    report("off_write", time_writes(AREA, APART, ACCESSES));
    try_unaligned(AREA);
    mmu_on(false);
    report("plain", time_reads(0x11000000, 0, ACCESSES));
    report("plain_few", time_reads(0x11000000, 0, ACCESSES / 10));
    report("plain_four", time_reads(0x11000000, 0, 4));
    time_kinds(kinds, COUNT(kinds));
    time_pages();
    time_uncached();
    try_all_unaligned();
    mmu_on(true);
    time_kinds(remapped, COUNT(remapped));
    finish();
}
