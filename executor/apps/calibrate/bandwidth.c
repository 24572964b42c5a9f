/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Loops over cached memory larger than the caches, as lmbench's bw_mem and McCalpin's STREAM do them. rd, wr
 * and cp touch every fourth word, fcp every word; rates count the bytes of one array (bw_mem) or of all that
 * a loop names (STREAM, doubles).
 */
#include "groups.h"

#include <errno.h>
#include <sys/mman.h>

#define MIB 0x100000ul

/* What is measured is the loop as written: no vectors, no call of memcpy in its place. */
#define PLAIN __attribute__((noinline, optimize("no-tree-vectorize", "no-tree-loop-distribute-patterns")))

enum loop { RD, WR, CP, FCP, COPY, SCALE, ADD, TRIAD };

struct arrays {
    void *a, *b, *c;
    size_t bytes; /* of one */
    unsigned sum; /* keeps the reads */
};

PLAIN static unsigned read_words(const unsigned *from, const unsigned *end)
{
    unsigned sum = 0;

    for (; from < end; from += 32)
        sum += from[0] + from[4] + from[8] + from[12] + from[16] + from[20] + from[24] + from[28];
    return sum;
}

PLAIN static void write_words(unsigned *to, const unsigned *end)
{
    for (; to < end; to += 32)
        to[0] = to[4] = to[8] = to[12] = to[16] = to[20] = to[24] = to[28] = 1;
}

PLAIN static void copy_words(unsigned *to, const unsigned *from, const unsigned *end)
{
    for (; from < end; from += 16, to += 16) {
        to[0] = from[0];
        to[4] = from[4];
        to[8] = from[8];
        to[12] = from[12];
    }
}

PLAIN static void copy_all_words(unsigned *to, const unsigned *from, const unsigned *end)
{
    for (; from < end; from += 8, to += 8) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        to[3] = from[3];
        to[4] = from[4];
        to[5] = from[5];
        to[6] = from[6];
        to[7] = from[7];
    }
}

PLAIN static void stream(enum loop loop, double *a, double *b, double *c, size_t count)
{
    const double factor = 3;

    switch (loop) {
    case COPY:
        for (size_t i = 0; i < count; i++)
            c[i] = a[i];
        break;
    case SCALE:
        for (size_t i = 0; i < count; i++)
            b[i] = factor * c[i];
        break;
    case ADD:
        for (size_t i = 0; i < count; i++)
            c[i] = a[i] + b[i];
        break;
    default:
        for (size_t i = 0; i < count; i++)
            a[i] = b[i] + factor * c[i];
        break;
    }
}

struct job {
    struct arrays *arrays;
    enum loop loop;
};

static int go_through(void *argument, unsigned times)
{
    const struct job *job = argument;
    struct arrays *x = job->arrays;
    const unsigned *end = (const unsigned *)((const char *)x->a + x->bytes);

    for (unsigned i = 0; i < times; i++) {
        switch (job->loop) {
        case RD:
            x->sum += read_words(x->a, end);
            break;
        case WR:
            write_words(x->a, end);
            break;
        case CP:
            copy_words(x->b, x->a, end);
            break;
        case FCP:
            copy_all_words(x->b, x->a, end);
            break;
        default:
            stream(job->loop, x->a, x->b, x->c, x->bytes / sizeof(double));
        }
    }
    return 0;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    static const double counted[] = {
        [RD] = 1, [WR] = 1, [CP] = 1, [FCP] = 1, [COPY] = 2, [SCALE] = 2, [ADD] = 3, [TRIAD] = 3};
    size_t bytes = self->size_bytes;
    char *memory =
        mmap(NULL, 3 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    struct arrays arrays = {memory, memory + bytes, memory + 2 * bytes, bytes, 0};
    struct job job = {&arrays, (enum loop)self->variant};
    struct cal_plan plan = {.body = go_through,
                            .argument = &job,
                            .times = 1,
                            .samples = 5,
                            .per_ns = counted[self->variant] * (double)bytes * 1e3,
                            .is_rate = true};

    if (memory == MAP_FAILED)
        return cal_fail(result, errno, "memory");
    int error = cal_measure(context, &plan, result);
    cal_condition(result, "size_bytes", (double)bytes);
    (void)munmap(memory, 3 * bytes);
    return error;
}

static const struct cal_measurement rows[] = {
    {"bw_rd", "read every fourth word", "MB/s", run, 8 * MIB, RD},
    {"bw_wr", "write every fourth word", "MB/s", run, 8 * MIB, WR},
    {"bw_cp", "copy every fourth word", "MB/s", run, 8 * MIB, CP},
    {"bw_fcp", "copy every word", "MB/s", run, 8 * MIB, FCP},
    {"stream_copy", "STREAM copy", "MB/s", run, 8 * MIB, COPY},
    {"stream_scale", "STREAM scale", "MB/s", run, 8 * MIB, SCALE},
    {"stream_add", "STREAM add", "MB/s", run, 8 * MIB, ADD},
    {"stream_triad", "STREAM triad", "MB/s", run, 8 * MIB, TRIAD},
};
const struct cal_group cal_bandwidth = CAL_GROUP(rows);
