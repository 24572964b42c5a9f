/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef ZYCAP_DMA_H
#define ZYCAP_DMA_H

#include <linux/irqreturn.h>
#include <linux/types.h>

struct zycap_device;

int zycap_dma_reset(struct zycap_device *zdev);

/*
 * Sends size_bytes from address to ICAP. -EIO: bus error, -ETIMEDOUT, -EINTR: killed (killable
 * only). After an error the DMA must be reset.
 */
int zycap_dma_send(struct zycap_device *zdev, dma_addr_t address, u32 size_bytes,
		   unsigned int timeout_ms, bool killable);

irqreturn_t zycap_dma_interrupt(int irq, void *data);

#endif
