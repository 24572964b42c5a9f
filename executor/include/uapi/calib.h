/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * User interface of calib.ko: /dev/calib. What a program that measures a board cannot reach from user
 * space: memory that is not cached, cache maintenance, interrupt handlers. For root, and for measuring only: it
 * touches the physical addresses that it is given. One file at a time may have it open.
 *
 * All times are counts of the global timer of the Cortex-A9, as user space reads them through
 * reconos.h (RECONOS_MMAP_GLOBAL_TIMER).
 */
#ifndef _UAPI_CALIB_H
#define _UAPI_CALIB_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define CALIB_DEVICE "/dev/calib"
#define CALIB_ABI_VERSION 1
#define CALIB_MAINTAIN_MAX_BYTES 0x100000u

struct calib_info {
	__u32 abi_version;	/* CALIB_ABI_VERSION */
	__u32 buffer_bytes;	/* of the coherent buffer: mmap offset 0, Normal non-cacheable */
	__u32 buffer_address;	/* of the same for a bus master */
	__u32 reserved;
};

/* What maintains the cache of memory that is shared with a device without coherence. */
#define CALIB_CLEAN 0		/* before the device reads: every line was just written */
#define CALIB_INVALIDATE 1	/* after the device wrote: every line was just read */

struct calib_maintain {
	__u32 operation;	/* CALIB_CLEAN or CALIB_INVALIDATE */
	__u32 size_bytes;	/* 32 to CALIB_MAINTAIN_MAX_BYTES */
	__u64 counts;		/* out: that it took, once */
};

/*
 * The handler of a shared peripheral interrupt. It reads the clock, then the word at read_address, then
 * writes write_value to write_address (physical addresses; 0: leaves it out), then reads the clock again.
 * In a thread of its own with CALIB_THREADED (priority 50, SCHED_FIFO, as all handlers of a real-time kernel).
 */
#define CALIB_THREADED 1u

struct calib_interrupt {
	__u32 spi;		/* number of the shared peripheral interrupt, 0 to 959; level, active high */
	__u32 read_address;
	__u32 write_address;
	__u32 write_value;
	__u32 flags;		/* CALIB_* */
	__u32 reserved;		/* 0 */
};

/* The last interrupt; read() sleeps until there is a new one (EAGAIN after a second). */
struct calib_event {
	__u64 handler;		/* on its entry */
	__u64 acknowledged;	/* after its accesses */
	__u32 number;		/* counts from 1 */
	__u32 value;		/* read at read_address */
};

#define CALIB_IOC_MAGIC 'k'
#define CALIB_IOC_GET_INFO _IOR(CALIB_IOC_MAGIC, 0x60, struct calib_info)
#define CALIB_IOC_MAINTAIN _IOWR(CALIB_IOC_MAGIC, 0x61, struct calib_maintain)
/* EBUSY: it is taken, or in use by another driver. ENODEV: no such interrupt. */
#define CALIB_IOC_INTERRUPT_TAKE _IOW(CALIB_IOC_MAGIC, 0x62, struct calib_interrupt)
#define CALIB_IOC_INTERRUPT_GIVE _IO(CALIB_IOC_MAGIC, 0x63)

#endif
