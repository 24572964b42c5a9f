/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RECONOS_DEVICE_H
#define RECONOS_DEVICE_H

#include <linux/io.h>
#include <linux/miscdevice.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "regs.h"
#include "slot.h"

struct device;

struct reconos_device {
	struct device *dev;
	struct miscdevice misc;

	void __iomem *proc;
	void __iomem *osif;
	void __iomem *intc;

	phys_addr_t osif_phys;
	phys_addr_t timer_phys; /* page of the global timer; 0: not in the device tree */
	u32 timer_hz;
	phys_addr_t ring_phys;
	u32 ring_bytes; /* 0: no event ring */

	u32 hw_version;
	u32 osif_depth_words;
	u32 memif_depth_words;
	u32 tlb_entries;

	spinlock_t reg_lock; /* the registers with a bit for each slot, below */
	u32 resets;
	u32 signals;
	u32 enables;

	unsigned int slots;
	struct reconos_slot slot[RECONOS_SLOT_MAX];
};

static inline u32 reconos_slot_read(struct reconos_slot *slot, u32 offset)
{
	return readl(slot->rdev->proc + PROC_SLOT(slot->index) + offset);
}

/* writel orders all earlier stores, page-table entries among them, before the PL sees the write. */
static inline void reconos_slot_write(struct reconos_slot *slot, u32 offset, u32 value)
{
	writel(value, slot->rdev->proc + PROC_SLOT(slot->index) + offset);
}

static inline void reconos_tlb_flush(struct reconos_device *rdev)
{
	writel(1, rdev->proc + PROC_TLB_FLUSH);
}

static inline void reconos_tlb_flush_page(struct reconos_device *rdev, unsigned long address)
{
	writel(address & PAGE_MASK, rdev->proc + PROC_TLB_FLUSH_PAGE);
}

#endif
