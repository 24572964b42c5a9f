/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef ZYCAP_DEVICE_H
#define ZYCAP_DEVICE_H

#include <linux/completion.h>
#include <linux/io.h>
#include <linux/miscdevice.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include "regs.h"

struct clk;
struct device;

struct zycap_buffer {
	void *data;
	dma_addr_t address;
	size_t size_bytes; /* 0: none */
};

struct zycap_device {
	struct device *dev;
	struct miscdevice misc;
	void __iomem *regs;

	struct mutex lock; /* everything below but what the interrupt writes */
	unsigned int opens;

	void __iomem *devcfg;
	struct clk *devcfg_clk;
	bool pcap_had_port;

	struct zycap_buffer stream;
	struct zycap_buffer recovery;

	struct completion done;
	u32 done_status; /* DMASR at the interrupt; valid when done is complete */
};

#endif
