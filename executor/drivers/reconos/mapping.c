// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/mm.h>
#include <uapi/reconos.h>

#include "compat.h"
#include "device.h"
#include "mapping.h"

static int mapping_remap(struct vm_area_struct *vma, phys_addr_t phys, size_t size_bytes)
{
	size_t bytes = vma->vm_end - vma->vm_start;

	if (!phys)
		return -ENODEV;
	if (bytes > size_bytes)
		return -EINVAL;
	return io_remap_pfn_range(vma, vma->vm_start, PHYS_PFN(phys), bytes, vma->vm_page_prot);
}

static int mapping_osif(struct reconos_device *rdev, struct vm_area_struct *vma)
{
	vma->vm_page_prot = pgprot_noncached(vma->vm_page_prot);
	/* A child does not own the slots. */
	reconos_vm_flags_mod(vma, VM_DONTCOPY, VM_MAYEXEC);
	return mapping_remap(vma, rdev->osif_phys, PAGE_SIZE);
}

static int mapping_global_timer(struct reconos_device *rdev, struct vm_area_struct *vma)
{
	if (vma->vm_flags & VM_WRITE)
		return -EPERM;
	/* The page has the GIC's CPU interface too: mprotect must not make it writable later. */
	reconos_vm_flags_mod(vma, 0, VM_MAYWRITE | VM_MAYEXEC);
	vma->vm_page_prot = pgprot_noncached(vma->vm_page_prot);
	return mapping_remap(vma, rdev->timer_phys, PAGE_SIZE);
}

static int mapping_event_ring(struct reconos_device *rdev, struct vm_area_struct *vma)
{
	reconos_vm_flags_mod(vma, 0, VM_MAYEXEC);
	vma->vm_page_prot = pgprot_writecombine(vma->vm_page_prot);
	return mapping_remap(vma, rdev->ring_phys, rdev->ring_bytes);
}

int reconos_mapping_mmap(struct reconos_device *rdev, struct vm_area_struct *vma)
{
	if (!(vma->vm_flags & VM_SHARED))
		return -EINVAL;
	if (vma->vm_flags & VM_EXEC)
		return -EPERM;

	switch (vma->vm_pgoff) {
	case PHYS_PFN(RECONOS_MMAP_OSIF):
		return mapping_osif(rdev, vma);
	case PHYS_PFN(RECONOS_MMAP_GLOBAL_TIMER):
		return mapping_global_timer(rdev, vma);
	case PHYS_PFN(RECONOS_MMAP_EVENT_RING):
		return mapping_event_ring(rdev, vma);
	default:
		return -EINVAL;
	}
}
