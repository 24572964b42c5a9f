/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RECONOS_PINS_H
#define RECONOS_PINS_H

#include <linux/types.h>

struct page;
struct reconos_slot;

struct reconos_pin {
	struct page *page;
	unsigned long address;
	bool is_write;
};

/*
 * Pages that a slot faulted in, oldest first. A page may be in it twice. When it is full the
 * oldest pin goes: the slot can fault that page in again.
 */
struct reconos_pins {
	struct reconos_pin *ring;
	unsigned int limit;
	unsigned int first;
	unsigned int count;
};

int reconos_pins_init(struct reconos_pins *pins);
void reconos_pins_exit(struct reconos_pins *pins);

/*
 * With the slot locked and no request of the slot in flight (it waits for the answer to its fault).
 * The slot's owner keeps the page and has a valid entry for it in its page table. Else an errno.
 */
int reconos_pins_add(struct reconos_slot *slot, unsigned long address, bool is_write);
/* With the slot quiesced or in reset and the TLB flushed since. */
void reconos_pins_drop_all(struct reconos_slot *slot);

#endif
