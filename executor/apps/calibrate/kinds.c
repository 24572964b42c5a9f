/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * One access to memory or to a register that is not cached, 32 bits wide: Normal non-cacheable DDR (apart
 * from the last access, and right behind it), on-chip memory, registers of the chip. Physical addresses are
 * mapped through /dev/mem, which makes them strongly ordered.
 */
#include "groups.h"
#include "lab.h"

#include <errno.h>
#include <sys/mman.h>

#define PAGE_BYTES 4096u
#define ROUND 1024u  /* accesses in one sample */
#define UNROLLED 16u /* in one round of the loop */

#define OCM_ADDRESS 0xfffd0000u /* in the upper 64 KiB, which no system software uses while Linux runs */
#define SLCR_ADDRESS 0xf8000000u
#define SLCR_IDCODE 0x530u
#define SLCR_REBOOT_STATUS 0x258u /* eight bits of it are left to software */
#define MPCORE_ADDRESS 0xf8f00000u
#define MPCORE_SCU_CONFIG 0x4u

enum access { READ, WRITE };

struct target {
    volatile uint32_t *words;
    int stride; /* in words; 0: always the same one */
};

static int read_target(void *argument, unsigned times)
{
    const struct target *target = argument;
    volatile uint32_t *at = target->words;

    for (unsigned i = 0; i < times; i += UNROLLED) {
#pragma GCC unroll 16
        for (unsigned k = 0; k < UNROLLED; k++, at += target->stride)
            (void)*at;
    }
    return 0;
}

static int write_target(void *argument, unsigned times)
{
    const struct target *target = argument;
    volatile uint32_t *at = target->words;
    uint32_t value = target->stride ? 0 : *at;

    for (unsigned i = 0; i < times; i += UNROLLED) {
#pragma GCC unroll 16
        for (unsigned k = 0; k < UNROLLED; k++, at += target->stride)
            *at = value;
    }
    return 0;
}

static int measure(const struct cal_context *context, struct target *target, enum access access,
                   struct cal_result *result)
{
    struct cal_plan plan = {.body = access == READ ? read_target : write_target,
                            .argument = target,
                            .times = ROUND,
                            .samples = 21,
                            .per_ns = 1};

    cal_condition(result, "stride_bytes", target->stride * 4.0);
    return cal_measure(context, &plan, result);
}

/* size_bytes is the stride. With one above a line the accesses run backwards, so that none follows the last.
 */
static int run_uncached(const struct cal_context *context, const struct cal_measurement *self,
                        struct cal_result *result)
{
    int error;
    const struct measure_calib *lab = cal_lab_open(result, &error);
    struct target target;

    if (!lab)
        return error;
    target.stride = (int)(self->size_bytes / sizeof(uint32_t));
    target.words = (volatile uint32_t *)lab->buffer;
    if (self->size_bytes > sizeof(uint32_t)) {
        target.words += (ROUND - 1) * (size_t)target.stride;
        target.stride = -target.stride;
    }
    return measure(context, &target, (enum access)self->variant, result);
}

static int run_physical(const struct cal_context *context, const struct cal_measurement *self,
                        struct cal_result *result)
{
    uint32_t page = (uint32_t)self->size_bytes & ~(PAGE_BYTES - 1);
    volatile uint32_t *words = measure_map_physical(page, PAGE_BYTES);
    struct target target = {words, 0};

    if (!words)
        return cal_fail(result, errno, "/dev/mem");
    target.words += (self->size_bytes - page) / sizeof(uint32_t);
    int error = measure(context, &target, (enum access)self->variant, result);
    (void)munmap((void *)(uintptr_t)words, PAGE_BYTES);
    return error;
}

static const struct cal_measurement rows[] = {
    {"nc_read", "read of uncached DDR", "ns", run_uncached, 64, READ},
    {"nc_read_stream", "read of uncached DDR, word after word", "ns", run_uncached, 4, READ},
    {"nc_write", "write to uncached DDR", "ns", run_uncached, 64, WRITE},
    {"nc_write_merged", "write to uncached DDR, word after word", "ns", run_uncached, 4, WRITE},
    {"ocm_read", "read of on-chip memory, strongly ordered", "ns", run_physical, OCM_ADDRESS, READ},
    {"ocm_write", "write to on-chip memory, strongly ordered", "ns", run_physical, OCM_ADDRESS, WRITE},
    {"periph_read", "read of an SLCR register", "ns", run_physical, SLCR_ADDRESS + SLCR_IDCODE, READ},
    {"periph_write", "write to an SLCR register", "ns", run_physical, SLCR_ADDRESS + SLCR_REBOOT_STATUS,
     WRITE},
    {"scu_read", "read of an SCU register", "ns", run_physical, MPCORE_ADDRESS + MPCORE_SCU_CONFIG, READ},
};
const struct cal_group cal_kinds = CAL_GROUP(rows);
