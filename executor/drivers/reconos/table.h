/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RECONOS_TABLE_H
#define RECONOS_TABLE_H

#include <linux/types.h>

/*
 * The page table that the PL walks for a slot: ARM short descriptors, small pages only (ARM DDI 0406C,
 * B3.5.1). It holds nothing but pages that the slot has pinned, so whatever the process or the kernel
 * does with a mapping, the PL never reaches memory that belongs to somebody else.
 *
 * Functions: with the slot locked. Addresses are of the process, aligned to pages.
 */
struct reconos_table {
	u32 *l1; /* NULL: no table */
};

int reconos_table_init(struct reconos_table *table);
/* With the table empty and the PL's base changed. */
void reconos_table_exit(struct reconos_table *table);
phys_addr_t reconos_table_base(const struct reconos_table *table);

/* -ENOMEM: no room for a second-level table. The PL may walk the table meanwhile. */
int reconos_table_set(struct reconos_table *table, unsigned long address, phys_addr_t page,
		      bool is_writable);
/* The caller invalidates the PL's TLB afterwards. Nothing there: no effect. */
void reconos_table_clear(struct reconos_table *table, unsigned long address);
bool reconos_table_has(const struct reconos_table *table, unsigned long address);

#endif
