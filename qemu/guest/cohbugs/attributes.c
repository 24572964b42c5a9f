// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/* One page, two kinds of memory. */
#include <linux/atomic.h>
#include <linux/dma-mapping.h>
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/smp.h>
#include <linux/vmalloc.h>

#include "cohbugs.h"

#define OCM_PAGE 0xfffc2000 /* on-chip memory that nothing uses */

static u32 *map_uncached(u32 *buffer)
{
	struct page *page = virt_to_page(buffer);

	return vmap(&page, 1, VM_MAP, pgprot_writecombine(PAGE_KERNEL));
}

static noinline int bug_uncached_alias(struct lab *lab, u32 *buffer)
{
	u32 *alias = map_uncached(buffer);

	if (!alias)
		return -ENOMEM;
	WRITE_ONCE(buffer[0], 0x500);
	lab->source[0] = READ_ONCE(alias[0]);
	vunmap(alias);
	return 0;
}

static void write_on_other_core(void *alias)
{
	WRITE_ONCE(*(u32 *)alias, 0x600);
}

/* This core's mapping is cacheable, the other core's is not. */
static noinline int bug_mismatched_attributes(struct lab *lab, u32 *buffer)
{
	u32 *alias = map_uncached(buffer);
	dma_addr_t dma;
	unsigned int other;

	if (!alias)
		return -ENOMEM;
	WRITE_ONCE(buffer[1], 0x601);
	dma = dma_map_single(lab->dev, buffer, PAGE_SIZE, DMA_TO_DEVICE);
	other = cpumask_any_but(cpu_online_mask, get_cpu());
	smp_call_function_single(other, write_on_other_core, alias, true);
	WRITE_ONCE(buffer[2], 0x602);
	put_cpu();
	dma_unmap_single(lab->dev, dma, PAGE_SIZE, DMA_TO_DEVICE);
	vunmap(alias);
	return 0;
}

/* A word at an odd address, as memcpy would read it from normal memory. */
static noinline int bug_unaligned_device(struct lab *lab, u32 *buffer)
{
	u8 __iomem *ocm = ioremap(OCM_PAGE, PAGE_SIZE);
	u32 value;

	if (!ocm)
		return -ENOMEM;
	asm volatile("ldr %0, [%1]" : "=r"(value) : "r"(ocm + 1) : "memory");
	buffer[0] = value;
	iounmap(ocm);
	return 0;
}

static noinline int bug_exclusive_uncached(struct lab *lab, u32 *buffer)
{
	atomic_inc((atomic_t *)&lab->source[1]);
	return 0;
}

const struct bug bugs_attributes[] = {
	{ "uncached_alias", bug_uncached_alias },
	{ "mismatched_attributes", bug_mismatched_attributes },
	{ "unaligned_device", bug_unaligned_device },
	{ "exclusive_uncached", bug_exclusive_uncached },
	{ NULL, NULL },
};
