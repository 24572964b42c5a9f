/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Bursts of 1 to 8 writes to the PL as Device memory, each after a read (so at the same phase of the PL's
 * clock), then a barrier and a read. At last two writes to strongly ordered memory.
 */
#include "paging.h"

static inline void burst(uint32_t writes)
{
    uint32_t value;

    /* The jump skips writes at the front: between the read and the first one are always two instructions. */
    __asm__ volatile("\tdsb\n"
                     "\tldr %0, [%1]\n"
                     "\trsb %0, %3, #8\n"
                     "\tadd pc, pc, %0, lsl #2\n"
                     "\tnop\n"
                     "\tstr %3, [%2]\n"
                     "\tstr %3, [%2]\n"
                     "\tstr %3, [%2]\n"
                     "\tstr %3, [%2]\n"
                     "\tstr %3, [%2]\n"
                     "\tstr %3, [%2]\n"
                     "\tstr %3, [%2]\n"
                     "\tstr %3, [%2]\n"
                     "\tdsb\n"
                     "\tldr %0, [%1]\n"
                     : "=&r"(value)
                     : "r"(PL_CYCLES_LOW), "r"(PL_TLB_INVALIDATE), "r"(writes)
                     : "memory");
}

int main(void)
{
    static const struct attributes device = {0, 0, 1}, strongly_ordered = {0, 0, 0};
    const uint32_t section = PL_PROC_CONTROL & ~(MIB - 1);

    open_pl();
    mmu_on(false);
    map_section(section, device);
    for (uint32_t writes = 1; writes <= 8; writes++)
        burst(writes);
    map_section(section, strongly_ordered);
    burst(2);
    finish();
}
