/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The PS side of the PL: GP, HP and ACP ports, F2P interrupts, FPGA resets. */
#ifndef ZYNQTWIN_PL_BRIDGE_H
#define ZYNQTWIN_PL_BRIDGE_H

#include "qemu/osdep.h"
#include "hw/irq.h"
#include "exec/memory.h"

struct pl_bridge_config {
    const char *library;   /* libpl.so; NULL: the PL is not configured */
    const char *slots_dir; /* may be NULL */
    const char *params_file; /* may be NULL */
    uint64_t seed;
    uint64_t quantum_ns;   /* how late an interrupt of the PL can be seen while it works */
};

/* Creates the PL and maps GP0 and GP1. irqs: the 16 GIC inputs of IRQ_F2P[15:0]. Exits on errors. */
void pl_bridge_init(MemoryRegion *system_memory, const qemu_irq *irqs, const struct pl_bridge_config *config);

void pl_bridge_fpga_reset(uint32_t fpga_rst_ctrl); /* SLCR 0x240 */
void pl_bridge_level_shifters(uint32_t value);     /* SLCR 0x900 */
void pl_bridge_pcap_pr(bool pcap_owns);

#endif
