/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* DDR, shared by cores and PL ports: the model with the board's figures. See include/zynqtwin/ddr.h. */
#include "qemu/osdep.h"
#include "zynqtwin/costs.h"
#include "zynqtwin/ddr.h"
#include "zynqtwin/ddr_model.h"

QEMU_BUILD_BUG_ON((int)ZT_DDR_CLIENTS != (int)DDR_CLIENTS || (int)ZT_DDR_HP3 != (int)DDR_HP3);

static struct ddr_model ddr;

/* The costs are read before the first access. */
static void start(void)
{
    static bool started;
    struct ddr_config config = {
        .peak_mb_s = zt_costs.ddr_peak_mb_s,
        .eff_read_permille = zt_costs.ddr_eff_read_permille,
        .eff_write_permille = zt_costs.ddr_eff_write_permille,
        .eff_mixed_permille = zt_costs.ddr_eff_mixed_permille,
        .eff_short_permille = zt_costs.ddr_eff_short_permille,
        .pair_read_mb_s = zt_costs.ddr_pair_read_mb_s,
        .pair_mixed_mb_s = zt_costs.ddr_pair_mixed_mb_s,
        .cpu_port_mb_s = zt_costs.ddr_cpu_port_mb_s,
        .window_ps = zt_costs.ddr_window_ns * UINT64_C(1000),
    };

    if (!started) {
        started = true;
        ddr_model_init(&ddr, &config);
    }
}

uint64_t zt_ddr_burst(enum zt_ddr_client client, bool is_write, unsigned bytes, uint64_t now_ps)
{
    start();
    return ddr_move(&ddr, client, is_write ? 0 : bytes, is_write ? bytes : 0, now_ps, 0);
}

uint64_t zt_ddr_stretch(enum zt_ddr_client client, unsigned read_bytes, unsigned write_bytes, uint64_t now_ps,
                        uint64_t ps)
{
    if (!zt_costs.ddr_peak_mb_s) {
        return ps;
    }
    start();
    return ddr_move(&ddr, client, read_bytes, write_bytes, now_ps, ps) - now_ps;
}
