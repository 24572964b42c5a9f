/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Accesses that no slave, or no register, answers: an external abort each, and the run goes on. */
#include "guest.h"

static void try_access(uint32_t address, bool is_write)
{
    uint32_t before = last_abort.count;

    last_abort.status = 0;
    last_abort.address = 0;
    if (is_write)
        reg_write(address, 0x12345678);
    else
        (void)reg_read(address);
    report("aborts", last_abort.count - before);
    report("status", last_abort.status);
    report("address", last_abort.address);
}

/* The identity register by bytes and by half words. */
static void narrow_reads(void)
{
    volatile uint8_t *byte = (volatile uint8_t *)(PL_PROC_CONTROL + 0x8000);
    volatile uint16_t *half = (volatile uint16_t *)(PL_PROC_CONTROL + 0x8000);

    report("bytes", byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24);
    report("halves", half[0] | (uint32_t)half[1] << 16);
}

int main(void)
{
    static const uint32_t address[] = {0x40000000, 0xBFFFFFFC, PL_PROC_CONTROL + 0x7000};

    open_pl();
    for (unsigned n = 0; n < sizeof address / sizeof address[0]; n++) {
        try_access(address[n], false);
        try_access(address[n], true);
    }
    report("identity", reg_read(PL_PROC_CONTROL + 0x8000));
    narrow_reads();
    report("aborts_after", last_abort.count);
    finish();
}
