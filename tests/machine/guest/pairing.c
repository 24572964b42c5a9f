/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The global timer just before and just after a write to the PL, at many phases of both clocks. */
#include "guest.h"

#define PAIRS 1000u

static uint32_t before[PAIRS], after[PAIRS];

int main(void)
{
    open_pl();
    start_timer();
    for (uint32_t n = 0; n < PAIRS; n++) {
        __asm__ volatile("ldr %0, [%2]\n\tstr %3, [%4]\n\tldr %1, [%2]"
                         : "=&r"(before[n]), "=&r"(after[n])
                         : "r"(GLOBAL_TIMER), "r"(n), "r"(PL_TLB_INVALIDATE)
                         : "memory");
        spin(1 + n % 17);
    }
    for (uint32_t n = 0; n < PAIRS; n++) {
        report("before", before[n]);
        report("after", after[n]);
    }
    finish();
}
