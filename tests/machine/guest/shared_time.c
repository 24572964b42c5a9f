/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Both cores read the global timer and hand the value on through memory: whoever is later in that order must
 * not read less. Then interrupts from core to core: none is taken before it is sent.
 */
#include "guest.h"

#define READS 20000u /* each core */
#define SIGNALS 1000u

static uint32_t word, last, backward, worst;
static volatile uint32_t core1_ready, go, core1_done, sent_at, taken;
static uint32_t late_min = 0x7fffffff, late_max = 0x80000000;

static void read_all(unsigned gap)
{
    for (uint32_t n = 0; n < READS; n++) {
        lock(&word);
        uint32_t now = timer_now();
        if ((int32_t)(now - last) < 0) {
            backward++;
            worst = last - now > worst ? last - now : worst;
        }
        last = now;
        unlock(&word);
        spin(1 + (n & gap));
    }
}

static void entry(void)
{
    int32_t late = (int32_t)(timer_now() - sent_at);
    if (late < (int32_t)late_min)
        late_min = (uint32_t)late;
    if (late > (int32_t)late_max)
        late_max = (uint32_t)late;
}

static void on_signal(unsigned id)
{
    (void)id;
    taken++;
}

static void core1(void)
{
    core1_ready = 1;
    await(&go, 1);
    read_all(7);
    irq_enable(1);
    irq_unmask();
    core1_done = 1;
    while (true)
        __asm__ volatile("nop\n\tnop\n\tnop" : : : "memory");
}

int main(void)
{
    irq_handler = on_signal;
    irq_entry = entry;
    start_timer();
    start_core1(core1);
    await(&core1_ready, 1);
    go = 1;
    read_all(15);
    await(&core1_done, 1);
    for (uint32_t n = 0; n < SIGNALS; n++) {
        spin(1 + n % 601);
        sent_at = timer_now();
        reg_write(GIC_DIST + 0xF00, 1u << 17 | 1);
        await(&taken, n + 1);
    }
    report("backward", backward);
    report("worst", worst);
    report("late_min", late_min);
    report("late_max", late_max);
    report("taken", taken);
    finish();
}
