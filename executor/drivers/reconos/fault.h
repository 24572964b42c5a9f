/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RECONOS_FAULT_H
#define RECONOS_FAULT_H

#include <linux/irqreturn.h>
#include <linux/types.h>
#include <linux/workqueue.h>
#include <uapi/reconos.h>

struct reconos_slot;

struct reconos_fault_state {
	struct work_struct work;
	/* Under the slot's lock, but for cause, which waiters read without it. */
	u32 cause;
	u32 address;
	bool is_write;
	u64 resolved;
	/* A fault that comes back: see reconos_fault_stuck */
	unsigned long repeat_page;
	unsigned long repeat_since;
	unsigned int repeats;
};

void reconos_fault_init(struct reconos_slot *slot);
/* With the slot locked. Forgets the fault; resolved counts on. */
void reconos_fault_clear(struct reconos_slot *slot);
/* With the slot locked. Answers a fault that is pending now, so that the slot can be stopped. */
void reconos_fault_resolve(struct reconos_slot *slot);
void reconos_fault_abandon(struct reconos_slot *slot);
void reconos_fault_get(struct reconos_slot *slot, struct reconos_fault *out);
bool reconos_fault_seen(struct reconos_slot *slot);

irqreturn_t reconos_fault_interrupt(int irq, void *data);

#endif
