/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A reconfigurable slot as the executor sees it. device.h has the implementation on /dev/reconos and
 * /dev/zycap; a fake stands in for it in tests. A slot belongs to one thread at a time (its worker).
 * Functions return 0 or a negative errno.
 */
#ifndef RXC_SLOT_H
#define RXC_SLOT_H

#include "rxc/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A partial bitstream in memory, bytes in the order of bootgen's .bin. Identified by its address. */
struct rxc_bitstream {
    const char *name; /* for messages */
    const void *data;
    uint32_t size_bytes;
};

/* What a load cost, in cycles of the configuration port. */
struct rxc_load_cost {
    uint32_t active_cycles;
    uint32_t gap_cycles;
    uint32_t setup_cycles;
};

struct rxc_slot_fault {
    const char *cause; /* text, NULL: no fault */
    uint32_t address;
    bool is_write;
};

struct rxc_slot;

struct rxc_slot_ops {
    int (*reset)(struct rxc_slot *slot, bool level);
    /* True: takes the slot off the bus, after its request in flight; false: connects it. */
    int (*quiesce)(struct rxc_slot *slot, bool level);
    int (*clear_signal)(struct rxc_slot *slot);
    /* Forgets the address translations that the logic holds. */
    int (*invalidate)(struct rxc_slot *slot);
    int (*load)(struct rxc_slot *slot, const struct rxc_bitstream *bitstream, uint32_t timeout_ms,
                struct rxc_load_cost *cost);
    /* Sleeps until the thread has a word for software. -ETIMEDOUT; -EFAULT: see fault(). */
    int (*wait)(struct rxc_slot *slot, uint64_t timeout_ns);
    int (*read)(struct rxc_slot *slot, uint32_t *word); /* -EAGAIN: none */
    int (*write)(struct rxc_slot *slot, uint32_t word); /* -EAGAIN: full */
    void (*fault)(struct rxc_slot *slot, struct rxc_slot_fault *fault);
    /* The word by which the thread knows an address of this process. -ERANGE: it has none. */
    int (*address_word)(struct rxc_slot *slot, const void *address, uint32_t *word);
};

struct rxc_slot {
    const struct rxc_slot_ops *ops;
    uint32_t index;
    const char *name;
    const struct rxc_bitstream *loaded; /* NULL: unknown */
};

/*
 * Loads unless it is loaded: reset, quiesce, write, connect; leaves the slot in reset. On failure the slot is
 * quiesced, in reset and holds nothing known; the next load may succeed.
 */
int rxc_slot_load(struct rxc_slot *slot, const struct rxc_bitstream *bitstream, uint32_t timeout_ms,
                  struct rxc_load_cost *cost, struct rxc_error *error);

#endif
