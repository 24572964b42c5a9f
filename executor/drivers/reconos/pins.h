/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RECONOS_PINS_H
#define RECONOS_PINS_H

#include <linux/types.h>

#include "table.h"

struct page;
struct reconos_slot;

struct reconos_pin {
	struct page *page; /* NULL: dropped out of order */
	unsigned long address;
	bool is_writable;
};

/*
 * Pages that a slot has faulted in, oldest first, and the page table in which the PL finds them. When
 * it is full the oldest goes: the slot can fault that page in again. They stay from one execution to
 * the next.
 *
 * With the slot locked.
 */
struct reconos_pins {
	struct reconos_table table;
	struct reconos_pin *ring;
	unsigned int limit;
	unsigned int first;
	unsigned int count; /* with those that were dropped out of order */
};

/* The caller is the owner-to-be: its limit of locked memory bounds the pins. */
int reconos_pins_init(struct reconos_pins *pins);
/* Unpins everything. With the slot stopped and the PL's table base changed. */
void reconos_pins_exit(struct reconos_slot *slot);

/*
 * With no request of the slot in flight (it waits for the answer to its fault). The page is pinned and
 * in the table, and so are the pages behind it that a thread is likely to want next. Else an errno.
 */
int reconos_pins_add(struct reconos_slot *slot, unsigned long address, bool is_write);
/*
 * Forgets what the process does not have at its address any more. The PL does not know it either when
 * this returns.
 */
void reconos_pins_validate(struct reconos_slot *slot);

#endif
