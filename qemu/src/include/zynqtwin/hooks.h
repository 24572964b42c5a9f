/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What QEMU's own Zynq devices tell the machine. All members may be NULL (another machine runs).
 * Called with the big lock held.
 */
#ifndef ZYNQTWIN_HOOKS_H
#define ZYNQTWIN_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zynqtwin_hooks {
    void (*slcr_write)(uint32_t offset, uint32_t value); /* after an unlocked SLCR write */
    void (*pcap_pr)(bool pcap_owns_port);                /* devcfg CTRL was written */
    void (*pcap_dma)(uint64_t addr, size_t size_bytes, bool is_write); /* before devcfg's DMA moves them */
    void (*console)(const void *uart, uint8_t byte);     /* a UART took a byte to send */
    void (*explain)(void);                               /* a run ends early: say to stderr what the PL does */
    int exit_status;                                     /* what QEMU exits with, unless 0 */
};

extern struct zynqtwin_hooks zynqtwin_hooks;

#endif
