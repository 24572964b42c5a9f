/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Core 1 starts ZyCAP transfers and takes their interrupts while core 0's reads stall as the PL's parameters
 * say. */
#include "guest.h"

#define IRQ_ZYCAP 61u
#define TRANSFERS 100u

static uint32_t words[512];
static volatile uint32_t taken, core1_done;

static void on_done(unsigned id)
{
    (void)id;
}

/* Straight away: the judge takes the time from delivery to this write. The GIC may then find nothing any
 * more. */
static void entry(void)
{
    reg_write(PL_ZYCAP + 0x04, 1u << 12);
    taken++;
}

static void core1(void)
{
    irq_enable(IRQ_ZYCAP);
    irq_unmask();
    reg_write(PL_ZYCAP + 0x00, 1u << 12 | 1);
    reg_write(PL_ZYCAP + 0x18, (uint32_t)(uintptr_t)words);
    for (uint32_t n = 0; n < TRANSFERS; n++) {
        reg_write(PL_ZYCAP + 0x28, 4 * (16 + n * 3));
        await(&taken, n + 1);
        spin(1 + n % 37);
    }
    core1_done = 1;
}

int main(void)
{
    uint32_t reads = 0;

    irq_handler = on_done;
    irq_entry = entry;
    open_pl();
    start_core1(core1);
    for (; reads < 1000000 && !core1_done; reads++)
        reg_read(PL_CYCLES_LOW);
    report("taken", taken);
    report("reads", reads);
    finish();
}
