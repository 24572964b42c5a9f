/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A slot without hardware. A bitstream's data is a struct fake_program; releasing the slot from reset starts
 * its function in a thread, which talks to the delegate through fake_get and fake_put as a hardware thread
 * does through its FIFOs. Addresses are replaced by small numbers, since a word has 32 bits and a pointer may
 * not.
 */
#ifndef FAKE_SLOT_H
#define FAKE_SLOT_H

#include "rxc/slot.h"

#include <pthread.h>

#define FAKE_WORDS 8u
#define FAKE_LOG 256u

struct fake_slot;

struct fake_program {
    void (*run)(struct fake_slot *slot);
    int load_result; /* of loading it: 0 or a negative errno */
};

struct fake_fifo {
    uint32_t words[FAKE_WORDS];
    uint32_t first, count;
};

struct fake_slot {
    struct rxc_slot slot; /* first */
    const struct fake_program *program;
    struct fake_fifo to_hw, to_sw;
    pthread_t thread;
    bool running, reset, quiesced;
    struct rxc_slot_fault pending_fault; /* cause not NULL: waits end with -EFAULT */
    const void *addresses[64];
    uint32_t address_count;
    char log[FAKE_LOG]; /* R r reset on, off; Q q quiesce; L load; I invalidate; S signal cleared */
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

void fake_slot_init(struct fake_slot *slot, uint32_t index, const char *name);
void fake_slot_fini(struct fake_slot *slot);

/* For programs. False: the slot was reset, the program returns. */
bool fake_get(struct fake_slot *slot, uint32_t *word);
bool fake_put(struct fake_slot *slot, uint32_t word);
/* Pops the start word, asks for the input's (may be NULL) and the output's address. */
bool fake_begin(struct fake_slot *slot, const void **input, void **output);
/* Publishes or responds (command 0x900, 0x910) and exits. */
void fake_end(struct fake_slot *slot, uint32_t command);
void *fake_address(struct fake_slot *slot, uint32_t word);
/* Waits until the slot is reset. */
void fake_hang(struct fake_slot *slot);
/* Raises a fault as a bad memory access does; the program then hangs. */
void fake_fault(struct fake_slot *slot, const char *cause, uint32_t address, bool is_write);

#endif
