/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Processes that change, lose and take again the memory on which hardware threads work, and what came of it.
 * The hardware thread is `sort` (input: a sequence of words; calls: address of the output, respond).
 */
#ifndef ADDRSPACE_H
#define ADDRSPACE_H

#include "rxc/device.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SLOTS_MAX 4u
#define WORDS_MAX 2048u
#define PAGE_BYTES 4096u
#define BUFFER_BYTES (WORDS_MAX * 4u)

/* What happens to the output's memory, before the thread knows its address or while it works. */
enum change {
    CHANGE_NOTHING,
    CHANGE_FORK,    /* a child writes all over its copy */
    CHANGE_REPLACE, /* other pages at the same address */
    CHANGE_DISCARD, /* madvise(MADV_DONTNEED) */
    CHANGE_PROTECT, /* read-only: a thread that has yet to write must be stopped */
    CHANGE_UNMAP,   /* gone, and whoever gets the pages must keep them as they are */
    CHANGES
};

/* Shared by all processes; each field only grows. */
struct counters {
    atomic_uint sorts, right, wrong;
    atomic_uint changes[CHANGES];
    atomic_uint stopped;     /* threads that were stopped as they must be */
    atomic_uint not_stopped; /* as they must have been, and were not */
    atomic_uint foreign;     /* bytes that a thread wrote into memory of somebody else */
    atomic_uint errors;      /* calls that failed for another reason; the first is told on stderr */
};

struct place {
    uint32_t index;
    const char *path; /* of the bitstream */
    struct rxc_bitstream bitstream;
};

/* xorshift32 */
static inline uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Memory that must stay as it is. NULL: no memory. */
unsigned char *canary_new(size_t bytes);
/* Bytes that changed. Unmaps it. */
unsigned canary_end(unsigned char *canary, size_t bytes);

/* Applies the change; *canary is set for CHANGE_UNMAP. 0 or a negative errno. */
int change_apply(enum change change, const struct rxc_slot *slot, uint32_t *output, unsigned char **canary);
/* Makes the output's memory writable and new again. 0 or a negative errno. */
int change_undo(enum change change, uint32_t *output);
#define CANARY_BYTES (64u * PAGE_BYTES)

/* One sort in the slot, with the change on its way. Counts what came of it; false: cannot go on. */
bool sort_once(struct rxc_slot *slot, uint32_t *output, enum change change, uint32_t *random,
               struct counters *counters);

/* The body of the process that owns the slots: one thread a slot, `sorts` sorts on each. Exit status 0 or 1.
 */
int owner_run(const struct place *places, unsigned count, unsigned sorts, uint32_t seed,
              struct counters *counters);

/* Page references that drivers took and have not given back. -1: the kernel does not say. */
long pins_left(void);
/* Lines of the kernel's log that tell of a defect. -1: it cannot be read. */
long complaints(void);

#endif
