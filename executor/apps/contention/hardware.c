/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "contention.h"

#include "measure.h"

#include <errno.h>
#include <time.h>

#define DMA_ADDRESS 0x40400000
#define TRAFFIC_ADDRESS 0x43c00000
#define CONTROL_ADDRESS 0x6fe00000
#define WINDOW_BYTES 0x10000u
#define CYCLES_LOW (0x8018 / 4)
#define CYCLES_HIGH (0x801c / 4)
#define CLOCK_MS 2 /* over which the two clocks are compared */

static int map_all_registers(struct hardware *h)
{
    h->dma = measure_map_physical(DMA_ADDRESS, WINDOW_BYTES);
    h->traffic = measure_map_physical(TRAFFIC_ADDRESS, WINDOW_BYTES);
    h->control = measure_map_physical(CONTROL_ADDRESS, WINDOW_BYTES);
    return h->dma && h->traffic && h->control ? 0 : errno;
}

/* The file stays open: its mapping is in use until the program ends. */
static int map_buffer(struct hardware *h)
{
    struct measure_calib calib;
    int error = measure_calib_open(&calib);

    if (error)
        return error;
    h->buffer = calib.buffer;
    h->buffer_bytes = calib.info.buffer_bytes;
    h->buffer_address = calib.info.buffer_address;
    return 0;
}

static uint64_t pl_cycles(const struct hardware *h)
{
    uint32_t low = h->control[CYCLES_LOW]; /* latches the high word */

    return (uint64_t)h->control[CYCLES_HIGH] << 32 | low;
}

static void compare_clocks(struct hardware *h)
{
    const struct timespec time = {.tv_nsec = CLOCK_MS * 1000000};
    uint64_t counts = rxc_clock_count(&h->clock), cycles = pl_cycles(h);

    (void)nanosleep(&time, NULL);
    counts = rxc_clock_count(&h->clock) - counts;
    cycles = pl_cycles(h) - cycles;
    h->counts_per_cycle = cycles ? (double)counts / (double)cycles : 0;
}

int hardware_open(struct hardware *h)
{
    struct rxc_error why = {0};
    int error = -rxc_device_open(&h->device, &why);

    if (!error)
        error = map_all_registers(h);
    if (!error)
        error = map_buffer(h);
    if (error)
        return error;
    rxc_device_clock(&h->device, &h->clock);
    compare_clocks(h);
    return h->counts_per_cycle > 0 ? 0 : EIO;
}
