// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/jiffies.h>
#include <linux/of.h>
#include <linux/of_irq.h>

#include "device.h"
#include "interrupt.h"

#define GIC_SPI 0
#define SPI_MAX 959

static irqreturn_t interrupt_handler(int irq, void *data)
{
	struct calib_device *cdev = data;
	u64 entered = calib_count(cdev);
	unsigned long flags;
	u32 value = 0;

	if (cdev->read_word)
		value = readl(cdev->read_word);
	if (cdev->write_word)
		writel(cdev->write_value, cdev->write_word);
	spin_lock_irqsave(&cdev->event_lock, flags);
	cdev->event.handler = entered;
	cdev->event.acknowledged = calib_count(cdev);
	cdev->event.value = value;
	cdev->event.number++;
	spin_unlock_irqrestore(&cdev->event_lock, flags);
	wake_up_interruptible(&cdev->wait);
	return IRQ_HANDLED;
}

/* The number that Linux gives the interrupt, or 0. */
static unsigned int interrupt_find(u32 spi)
{
	struct device_node *node = of_find_compatible_node(NULL, NULL, "arm,cortex-a9-gic");
	struct of_phandle_args args = {
		.np = node, .args_count = 3, .args = { GIC_SPI, spi, IRQ_TYPE_LEVEL_HIGH } };
	unsigned int irq = node ? irq_create_of_mapping(&args) : 0;

	of_node_put(node);
	return irq;
}

static void interrupt_unmap(struct calib_device *cdev)
{
	if (cdev->read_word)
		iounmap(cdev->read_word);
	if (cdev->write_word)
		iounmap(cdev->write_word);
	cdev->read_word = NULL;
	cdev->write_word = NULL;
}

static int interrupt_map(struct calib_device *cdev, const struct calib_interrupt *request)
{
	if (request->read_address)
		cdev->read_word = ioremap(request->read_address, sizeof(u32));
	if (request->write_address)
		cdev->write_word = ioremap(request->write_address, sizeof(u32));
	if ((!request->read_address || cdev->read_word) && (!request->write_address || cdev->write_word))
		return 0;
	interrupt_unmap(cdev);
	return -ENOMEM;
}

int calib_interrupt_take(struct calib_device *cdev, const struct calib_interrupt *request)
{
	unsigned int irq;
	int err;

	if (request->flags > CALIB_THREADED || request->reserved || request->spi > SPI_MAX || request->read_address % sizeof(u32) ||
	    request->write_address % sizeof(u32))
		return -EINVAL;
	if (cdev->irq)
		return -EBUSY;
	irq = interrupt_find(request->spi);
	if (!irq)
		return -ENODEV;
	err = interrupt_map(cdev, request);
	if (err)
		return err;
	cdev->write_value = request->write_value;
	memset(&cdev->event, 0, sizeof(cdev->event));
	cdev->seen = 0;
	if (request->flags & CALIB_THREADED)
		err = request_threaded_irq(irq, NULL, interrupt_handler, IRQF_ONESHOT, "calib", cdev);
	else
		err = request_irq(irq, interrupt_handler, 0, "calib", cdev);
	if (err)
		interrupt_unmap(cdev);
	else
		cdev->irq = irq;
	return err;
}

void calib_interrupt_give(struct calib_device *cdev)
{
	if (!cdev->irq)
		return;
	free_irq(cdev->irq, cdev);
	cdev->irq = 0;
	interrupt_unmap(cdev);
}

static bool interrupt_get(struct calib_device *cdev, struct calib_event *event)
{
	bool fresh;

	spin_lock_irq(&cdev->event_lock);
	fresh = cdev->event.number != cdev->seen;
	*event = cdev->event;
	cdev->seen = cdev->event.number;
	spin_unlock_irq(&cdev->event_lock);
	return fresh;
}

int calib_interrupt_wait(struct calib_device *cdev, struct calib_event *event)
{
	long left = wait_event_interruptible_timeout(cdev->wait, interrupt_get(cdev, event), HZ);

	if (left > 0)
		return 0;
	return left ? (int)left : -EAGAIN;
}
