/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Core 1 is stopped by SLCR A9_CPU_RST_CTRL, busy or asleep, and starts again at physical address 0. */
#include "guest.h"

#define A9_CPU_RST_CTRL (SLCR + 0x244)
#define TIMES 3u

static volatile uint32_t beats, starts, started_at, entry_state;

/* No stack yet: what the core finds at 0 jumps here. */
__attribute__((naked)) static void from_zero(void)
{
    __asm__ volatile("mrs r0, cpsr\n\t"
                     "ldr r1, =%c0\n\t"
                     "str r0, [r1]\n\t"
                     "b core1_start"
                     :
                     : "i"(&entry_state));
}

static void core1(void)
{
    started_at = timer_now();
    if (++starts == 3)
        while (true)
            wfi();
    while (true)
        beats++;
}

static bool beats_change(void)
{
    uint32_t before = beats;
    spin(5000);
    return beats != before;
}

int main(void)
{
    volatile uint32_t *zero = (volatile uint32_t *)0;
    uint32_t running = 0, stopped = 0, good_state = 0, start_counts_max = 0;

    __asm__("" : "+r"(zero));
    start_timer();
    reg_write(SLCR + 0x008, 0xDF0D);
    start_core1(core1);
    await(&starts, 1);
    for (uint32_t n = 0; n < TIMES; n++) {
        running += beats_change();
        reg_write(A9_CPU_RST_CTRL, 0x22);
        spin(5000);
        stopped += !beats_change();
        zero[0] = 0xe51ff004; /* ldr pc, [pc, #-4] */
        zero[1] = (uint32_t)(uintptr_t)from_zero;
        entry_state = 0;
        reg_write(A9_CPU_RST_CTRL, 0x20);
        stopped += !beats_change();
        uint32_t released_at = timer_now();
        reg_write(A9_CPU_RST_CTRL, 0);
        await(&starts, n + 2);
        if (started_at - released_at > start_counts_max)
            start_counts_max = started_at - released_at;
        good_state += (entry_state & 0xff) == 0xd3; /* SVC mode, A32, IRQ and FIQ masked */
    }
    running += beats_change();
    report("running", running);
    report("stopped", stopped);
    report("start_counts_max", start_counts_max);
    report("good_state", good_state);
    report("starts", starts);
    finish();
}
