/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RECONOS_OSIF_H
#define RECONOS_OSIF_H

#include <linux/irqreturn.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

struct reconos_slot;

struct reconos_osif {
	wait_queue_head_t wait;
	spinlock_t lock; /* the fields below */
	unsigned int waiters;
	u32 cancels;	     /* a waiter that sees it change was cancelled */
	bool cancel_pending; /* ends the next wait */
};

void reconos_osif_init(struct reconos_osif *osif);
/* A new owner: nothing of the old one's cancels is left. */
void reconos_osif_open(struct reconos_slot *slot);
/* Ends all waits; the slot's interrupt stays off. */
void reconos_osif_close(struct reconos_slot *slot);

/* With the slot locked; unlocks it before it sleeps. Results of RECONOS_IOC_OSIF_WAIT. */
int reconos_osif_wait_unlock(struct reconos_slot *slot, u64 timeout_ns);
void reconos_osif_cancel(struct reconos_slot *slot);
/* Makes waiters look at the slot's fault. */
void reconos_osif_wake(struct reconos_slot *slot);

irqreturn_t reconos_osif_interrupt(int irq, void *data);

#endif
