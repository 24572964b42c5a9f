// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/*
 * Waiting for words of a hardware thread. A line of the interrupt controller is enabled by a waiter
 * and disabled by the interrupt (one-shot): while a word is left in the FIFO the line stays active.
 */
#include <linux/hrtimer.h>
#include <linux/sched.h>
#include <uapi/reconos.h>

#include "device.h"

static bool osif_has_word(struct reconos_slot *slot)
{
	void __iomem *window = slot->rdev->osif + OSIF_SLOT(slot->index);

	return !(readl(window + RECONOS_OSIF_READ_STATUS) & RECONOS_OSIF_BLOCKED);
}

static void osif_line(struct reconos_slot *slot, bool on)
{
	struct reconos_device *rdev = slot->rdev;
	unsigned long flags;
	u32 enables;

	spin_lock_irqsave(&rdev->reg_lock, flags);
	enables = on ? rdev->enables | BIT(slot->index) : rdev->enables & ~BIT(slot->index);
	if (enables != rdev->enables) {
		rdev->enables = enables;
		writel(enables, rdev->intc + INTC_LINES);
	}
	spin_unlock_irqrestore(&rdev->reg_lock, flags);
}

irqreturn_t reconos_osif_interrupt(int irq, void *data)
{
	struct reconos_device *rdev = data;
	unsigned long active;
	unsigned int index;

	spin_lock(&rdev->reg_lock);
	active = readl(rdev->intc + INTC_LINES) & rdev->enables;
	if (active) {
		rdev->enables &= ~active;
		writel(rdev->enables, rdev->intc + INTC_LINES);
	}
	spin_unlock(&rdev->reg_lock);

	if (!active)
		return IRQ_NONE;

	for_each_set_bit(index, &active, rdev->slots)
		wake_up(&rdev->slot[index].osif.wait);
	return IRQ_HANDLED;
}

/* True: the wait is over. Several waiters may be woken for one word, so each looks for itself. */
static bool osif_wait_over(struct reconos_slot *slot, u32 cancels, int *result)
{
	if (READ_ONCE(slot->osif.cancels) != cancels)
		*result = -ECANCELED;
	/* Before words: a thread goes on after a write that failed, and would report success. */
	else if (reconos_fault_seen(slot))
		*result = -EFAULT;
	else if (osif_has_word(slot))
		*result = 0;
	else
		return false;
	return true;
}

static bool osif_wait_over_or_arm(struct reconos_slot *slot, u32 cancels, int *result)
{
	if (osif_wait_over(slot, cancels, result))
		return true;
	/* A word that came after the look above raises the interrupt at once: the line is a level. */
	osif_line(slot, true);
	return false;
}

static int osif_sleep(struct reconos_slot *slot, u32 cancels, u64 timeout_ns)
{
	ktime_t timeout = ns_to_ktime(min_t(u64, timeout_ns, KTIME_MAX));
	int result = -ETIMEDOUT;
	int err;

	err = wait_event_interruptible_hrtimeout(slot->osif.wait,
						 osif_wait_over_or_arm(slot, cancels, &result),
						 timeout);
	if (err == -ETIME)
		/* The word may have come with the timer. */
		osif_wait_over(slot, cancels, &result);
	else if (err)
		/* Not restarted: the timeout is relative, a restart would begin it anew. */
		result = -EINTR;
	return result;
}

int reconos_osif_wait_unlock(struct reconos_slot *slot, u64 timeout_ns)
{
	struct reconos_osif *osif = &slot->osif;
	int result = -ETIMEDOUT;
	u32 cancels;

	/* Entered before the slot is unlocked, so that a new owner's state is never waited for. */
	spin_lock(&osif->lock);
	cancels = osif->cancels;
	if (osif->cancel_pending) {
		osif->cancel_pending = false;
		spin_unlock(&osif->lock);
		reconos_slot_unlock(slot);
		return -ECANCELED;
	}
	osif->waiters++;
	spin_unlock(&osif->lock);
	reconos_slot_unlock(slot);

	if (timeout_ns)
		result = osif_sleep(slot, cancels, timeout_ns);
	else
		osif_wait_over(slot, cancels, &result);

	spin_lock(&osif->lock);
	osif->waiters--;
	spin_unlock(&osif->lock);
	return result;
}

void reconos_osif_cancel(struct reconos_slot *slot)
{
	struct reconos_osif *osif = &slot->osif;

	spin_lock(&osif->lock);
	if (osif->waiters)
		WRITE_ONCE(osif->cancels, osif->cancels + 1);
	else
		osif->cancel_pending = true;
	spin_unlock(&osif->lock);
	wake_up_all(&osif->wait);
}

void reconos_osif_wake(struct reconos_slot *slot)
{
	wake_up_all(&slot->osif.wait);
}

void reconos_osif_open(struct reconos_slot *slot)
{
	struct reconos_osif *osif = &slot->osif;

	spin_lock(&osif->lock);
	osif->cancel_pending = false;
	spin_unlock(&osif->lock);
}

void reconos_osif_close(struct reconos_slot *slot)
{
	struct reconos_osif *osif = &slot->osif;

	spin_lock(&osif->lock);
	WRITE_ONCE(osif->cancels, osif->cancels + 1);
	spin_unlock(&osif->lock);
	wake_up_all(&osif->wait);
	osif_line(slot, false);
}

void reconos_osif_init(struct reconos_osif *osif)
{
	init_waitqueue_head(&osif->wait);
	spin_lock_init(&osif->lock);
}
