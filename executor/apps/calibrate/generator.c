/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "generator.h"

#include <errno.h>
#include <math.h>
#include <sys/mman.h>

#define MAP_BYTES 4096u
#define ID 0x5a54474eu
#define BEAT_BYTES 8
#define BURST_BEATS 16u
#define LOOKS_MAX 10000000u

/* Words. */
#define REG_ID 0
#define REG_START (0x10 / 4)
#define REG_STOP (0x14 / 4)
#define REG_BUSY (0x18 / 4)
#define REG_DONE (CAL_GENERATOR_DONE / 4)
#define REG_ENABLE (0x20 / 4)
#define REG_STREAM(s) ((0x200 + 0x40 * (s)) / 4)
#define STREAM_BASE 0
#define STREAM_BYTES 1
#define STREAM_SHAPE 2 /* gap << 16 | outstanding << 8 | beats - 1 */
#define STREAM_PASSES 3
#define STREAM_STATUS 5 /* bits 2:1: a bus error */
#define STREAM_BEATS 6
#define STREAM_CYCLES 7

int cal_generator_open(struct cal_generator *generator, struct cal_result *result)
{
    int error = 0;

    generator->lab = cal_lab_open(result, &error);
    if (!generator->lab)
        return error;
    generator->registers = measure_map_physical(CAL_GENERATOR_ADDRESS, MAP_BYTES);
    if (!generator->registers)
        return cal_fail(result, errno, "/dev/mem");
    if (generator->registers[REG_ID] == ID)
        return 0;
    cal_generator_close(generator);
    return cal_fail(result, ENODEV, "no traffic generator in the logic");
}

void cal_generator_close(struct cal_generator *generator)
{
    (void)munmap((void *)(uintptr_t)generator->registers, MAP_BYTES);
    generator->registers = NULL;
}

bool cal_generator_set(const struct cal_generator *generator, unsigned stream,
                       const struct cal_stream_run *run)
{
    volatile uint32_t *registers = generator->registers + REG_STREAM(stream);
    uint32_t part = generator->lab->info.buffer_bytes / CAL_STREAMS;

    if (run->bytes > part)
        return false;
    registers[STREAM_BASE] = generator->lab->info.buffer_address + stream * part;
    registers[STREAM_BYTES] = run->bytes;
    registers[STREAM_SHAPE] = run->outstanding << 8 | (BURST_BEATS - 1);
    registers[STREAM_PASSES] = run->passes;
    return true;
}

void cal_generator_start(const struct cal_generator *generator, uint32_t streams)
{
    generator->registers[REG_START] = streams;
}

void cal_generator_stop(const struct cal_generator *generator, uint32_t streams)
{
    generator->registers[REG_STOP] = streams;
}

int cal_generator_wait(const struct cal_generator *generator, uint32_t streams)
{
    for (unsigned i = 0; i < LOOKS_MAX; i++) { /* a look takes more than 100 ns */
        if (!(generator->registers[REG_BUSY] & streams))
            return 0;
    }
    return ETIMEDOUT;
}

void cal_generator_interrupts(const struct cal_generator *generator, uint32_t streams)
{
    generator->registers[REG_DONE] = (1u << CAL_STREAMS) - 1;
    generator->registers[REG_ENABLE] = streams;
}

uint32_t cal_generator_cycles(const struct cal_generator *generator, unsigned stream)
{
    return generator->registers[REG_STREAM(stream) + STREAM_CYCLES];
}

double cal_generator_mb_s(const struct cal_generator *generator, unsigned stream, double pl_mhz)
{
    volatile uint32_t *registers = generator->registers + REG_STREAM(stream);

    if (registers[STREAM_STATUS] >> 1 || !registers[STREAM_CYCLES])
        return NAN;
    return (double)registers[STREAM_BEATS] * BEAT_BYTES * pl_mhz / registers[STREAM_CYCLES];
}
