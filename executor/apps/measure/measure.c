/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "measure.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

int measure_pin(unsigned core)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(core, &set);
    return sched_setaffinity(0, sizeof set, &set) ? errno : 0;
}

volatile void *measure_map_physical(uint32_t address, size_t bytes)
{
    int fd = open("/dev/mem", O_RDWR | O_SYNC | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    void *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)address);
    int error = errno;
    (void)close(fd);
    errno = error;
    return mapped == MAP_FAILED ? NULL : mapped;
}

int measure_calib_open(struct measure_calib *calib)
{
    calib->fd = open(CALIB_DEVICE, O_RDWR | O_CLOEXEC);
    if (calib->fd < 0)
        return errno;
    int error = ioctl(calib->fd, CALIB_IOC_GET_INFO, &calib->info) ? errno : 0;
    if (!error && calib->info.abi_version != CALIB_ABI_VERSION)
        error = EPROTONOSUPPORT;
    if (!error) {
        calib->buffer =
            mmap(NULL, calib->info.buffer_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, calib->fd, 0);
        error = calib->buffer == MAP_FAILED ? errno : 0;
    }
    if (error) {
        (void)close(calib->fd);
        calib->fd = -1;
    }
    return error;
}
