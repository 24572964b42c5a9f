/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The same loop on one core, then on both at once. */
#include "guest.h"

#define TURNS 2500000u /* 5,000,000 instructions: 10 ms */

static volatile uint32_t core1_ready, go, core1_counts;

static uint32_t measure(void)
{
    uint32_t start = timer_now();
    spin(TURNS);
    return timer_now() - start;
}

static void core1(void)
{
    core1_ready = 1;
    await(&go, 1);
    core1_counts = measure();
}

int main(void)
{
    uint32_t start, both;

    start_timer();
    report("alone", measure());
    start_core1(core1);
    await(&core1_ready, 1);
    go = 1;
    start = timer_now();
    both = measure();
    await(&core1_counts, 1);
    report("total", timer_now() - start);
    report("core0", both);
    report("core1", core1_counts);
    finish();
}
