/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Twelve faults of drivers, made on purpose and one a function, for the test of the coherence checker. On
 * a board most of them lose data now and then; never load this module where that matters.
 */
#ifndef COHBUGS_H
#define COHBUGS_H

#include <linux/compiler.h>
#include <linux/types.h>

struct device;

#define LAB_BYTES 1024
#define LAB_WORDS (LAB_BYTES / sizeof(u32))

struct lab {
	struct device *dev; /* whose DMA is not coherent */
	void __iomem *zycap;
	void __iomem *devcfg;
	void __iomem *traffic;
	u32 *source; /* coherent memory: what is received */
	dma_addr_t source_dma;
};

struct bug {
	const char *name;
	/* buffer: a page of its own, never used before. */
	int (*run)(struct lab *lab, u32 *buffer);
};

extern const struct bug bugs_send[], bugs_receive[], bugs_attributes[]; /* each ends with a NULL name */

/* A read of memory by ZyCAP's DMA, whose words the configuration port ignores. 0 or a negative errno. */
void lab_send_start(struct lab *lab, dma_addr_t from, size_t size_bytes);
int lab_send_wait(struct lab *lab);
/* A write of memory by a master of the programmable logic on HP1, or by devcfg's DMA in loopback. */
int lab_receive(struct lab *lab, dma_addr_t to, size_t size_bytes);
int lab_receive_devcfg(struct lab *lab, dma_addr_t to, size_t size_bytes);

/* In the caller, so that it is the one who writes or reads. */
static __always_inline void lab_fill(u32 *words, size_t count, u32 value)
{
	size_t i;

	for (i = 0; i < count; i++)
		WRITE_ONCE(words[i], value + i);
}

static __always_inline u32 lab_sum(const u32 *words, size_t count)
{
	u32 sum = 0;
	size_t i;

	for (i = 0; i < count; i++)
		sum += READ_ONCE(words[i]);
	return sum;
}

#endif
