// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/uaccess.h>
#include <uapi/reconos.h>

#include "device.h"
#include "file.h"
#include "mapping.h"

static struct reconos_device *file_device(struct file *file)
{
	return container_of(file->private_data, struct reconos_device, misc);
}

static int file_get_info(struct reconos_device *rdev, void __user *arg)
{
	struct reconos_info info = {
		.abi_version = RECONOS_ABI_VERSION,
		.hw_version = rdev->hw_version,
		.slots = rdev->slots,
		.osif_depth_words = rdev->osif_depth_words,
		.memif_depth_words = rdev->memif_depth_words,
		.tlb_entries = rdev->tlb_entries,
		.event_ring_bytes = rdev->ring_bytes,
		.global_timer_hz = rdev->timer_hz,
	};

	return copy_to_user(arg, &info, sizeof(info)) ? -EFAULT : 0;
}

static int file_acquire(struct file *file, u32 __user *arg)
{
	u32 index;

	if (get_user(index, arg))
		return -EFAULT;
	return reconos_slot_acquire(file_device(file), index, file);
}

/* The slot whose number the caller gives, locked. */
static struct reconos_slot *file_lock_slot(struct file *file, u32 __user *arg)
{
	u32 index;

	if (get_user(index, arg))
		return ERR_PTR(-EFAULT);
	return reconos_slot_lock(file_device(file), index, file);
}

static int file_release_slot(struct file *file, u32 __user *arg)
{
	struct reconos_slot *slot = file_lock_slot(file, arg);

	if (IS_ERR(slot))
		return PTR_ERR(slot);
	reconos_slot_release_unlock(slot);
	return 0;
}

static int file_slot_level(struct file *file, unsigned int cmd, void __user *arg)
{
	struct reconos_slot_level in;
	struct reconos_slot *slot;
	int err = 0;

	if (copy_from_user(&in, arg, sizeof(in)))
		return -EFAULT;
	if (in.level > 1)
		return -EINVAL;
	slot = reconos_slot_lock(file_device(file), in.slot, file);
	if (IS_ERR(slot))
		return PTR_ERR(slot);

	if (cmd == RECONOS_IOC_SLOT_RESET)
		reconos_slot_reset(slot, in.level);
	else if (cmd == RECONOS_IOC_SLOT_SIGNAL)
		reconos_slot_signal(slot, in.level);
	else
		err = reconos_slot_quiesce(slot, in.level);
	reconos_slot_unlock(slot);
	return err;
}

static int file_wait(struct file *file, void __user *arg)
{
	struct reconos_slot *slot;
	struct reconos_wait in;

	if (copy_from_user(&in, arg, sizeof(in)))
		return -EFAULT;
	if (in.reserved)
		return -EINVAL;
	slot = reconos_slot_lock(file_device(file), in.slot, file);
	if (IS_ERR(slot))
		return PTR_ERR(slot);
	return reconos_osif_wait_unlock(slot, in.timeout_ns);
}

static int file_cancel(struct file *file, u32 __user *arg)
{
	struct reconos_slot *slot = file_lock_slot(file, arg);

	if (IS_ERR(slot))
		return PTR_ERR(slot);
	reconos_osif_cancel(slot);
	reconos_slot_unlock(slot);
	return 0;
}

static int file_fault(struct file *file, void __user *arg)
{
	struct reconos_fault fault;
	struct reconos_slot *slot;

	if (copy_from_user(&fault, arg, sizeof(fault)))
		return -EFAULT;
	slot = reconos_slot_lock(file_device(file), fault.slot, file);
	if (IS_ERR(slot))
		return PTR_ERR(slot);
	reconos_fault_get(slot, &fault);
	reconos_slot_unlock(slot);
	return copy_to_user(arg, &fault, sizeof(fault)) ? -EFAULT : 0;
}

/* Slots in reset are looked after when they are let go. */
static int file_invalidate(struct file *file)
{
	struct reconos_device *rdev = file_device(file);
	unsigned int index;

	for (index = 0; index < rdev->slots; index++) {
		struct reconos_slot *slot = reconos_slot_lock(rdev, index, file);

		if (PTR_ERR_OR_ZERO(slot) == -EINTR)
			return -EINTR;
		if (IS_ERR(slot))
			continue;
		if (!reconos_slot_in_reset(slot))
			reconos_pins_validate(slot);
		reconos_slot_unlock(slot);
	}
	return 0;
}

static long file_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	void __user *user = (void __user *)arg;

	switch (cmd) {
	case RECONOS_IOC_GET_INFO:
		return file_get_info(file_device(file), user);
	case RECONOS_IOC_SLOT_ACQUIRE:
		return file_acquire(file, user);
	case RECONOS_IOC_SLOT_RELEASE:
		return file_release_slot(file, user);
	case RECONOS_IOC_SLOT_RESET:
	case RECONOS_IOC_SLOT_SIGNAL:
	case RECONOS_IOC_SLOT_QUIESCE:
		return file_slot_level(file, cmd, user);
	case RECONOS_IOC_TLB_INVALIDATE:
		return file_invalidate(file);
	case RECONOS_IOC_OSIF_WAIT:
		return file_wait(file, user);
	case RECONOS_IOC_WAIT_CANCEL:
		return file_cancel(file, user);
	case RECONOS_IOC_SLOT_FAULT:
		return file_fault(file, user);
	default:
		return -ENOTTY;
	}
}

static int file_mmap(struct file *file, struct vm_area_struct *vma)
{
	return reconos_mapping_mmap(file_device(file), vma);
}

static int file_flush(struct file *file, fl_owner_t files)
{
	struct reconos_device *rdev = file_device(file);
	unsigned int index;

	for (index = 0; index < rdev->slots; index++)
		reconos_slot_close(&rdev->slot[index], file, files);
	return 0;
}

const struct file_operations reconos_fops = {
	.owner = THIS_MODULE,
	.unlocked_ioctl = file_ioctl,
	.mmap = file_mmap,
	.flush = file_flush,
};
