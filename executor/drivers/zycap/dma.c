// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/interrupt.h>
#include <linux/iopoll.h>
#include <linux/jiffies.h>

#include "device.h"
#include "dma.h"

#define DMA_RESET_TIMEOUT_US 10000

int zycap_dma_reset(struct zycap_device *zdev)
{
	u32 control;
	int err;

	writel(DMACR_RESET, zdev->regs + DMACR);
	err = readl_poll_timeout(zdev->regs + DMACR, control, !(control & DMACR_RESET), 1,
				 DMA_RESET_TIMEOUT_US);
	if (err)
		dev_err_ratelimited(zdev->dev, "DMA reset does not end, DMACR 0x%08x\n", control);
	return err;
}

irqreturn_t zycap_dma_interrupt(int irq, void *data)
{
	struct zycap_device *zdev = data;
	u32 status = readl(zdev->regs + DMASR);

	if (!(status & (DMASR_IOC | DMASR_ERR)))
		return IRQ_NONE;

	writel(status & (DMASR_IOC | DMASR_ERR), zdev->regs + DMASR);
	zdev->done_status = status;
	complete(&zdev->done);
	return IRQ_HANDLED;
}

static int dma_wait(struct zycap_device *zdev, unsigned int timeout_ms, bool killable)
{
	/* One more, for the jiffy that has begun. */
	unsigned long timeout = msecs_to_jiffies(timeout_ms) + 1;
	long left;

	if (killable)
		left = wait_for_completion_killable_timeout(&zdev->done, timeout);
	else
		left = wait_for_completion_timeout(&zdev->done, timeout);
	if (left > 0)
		return 0;
	return left ? -EINTR : -ETIMEDOUT;
}

int zycap_dma_send(struct zycap_device *zdev, dma_addr_t address, u32 size_bytes,
		   unsigned int timeout_ms, bool killable)
{
	int err;

	reinit_completion(&zdev->done);
	writel(DMASR_IOC | DMASR_ERR, zdev->regs + DMASR);
	writel(DMACR_RUN | DMACR_IOC_IRQ | DMACR_ERR_IRQ, zdev->regs + DMACR);
	writel(lower_32_bits(address), zdev->regs + DMASA);
	/* Starts it; writel orders the stream's bytes in memory before. */
	writel(size_bytes, zdev->regs + DMALENGTH);

	err = dma_wait(zdev, timeout_ms, killable);
	if (err)
		return err;
	if (zdev->done_status & (DMASR_ERRORS | DMASR_ERR)) {
		dev_warn_ratelimited(zdev->dev, "DMA error, DMASR 0x%08x\n", zdev->done_status);
		return -EIO;
	}
	return 0;
}
