/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Core 0 reads the PL (each read stalls as the PL's parameters say); core 1 takes a timer interrupt every 5
 * us. */
#include "guest.h"

#define PERIOD 1667u    /* counts of 333.33333 MHz: 5.001 us */
#define INTERRUPTS 500u /* in a busy loop, and as many in WFI */

static volatile uint32_t taken, phase, core1_done;
static uint32_t latency_max[2], latency_min[2] = {0xffffffff, 0xffffffff};

/* The timer counts down from its load value, so it tells how long ago it fired. */
static void entry(void)
{
    uint32_t latency = PERIOD - 1 - reg_read(PRIVATE_TIMER + 4);
    if (latency > latency_max[phase])
        latency_max[phase] = latency;
    if (latency < latency_min[phase])
        latency_min[phase] = latency;
}

static void on_timer(unsigned id)
{
    (void)id;
    reg_write(PRIVATE_TIMER + 0xC, 1);
    taken++;
}

static void core1(void)
{
    uint32_t start = timer_now();
    irq_enable(IRQ_PRIVATE_TIMER);
    reg_write(PRIVATE_TIMER, PERIOD - 1);
    reg_write(PRIVATE_TIMER + 8, 7);
    irq_unmask();
    start = timer_now();
    while (taken < INTERRUPTS)
        __asm__ volatile("nop\n\tnop\n\tnop\n\tnop\n\tnop" : : : "memory");
    phase = 1;
    for (uint32_t turn = 0; turn < 2 * INTERRUPTS && taken < 2 * INTERRUPTS; turn++)
        wfi();
    irq_mask();
    start = timer_now() - start;
    core1_done = start;
}

int main(void)
{
    uint32_t reads = 0;

    irq_handler = on_timer;
    irq_entry = entry;
    open_pl();
    start_timer();
    start_core1(core1);
    for (; reads < 1000000 && !core1_done; reads++)
        reg_read(PL_CYCLES_LOW);
    report("reads", reads);
    report("taken", taken);
    report("core1_counts", core1_done);
    report("busy_latency_min", latency_min[0]);
    report("busy_latency_max", latency_max[0]);
    report("wfi_latency_min", latency_min[1]);
    report("wfi_latency_max", latency_max[1]);
    finish();
}
