/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A million charged reads in a loop of exactly three instructions. */
#include "guest.h"

int main(void)
{
    uint32_t left = 1000000, value;

    open_pl();
    __asm__ volatile("1:\tldr %1, [%2]\n\tsubs %0, %0, #1\n\tbne 1b"
                     : "+r"(left), "=&r"(value)
                     : "r"(PL_CYCLES_LOW)
                     : "cc", "memory");
    finish();
}
