// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/module.h>
#include <linux/uaccess.h>

#include "buffer.h"
#include "device.h"
#include "file.h"
#include "interrupt.h"
#include "maintain.h"

static struct calib_device *file_device(struct file *file)
{
	return container_of(file->private_data, struct calib_device, misc);
}

static int file_open(struct inode *inode, struct file *file)
{
	return atomic_cmpxchg(&file_device(file)->open, 0, 1) ? -EBUSY : 0;
}

static int file_release(struct inode *inode, struct file *file)
{
	struct calib_device *cdev = file_device(file);

	mutex_lock(&cdev->lock);
	calib_interrupt_give(cdev);
	mutex_unlock(&cdev->lock);
	atomic_set(&cdev->open, 0);
	return 0;
}

static ssize_t file_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	struct calib_event event;
	int err;

	if (size < sizeof(event))
		return -EINVAL;
	err = calib_interrupt_wait(file_device(file), &event);
	if (err)
		return err;
	return copy_to_user(to, &event, sizeof(event)) ? -EFAULT : sizeof(event);
}

static long file_get_info(struct calib_device *cdev, void __user *user)
{
	struct calib_info info = {
		.abi_version = CALIB_ABI_VERSION,
		.buffer_bytes = cdev->buffer_bytes,
		.buffer_address = lower_32_bits(cdev->buffer_address),
	};

	return copy_to_user(user, &info, sizeof(info)) ? -EFAULT : 0;
}

static long file_maintain(struct calib_device *cdev, void __user *user)
{
	struct calib_maintain request;
	int err;

	if (copy_from_user(&request, user, sizeof(request)))
		return -EFAULT;
	err = calib_maintain(cdev, &request);
	if (err)
		return err;
	return copy_to_user(user, &request, sizeof(request)) ? -EFAULT : 0;
}

static long file_take(struct calib_device *cdev, void __user *user)
{
	struct calib_interrupt request;

	if (copy_from_user(&request, user, sizeof(request)))
		return -EFAULT;
	return calib_interrupt_take(cdev, &request);
}

static long file_call(struct calib_device *cdev, unsigned int request, void __user *user)
{
	switch (request) {
	case CALIB_IOC_GET_INFO:
		return file_get_info(cdev, user);
	case CALIB_IOC_MAINTAIN:
		return file_maintain(cdev, user);
	case CALIB_IOC_INTERRUPT_TAKE:
		return file_take(cdev, user);
	case CALIB_IOC_INTERRUPT_GIVE:
		calib_interrupt_give(cdev);
		return 0;
	default:
		return -ENOTTY;
	}
}

static long file_ioctl(struct file *file, unsigned int request, unsigned long argument)
{
	struct calib_device *cdev = file_device(file);
	long err;

	if (mutex_lock_interruptible(&cdev->lock))
		return -ERESTARTSYS;
	err = file_call(cdev, request, (void __user *)argument);
	mutex_unlock(&cdev->lock);
	return err;
}

static int file_mmap(struct file *file, struct vm_area_struct *vma)
{
	return calib_buffer_mmap(file_device(file), vma);
}

const struct file_operations calib_fops = {
	.owner = THIS_MODULE,
	.open = file_open,
	.release = file_release,
	.read = file_read,
	.unlocked_ioctl = file_ioctl,
	.mmap = file_mmap,
};
