// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/*
 * What hardware threads reach is pinned: nothing tells the PL when the kernel moves a page or the
 * process replaces one, so a page that is in the slot's table must stay what it is. Before each
 * execution the pins are compared with the process's mappings.
 */
#include <linux/capability.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "compat.h"
#include "device.h"

#define PINS_LIMIT_MAX 65536
/* Threads go through buffers from front to back: a fault brings the pages up to the next 64 KiB. */
#define AROUND_PAGES 16

static uint pin_pages = 4096;
module_param(pin_pages, uint, 0444);
MODULE_PARM_DESC(pin_pages, "pages that a slot may keep pinned, 1 to 65536 (default 4096)");

int reconos_pins_init(struct reconos_pins *pins)
{
	unsigned long allowed = rlimit(RLIMIT_MEMLOCK) >> PAGE_SHIFT;
	int err;

	pins->limit = clamp_t(uint, pin_pages, 1, PINS_LIMIT_MAX);
	if (!capable(CAP_IPC_LOCK))
		pins->limit = clamp_t(ulong, allowed, 1, pins->limit);
	pins->first = 0;
	pins->count = 0;
	err = reconos_table_init(&pins->table);
	if (err)
		return err;
	pins->ring = kvcalloc(pins->limit, sizeof(*pins->ring), GFP_KERNEL);
	if (!pins->ring) {
		reconos_table_exit(&pins->table);
		return -ENOMEM;
	}
	return 0;
}

static struct reconos_pin *pins_at(struct reconos_pins *pins, unsigned int i)
{
	return &pins->ring[(pins->first + i) % pins->limit];
}

static void pins_unpin(struct reconos_slot *slot, struct reconos_pin *pin)
{
	atomic64_dec(&slot->mm->pinned_vm);
	unpin_user_pages_dirty_lock(&pin->page, 1, pin->is_writable);
	pin->page = NULL;
}

/* After this the PL has no way to the page, and no request that still uses it. */
static void pins_forget(struct reconos_slot *slot, struct reconos_pin *pin)
{
	reconos_table_clear(&slot->pins.table, pin->address);
	reconos_tlb_flush_page(slot->rdev, pin->address);
	pins_unpin(slot, pin);
}

static void pins_drop_oldest(struct reconos_slot *slot)
{
	struct reconos_pins *pins = &slot->pins;
	struct reconos_pin *pin = pins_at(pins, 0);

	if (pin->page)
		pins_forget(slot, pin);
	pins->first = (pins->first + 1) % pins->limit;
	pins->count--;
}

void reconos_pins_exit(struct reconos_slot *slot)
{
	struct reconos_pins *pins = &slot->pins;
	unsigned int i;

	for (i = 0; i < pins->count; i++) {
		if (pins_at(pins, i)->page)
			pins_unpin(slot, pins_at(pins, i));
	}
	pins->count = 0;
	reconos_table_exit(&pins->table);
	kvfree(pins->ring);
	pins->ring = NULL;
}

static void pins_forget_address(struct reconos_slot *slot, unsigned long address)
{
	unsigned int i;

	for (i = 0; i < slot->pins.count; i++) {
		struct reconos_pin *pin = pins_at(&slot->pins, i);

		if (pin->page && pin->address == address)
			pins_forget(slot, pin);
	}
}

/* Takes over the reference to the page. */
static int pins_push(struct reconos_slot *slot, struct page *page, unsigned long address,
		     bool is_writable)
{
	struct reconos_pins *pins = &slot->pins;
	struct reconos_pin *pin;
	int err;

	err = reconos_table_set(&pins->table, address, page_to_phys(page), is_writable);
	if (err) {
		unpin_user_page(page);
		return err;
	}
	if (pins->count == pins->limit)
		pins_drop_oldest(slot);
	pin = pins_at(pins, pins->count++);
	pin->page = page;
	pin->address = address;
	pin->is_writable = is_writable;
	atomic64_inc(&slot->mm->pinned_vm);
	return 0;
}

/* How many pages to take from here on: one at least, none that the slot has. */
static unsigned int pins_around(struct reconos_slot *slot, struct vm_area_struct *vma,
				unsigned long address)
{
	unsigned long end = ALIGN(address + 1, AROUND_PAGES * PAGE_SIZE);
	unsigned int pages = 1;

	end = min3(end, vma->vm_end, address + slot->pins.limit * PAGE_SIZE);
	while (address + pages * PAGE_SIZE < end &&
	       !reconos_table_has(&slot->pins.table, address + pages * PAGE_SIZE))
		pages++;
	return pages;
}

