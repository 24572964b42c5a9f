/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Other work while something is measured: on each core a process that copies more memory than a cache holds.
 */
#ifndef CALIBRATE_LOAD_H
#define CALIBRATE_LOAD_H

#include <sys/types.h>

#define CAL_LOAD_CORES 2u

struct cal_load {
    pid_t process[CAL_LOAD_CORES];
};

/* 0 or a positive errno; cal_load_stop is right after both. */
int cal_load_start(struct cal_load *load);
void cal_load_stop(struct cal_load *load);

#endif
