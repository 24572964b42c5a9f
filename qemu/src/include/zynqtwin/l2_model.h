/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What cacheable data costs: a model of the L2 that looks at a sample of the pages and leaves the others alone.
 *
 * One page of DDR in L2_SAMPLE is in the sample: one of each aligned group of L2_SAMPLE pages, so that of a
 * buffer exactly its share is. Data accesses to pages in the sample are told to the model line by line; it
 * holds a cache with 1/L2_SAMPLE of the L2's lines, and each line that is not there costs what L2_SAMPLE
 * lines cost. Accesses to other pages are never seen and keep QEMU's fast path.
 *
 * A page in the sample that is hot is left alone, too: after L2_HITS_ENOUGH accesses in a row that found their
 * lines it is released (fast path), until a line of it leaves the cache.
 *
 * The replacement is by age (round robin), as the PL310 is set up on this chip. A line that left the L2 less
 * than an L1's worth of lines ago is taken to be in the L1 still: it comes back for nothing.
 *
 * Pure C: no QEMU, no clock, no randomness; the answers depend on the sequence of accesses alone.
 */
#ifndef ZYNQTWIN_L2_MODEL_H
#define ZYNQTWIN_L2_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#define L2_SAMPLE 8u
#define L2_PAGE_BYTES 4096u
#define L2_LINE_BYTES 32u
#define L2_LINES_A_PAGE (L2_PAGE_BYTES / L2_LINE_BYTES)
#define L2_HITS_ENOUGH 64u
#define L2_L1_LINES 1024u /* 32 KiB */
#define L2_TLB_ENTRIES 128u
#define L2_CORES 2u

struct l2_model;

/* lines: of the whole L2. memory_bytes: addresses from there on are in no sample. changed: this page of the
 * sample was released and is to be observed again. NULL: no memory. */
struct l2_model *l2_model_new(uint32_t lines, uint64_t memory_bytes, void (*changed)(uint64_t page_address));
void l2_model_free(struct l2_model *model);

/* True: every data access to the page of this address must be told. */
bool l2_model_observes(const struct l2_model *model, uint64_t address);
/* True: the page is in the sample, observed or released. */
bool l2_model_samples(const struct l2_model *model, uint64_t address);

/* What one access found; each stands for L2_SAMPLE of its kind. */
struct l2_found {
    bool cold;     /* the line comes from DDR */
    bool dirtied;  /* a line that was clean will be written back */
    bool tlb_miss; /* the line is cold, and its page is none of the last L2_TLB_ENTRIES of this core */
    bool released; /* the page need not be observed any more */
};

/* One access; it lies within one line. core < L2_CORES. All false: the page is not in the sample. */
struct l2_found l2_model_access(struct l2_model *model, unsigned core, uint64_t address, bool is_write);

/* The line of this address leaves the cache (invalidated by maintenance), or all lines do. */
void l2_model_drop(struct l2_model *model, uint64_t address);
void l2_model_drop_all(struct l2_model *model);

#endif
