/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * memcpy and memset of the C library on cached and on uncached (Normal non-cacheable) memory. A copy's rate
 * counts its bytes once.
 */
#include "groups.h"
#include "lab.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define MIB 0x100000ul

enum way { CACHED = 0, UNCACHED_SOURCE = 1, UNCACHED_TARGET = 2, SET = 4 };

struct copy {
    unsigned char *to;
    const unsigned char *from; /* NULL: memset */
    size_t bytes;
};

static int do_copy(void *argument, unsigned times)
{
    const struct copy *copy = argument;

    for (unsigned i = 0; i < times; i++) {
        if (copy->from)
            memcpy(copy->to, copy->from, copy->bytes);
        else
            memset(copy->to, (int)i, copy->bytes);
    }
    return 0;
}

/* Cached memory for both ends, touched. */
static unsigned char *map_cached(size_t bytes)
{
    unsigned char *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    memset(memory, 1, bytes);
    return memory;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    size_t bytes = self->size_bytes;
    unsigned char *cached = map_cached(2 * bytes);
    int error = cached ? 0 : ENOMEM;
    const struct measure_calib *lab = NULL;
    struct copy copy = {cached, cached + bytes, bytes};
    struct cal_plan plan = {.body = do_copy,
                            .argument = &copy,
                            .times = bytes < MIB ? 8 : 1,
                            .samples = bytes < MIB ? 41 : 5,
                            .per_ns = (double)bytes * 1e3,
                            .is_rate = true};

    if (error)
        return cal_fail(result, error, "cached memory");
    if (self->variant & (UNCACHED_SOURCE | UNCACHED_TARGET))
        lab = cal_lab_open(result, &error);
    if (lab && lab->info.buffer_bytes < 2 * bytes) {
        lab = NULL;
        error = cal_fail(result, ENOMEM, "the driver's buffer is too small");
    }
    if (lab && (self->variant & UNCACHED_SOURCE))
        copy.from = lab->buffer + bytes;
    if (lab && (self->variant & UNCACHED_TARGET))
        copy.to = lab->buffer;
    if (self->variant & SET)
        copy.from = NULL;
    if (!error)
        error = cal_measure(context, &plan, result);
    cal_condition(result, "size_bytes", (double)bytes);
    (void)munmap(cached, 2 * bytes);
    return error;
}

#define BOTH_UNCACHED (UNCACHED_SOURCE | UNCACHED_TARGET)
static const struct cal_measurement rows[] = {
    {"memcpy_8m", "memcpy, 8 MiB, cached to cached", "MB/s", run, 8 * MIB, CACHED},
    {"memcpy_8m_uncached_from", "memcpy, 8 MiB, uncached to cached", "MB/s", run, 8 * MIB, UNCACHED_SOURCE},
    {"memcpy_8m_uncached_to", "memcpy, 8 MiB, cached to uncached", "MB/s", run, 8 * MIB, UNCACHED_TARGET},
    {"memcpy_8m_uncached_both", "memcpy, 8 MiB, uncached to uncached", "MB/s", run, 8 * MIB, BOTH_UNCACHED},
    {"memcpy_64k", "memcpy, 64 KiB, cached to cached", "MB/s", run, 65536, CACHED},
    {"memcpy_64k_uncached_from", "memcpy, 64 KiB, uncached to cached", "MB/s", run, 65536, UNCACHED_SOURCE},
    {"memcpy_64k_uncached_to", "memcpy, 64 KiB, cached to uncached", "MB/s", run, 65536, UNCACHED_TARGET},
    {"memcpy_64k_uncached_both", "memcpy, 64 KiB, uncached to uncached", "MB/s", run, 65536, BOTH_UNCACHED},
    {"memset_8m", "memset, 8 MiB, cached", "MB/s", run, 8 * MIB, SET},
    {"memset_64k", "memset, 64 KiB, cached", "MB/s", run, 65536, SET},
    {"memset_8m_uncached", "memset, 8 MiB, uncached", "MB/s", run, 8 * MIB, SET | UNCACHED_TARGET},
};
const struct cal_group cal_copies = CAL_GROUP(rows);
