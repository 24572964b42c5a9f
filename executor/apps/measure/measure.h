/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* What the measuring programs share: cores, physical memory, and the driver that measures (uapi/calib.h). */
#ifndef MEASURE_H
#define MEASURE_H

#include "uapi/calib.h"

#include <stddef.h>
#include <stdint.h>

/* The calling thread runs on this core alone. 0 or a positive errno. */
int measure_pin(unsigned core);

/* Physical memory through /dev/mem, strongly ordered; page-aligned. NULL: errno says why. Mapped until the
 * program ends. */
volatile void *measure_map_physical(uint32_t address, size_t bytes);

/* /dev/calib and its buffer, in use until the program ends. */
struct measure_calib {
    int fd; /* -1: not open */
    struct calib_info info;
    unsigned char *buffer; /* info.buffer_bytes of Normal non-cacheable memory, which bus masters reach */
};

/* 0 or a positive errno; EPROTONOSUPPORT: another version of the driver. */
int measure_calib_open(struct measure_calib *calib);

#endif
