// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/uaccess.h>
#include <uapi/zycap.h>

#include "device.h"
#include "file.h"
#include "load.h"
#include "port.h"

static struct zycap_device *file_device(struct file *file)
{
	return container_of(file->private_data, struct zycap_device, misc);
}

static int file_open(struct inode *inode, struct file *file)
{
	struct zycap_device *zdev = file_device(file);
	int err = 0;

	if (mutex_lock_killable(&zdev->lock))
		return -EINTR;
	if (!zdev->opens)
		err = zycap_port_open(zdev);
	if (!err)
		zdev->opens++;
	mutex_unlock(&zdev->lock);
	return err;
}

static int file_release(struct inode *inode, struct file *file)
{
	struct zycap_device *zdev = file_device(file);

	mutex_lock(&zdev->lock);
	if (!--zdev->opens)
		zycap_port_close(zdev);
	mutex_unlock(&zdev->lock);
	return 0;
}

static int file_load_copy(struct zycap_device *zdev, void __user *arg)
{
	struct zycap_load load;
	bool ran;
	int err;

	if (copy_from_user(&load, arg, sizeof(load)))
		return -EFAULT;
	if (mutex_lock_killable(&zdev->lock))
		return -EINTR;
	err = zycap_load_copy(zdev, &load, &ran);
	mutex_unlock(&zdev->lock);
	if (ran && copy_to_user(arg, &load, sizeof(load)))
		return -EFAULT;
	return err;
}

static long file_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	void __user *user = (void __user *)arg;

	switch (cmd) {
	case ZYCAP_IOC_VERSION:
		return put_user(ZYCAP_ABI_VERSION, (u32 __user *)user);
	case ZYCAP_IOC_LOAD_COPY:
		return file_load_copy(file_device(file), user);
	default:
		return -ENOTTY;
	}
}

const struct file_operations zycap_fops = {
	.owner = THIS_MODULE,
	.open = file_open,
	.release = file_release,
	.unlocked_ioctl = file_ioctl,
};
