/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A number goes from core to core and back through memory that both poll, 1000 times. */
#include "guest.h"

#define ROUNDS 1000u
#define WINDOW ((volatile uint32_t *)0x10000000u) /* the page that test-machine names */

static void core1(void)
{
    for (uint32_t n = 1; n <= ROUNDS; n++) {
        await(&WINDOW[0], n);
        WINDOW[8] = n;
    }
}

int main(void)
{
    open_pl();
    start_timer();
    WINDOW[0] = WINDOW[8] = 0;
    start_core1(core1);
    uint32_t began = timer_now();
    for (uint32_t n = 1; n <= ROUNDS; n++) {
        WINDOW[0] = n;
        await(&WINDOW[8], n);
    }
    report("trips", timer_now() - began);
    finish();
}