/*
 * With mmap_lock held. Where the process may write, a read gets the page for writing too: the zero
 * page, or one shared since a fork, would be replaced at the process's next store. A number of pages, or
 * an errno.
 */
static long pins_get(struct reconos_slot *slot, unsigned long address, bool is_write,
		     bool *is_writable, struct page **pages)
{
	struct vm_area_struct *vma = vma_lookup(slot->mm, address);
	unsigned int flags = FOLL_LONGTERM;

	if (!vma)
		return -EFAULT;
	if (!(vma->vm_flags & (is_write ? VM_WRITE : VM_READ)))
		return -EACCES;
	*is_writable = vma->vm_flags & VM_WRITE;
	if (*is_writable)
		flags |= FOLL_WRITE;
	/*
	 * Without FAULT_FLAG_ALLOW_RETRY (no *locked) a userfaultfd area fails instead of
	 * waiting for a handler, which may be the process that waits for us to end.
	 */
	return reconos_pin_pages(slot->mm, address, pins_around(slot, vma, address), flags, pages);
}

int reconos_pins_add(struct reconos_slot *slot, unsigned long address, bool is_write)
{
	struct page *pages[AROUND_PAGES];
	struct mm_struct *mm = slot->mm;
	bool is_writable = false;
	long i, got;
	int err = 0;

	if (address >= TASK_SIZE)
		return -EACCES;
	address &= PAGE_MASK;

	/* It allows too little by now, else there would be no fault. */
	if (reconos_table_has(&slot->pins.table, address))
		pins_forget_address(slot, address);

	mmap_read_lock(mm);
	got = pins_get(slot, address, is_write, &is_writable, pages);
	mmap_read_unlock(mm);
	if (got <= 0)
		return got == -EACCES ? -EACCES : -EFAULT;

	for (i = 0; i < got; i++) {
		if (err)
			unpin_user_page(pages[i]);
		else
			err = pins_push(slot, pages[i], address + i * PAGE_SIZE, is_writable);
	}
	return err;
}

/* How many pins from here on lie at one address after the other, AROUND_PAGES at most. */
static unsigned int pins_run(struct reconos_pins *pins, unsigned int i)
{
	const struct reconos_pin *first = pins_at(pins, i);
	unsigned int pages = 1;

	while (pages < AROUND_PAGES && i + pages < pins->count) {
		const struct reconos_pin *pin = pins_at(pins, i + pages);

		if (!pin->page || pin->is_writable != first->is_writable ||
		    pin->address != first->address + pages * PAGE_SIZE)
			break;
		pages++;
	}
	return pages;
}

/* With mmap_lock held: is the process's mapping still the one that the pin was made for? */
static bool pins_same_rights(struct mm_struct *mm, const struct reconos_pin *pin)
{
	struct vm_area_struct *vma = vma_lookup(mm, pin->address);

	return vma && vma->vm_flags & VM_READ && !(vma->vm_flags & VM_WRITE) == !pin->is_writable;
}

/* With mmap_lock held. */
static void pins_validate_run(struct reconos_slot *slot, unsigned int i, unsigned int count)
{
	const struct reconos_pin *first = pins_at(&slot->pins, i);
	unsigned int flags = FOLL_LONGTERM | (first->is_writable ? FOLL_WRITE : 0);
	struct page *pages[AROUND_PAGES];
	unsigned int k;
	long got;

	got = reconos_pin_pages(slot->mm, first->address, count, flags, pages);
	for (k = 0; k < count; k++) {
		struct reconos_pin *pin = pins_at(&slot->pins, i + k);
		bool same = got > (long)k && pages[k] == pin->page && pins_same_rights(slot->mm, pin);

		if (got > (long)k)
			unpin_user_page(pages[k]);
		if (!same)
			pins_forget(slot, pin);
	}
}

void reconos_pins_validate(struct reconos_slot *slot)
{
	struct reconos_pins *pins = &slot->pins;
	unsigned int i = 0;

	mmap_read_lock(slot->mm);
	while (i < pins->count) {
		unsigned int count = 1;

		if (pins_at(pins, i)->page) {
			count = pins_run(pins, i);
			pins_validate_run(slot, i, count);
		}
		i += count;
	}
	mmap_read_unlock(slot->mm);
	while (pins->count && !pins_at(pins, 0)->page)
		pins_drop_oldest(slot);
}
