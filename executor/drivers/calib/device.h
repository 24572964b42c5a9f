/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef CALIB_DEVICE_H
#define CALIB_DEVICE_H

#include <linux/atomic.h>
#include <linux/device.h>
#include <linux/miscdevice.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <uapi/calib.h>

struct calib_device {
	struct device *dev;
	struct miscdevice misc;
	atomic_t open;		/* one file at a time */
	struct mutex lock;	/* everything that a call of the file changes */
	void __iomem *timer;	/* the global timer's count */

	void *buffer;
	dma_addr_t buffer_address;
	size_t buffer_bytes;

	int irq;		/* 0: none is taken */
	void __iomem *read_word;
	void __iomem *write_word;
	u32 write_value;
	wait_queue_head_t wait;
	spinlock_t event_lock;	/* event, seen */
	struct calib_event event;
	u32 seen;		/* number of the event that read() took last */
};

/* The two words cannot be read at once: the high one changes when the low one wraps. */
u64 calib_count(const struct calib_device *cdev);

#endif
