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

int main(void)
{
    static const uint32_t address[] = {0x40000000, 0xBFFFFFFC, PL_PROC_CONTROL + 0x7000};

    open_pl();
    for (unsigned n = 0; n < sizeof address / sizeof address[0]; n++) {
        try_access(address[n], false);
        try_access(address[n], true);
    }
    report("identity", reg_read(PL_PROC_CONTROL + 0x8000));
    report("aborts_after", last_abort.count);
    finish();
}
