/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The driver's help: /dev/calib, opened once for the whole program. */
#ifndef CALIBRATE_LAB_H
#define CALIBRATE_LAB_H

#include "calibrate.h"

#include "uapi/calib.h"

struct cal_lab {
    int fd;
    struct calib_info info;
    unsigned char *buffer; /* info.buffer_bytes of Normal non-cacheable memory */
};

/* NULL: it is not there; the result then says why and *error is the errno. */
const struct cal_lab *cal_lab_open(struct cal_result *result, int *error);

#endif
