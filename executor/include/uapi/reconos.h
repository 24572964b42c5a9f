/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * User interface of reconos.ko: /dev/reconos.
 *
 * A slot belongs to the file that acquired it, until it releases it or is closed (also by a crash):
 * then the slot is quiesced, held in reset, its FIFOs are flushed and its page-table base is cleared.
 * An open file without slots may still use GET_INFO and the mappings.
 *
 * Waits sleep on interrupts; none polls. Every wait has a timeout.
 *
 * Calls about a slot fail with EINVAL (no such slot, level above 1, reserved not 0), EPERM (the slot
 * is not this file's, or the caller is another process, such as a child) and EINTR (killed).
 */
#ifndef _UAPI_RECONOS_H
#define _UAPI_RECONOS_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define RECONOS_DEVICE "/dev/reconos"
#define RECONOS_ABI_VERSION 1

struct reconos_info {
	__u32 abi_version;	/* RECONOS_ABI_VERSION */
	__u32 hw_version;	/* proc-control 0x8004 */
	__u32 slots;
	__u32 osif_depth_words;
	__u32 memif_depth_words;
	__u32 tlb_entries;
	__u32 event_ring_bytes;	/* size of the mapping at RECONOS_MMAP_EVENT_RING; 0: none */
	__u32 global_timer_hz;	/* rate of the count at RECONOS_MMAP_GLOBAL_TIMER */
};

struct reconos_slot_level {
	__u32 slot;
	__u32 level;		/* 0 or 1 */
};

struct reconos_wait {
	__u32 slot;
	__u32 reserved;		/* 0 */
	__u64 timeout_ns;	/* 0: only look, do not sleep */
};

/* Causes of a fault that software did not resolve; the slot is held until it is reset. */
#define RECONOS_FAULT_NONE 0
#define RECONOS_FAULT_L1 1		/* no first-level entry: nothing is mapped there */
#define RECONOS_FAULT_L2 2		/* no second-level entry */
#define RECONOS_FAULT_PERMISSION 3	/* not readable, or not writable, by the process */
#define RECONOS_FAULT_WALK 4		/* bus error while reading the page table */
#define RECONOS_FAULT_SLAVE 5		/* data access answered SLVERR */
#define RECONOS_FAULT_DECODE 6		/* data access answered DECERR */
#define RECONOS_FAULT_REQUEST 7		/* no request of MEMIF: operation, length, alignment */

struct reconos_fault {
	__u32 slot;		/* in */
	__u32 cause;		/* RECONOS_FAULT_* */
	__u32 address;		/* virtual address of the request */
	__u32 is_write;
	__u64 resolved;		/* page faults resolved for this slot since it was acquired */
};

#define RECONOS_IOC_MAGIC 'k'
#define RECONOS_IOC_GET_INFO _IOR(RECONOS_IOC_MAGIC, 0x40, struct reconos_info)
/*
 * EBUSY: another file has it. The slot's thread reaches the caller's address space; only
 * threads of that process may use the slot. The slot comes in reset, signal 0, not quiesced.
 */
#define RECONOS_IOC_SLOT_ACQUIRE _IOW(RECONOS_IOC_MAGIC, 0x41, __u32)
#define RECONOS_IOC_SLOT_RELEASE _IOW(RECONOS_IOC_MAGIC, 0x42, __u32)
#define RECONOS_IOC_SLOT_RESET _IOW(RECONOS_IOC_MAGIC, 0x43, struct reconos_slot_level)
#define RECONOS_IOC_SLOT_SIGNAL _IOW(RECONOS_IOC_MAGIC, 0x44, struct reconos_slot_level)
/*
 * Level 1: lets the request in flight finish, then takes the slot off the static region (its outputs
 * are ignored): what must be done before its logic is rewritten. Level 0: connects it again.
 */
#define RECONOS_IOC_SLOT_QUIESCE _IOW(RECONOS_IOC_MAGIC, 0x45, struct reconos_slot_level)
/*
 * For this file's slots that run: what the caller has unmapped, replaced or given other rights is dropped,
 * and the thread meets what is there now. Until then a thread goes on with the pages that it has, which
 * nobody else gets meanwhile. SLOT_RESET with level 0 includes it.
 */
#define RECONOS_IOC_TLB_INVALIDATE _IO(RECONOS_IOC_MAGIC, 0x46)
/*
 * Sleeps until the slot has a word for software. 0: there is one. ETIMEDOUT, EINTR (signal),
 * EFAULT: the slot has a fault that could not be resolved (see SLOT_FAULT), even if words are left,
 * ECANCELED: WAIT_CANCEL, or the slot was released.
 */
#define RECONOS_IOC_OSIF_WAIT _IOW(RECONOS_IOC_MAGIC, 0x47, struct reconos_wait)
/* Ends present waits of the slot, and the next one if there is none now, with ECANCELED. */
#define RECONOS_IOC_WAIT_CANCEL _IOW(RECONOS_IOC_MAGIC, 0x48, __u32)
#define RECONOS_IOC_SLOT_FAULT _IOWR(RECONOS_IOC_MAGIC, 0x49, struct reconos_fault)

/* mmap offsets. */
#define RECONOS_MMAP_OSIF 0x0		/* 4096 bytes, read-write, uncached: the OSIF windows (see below) */
#define RECONOS_MMAP_GLOBAL_TIMER 0x10000 /* 4096 bytes, read-only: the page with the A9 global timer */
#define RECONOS_MMAP_EVENT_RING 0x100000 /* event_ring_bytes, read-write, uncached */

/* Offset of the A9 global timer in its page (low word, high word at +4). */
#define RECONOS_GLOBAL_TIMER_OFFSET 0x200

/* Windows of the OSIF page: slot k at 16 * k. */
#define RECONOS_OSIF_READ 0x0		/* pops a word of the slot (only when not empty) */
#define RECONOS_OSIF_WRITE 0x4		/* pushes a word to the slot (only when not full) */
#define RECONOS_OSIF_READ_STATUS 0x8	/* bit 31: empty; bits 15:0: words */
#define RECONOS_OSIF_WRITE_STATUS 0xc	/* bit 31: full; bits 15:0: free words */
#define RECONOS_OSIF_BLOCKED 0x80000000u

#endif
