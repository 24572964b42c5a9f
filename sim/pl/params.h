/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Every number of the PL model that is not RTL: the costs of the PS-PL ports and of PCAP. A run may
 * override each by a line `name=value` in pl_config.params. Times are in picoseconds, "cycles" are
 * cycles of the PL clock.
 *
 * Sources. [UVI] GitHub UviDTE-FPSoC/Zynq7000-time-measurements (IEEE TII 17(6) 2021), ZedBoard, CPU
 * 667 MHz. [VIE] GitHub joaomiguelvieira/FPGA_SoC_DMA_stress, Zybo. [UG585] Zynq-7000 TRM. [DPR]
 * GitHub alkalir/DPR-Characterization. [EST] our estimate: no published figure was found; replace it
 * when a board is measured.
 *
 * GP ports. A 4-byte read takes 91 ns and 10.2 PL cycles (line through [UVI] at 100 and 200 MHz: 193 and
 * 142 ns). About 35 ns of it are the measuring call and loop, which the CPU model charges by itself; 3 cycles
 * are the slave, which is RTL here, and half a cycle on average is the wait for the next edge. What is left
 * is 56 ns and 6.7 cycles; the parameter has whole cycles, so that a read comes out 0.3 cycles long (1.5 % at
 * 100 MHz). The two terms hold for every clock_period_ps.
 *
 * HP and ACP ports (four HP ports, each with these figures). A read's data starts latency after the address
 * was taken; a write's response comes latency after its last data. Both wait longer when memory says so
 * (pl.h: ready_ps): then the last beat, or the response, comes latency after memory was ready. One beat a
 * cycle is sustained in each direction ([VIE]: 799.96 MB/s of 800 at 100 MHz and 64 bits, HP0 alone).
 * First-beat latency: DDR load 90 to 120 ns from a core ([UVI], JBLopen) plus two clock-domain crossings of 2
 * to 3 cycles [EST]. ACP: an L2 hit costs 17 to 23 CPU cycles from a core, plus the same crossings [EST].
 * Acceptance of HP ports ([UG585] names 14 to 70 reads and 8 to 32 writes by burst length, page text not
 * retrieved): the lower bound for bursts of 16.
 */
#ifndef ZT_PL_PARAMS_H
#define ZT_PL_PARAMS_H

#include <cstdint>
#include <string>

namespace zt
{

/* X(name, default, least, largest) */
#define ZT_PL_PARAMS(X)                                                                                      \
    X(clock_period_ps, 10000, 1000, 1000000)      /* FCLK0, 100 MHz */                                       \
    X(gp_read_response_ps, 56000, 0, 1000000000)  /* added to the edge of the R handshake */                 \
    X(gp_read_response_cycles, 7, 0, 100000)      /* the same, in cycles */                                  \
    X(gp_write_response_ps, 56000, 0, 1000000000) /* added to the edge of the B handshake */                 \
    X(gp_write_response_cycles, 7, 0, 100000)                                                                \
    X(gp_timeout_cycles, 1000000, 16, 1000000) /* then SLVERR and fatal() */                                 \
    X(gp_linger_cycles, 3, 0, 16) /* edges run after a response, before done, to see the clock gated */      \
    X(acp_read_latency_cycles, 10, 1, 100000) /* AR handshake to first R beat */                             \
    X(acp_read_outstanding, 3, 1, 32)         /* bursts accepted and not answered */                         \
    X(acp_read_beat_cycles, 1, 1, 1000)       /* cycles a beat */                                            \
    X(acp_write_latency_cycles, 8, 1, 100000) /* last W beat to B */                                         \
    X(acp_write_outstanding, 3, 1, 32)                                                                       \
    X(acp_write_beat_cycles, 1, 1, 1000)                                                                     \
    X(hp_read_latency_cycles, 16, 1, 100000)                                                                 \
    X(hp_read_outstanding, 14, 1, 32)                                                                        \
    X(hp_read_beat_cycles, 1, 1, 1000)                                                                       \
    X(hp_write_latency_cycles, 12, 1, 100000)                                                                \
    X(hp_write_outstanding, 8, 1, 32)                                                                        \
    X(hp_write_beat_cycles, 1, 1, 1000)                                                                      \
    X(pcap_word_ps, 31104, 1, 1000000000)        /* 128.6 MB/s, line through [DPR]'s end points */           \
    X(pcap_start_ps, 40000000, 0, 1000000000000) /* its offset, 0.04 ms, once a transfer */                  \
    X(test_axi_fault, 0, 0, 4)                   /* tests only: breaks an AXI rule, see enum AxiFault */

struct Params {
#define ZT_PL_PARAM_MEMBER(name, def, least, largest) uint64_t name = def;
    ZT_PL_PARAMS(ZT_PL_PARAM_MEMBER)
#undef ZT_PL_PARAM_MEMBER

    /* Reads lines `name=value` (decimal or 0x; blank lines and # comments allowed) over the defaults.
     * False and one sentence with the line's number in `error` when one is wrong. */
    bool parse(const char *text, std::string &error);
};

/* What test_axi_fault breaks, once, in the port models. */
enum AxiFault : uint64_t {
    AXI_FAULT_NONE = 0,
    AXI_FAULT_EARLY_RLAST = 1,   /* HP0: RLAST one beat early */
    AXI_FAULT_WRONG_RID = 2,     /* HP0: an ID that is not outstanding */
    AXI_FAULT_NO_WLAST = 3,      /* GP0: a write without WLAST */
    AXI_FAULT_EXTRA_RESPONSE = 4 /* ACP: a B response that nobody asked for */
};

} // namespace zt

#endif
