// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/bits.h>
#include <linux/gfp.h>
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "table.h"

#define L1_ENTRIES 4096
#define L1_ORDER get_order(L1_ENTRIES * sizeof(u32)) /* aligned to its 16 KiB by the allocator */
#define L1_INDEX(address) ((address) >> 20)
#define L1_TABLE BIT(0)
#define L1_TABLE_MASK 0xfffffc00u

#define L2_ENTRIES 256
#define L2_BYTES (L2_ENTRIES * sizeof(u32)) /* aligned to its 1 KiB: kmalloc's powers of two are */
#define L2_INDEX(address) (((address) >> PAGE_SHIFT) & (L2_ENTRIES - 1))
#define L2_SMALL_PAGE BIT(1)
/* Access permissions of user mode with SCTLR.AFE = 0; privileged mode may write either. */
#define L2_AP_USER_READ (2u << 4)
#define L2_AP_USER_WRITE (3u << 4)

int reconos_table_init(struct reconos_table *table)
{
	table->l1 = (u32 *)__get_free_pages(GFP_KERNEL | __GFP_ZERO, L1_ORDER);
	return table->l1 ? 0 : -ENOMEM;
}

static u32 *table_l2(const struct reconos_table *table, unsigned long address)
{
	u32 entry = table->l1[L1_INDEX(address)];

	return entry ? phys_to_virt(entry & L1_TABLE_MASK) : NULL;
}

void reconos_table_exit(struct reconos_table *table)
{
	unsigned int i;

	if (!table->l1)
		return;
	for (i = 0; i < L1_ENTRIES; i++)
		kfree(table_l2(table, (unsigned long)i << 20));
	free_pages((unsigned long)table->l1, L1_ORDER);
	table->l1 = NULL;
}

phys_addr_t reconos_table_base(const struct reconos_table *table)
{
	return virt_to_phys(table->l1);
}

int reconos_table_set(struct reconos_table *table, unsigned long address, phys_addr_t page,
		      bool is_writable)
{
	u32 *l2 = table_l2(table, address);

	if (!l2) {
		l2 = kzalloc(L2_BYTES, GFP_KERNEL);
		if (!l2)
			return -ENOMEM;
		WARN_ON_ONCE(!IS_ALIGNED((unsigned long)l2, L2_BYTES));
		/* The PL must find zeroes in what the entry points to. */
		wmb();
		WRITE_ONCE(table->l1[L1_INDEX(address)], (u32)virt_to_phys(l2) | L1_TABLE);
	}
	WRITE_ONCE(l2[L2_INDEX(address)],
		   (u32)page | (is_writable ? L2_AP_USER_WRITE : L2_AP_USER_READ) | L2_SMALL_PAGE);
	return 0;
}

void reconos_table_clear(struct reconos_table *table, unsigned long address)
{
	u32 *l2 = table_l2(table, address);

	if (l2)
		WRITE_ONCE(l2[L2_INDEX(address)], 0);
}

bool reconos_table_has(const struct reconos_table *table, unsigned long address)
{
	const u32 *l2 = table_l2(table, address);

	return l2 && l2[L2_INDEX(address)];
}
