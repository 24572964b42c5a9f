/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Instructions of several accesses to the PL, while the other core is busy: each access happens once. */
#include "guest.h"

#define TIMES 200u

static volatile uint32_t core1_ready;

static void core1(void)
{
    core1_ready = 1;
    while (true)
        spin(100);
}

int main(void)
{
    register uint32_t low __asm__("r4") = 0;
    register uint32_t high __asm__("r5") = 0;
    uint32_t bad = 0;

    open_pl();
    start_core1(core1);
    await(&core1_ready, 1);
    for (uint32_t n = 0; n < TIMES; n++) {
        __asm__ volatile("ldm %2, {%0, %1}" : "=r"(low), "=r"(high) : "r"(PL_CYCLES_LOW) : "memory");
        bad += high != 0;
        low = n;
        high = ~n;
        __asm__ volatile("stm %2, {%0, %1}" : : "r"(low), "r"(high), "r"(PL_TLB_INVALIDATE) : "memory");
        spin(n % 13 + 1);
    }
    report("bad", bad);
    finish();
}
