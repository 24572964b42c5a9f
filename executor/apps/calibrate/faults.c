/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Page faults, as lmbench's lat_pagefault does: a file in memory is mapped, one byte of each page is read, in
 * an order that no read-ahead follows. The value is for one page, also of those that the kernel maps around
 * it.
 */
#include "groups.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE_BYTES 4096u
#define FILE_PAGES 512u
#define STEP 211u /* has no divisor in common with FILE_PAGES, so every page has its turn */

static int touch(void *argument, unsigned times)
{
    const volatile unsigned char *bytes = argument;

    for (unsigned i = 0; i < times; i++)
        (void)bytes[i * STEP % FILE_PAGES * PAGE_BYTES];
    return 0;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    size_t bytes = (size_t)FILE_PAGES * PAGE_BYTES;
    unsigned samples = context->quick ? 8 : 40;
    int fd = memfd_create("calibrate", MFD_CLOEXEC);
    int error = fd < 0 || ftruncate(fd, (off_t)bytes) ? errno : 0;

    (void)self;
    for (unsigned i = 0; i <= samples && !error; i++) {
        void *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (mapped == MAP_FAILED) {
            error = errno;
            break;
        }
        double start = cal_now_ns(context);
        error = touch(mapped, FILE_PAGES);
        double ns = cal_now_ns(context) - start - context->reading_ns;
        if (i > 0) /* the first one brings the file's pages into being */
            cal_add(result, ns * 1e-3 / FILE_PAGES);
        (void)munmap(mapped, bytes);
    }
    if (fd >= 0)
        (void)close(fd);
    cal_condition(result, "size_bytes", (double)bytes);
    return error ? cal_fail(result, error, "file in memory") : 0;
}

static const struct cal_measurement rows[] = {
    {"page_fault", "fault on a page of a file in memory", "us", run, 0, 0},
};
const struct cal_group cal_faults = CAL_GROUP(rows);
