/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * DDR as one server that cores and PL ports share. Figures: costs.h, ddr_*.
 *
 * A client says how much it moves and when by its own clock. The answer depends on what the others moved
 * in the last window (ddr_window_ns) of *their* clocks, so that it does not matter in which order the
 * simulator runs cores and PL within a quantum.
 */
#ifndef ZYNQTWIN_DDR_H
#define ZYNQTWIN_DDR_H

#include "qemu/osdep.h"

/* Clients: cores 0 and 1 (through the L2's controller port), ACP (the same controller port), HP0 to HP3. */
enum zt_ddr_client { ZT_DDR_CPU0, ZT_DDR_CPU1, ZT_DDR_ACP, ZT_DDR_HP0, ZT_DDR_HP1, ZT_DDR_HP2, ZT_DDR_HP3,
                     ZT_DDR_CLIENTS };

/* A PL burst of `bytes` at now_ps. Returns when the memory has moved its last byte, were the port's own latency
 * zero: now_ps when nothing limits it. Never runs back for a client. */
uint64_t zt_ddr_burst(enum zt_ddr_client client, bool is_write, unsigned bytes, uint64_t now_ps);

/* A core moves bytes from and to DDR, which takes `ps` on an unloaded memory. Returns what it takes under the
 * present load (>= ps). */
uint64_t zt_ddr_stretch(enum zt_ddr_client client, unsigned read_bytes, unsigned write_bytes, uint64_t now_ps,
                        uint64_t ps);

#endif
