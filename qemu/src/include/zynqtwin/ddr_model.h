/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * How DDR is shared, as a model without QEMU.
 *
 * Clients hang on a tree: HP0 and HP1 share a controller port, HP2 and HP3 another, the cores and ACP a third;
 * the three ports share the memory. Shares are fair (max-min): the shares of all clients rise together until
 *   - a client has what it demands,
 *   - a port is full: ddr_pair_* or ddr_cpu_port,
 *   - the memory is full: C = ddr_peak * efficiency,
 * and who is stopped by none of these goes on rising. In closed form, when only the memory is full: with n
 * clients that want more than their share and the others demanding D in all, each of the n gets (C - D) / n.
 *
 * Efficiency, of the bytes r that were read and w that were written lately: with m = 2 min(r, w) / (r + w),
 *   pure = (eff_read r + eff_write w) / (r + w),   efficiency = pure + (eff_mixed - pure) m,
 * a share s of bytes in bursts shorter than 64 bytes takes it down to efficiency + (eff_short - efficiency) s,
 * where eff_short is less. A pair's port carries pair_read + (pair_mixed - pair_read) m of its own r and w.
 *
 * What a client demands is seen from what it did: it moved so much in its last window; if that is all that
 * it was given (DDR_HUNGRY_PERMILLE of it), it wants more than its share. Each client's load is counted by its
 * own clock, and one that has done nothing for DDR_HOLD_WINDOWS windows of the asking client's clock has none.
 * A client's share holds for one window of its clock, on the average: it may be exceeded by what was left unused
 * of it in the last window; by a core, in the last DDR_CORE_CREDIT_WINDOWS, because what a core moves comes in
 * lumps (l2_model.h: one page of eight is seen, and stands for all).
 *
 * Rates are in bytes a millisecond (kB/s).
 */
#ifndef ZYNQTWIN_DDR_MODEL_H
#define ZYNQTWIN_DDR_MODEL_H

#include <stdbool.h>
#include <stdint.h>

/* In the order of enum zt_ddr_client. */
enum { DDR_CPU0, DDR_CPU1, DDR_ACP, DDR_HP0, DDR_HP1, DDR_HP2, DDR_HP3, DDR_CLIENTS };

#define DDR_UNLIMITED (UINT64_C(1) << 40)
#define DDR_HUNGRY_PERMILLE 950
#define DDR_HOLD_WINDOWS 16
#define DDR_CORE_CREDIT_WINDOWS 16
#define DDR_SHORT_BURST_BYTES 64
#define DDR_WINDOWS 32 /* that are remembered of each client */

struct ddr_config {
    uint64_t peak_mb_s; /* 0: no limit */
    uint32_t eff_read_permille, eff_write_permille, eff_mixed_permille, eff_short_permille;
    uint64_t pair_read_mb_s, pair_mixed_mb_s, cpu_port_mb_s;
    uint64_t window_ps;
};

/* Bytes that were moved, or a rate. */
struct ddr_moved {
    uint64_t read, write, in_short;
};

struct ddr_window {
    uint64_t number; /* time / window_ps; the window is unused when it is not what is looked for */
    struct ddr_moved moved;
    uint64_t share; /* what the client was given, bytes a ms */
};

struct ddr_client {
    struct ddr_window windows[DDR_WINDOWS];
    uint64_t last_ps; /* of its clock */
    uint64_t busy_until_ps;
    uint64_t share, share_window; /* its present share, and the window that this is for */
};

struct ddr_model {
    struct ddr_config config;
    struct ddr_client client[DDR_CLIENTS];
};

void ddr_model_init(struct ddr_model *model, const struct ddr_config *config);

/* Capacities under a mix of traffic, bytes a ms. */
uint64_t ddr_capacity(const struct ddr_config *config, const struct ddr_moved *mix);
uint64_t ddr_pair_capacity(const struct ddr_config *config, const struct ddr_moved *mix);

/* Max-min shares of the demands (DDR_UNLIMITED: as much as there is). capacity: of the memory; pair: of the
 * ports of HP0+1 and HP2+3. share[i] <= demand[i]. */
void ddr_shares(const struct ddr_config *config, uint64_t capacity, const uint64_t pair[2],
                const uint64_t demand[DDR_CLIENTS], uint64_t share[DDR_CLIENTS]);

/* The client reads and writes so many bytes from now_ps on, which takes at least least_ps. Returns when it is
 * done. now_ps of one client should not run back; the answer does not. */
uint64_t ddr_move(struct ddr_model *model, unsigned client, unsigned read_bytes, unsigned write_bytes,
                  uint64_t now_ps, uint64_t least_ps);

#endif
