/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Rates of the timers, and interval interrupts with an idle core. */
#include "guest.h"

#define TTC 0xF8001000u
#define IRQ_TTC 42u
#define TURNS_100_MS 25000000u
#define INTERRUPTS 200u
#define TTC_INTERVAL 11110u
#define PRIVATE_LOAD 33332u

static volatile uint32_t taken;
static uint32_t first_at, last_at;

struct sample {
    uint32_t global, private, ttc_plain, ttc_scaled;
};

static struct sample sample(void)
{
    struct sample s;
    __asm__ volatile("ldr %0, [%4]\n\tldr %1, [%5]\n\tldr %2, [%6]\n\tldr %3, [%6, #4]"
                     : "=&r"(s.global), "=&r"(s.private), "=&r"(s.ttc_plain), "=&r"(s.ttc_scaled)
                     : "r"(GLOBAL_TIMER), "r"(PRIVATE_TIMER + 4), "r"(TTC + 0x18)
                     : "memory");
    return s;
}

static void rates(uint32_t prescaler)
{
    struct sample a, b;

    reg_write(PRIVATE_TIMER + 8, 0);
    reg_write(PRIVATE_TIMER, 0xffffffff);
    reg_write(PRIVATE_TIMER + 8, prescaler << 8 | 1);
    reg_write(TTC + 0x00, 0);          /* counter 0: every tick */
    reg_write(TTC + 0x0C, 0x10);       /* count up, overflow, restart */
    reg_write(TTC + 0x04, 7 << 1 | 1); /* counter 1: every 256 ticks */
    reg_write(TTC + 0x10, 0x10);
    a = sample();
    spin(TURNS_100_MS);
    b = sample();
    report("prescaler", prescaler);
    report("global", b.global - a.global);
    report("private", a.private - b.private);
    report("ttc_plain", (b.ttc_plain - a.ttc_plain) & 0xffff);
    report("ttc_scaled", (b.ttc_scaled - a.ttc_scaled) & 0xffff);
    reg_write(PRIVATE_TIMER + 8, 0);
    reg_write(TTC + 0x0C, 1);
    reg_write(TTC + 0x10, 1);
}

static void on_interval(unsigned id)
{
    last_at = timer_now();
    if (taken++ == 0)
        first_at = last_at;
    if (id == IRQ_TTC)
        (void)reg_read(TTC + 0x54);
    else
        reg_write(PRIVATE_TIMER + 0xC, 1);
}

static void count_interrupts(const char *name)
{
    taken = 0;
    irq_unmask();
    for (uint32_t turn = 0; turn < 10 * INTERRUPTS && taken < INTERRUPTS; turn++)
        wfi();
    irq_mask();
    report("taken", taken);
    report(name, last_at - first_at);
}

int main(void)
{
    irq_handler = on_interval;
    start_timer();
    rates(0);
    rates(6);

    irq_enable(IRQ_TTC);
    reg_write(TTC + 0x00, 0);
    reg_write(TTC + 0x24, TTC_INTERVAL);
    reg_write(TTC + 0x60, 1);
    reg_write(TTC + 0x0C, 0x12);
    count_interrupts("ttc_intervals");
    reg_write(TTC + 0x0C, 1);
    reg_write(TTC + 0x60, 0);

    irq_enable(IRQ_PRIVATE_TIMER);
    reg_write(PRIVATE_TIMER, PRIVATE_LOAD);
    reg_write(PRIVATE_TIMER + 8, 7);
    count_interrupts("private_intervals");
    finish();
}
