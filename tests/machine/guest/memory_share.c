/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A copy alone, then one on each core, where the memory is too slow for both. */
#include "paging.h"

#define FROM 0x11000000u
#define TO 0x12000000u
#define COPY_BYTES (8 * MIB)
#define LINE 32u

static volatile uint32_t core1_ready, go, core1_done, core1_counts;

static void core1_main(void)
{
    mmu_join();
    core1_ready = 1;
    await(&go, 1);
    core1_counts = time_copy(TO + COPY_BYTES, FROM + COPY_BYTES, COPY_BYTES / LINE);
    core1_done = 1;
}

int main(void)
{
    start_timer();
    mmu_on(false);
    report("alone", time_copy(TO, FROM, COPY_BYTES / LINE));
    start_core1(core1_main);
    await(&core1_ready, 1);
    go = 1;
    uint32_t counts = time_copy(TO, FROM, COPY_BYTES / LINE);
    await(&core1_done, 1);
    report("together", counts);
    report("together", core1_counts);
    finish();
}
