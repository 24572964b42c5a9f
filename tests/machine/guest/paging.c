/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "paging.h"

#define SECTIONS 4096u
#define PAGES 256u
#define SCTLR_M (1u << 0)
#define SCTLR_A (1u << 1)
#define SCTLR_C (1u << 2)
#define SCTLR_I (1u << 12)
#define SCTLR_TRE (1u << 28)
/* Remapped, TEX[0] C B: 0 strongly ordered, 1 Normal non-cacheable, 4 Device, 7 write-back write-allocate. */
#define LINUX_PRRR 0xFF0A81A8u
#define LINUX_NMRR 0x40E040E0u

static uint32_t first[SECTIONS] __attribute__((aligned(0x4000)));
static uint32_t second[2][PAGES] __attribute__((aligned(0x400)));

static void forget_translations(void)
{
    __asm__ volatile("dsb\n\tmcr p15, 0, %0, c8, c7, 0\n\tdsb\n\tisb" : : "r"(0) : "memory");
}

void map_section(uint32_t address, struct attributes a)
{
    first[address / MIB] = (address & ~(MIB - 1)) | a.tex << 12 | 3u << 10 | a.c << 3 | a.b << 2 | 2;
    forget_translations();
}

void map_pages(uint32_t address, struct attributes a, bool large)
{
    for (uint32_t n = 0; n < PAGES; n++)
        second[large][n] =
            large ? ((address + n * 4096) & 0xFFFF0000) | a.tex << 12 | 3u << 4 | a.c << 3 | a.b << 2 | 1
                  : (address + n * 4096) | a.tex << 6 | 3u << 4 | a.c << 3 | a.b << 2 | 2;
    first[address / MIB] = (uint32_t)(uintptr_t)second[large] | 1;
    forget_translations();
}

static void switch_on(bool remapped)
{
    uint32_t control;

    __asm__ volatile("mcr p15, 0, %0, c10, c2, 0" : : "r"(LINUX_PRRR));
    __asm__ volatile("mcr p15, 0, %0, c10, c2, 1" : : "r"(LINUX_NMRR));
    __asm__ volatile("mcr p15, 0, %0, c3, c0, 0" : : "r"(1)); /* domain 0: client */
    __asm__ volatile("mcr p15, 0, %0, c2, c0, 0" : : "r"(first));
    __asm__ volatile("mcr p15, 0, %0, c2, c0, 2" : : "r"(0));
    forget_translations();
    __asm__ volatile("mrc p15, 0, %0, c1, c0, 0" : "=r"(control));
    control = (control & ~(SCTLR_A | SCTLR_TRE)) | SCTLR_M | SCTLR_C | SCTLR_I | (remapped ? SCTLR_TRE : 0);
    __asm__ volatile("mcr p15, 0, %0, c1, c0, 0\n\tisb" : : "r"(control) : "memory");
}

void mmu_join(void)
{
    switch_on(false);
}

void mmu_on(bool remapped)
{
    static const struct attributes ordered = {0, 0, 0}, write_back = {1, 1, 1};

    for (uint32_t n = 0; n < SECTIONS; n++)
        first[n] = n * MIB | 3u << 10 | 2;
    map_section(0, ordered);
    for (uint32_t n = 1; n < 16; n++)
        map_section(n * MIB, write_back);
    for (uint32_t n = 0x110; n < 0x140; n++)
        map_section(n * MIB, write_back);
    switch_on(remapped);
}

uint32_t time_reads(uint32_t address, uint32_t stride, uint32_t count)
{
    uint32_t value, start = timer_now();

    __asm__ volatile("1:\tldr %2, [%0]\n\tadd %0, %0, %3\n\tsubs %1, %1, #1\n\tbne 1b"
                     : "+r"(address), "+r"(count), "=&r"(value)
                     : "r"(stride)
                     : "cc", "memory");
    return timer_now() - start;
}

uint32_t time_writes(uint32_t address, uint32_t stride, uint32_t count)
{
    uint32_t start = timer_now();

    __asm__ volatile("1:\tstr %1, [%0]\n\tadd %0, %0, %2\n\tsubs %1, %1, #1\n\tbne 1b"
                     : "+r"(address), "+r"(count)
                     : "r"(stride)
                     : "cc", "memory");
    return timer_now() - start;
}

uint32_t time_copy(uint32_t to, uint32_t from, uint32_t lines)
{
    uint32_t start = timer_now();

    __asm__ volatile("1:\tldm %1!, {r3-r10}\n\tsubs %2, %2, #1\n\tstm %0!, {r3-r10}\n\tbne 1b"
                     : "+r"(to), "+r"(from), "+r"(lines)
                     :
                     : "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "cc", "memory");
    return timer_now() - start;
}
