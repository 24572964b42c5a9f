/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The clock of the board. */
#include "calibrate.h"

#include "rxc/device.h"

#define CLOCK_READINGS 64

/* The global timer through the driver that knows its rate; elsewhere the kernel's clock. */
void cal_clock_init(struct cal_context *context)
{
    static struct rxc_device device; /* stays open: the clock reads its mapping */

    if (rxc_device_open(&device, NULL)) {
        rxc_clock_init_monotonic(&context->clock);
        context->clock_name = "CLOCK_MONOTONIC";
    } else {
        rxc_device_clock(&device, &context->clock);
        context->clock_name = "global timer";
    }
    context->ns_per_count = 1e9 / context->clock.hz;
    uint64_t start = rxc_clock_count(&context->clock);
    for (int i = 0; i < CLOCK_READINGS; i++)
        (void)rxc_clock_count(&context->clock);
    /* Between the two readings of a pair lies one of them. */
    context->reading_ns =
        (double)(rxc_clock_count(&context->clock) - start) * context->ns_per_count / (CLOCK_READINGS + 1);
}
