// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/bits.h>
#include <linux/io.h>
#include <linux/iopoll.h>
#include <linux/kernel.h>

#include "cohbugs.h"

#define DMACR 0x00
#define DMACR_RUN BIT(0)
#define DMASR 0x04
#define DMASR_IOC BIT(12)
#define DMASA 0x18
#define DMALENGTH 0x28

#define DEVCFG_INT_STS 0x0c
#define DEVCFG_INT_DMA BIT(13)
#define DEVCFG_SRC 0x18
#define DEVCFG_DST 0x1c
#define DEVCFG_SRC_WORDS 0x20
#define DEVCFG_DST_WORDS 0x24 /* the write starts it */
#define DEVCFG_UNLOCK 0x34
#define DEVCFG_UNLOCK_KEY 0x757bdf0d
#define DEVCFG_MCTRL 0x80
#define DEVCFG_MCTRL_LOOPBACK BIT(4)

#define TRAFFIC_START 0x10
#define TRAFFIC_DONE 0x1c
#define TRAFFIC_STREAM 3 /* the writes of master 1 */
#define TRAFFIC_BASE (0x200 + 0x40 * TRAFFIC_STREAM)
#define TRAFFIC_BYTES (TRAFFIC_BASE + 0x04)
#define TRAFFIC_BURSTS (TRAFFIC_BASE + 0x08)
#define TRAFFIC_BURSTS_LONG 0x10f /* 16 beats, one outstanding */
#define TRAFFIC_PASSES (TRAFFIC_BASE + 0x0c)

#define TIMEOUT_US 10000

void lab_send_start(struct lab *lab, dma_addr_t from, size_t size_bytes)
{
	writel(DMASR_IOC, lab->zycap + DMASR);
	writel(DMACR_RUN, lab->zycap + DMACR);
	writel(lower_32_bits(from), lab->zycap + DMASA);
	writel(size_bytes, lab->zycap + DMALENGTH);
}

int lab_send_wait(struct lab *lab)
{
	u32 status;

	return readl_poll_timeout(lab->zycap + DMASR, status, status & DMASR_IOC, 1, TIMEOUT_US);
}

int lab_receive(struct lab *lab, dma_addr_t to, size_t size_bytes)
{
	u32 done;

	writel(BIT(TRAFFIC_STREAM), lab->traffic + TRAFFIC_DONE);
	writel(lower_32_bits(to), lab->traffic + TRAFFIC_BASE);
	writel(size_bytes, lab->traffic + TRAFFIC_BYTES);
	writel(TRAFFIC_BURSTS_LONG, lab->traffic + TRAFFIC_BURSTS);
	writel(1, lab->traffic + TRAFFIC_PASSES);
	writel(BIT(TRAFFIC_STREAM), lab->traffic + TRAFFIC_START);
	return readl_poll_timeout(lab->traffic + TRAFFIC_DONE, done, done & BIT(TRAFFIC_STREAM), 1,
				  TIMEOUT_US);
}

int lab_receive_devcfg(struct lab *lab, dma_addr_t to, size_t size_bytes)
{
	u32 mctrl, status;
	int err;

	writel(DEVCFG_UNLOCK_KEY, lab->devcfg + DEVCFG_UNLOCK);
	mctrl = readl(lab->devcfg + DEVCFG_MCTRL);
	writel(mctrl | DEVCFG_MCTRL_LOOPBACK, lab->devcfg + DEVCFG_MCTRL);
	writel(DEVCFG_INT_DMA, lab->devcfg + DEVCFG_INT_STS);
	writel(lower_32_bits(lab->source_dma), lab->devcfg + DEVCFG_SRC);
	writel(lower_32_bits(to), lab->devcfg + DEVCFG_DST);
	writel(size_bytes / sizeof(u32), lab->devcfg + DEVCFG_SRC_WORDS);
	writel(size_bytes / sizeof(u32), lab->devcfg + DEVCFG_DST_WORDS);
	err = readl_poll_timeout(lab->devcfg + DEVCFG_INT_STS, status, status & DEVCFG_INT_DMA, 1,
				 TIMEOUT_US);
	writel(mctrl, lab->devcfg + DEVCFG_MCTRL);
	return err;
}
