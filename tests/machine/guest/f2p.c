/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A PL interrupt: ZyCAP reads words that mean nothing and says that it is done; half of the time core 0 is
 * idle. */
#include "guest.h"

#define IRQ_ZYCAP 61u
#define TRANSFERS 50u /* busy, and as many in WFI */

static uint32_t words[512];
static volatile uint32_t taken;
static uint32_t bad_status;

static void on_done(unsigned id)
{
    (void)id;
    bad_status += (reg_read(PL_ZYCAP + 0x04) & 0x5071) != 0x1000; /* IOC, no error, not halted */
    reg_write(PL_ZYCAP + 0x04, 1u << 12);
    taken++;
}

static void transfer(uint32_t n, bool idle)
{
    uint32_t before = taken;

    reg_write(PL_ZYCAP + 0x18, (uint32_t)(uintptr_t)words);
    irq_mask();
    reg_write(PL_ZYCAP + 0x28, 4 * (16 + n * 7));
    for (uint32_t turn = 0; turn < 100000 && taken == before; turn++) {
        irq_mask();
        if (idle && taken == before)
            wfi(); /* a masked interrupt ends it, too */
        irq_unmask();
    }
}

int main(void)
{
    irq_handler = on_done;
    for (unsigned n = 0; n < 512; n++)
        words[n] = n * 0x01010101u;
    open_pl();
    irq_enable(IRQ_ZYCAP);
    irq_unmask();
    reg_write(PL_ZYCAP + 0x00, 1u << 12 | 1);
    for (uint32_t n = 0; n < 2 * TRANSFERS; n++)
        transfer(n % TRANSFERS, n >= TRANSFERS);
    report("taken", taken);
    report("bad_status", bad_status);
    finish();
}
