// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/*
 * Page faults of hardware threads. The PL parks the request of the slot until software answers;
 * other slots go on, so every slot has its own work item and a fault that waits for a disk delays
 * nobody else.
 */
#include <linux/jiffies.h>
#include <linux/sched.h>

#include "device.h"

/*
 * A fault that comes back at once this often makes no progress: the process has memory there, but
 * not in a form that the PL can walk (a section), or the PL still sees an old entry.
 */
#define FAULT_REPEATS_MAX 32
#define FAULT_REPEAT_JIFFIES (HZ / 10)

irqreturn_t reconos_fault_interrupt(int irq, void *data)
{
	struct reconos_device *rdev = data;
	unsigned long pending = readl(rdev->proc + PROC_FAULTS);
	unsigned int index;

	if (!pending)
		return IRQ_NONE;

	for_each_set_bit(index, &pending, rdev->slots)
		queue_work(system_highpri_wq, &rdev->slot[index].fault.work);
	return IRQ_HANDLED;
}

bool reconos_fault_seen(struct reconos_slot *slot)
{
	return READ_ONCE(slot->fault.cause) != RECONOS_FAULT_NONE;
}

static bool fault_stuck(struct reconos_fault_state *fault, unsigned long address)
{
	unsigned long page = address & PAGE_MASK;

	/* Reclaim takes entries away to learn whether they are used: that repeats, but slowly. */
	if (!fault->repeats || page != fault->repeat_page ||
	    time_after(jiffies, fault->repeat_since + FAULT_REPEAT_JIFFIES)) {
		fault->repeat_page = page;
		fault->repeat_since = jiffies;
		fault->repeats = 0;
	}
	return ++fault->repeats > FAULT_REPEATS_MAX;
}

static bool fault_is_in_table(u32 cause)
{
	return cause == RECONOS_FAULT_L1 || cause == RECONOS_FAULT_L2 ||
	       cause == RECONOS_FAULT_PERMISSION;
}

static void fault_give_up(struct reconos_slot *slot, u32 cause, u32 address, bool is_write)
{
	struct reconos_fault_state *fault = &slot->fault;

	fault->address = address;
	fault->is_write = is_write;
	WRITE_ONCE(fault->cause, cause);
	reconos_slot_write(slot, SLOT_FAULT_ANSWER, SLOT_ANSWER_ABANDON);
	reconos_osif_wake(slot);
	dev_warn_ratelimited(slot->rdev->dev, "slot %u: %s of 0x%08x failed (cause %u), slot is held\n",
			     slot->index, is_write ? "write" : "read", address, cause);
}

void reconos_fault_resolve(struct reconos_slot *slot)
{
	u32 status = reconos_slot_read(slot, SLOT_FAULT_STATUS);
	u32 cause = SLOT_FAULT_CAUSE(status);
	bool is_write = status & SLOT_FAULT_WRITE;
	u32 address;
	int err;

	if (!(status & SLOT_FAULT_PENDING))
		return;

	address = reconos_slot_read(slot, SLOT_FAULT_ADDRESS);
	if (!slot->mm || !fault_is_in_table(cause) || fault_stuck(&slot->fault, address)) {
		fault_give_up(slot, cause, address, is_write);
		return;
	}

	err = reconos_pins_add(slot, address, is_write);
	if (err) {
		fault_give_up(slot, err == -EACCES ? RECONOS_FAULT_PERMISSION : cause, address,
			      is_write);
		return;
	}

	slot->fault.resolved++;
	/* An entry that allowed less, or the page that a copy replaced, may be in the TLB. */
	reconos_tlb_flush_page(slot->rdev, address);
	reconos_slot_write(slot, SLOT_FAULT_ANSWER, SLOT_ANSWER_RETRY);
}

void reconos_fault_abandon(struct reconos_slot *slot)
{
	if (reconos_slot_read(slot, SLOT_FAULT_STATUS) & SLOT_FAULT_PENDING)
		reconos_slot_write(slot, SLOT_FAULT_ANSWER, SLOT_ANSWER_ABANDON);
}

static void fault_work(struct work_struct *work)
{
	struct reconos_slot *slot = container_of(work, struct reconos_slot, fault.work);

	/* Whoever stops the slot waits here until the page is pinned, and then unpins it. */
	mutex_lock(&slot->lock);
	reconos_fault_resolve(slot);
	mutex_unlock(&slot->lock);
}

void reconos_fault_clear(struct reconos_slot *slot)
{
	struct reconos_fault_state *fault = &slot->fault;

	WRITE_ONCE(fault->cause, RECONOS_FAULT_NONE);
	fault->address = 0;
	fault->is_write = false;
	fault->repeats = 0;
}

void reconos_fault_get(struct reconos_slot *slot, struct reconos_fault *out)
{
	const struct reconos_fault_state *fault = &slot->fault;

	out->cause = fault->cause;
	out->address = fault->address;
	out->is_write = fault->is_write;
	out->resolved = fault->resolved;
}

void reconos_fault_init(struct reconos_slot *slot)
{
	INIT_WORK(&slot->fault.work, fault_work);
}
