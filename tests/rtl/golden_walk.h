/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What a VMSAv7 short-descriptor translation gives (ARM DDI 0406C, B3.5 and B3.7), written from the manual's
 * tables and not from the RTL: TTBCR.N = 0, SCTLR.AFE = 0, every domain "client", accesses from user mode,
 * no PXN. Supersections and reserved first-level descriptors are faults.
 */
#ifndef ZT_GOLDEN_WALK_H
#define ZT_GOLDEN_WALK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum golden_cause { GOLDEN_OK = 0, GOLDEN_L1 = 1, GOLDEN_L2 = 2, GOLDEN_PERMISSION = 3, GOLDEN_BUS = 4 };

struct golden_result {
    enum golden_cause cause;
    uint32_t pa; /* when GOLDEN_OK */
};

/* Reads the word at a physical address; false: bus error. */
typedef bool (*golden_read_fn)(void *context, uint32_t pa, uint32_t *word);

struct golden_result golden_walk(golden_read_fn read, void *context, uint32_t ttbr0, uint32_t va, bool write);

#ifdef __cplusplus
}
#endif
#endif
