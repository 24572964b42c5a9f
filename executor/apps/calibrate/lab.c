/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "lab.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static struct cal_lab lab = {.fd = -1};

static int open_lab(void)
{
    lab.fd = open(CALIB_DEVICE, O_RDWR | O_CLOEXEC);
    if (lab.fd < 0)
        return errno;
    int error = ioctl(lab.fd, CALIB_IOC_GET_INFO, &lab.info) ? errno : 0;
    if (!error && lab.info.abi_version != CALIB_ABI_VERSION)
        error = EPROTONOSUPPORT;
    if (!error) {
        lab.buffer = mmap(NULL, lab.info.buffer_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, lab.fd, 0);
        error = lab.buffer == MAP_FAILED ? errno : 0;
    }
    if (error) {
        (void)close(lab.fd);
        lab.fd = -1;
    }
    return error;
}

const struct cal_lab *cal_lab_open(struct cal_result *result, int *error)
{
    *error = lab.fd < 0 ? open_lab() : 0;
    if (!*error)
        return &lab;
    (void)cal_fail(result, *error, CALIB_DEVICE);
    return NULL;
}
