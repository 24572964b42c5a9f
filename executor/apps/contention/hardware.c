/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "contention.h"

#include "uapi/calib.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define DMA_ADDRESS 0x40400000
#define TRAFFIC_ADDRESS 0x43c00000
#define CONTROL_ADDRESS 0x6fe00000
#define WINDOW_BYTES 0x10000u
#define CYCLES_LOW (0x8018 / 4)
#define CYCLES_HIGH (0x801c / 4)
#define CLOCK_MS 2 /* over which the two clocks are compared */

static volatile uint32_t *map_registers(int memory, off_t address)
{
    void *mapped = mmap(NULL, WINDOW_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, memory, address);

    return mapped == MAP_FAILED ? NULL : mapped;
}

static int map_all_registers(struct hardware *h)
{
    int memory = open("/dev/mem", O_RDWR | O_SYNC | O_CLOEXEC);

    if (memory < 0)
        return errno;
    h->dma = map_registers(memory, DMA_ADDRESS);
    h->traffic = map_registers(memory, TRAFFIC_ADDRESS);
    h->control = map_registers(memory, CONTROL_ADDRESS);
    int error = h->dma && h->traffic && h->control ? 0 : errno;
    (void)close(memory);
    return error;
}

/* The file stays open: its mapping is in use until the program ends. */
static int map_buffer(struct hardware *h)
{
    struct calib_info info = {0};
    int calib = open(CALIB_DEVICE, O_RDWR | O_CLOEXEC);

    if (calib < 0 || ioctl(calib, CALIB_IOC_GET_INFO, &info))
        return errno;
    if (info.abi_version != CALIB_ABI_VERSION)
        return EPROTONOSUPPORT;
    void *mapped = mmap(NULL, info.buffer_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, calib, 0);
    if (mapped == MAP_FAILED)
        return errno;
    h->buffer = mapped;
    h->buffer_bytes = info.buffer_bytes;
    h->buffer_address = info.buffer_address;
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
