/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Registers of the static region (register map: rtl/README.md).
 */
#ifndef RECONOS_REGS_H
#define RECONOS_REGS_H

#include <linux/bits.h>
#include <linux/types.h>

#define RECONOS_SLOT_MAX 32 /* one register of reset, signal, pending and enable bits */

/* proc-control */
#define PROC_SLOTS 0x00
#define PROC_SYS_RESET 0x14
#define PROC_SLOT_RESET 0x18
#define PROC_SLOT_SIGNAL 0x1c /* follows the one reset register of at most 32 slots */
#define PROC_ID 0x8000
#define PROC_ID_VALUE 0x5a54574e
#define PROC_VERSION 0x8004
#define PROC_VERSION_MAJOR(v) ((v) >> 16)
#define PROC_GEOMETRY 0x8008
#define PROC_TLB_FLUSH 0x800c
#define PROC_TLB_FLUSH_PAGE 0x8010
#define PROC_FAULTS 0x8014 /* a read lowers the interrupt until the next fault */

#define PROC_SLOT(s) (0x9000 + 0x40 * (s))
#define SLOT_PGD 0x00
#define SLOT_FAULT_STATUS 0x04
#define SLOT_FAULT_PENDING BIT(0)
#define SLOT_FAULT_WRITE BIT(1)
#define SLOT_FAULT_CAUSE(v) (((v) >> 4) & 0xf)
#define SLOT_FAULT_ADDRESS 0x08
#define SLOT_FAULT_ANSWER 0x0c
#define SLOT_ANSWER_RETRY 1
#define SLOT_ANSWER_ABANDON 2
#define SLOT_QUIESCE 0x10
#define SLOT_STATUS 0x14
#define SLOT_STATUS_QUIESCED BIT(0)

/* OSIF: 16 bytes a slot; offsets inside a window are in uapi/reconos.h */
#define OSIF_SLOT(s) (0x10 * (s))

/* OSIF interrupt controller: write enables lines, read gives active and enabled ones */
#define INTC_LINES 0x00

#endif
