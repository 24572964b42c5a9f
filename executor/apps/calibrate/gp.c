/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The processor at the programmable logic through M_AXI_GP0: loops of single words through /dev/mem, and one
 * word with a call of memcpy around it. Registers whose reads and writes change nothing are used.
 */
#include "groups.h"

#include "measure.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE_BYTES 4096u
#define CONTROL_ADDRESS 0x6fe08000u /* of proc-control: identity */
#define WRITE_ADDRESS 0x6fe09000u   /* page-table base of slot 0, which is in reset */
#define WORDS 16384u                /* 64 KiB in one sample */

enum access { READ, WRITE, COPY_READ };

/* The library's memcpy, as a program would call it for a size it does not know. */
static void *(*volatile copy)(void *to, const void *from, size_t bytes) = memcpy;

static int read_words(void *argument, unsigned times)
{
    volatile uint32_t *word = argument;

    for (unsigned i = 0; i < times; i++)
        (void)*word;
    return 0;
}

static int write_words(void *argument, unsigned times)
{
    volatile uint32_t *word = argument;

    for (unsigned i = 0; i < times; i++)
        *word = 0;
    return 0;
}

static int copy_words(void *argument, unsigned times)
{
    uint32_t word;

    for (unsigned i = 0; i < times; i++)
        (void)copy(&word, argument, sizeof word);
    return 0;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    static const cal_body bodies[] = {[READ] = read_words, [WRITE] = write_words, [COPY_READ] = copy_words};
    void *page =
        (void *)(uintptr_t)measure_map_physical((uint32_t)self->size_bytes & ~(PAGE_BYTES - 1), PAGE_BYTES);
    struct cal_plan plan = {
        .body = bodies[self->variant], .argument = page, .times = WORDS, .samples = 5, .per_ns = 1};

    if (!page)
        return cal_fail(result, errno, "/dev/mem");
    plan.argument = (char *)page + self->size_bytes % PAGE_BYTES;
    int error = cal_measure(context, &plan, result);
    cal_condition(result, "size_bytes", WORDS * 4.0);
    (void)munmap(page, PAGE_BYTES);
    return error;
}

static const struct cal_measurement rows[] = {
    {"gp_read", "read of a word, in a loop over 64 KiB", "ns", run, CONTROL_ADDRESS, READ},
    {"gp_write", "write of a word, in a loop over 64 KiB", "ns", run, WRITE_ADDRESS, WRITE},
    {"gp_read_memcpy", "read of a word with memcpy", "ns", run, CONTROL_ADDRESS, COPY_READ},
};
const struct cal_group cal_gp = CAL_GROUP(rows);
