/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * S_AXI_HP ports at once, moving as much as they can for half a millisecond: bursts of 16 beats of 64 bits,
 * sum of all streams. And one port that moves a block in and a block out, started and awaited by a program as
 * bare-metal code would: the rate counts both.
 */
#include "generator.h"
#include "groups.h"

#include <errno.h>
#include <math.h>
#include <time.h>

#define WINDOW_NS 500000
#define OUTSTANDING 4u
#define PASS_BYTES 0x100000u
#define PASSES 0xffffu

/* Streams: reads are the even ones. */
#define READS(ports) (((ports)&1) | ((ports)&2) << 1 | ((ports)&4) << 2 | ((ports)&8) << 3)
#define WRITES(ports) (READS(ports) << 1)
#define BOTH(ports) (READS(ports) | WRITES(ports))

static int run_window(const struct cal_context *context, const struct cal_generator *generator,
                      uint32_t streams, struct cal_result *result)
{
    const struct cal_stream_run run = {.bytes = PASS_BYTES, .passes = PASSES, .outstanding = OUTSTANDING};
    struct timespec window = {0, WINDOW_NS};
    double sum = 0;

    for (unsigned s = 0; s < CAL_STREAMS; s++) {
        if ((streams >> s & 1) && !cal_generator_set(generator, s, &run))
            return ENOMEM;
    }
    cal_generator_start(generator, streams);
    (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &window, NULL);
    cal_generator_stop(generator, streams);
    int error = cal_generator_wait(generator, streams);
    for (unsigned s = 0; s < CAL_STREAMS && !error; s++)
        sum += streams >> s & 1 ? cal_generator_mb_s(generator, s, context->pl_mhz) : 0;
    if (error || isnan(sum))
        return error ? error : EIO;
    cal_add(result, sum);
    return 0;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    struct cal_generator generator;
    unsigned samples = context->quick ? 1 : 3;
    int error = cal_generator_open(&generator, result);

    if (error)
        return error;
    for (unsigned i = 0; i < samples && !error; i++)
        error = run_window(context, &generator, (uint32_t)self->variant, result);
    cal_generator_close(&generator);
    cal_condition(result, "outstanding", OUTSTANDING);
    return error ? cal_fail(result, error, "traffic") : 0;
}

struct block {
    const struct cal_generator *generator;
    struct cal_stream_run run;
};

static int move_blocks(void *argument, unsigned times)
{
    const struct block *block = argument;
    int error = 0;

    for (unsigned i = 0; i < times && !error; i++) {
        (void)cal_generator_set(block->generator, 0, &block->run);
        (void)cal_generator_set(block->generator, 1, &block->run);
        cal_generator_start(block->generator, BOTH(1));
        error = cal_generator_wait(block->generator, BOTH(1));
    }
    return error;
}

static int run_block(const struct cal_context *context, const struct cal_measurement *self,
                     struct cal_result *result)
{
    struct cal_generator generator;
    int error = cal_generator_open(&generator, result);
    struct block block = {&generator, {(uint32_t)self->size_bytes, 1, OUTSTANDING}};
    struct cal_plan plan = {.body = move_blocks,
                            .argument = &block,
                            .times = 1,
                            .samples = 5,
                            .per_ns = 2e3 * (double)self->size_bytes,
                            .is_rate = true};

    if (error)
        return error;
    error = cal_measure(context, &plan, result);
    cal_generator_close(&generator);
    cal_condition(result, "size_bytes", (double)self->size_bytes);
    return error;
}

static const struct cal_measurement rows[] = {
    {"hp_read_0", "HP0 reads", "MB/s", run, 0, READS(1)},
    {"hp_read_01", "HP0 and 1 read", "MB/s", run, 0, READS(3)},
    {"hp_read_02", "HP0 and 2 read", "MB/s", run, 0, READS(5)},
    {"hp_read_012", "HP0 to 2 read", "MB/s", run, 0, READS(7)},
    {"hp_read_0123", "HP0 to 3 read", "MB/s", run, 0, READS(15)},
    {"hp_write_0", "HP0 writes", "MB/s", run, 0, WRITES(1)},
    {"hp_write_01", "HP0 and 1 write", "MB/s", run, 0, WRITES(3)},
    {"hp_write_02", "HP0 and 2 write", "MB/s", run, 0, WRITES(5)},
    {"hp_write_012", "HP0 to 2 write", "MB/s", run, 0, WRITES(7)},
    {"hp_write_0123", "HP0 to 3 write", "MB/s", run, 0, WRITES(15)},
    {"hp_both_0", "HP0 reads and writes", "MB/s", run, 0, BOTH(1)},
    {"hp_both_01", "HP0 and 1 read and write", "MB/s", run, 0, BOTH(3)},
    {"hp_both_02", "HP0 and 2 read and write", "MB/s", run, 0, BOTH(5)},
    {"hp_both_012", "HP0 to 2 read and write", "MB/s", run, 0, BOTH(7)},
    {"hp_both_0123", "HP0 to 3 read and write", "MB/s", run, 0, BOTH(15)},
    {"hp_block_64", "64 bytes in and out through HP0", "MB/s", run_block, 64, 0},
    {"hp_block_256", "256 bytes in and out through HP0", "MB/s", run_block, 256, 0},
    {"hp_block_1k", "1 KiB in and out through HP0", "MB/s", run_block, 1024, 0},
    {"hp_block_4k", "4 KiB in and out through HP0", "MB/s", run_block, 4096, 0},
    {"hp_block_16k", "16 KiB in and out through HP0", "MB/s", run_block, 16384, 0},
    {"hp_block_64k", "64 KiB in and out through HP0", "MB/s", run_block, 65536, 0},
    {"hp_block_256k", "256 KiB in and out through HP0", "MB/s", run_block, 262144, 0},
    {"hp_block_1m", "1 MiB in and out through HP0", "MB/s", run_block, 1048576, 0},
};
const struct cal_group cal_ports = CAL_GROUP(rows);
