// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/*
 * Pages that hardware threads faulted in stay where they are until the slot is reset: nothing tells
 * the PL's TLB when the kernel moves a page.
 */
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>

#include "compat.h"
#include "device.h"

#define PINS_LIMIT_MAX 65536

static uint pin_pages = 4096;
module_param(pin_pages, uint, 0444);
MODULE_PARM_DESC(pin_pages, "pages that a slot may keep pinned, 1 to 65536 (default 4096)");

int reconos_pins_init(struct reconos_pins *pins)
{
	pins->limit = clamp_t(uint, pin_pages, 1, PINS_LIMIT_MAX);
	pins->first = 0;
	pins->count = 0;
	pins->ring = kvcalloc(pins->limit, sizeof(*pins->ring), GFP_KERNEL);
	return pins->ring ? 0 : -ENOMEM;
}

void reconos_pins_exit(struct reconos_pins *pins)
{
	WARN_ON(pins->count);
	kvfree(pins->ring);
	pins->ring = NULL;
}

static void pins_drop_oldest(struct reconos_pins *pins)
{
	struct reconos_pin *pin = &pins->ring[pins->first];

	unpin_user_pages_dirty_lock(&pin->page, 1, pin->is_write);
	pins->first = (pins->first + 1) % pins->limit;
	pins->count--;
}

void reconos_pins_drop_all(struct reconos_slot *slot)
{
	while (slot->pins.count)
		pins_drop_oldest(&slot->pins);
}

static void pins_push(struct reconos_slot *slot, struct page *page, unsigned long address,
		      bool is_write)
{
	struct reconos_pins *pins = &slot->pins;
	struct reconos_pin *pin;

	if (pins->count == pins->limit) {
		reconos_tlb_flush_page(slot->rdev, pins->ring[pins->first].address);
		pins_drop_oldest(pins);
	}
	pin = &pins->ring[(pins->first + pins->count) % pins->limit];
	pin->page = page;
	pin->address = address & PAGE_MASK;
	pin->is_write = is_write;
	pins->count++;
}

/* With mmap_lock held. */
static int pins_fault_in(struct mm_struct *mm, unsigned long address, bool is_write, bool *writable,
			 struct page **page)
{
	struct vm_area_struct *vma = vma_lookup(mm, address);
	int err;

	if (!vma)
		return -EFAULT;
	if (!(vma->vm_flags & (is_write ? VM_WRITE : VM_READ)))
		return -EACCES;

	/*
	 * Where the process may write, a read gets the page for writing too: the zero page, or one
	 * shared since a fork, would be replaced under the PL at the process's next store.
	 */
	*writable = vma->vm_flags & VM_WRITE;
	if (reconos_pin_page(mm, address, FOLL_LONGTERM | (*writable ? FOLL_WRITE : 0), page) != 1)
		return -EFAULT;

	/*
	 * To pin a page needs no hardware entry: it may be without one while the page counts as
	 * old, and read-only while it counts as clean. A fault as the CPU would take it makes it
	 * young and dirty.
	 */
	err = fixup_user_fault(mm, address, *writable ? FAULT_FLAG_WRITE : 0, NULL);
	if (err)
		unpin_user_page(*page);
	return err;
}

int reconos_pins_add(struct reconos_slot *slot, unsigned long address, bool is_write)
{
	struct mm_struct *mm = slot->mm;
	struct page *page;
	bool writable;
	int err;

	if (address >= TASK_SIZE)
		return -EACCES;

	/*
	 * Without FAULT_FLAG_ALLOW_RETRY (no *locked) a userfaultfd area fails instead of
	 * waiting for a handler, which may be the process that waits for us to end.
	 */
	mmap_read_lock(mm);
	err = pins_fault_in(mm, address, is_write, &writable, &page);
	mmap_read_unlock(mm);
	if (err)
		return err;

	pins_push(slot, page, address, writable);
	return 0;
}
