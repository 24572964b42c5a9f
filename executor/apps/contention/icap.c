/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The DMA is started by its registers, so that the cores have next to nothing to do with it; the driver is
 * only asked to own the port. Registers: those of AXI DMA, MM2S, and the counters of the port.
 */
#include "contention.h"

#include "uapi/reconos.h"
#include "uapi/zycap.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define DMACR (0x00 / 4)
#define DMASR (0x04 / 4)
#define DMASA (0x18 / 4)
#define DMALENGTH (0x28 / 4)
#define ACTIVE_CYCLES (0x8008 / 4)
#define GAP_CYCLES (0x800c / 4)
#define RUN 1u
#define DONE (1u << 12)
#define ERRORS (1u << 14 | 7u << 4)
/* About the time of a load: each look takes a core from its copy, and costs two switches. */
#define LOOK_NS 1000000
#define LOOKS_MAX 100 /* a tenth of a second */

int loader_open(struct loader *loader, const struct hardware *hardware, const char *path, uint32_t slot)
{
    struct reconos_slot_level quiet = {.slot = slot, .level = 1};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, hardware->buffer, hardware->buffer_bytes / 2);

    if (size < 0)
        return errno;
    (void)close(fd);
    if (size == 0 || size % 4 != 0)
        return EINVAL;
    *loader = (struct loader){.hardware = hardware, .size_bytes = (uint32_t)size};
    loader->zycap = open(ZYCAP_DEVICE, O_RDWR | O_CLOEXEC);
    if (loader->zycap < 0 || ioctl(hardware->device.reconos, RECONOS_IOC_SLOT_ACQUIRE, &slot) ||
        ioctl(hardware->device.reconos, RECONOS_IOC_SLOT_QUIESCE, &quiet))
        return errno;
    return 0;
}

static int load_once(const struct loader *loader, struct flow *flow)
{
    static const struct timespec look = {.tv_nsec = LOOK_NS};
    volatile uint32_t *dma = loader->hardware->dma;
    uint32_t status = 0;

    dma[DMASR] = DONE | 1u << 14;
    dma[DMACR] = RUN;
    dma[DMASA] = loader->hardware->buffer_address;
    dma[DMALENGTH] = loader->size_bytes;
    for (int i = 0; i < LOOKS_MAX && !(status & (DONE | ERRORS)); i++) {
        (void)nanosleep(&look, NULL);
        status = dma[DMASR];
    }
    if (status & ERRORS)
        return EIO;
    if (!(status & DONE))
        return ETIMEDOUT;
    uint32_t cycles = dma[ACTIVE_CYCLES] + dma[GAP_CYCLES];
    flow->bytes += loader->size_bytes;
    flow->counts += (uint64_t)((double)cycles * loader->hardware->counts_per_cycle + 0.5);
    return 0;
}

int loader_run(struct loader *loader, uint32_t times, struct flow *flow)
{
    int error = 0;

    *flow = (struct flow){0};
    for (uint32_t i = 0; i < times && !error; i++)
        error = load_once(loader, flow);
    return error;
}

static void *loader_main(void *argument)
{
    struct loader *loader = argument;

    while (!atomic_load(loader->stop) && !loader->error) {
        loader->error = load_once(loader, &loader->flow);
        loader->loads++;
    }
    return NULL;
}

int loader_start(struct loader *loader, atomic_bool *stop)
{
    loader->stop = stop;
    loader->flow = (struct flow){0};
    loader->loads = 0;
    return pthread_create(&loader->thread, NULL, loader_main, loader);
}

int loader_join(struct loader *loader)
{
    int error = pthread_join(loader->thread, NULL);

    return error ? error : loader->error;
}
