// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/*
 * Ownership and state of a slot.
 *
 * The owner's mm is held with mmget: its page faults are taken for it, also while the process is about
 * to end, for a process loses its memory before its files. In turn the mappings of this device hold
 * the file as long as the mm lives, so the end of ownership cannot be left to the last fput; it is
 * ->flush that ends it, which every close has, an exit's and an exec's too.
 */
#include <linux/errno.h>
#include <linux/fdtable.h>
#include <linux/file.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>

#include "device.h"

#if defined(CONFIG_ARM_LPAE)
#error "the PL reaches 32-bit physical addresses only: CONFIG_ARM_LPAE must be off"
#endif

static void slot_bit(struct reconos_slot *slot, u32 *shadow, u32 offset, bool level)
{
	struct reconos_device *rdev = slot->rdev;
	unsigned long flags;

	spin_lock_irqsave(&rdev->reg_lock, flags);
	*shadow = level ? *shadow | BIT(slot->index) : *shadow & ~BIT(slot->index);
	writel(*shadow, rdev->proc + offset);
	spin_unlock_irqrestore(&rdev->reg_lock, flags);
}

static int slot_disconnect(struct reconos_slot *slot, bool level)
{
	reconos_slot_write(slot, SLOT_QUIESCE, level);
	/* The bus ends the write when the request in flight has ended; the read waits for the write. */
	if (!(reconos_slot_read(slot, SLOT_STATUS) & SLOT_STATUS_QUIESCED) != !level) {
		dev_err_ratelimited(slot->rdev->dev, "slot %u: quiesce %d not granted\n", slot->index,
				    level);
		return -EIO;
	}
	return 0;
}

/* Afterwards the slot is in reset and quiesced, and the PL uses none of its pages. */
static void slot_stop(struct reconos_slot *slot)
{
	struct reconos_device *rdev = slot->rdev;

	reconos_fault_abandon(slot);
	slot_disconnect(slot, true);
	slot_bit(slot, &rdev->resets, PROC_SLOT_RESET, true);
	reconos_tlb_flush(rdev);
	reconos_fault_clear(slot);
}

void reconos_slot_reset(struct reconos_slot *slot, bool level)
{
	if (level) {
		slot_stop(slot);
		if (!slot->quiesced)
			slot_disconnect(slot, false);
	} else {
		/* The process may have changed its mappings since the thread ran last. */
		reconos_pins_validate(slot);
		slot_bit(slot, &slot->rdev->resets, PROC_SLOT_RESET, false);
	}
}

bool reconos_slot_in_reset(const struct reconos_slot *slot)
{
	return READ_ONCE(slot->rdev->resets) & BIT(slot->index);
}

void reconos_slot_signal(struct reconos_slot *slot, bool level)
{
	slot_bit(slot, &slot->rdev->signals, PROC_SLOT_SIGNAL, level);
}

int reconos_slot_quiesce(struct reconos_slot *slot, bool level)
{
	int err;

	if (level)
		reconos_fault_resolve(slot);
	err = slot_disconnect(slot, level);
	if (!err)
		slot->quiesced = level;
	return err;
}

static int match_file(const void *file, struct file *other, unsigned int fd)
{
	return other == file;
}

/* Does a descriptor of these files still refer to the file? */
static bool slot_file_is_open(void *files, struct file *file)
{
	return iterate_fd(files, 0, match_file, file);
}

static void slot_take(struct reconos_slot *slot, struct file *file)
{
	slot->file = file;
	slot->files = current->files;
	slot->mm = current->mm;
	mmget(slot->mm);
	slot->quiesced = false;
	slot->fault.resolved = 0;

	slot_stop(slot);
	reconos_slot_signal(slot, false);
	reconos_osif_open(slot);
	reconos_slot_write(slot, SLOT_PGD, reconos_table_base(&slot->pins.table));
	slot_disconnect(slot, false);
}

int reconos_slot_acquire(struct reconos_device *rdev, u32 index, struct file *file)
{
	struct reconos_slot *slot;
	int err;

	if (index >= rdev->slots)
		return -EINVAL;
	slot = &rdev->slot[index];
	if (mutex_lock_killable(&slot->lock))
		return -EINTR;
	if (slot->file) {
		err = -EBUSY;
		goto unlock;
	}
	err = reconos_pins_init(&slot->pins);
	if (err)
		goto unlock;

	slot_take(slot, file);
	/* A close by another thread may have gone through ->flush before the slot had an owner. */
	if (!slot_file_is_open(slot->files, file)) {
		reconos_slot_release_unlock(slot);
		return -EBADF;
	}
unlock:
	mutex_unlock(&slot->lock);
	return err;
}

void reconos_slot_release_unlock(struct reconos_slot *slot)
{
	struct mm_struct *mm = slot->mm;

	reconos_osif_close(slot);
	slot_stop(slot);
	reconos_slot_signal(slot, false);
	reconos_slot_write(slot, SLOT_PGD, 0);
	reconos_pins_exit(slot);
	slot->file = NULL;
	slot->files = NULL;
	slot->mm = NULL;
	mutex_unlock(&slot->lock);

	/* May be the last reference and end the mm, which ends the mappings of this device. */
	mmput(mm);
}

struct reconos_slot *reconos_slot_lock(struct reconos_device *rdev, u32 index, struct file *file)
{
	struct reconos_slot *slot;

	if (index >= rdev->slots)
		return ERR_PTR(-EINVAL);
	slot = &rdev->slot[index];
	if (mutex_lock_killable(&slot->lock))
		return ERR_PTR(-EINTR);
	if (slot->file != file || slot->mm != current->mm) {
		mutex_unlock(&slot->lock);
		return ERR_PTR(-EPERM);
	}
	return slot;
}

void reconos_slot_unlock(struct reconos_slot *slot)
{
	mutex_unlock(&slot->lock);
}

void reconos_slot_close(struct reconos_slot *slot, struct file *file, void *files)
{
	mutex_lock(&slot->lock);
	if (slot->file == file && slot->files == files && !slot_file_is_open(files, file))
		reconos_slot_release_unlock(slot);
	else
		mutex_unlock(&slot->lock);
}

void reconos_slot_init(struct reconos_device *rdev, unsigned int index)
{
	struct reconos_slot *slot = &rdev->slot[index];

	slot->rdev = rdev;
	slot->index = index;
	mutex_init(&slot->lock);
	reconos_osif_init(&slot->osif);
	reconos_fault_init(slot);

	slot_disconnect(slot, true);
	reconos_slot_write(slot, SLOT_PGD, 0);
}

void reconos_slot_exit(struct reconos_slot *slot)
{
	WARN_ON(slot->file);
	cancel_work_sync(&slot->fault.work);
}
