/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What things cost in virtual time, beyond the instructions themselves: the figures of a board.
 *
 * The machine reads them from a text file of lines `name=value` (integers; blank lines and # comments
 * are allowed; property `costs` of the machine). The tool writes that file from models/boards/, where each
 * figure stands with its source and its uncertainty. The defaults here are flat: every instruction
 * costs 2 ns and nothing else costs anything, which is what a machine without a board file does.
 *
 * Unless the name says otherwise a figure is in picoseconds and is what one event adds to the clock of the
 * core that causes it.
 */
#ifndef ZYNQTWIN_COSTS_H
#define ZYNQTWIN_COSTS_H

#include "qemu/osdep.h"

/* X(name, default, least, largest) */
#define ZT_COSTS(X)                                                                                        \
    /* instructions */                                                                                     \
    X(insn_user_ps, 2000, 100, 100000)   /* one instruction in user mode */                                \
    X(insn_kernel_ps, 2000, 100, 100000) /* one in any privileged mode */                                  \
    /* exceptions: entry by kind, return of any kind */                                                    \
    X(exc_irq_ps, 0, 0, 100000000)                                                                         \
    X(exc_svc_ps, 0, 0, 100000000)                                                                         \
    X(exc_abort_ps, 0, 0, 100000000) /* data and prefetch aborts, undefined instruction */                 \
    X(exc_return_ps, 0, 0, 100000000)                                                                      \
    X(asid_switch_ps, 0, 0, 100000000) /* a write that changes CONTEXTIDR.ASID */                          \
    X(tlb_maintenance_ps, 0, 0, 100000000)                                                                 \
    /* Normal non-cacheable memory in DDR */                                                               \
    X(nc_read_ps, 0, 0, 100000000)                                                                         \
    X(nc_read_stream_ps, 0, 0, 100000000)  /* a read right after the last one's address */                 \
    X(nc_write_ps, 0, 0, 100000000)                                                                        \
    X(nc_write_merged_ps, 0, 0, 100000000) /* a write into the 32 bytes that the last write opened */      \
    /* Device and strongly ordered memory in DDR: no merging */                                            \
    X(so_read_ps, 0, 0, 100000000)                                                                         \
    X(so_write_ps, 0, 0, 100000000)                                                                        \
    /* on-chip memory that is not mapped cacheable */                                                      \
    X(ocm_read_ps, 0, 0, 100000000)                                                                        \
    X(ocm_write_ps, 0, 0, 100000000)                                                                       \
    /* registers */                                                                                        \
    X(periph_read_ps, 0, 0, 100000000) /* PS peripherals on CPU_1x: UART, SLCR, devcfg, TTC, SD, ... */    \
    X(periph_write_ps, 0, 0, 100000000)                                                                    \
    X(scu_read_ps, 0, 0, 100000000)    /* private region 0xF8F00000: SCU, GIC, timers */                   \
    X(scu_write_ps, 0, 0, 100000000)                                                                       \
    X(pl310_reg_ps, 0, 0, 100000000)   /* any other PL310 register */                                      \
    X(pl310_line_ps, 0, 0, 100000000)  /* maintenance of one line by address */                            \
    X(pl310_sync_ps, 0, 0, 100000000)                                                                      \
    X(pl310_way_line_ps, 0, 0, 100000000) /* maintenance by way, for each line of the ways named */        \
    X(l1_line_ps, 0, 0, 100000000)     /* DC/IC maintenance of one line by address (CP15 c7) */            \
    X(l1_set_way_ps, 0, 0, 100000000)                                                                      \
    X(barrier_ps, 0, 0, 100000000)     /* DSB */                                                           \
    /* M_AXI_GP writes are posted: the core pays this and goes on until so many are outstanding */         \
    X(gp_write_posted_ps, 0, 0, 100000000)                                                                 \
    X(gp_write_outstanding, 0, 0, 64)  /* 0: not posted, the core waits for each response */               \
    /* cacheable memory in DDR: see l2_model.h */                                                          \
    X(tlb_miss_ps, 0, 0, 100000000)         /* a page-table walk, where the data is not in the L2 */       \
    X(cold_read_line_ps, 0, 0, 100000000)   /* one 32-byte line from DDR */                                \
    X(cold_write_line_ps, 0, 0, 100000000)  /* its write-back; one not written whole is fetched, too */    \
    X(l2_lines, 16384, 1, 1048576)          /* 512 KiB of 32-byte lines */                                 \
    /* DDR: one server (see zynqtwin_ddr.c); bandwidths in bytes a microsecond (= MB/s) */                 \
    X(ddr_peak_mb_s, 0, 0, 1000000)         /* 0: no limit, and load stretches nothing */                  \
    X(ddr_eff_read_permille, 970, 1, 1000)  /* sequential, by direction; mixed: both in the window */      \
    X(ddr_eff_write_permille, 900, 1, 1000)                                                                \
    X(ddr_eff_mixed_permille, 870, 1, 1000)                                                                \
    X(ddr_eff_short_permille, 870, 1, 1000) /* bursts shorter than 64 bytes */                             \
    X(ddr_pair_read_mb_s, 2840, 1, 1000000) /* HP0+1 and HP2+3 share one controller port each */           \
    X(ddr_pair_mixed_mb_s, 2240, 1, 1000000)                                                               \
    X(ddr_cpu_port_mb_s, 2840, 1, 1000000)  /* the L2's controller port */                                 \
    X(ddr_window_ns, 1000, 100, 1000000)    /* over how much virtual time load is measured */

struct zt_costs {
#define ZT_COST_MEMBER(name, def, least, largest) int64_t name;
    ZT_COSTS(ZT_COST_MEMBER)
#undef ZT_COST_MEMBER
};

extern struct zt_costs zt_costs; /* read-only after zt_costs_read */

/* Reads the file (NULL: the defaults). Exits with a message that names file, line, value and what is
 * allowed when it is wrong. Before any core runs. */
void zt_costs_read(const char *path);

#endif
