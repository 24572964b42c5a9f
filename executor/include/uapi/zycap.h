/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * User interface of zycap.ko: /dev/zycap. Loads partial bitstreams through ICAP.
 *
 * The caller quiesces the slot first (reconos.h) and resets it afterwards; the driver takes the
 * configuration port from PCAP while its device is open and gives it back at the last close.
 * Loads are served one at a time; a waiting caller can be killed.
 */
#ifndef _UAPI_ZYCAP_H
#define _UAPI_ZYCAP_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define ZYCAP_DEVICE "/dev/zycap"
#define ZYCAP_ABI_VERSION 1
#define ZYCAP_MAX_BYTES 0x1fffffcu	/* the DMA's length register has 25 bits */

struct zycap_load {
	__u64 data;		/* user address of the stream, bytes in the order of bootgen's .bin */
	__u32 size_bytes;	/* multiple of 4, 4 to ZYCAP_MAX_BYTES */
	__u32 timeout_ms;	/* 1 to 10000 */
	/* out */
	__u32 active_cycles;	/* ICAP cycles with a word */
	__u32 gap_cycles;	/* ICAP cycles without one between the first and the last word */
	__u32 setup_cycles;	/* from the start of the DMA to the first word */
	__u32 icap_status;	/* ICAPE2 O[7:0] afterwards: bit 7 CFGERR_B, bit 6 DALIGN */
};

#define ZYCAP_IOC_MAGIC 'Z'
#define ZYCAP_IOC_VERSION _IOR(ZYCAP_IOC_MAGIC, 0, __u32)
/*
 * Copy mode: the stream is copied to a DMA buffer, then sent. EINVAL (size), EFAULT (address),
 * ETIMEDOUT, EIO (the DMA reported a bus error), EILSEQ (the device refused the stream: IDCODE or
 * CRC, or it has no sync word or did not reach DESYNC), EINTR (killed), ENOMEM (no contiguous
 * memory), EBUSY (a load through PCAP is under way). After any error the engine is reset and usable.
 * The out fields are set if the stream was sent, good or bad.
 */
#define ZYCAP_IOC_LOAD_COPY _IOWR(ZYCAP_IOC_MAGIC, 1, struct zycap_load)

#endif
