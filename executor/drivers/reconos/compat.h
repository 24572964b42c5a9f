/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Kernel interfaces that changed during 6.x.
 */
#ifndef RECONOS_COMPAT_H
#define RECONOS_COMPAT_H

#include <linux/mm.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
static inline void reconos_vm_flags_mod(struct vm_area_struct *vma, unsigned long set,
					unsigned long clear)
{
	vma->vm_flags = (vma->vm_flags | set) & ~clear;
}
#else
static inline void reconos_vm_flags_mod(struct vm_area_struct *vma, unsigned long set,
					unsigned long clear)
{
	vm_flags_mod(vma, set, clear);
}
#endif

/* With mmap_lock held for reading. How many pages were pinned, or an errno. */
static inline long reconos_pin_pages(struct mm_struct *mm, unsigned long address,
				     unsigned long count, unsigned int gup_flags,
				     struct page **pages)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 5, 0)
	return pin_user_pages_remote(mm, address, count, gup_flags, pages, NULL, NULL);
#else
	return pin_user_pages_remote(mm, address, count, gup_flags, pages, NULL);
#endif
}

#endif
