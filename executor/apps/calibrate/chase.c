/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Latency of a load from cached memory: a chain of pointers, a line apart and running backwards, so that
 * each load waits for the one before and nothing is fetched ahead. As lmbench's lat_mem_rd does.
 */
#include "groups.h"

#include <errno.h>
#include <sys/mman.h>

#define STRIDE_BYTES 32u /* a line */
#define KIB 1024ul
#define LOADS 16u /* in one round of the loop */

struct chain {
    void **at;
};

static int follow(void *argument, unsigned times)
{
    struct chain *chain = argument;
    void **p = chain->at;

    for (unsigned i = 0; i < times; i += LOADS) {
        for (unsigned k = 0; k < LOADS; k++) {
            p = *p;
            __asm__ volatile("" : "+r"(p)); /* no load may be left out */
        }
    }
    chain->at = p;
    return 0;
}

static void **make_chain(char *memory, size_t bytes)
{
    char *next = memory + bytes - STRIDE_BYTES; /* where the lowest one leads */

    for (char *at = memory; at < memory + bytes; at += STRIDE_BYTES) {
        *(void **)at = next;
        next = at;
    }
    return (void **)next;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    size_t bytes = self->size_bytes;
    char *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    struct chain chain;
    struct cal_plan plan = {.body = follow, .argument = &chain, .times = 65536, .samples = 11, .per_ns = 1};

    if (memory == MAP_FAILED)
        return cal_fail(result, errno, "memory");
    chain.at = make_chain(memory, bytes);
    int error = cal_measure(context, &plan, result);
    cal_condition(result, "size_bytes", (double)bytes);
    cal_condition(result, "stride_bytes", STRIDE_BYTES);
    (void)munmap(memory, bytes);
    return error;
}

static const struct cal_measurement rows[] = {
    {"load_16k", "dependent loads from 16 KiB (L1)", "ns", run, 16 * KIB, 0},
    {"load_128k", "dependent loads from 128 KiB (L2)", "ns", run, 128 * KIB, 0},
    {"load_256k", "dependent loads from 256 KiB (L2 and TLB)", "ns", run, 256 * KIB, 0},
    {"load_8m", "dependent loads from 8 MiB (DDR)", "ns", run, 8192 * KIB, 0},
};
const struct cal_group cal_chase = CAL_GROUP(rows);
