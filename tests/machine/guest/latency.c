/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Interrupts while both cores compute: 100 of the PL to core 0, whose first act is to acknowledge them there
 * (the judge takes the time from raise to that write), then 1000 from core to core, each sent by the handler
 * of the one before. The spins between make the interrupts fall anywhere in the slices.
 */
#include "guest.h"

#define IRQ_ZYCAP 61u
#define TRANSFERS 100u
#define ROUNDS 500u

static uint32_t words[512];
static volatile uint32_t taken, rounds, core1_ready;
static uint32_t began, sent, trip_min = UINT32_MAX, trip_max;

static void send(unsigned core)
{
    reg_write(GIC_DIST + 0xF00, 0x10000u << core);
}

static void entry(void)
{
    if (core_number() != 0 || taken == TRANSFERS)
        return;
    reg_write(PL_ZYCAP + 0x04, 1u << 12);
    taken++;
}

static void on_irq_taken(unsigned id)
{
    if (id != 0)
        return;
    if (core_number() == 1) {
        send(0);
        return;
    }
    uint32_t now = timer_now();
    if (rounds++) {
        trip_min = now - sent < trip_min ? now - sent : trip_min;
        trip_max = now - sent > trip_max ? now - sent : trip_max;
    }
    if (rounds == 1)
        began = now;
    sent = now;
    if (rounds < ROUNDS)
        send(1);
}

static void core1(void)
{
    irq_enable(0);
    irq_unmask();
    core1_ready = 1;
    while (true)
        spin(100);
}

int main(void)
{
    irq_handler = on_irq_taken;
    irq_entry = entry;
    open_pl();
    start_timer();
    start_core1(core1);
    await(&core1_ready, 1);
    irq_enable(IRQ_ZYCAP);
    irq_enable(0);
    irq_unmask();
    reg_write(PL_ZYCAP + 0x00, 1u << 12 | 1);
    reg_write(PL_ZYCAP + 0x18, (uint32_t)(uintptr_t)words);
    for (uint32_t n = 0; n < TRANSFERS; n++) {
        reg_write(PL_ZYCAP + 0x28, 4 * (16 + n * 3));
        await(&taken, n + 1);
        spin(1 + n % 37);
    }
    send(1);
    await(&rounds, ROUNDS);
    report("taken", taken);
    report("trip_min", trip_min);
    report("trip_max", trip_max);
    report("trips", sent - began);
    finish();
}
