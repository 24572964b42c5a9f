/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The traffic generator in the programmable logic: four masters of 64 bits at S_AXI_HP0 to 3, each with a
 * stream of reads (2 m) and one of writes (2 m + 1). They use the coherent buffer of /dev/calib.
 */
#ifndef CALIBRATE_GENERATOR_H
#define CALIBRATE_GENERATOR_H

#include "calibrate.h"

#include "lab.h"

#define CAL_MASTERS 4u
#define CAL_STREAMS (2 * CAL_MASTERS)
#define CAL_GENERATOR_ADDRESS 0x43c00000u
#define CAL_GENERATOR_DONE 0x1cu /* offset: streams that have ended; write 1 to clear */

struct cal_generator {
    volatile uint32_t *registers;
    const struct measure_calib *lab;
};

struct cal_stream_run {
    uint32_t bytes;  /* of one pass, a multiple of 8 */
    uint32_t passes; /* at most 65535 */
    unsigned outstanding;
};

/* 0, or a positive errno and the reason in the result. Unmap with cal_generator_close. */
int cal_generator_open(struct cal_generator *generator, struct cal_result *result);
void cal_generator_close(struct cal_generator *generator);
/* Prepares a stream: bursts of 16, in its own part of the buffer. False: the buffer is too small. */
bool cal_generator_set(const struct cal_generator *generator, unsigned stream,
                       const struct cal_stream_run *run);
void cal_generator_start(const struct cal_generator *generator, uint32_t streams);
void cal_generator_stop(const struct cal_generator *generator, uint32_t streams);
/* Waits until all have ended, at most a second; 0 or ETIMEDOUT. */
int cal_generator_wait(const struct cal_generator *generator, uint32_t streams);
void cal_generator_interrupts(const struct cal_generator *generator, uint32_t streams);
uint32_t cal_generator_cycles(const struct cal_generator *generator, unsigned stream);
/* Of the last run; NaN after a bus error. */
double cal_generator_mb_s(const struct cal_generator *generator, unsigned stream, double pl_mhz);

#endif
