/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The PS side of the PL: GP, HP and ACP ports, F2P interrupts, FPGA resets. */
#ifndef ZYNQTWIN_PL_BRIDGE_H
#define ZYNQTWIN_PL_BRIDGE_H

#include "qemu/osdep.h"
#include "exec/cpu-common.h"
#include "hw/irq.h"
#include "exec/memory.h"

struct pl_bridge_config {
    const char *library;   /* libpl.so; NULL: the PL is not configured */
    const char *slots_dir; /* may be NULL */
    const char *params_file; /* may be NULL */
    uint64_t seed;
    uint64_t quantum_ns;   /* how far cores may run ahead of a PL that works */
};

/* Creates the PL and maps GP0 and GP1. irqs: the 16 GIC inputs of IRQ_F2P[15:0]. Exits on errors. */
void pl_bridge_init(MemoryRegion *system_memory, const qemu_irq *irqs, const struct pl_bridge_config *config);

void pl_bridge_fpga_reset(uint32_t fpga_rst_ctrl); /* SLCR 0x240 */
void pl_bridge_level_shifters(uint32_t value);     /* SLCR 0x900 */
void pl_bridge_pcap_pr(bool pcap_owns);

/* For slice_hooks (slice.h). */
int64_t pl_bridge_due_ps(void);
bool pl_bridge_run(int64_t until_ps);
void pl_bridge_drain(CPUState *cpu);

#endif
