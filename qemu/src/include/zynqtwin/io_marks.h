/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Instructions that were seen to access a device. An access to a device must be its block's last
 * instruction, because only there the core's clock is right. QEMU finds out when the access happens, unwinds
 * the block and runs the instruction alone. Here the instruction is remembered, and blocks that are
 * translated later end with it, so that the next access needs none of this.
 *
 * On the vCPU thread.
 */
#ifndef ZYNQTWIN_IO_MARKS_H
#define ZYNQTWIN_IO_MARKS_H

#include "qemu/osdep.h"

/* Remembers the instruction at this RAM address. True: it is new, and every block that contains it must be
 * made again (so that what blocks there are depends on the guest alone, never on when QEMU drops them). */
bool zt_io_mark(uint64_t ram_addr);

/* Is the instruction at this RAM address marked? */
bool zt_io_marked(uint64_t ram_addr);

#endif
