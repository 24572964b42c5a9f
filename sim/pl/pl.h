/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The C ABI between the processing system (the machine in qemu/) and the programmable logic
 * (libpl.so: SystemC and Verilated RTL).
 *
 * Time is virtual time in picoseconds since machine start, never host time. The PL has no clock of
 * its own: it moves only inside pl_reset, pl_access, pl_config_words and pl_advance. `now_ps` of
 * successive calls never runs back; a call with now_ps before the PL's own time happens at the PL's
 * time.
 *
 * Threads: calls must never overlap, but may come from different threads one after another (QEMU
 * calls under its big lock). Host callbacks are made only from inside a call, on the caller's thread;
 * a callback must not call back into the PL.
 *
 * One PL instance a process (SystemC has one simulation context).
 */
#ifndef ZT_PL_H
#define ZT_PL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PL_ABI_VERSION 2u
#define PL_NEVER UINT64_MAX /* "no activity is due" */

/* AXI response codes (AMBA AXI3, table 7-1 of ARM IHI 0022). */
enum pl_resp { PL_OKAY = 0, PL_EXOKAY = 1, PL_SLVERR = 2, PL_DECERR = 3 };

/* PS-PL ports. GP: the PS is master. ACP, HP: the PL is master and reads or writes guest memory. */
enum pl_port { PL_PORT_GP0 = 0, PL_PORT_GP1 = 1, PL_PORT_ACP = 2, PL_PORT_HP0 = 3, PL_PORT_HP1 = 4,
               PL_PORT_HP2 = 5, PL_PORT_HP3 = 6, PL_PORT_COUNT = 7 };

#define PL_IRQ_COUNT 16 /* IRQ_F2P[15:0]; bit n is GIC SPI 29+n (n < 8) or 52+n-8 */

/* What the PL asks of the machine. Every function is called with the `host` pointer of pl_create. */
struct pl_host_ops {
    /* One AXI3 burst (INCR, at most 16 beats of 8 bytes) from or to guest physical memory at virtual
     * time time_ps. Returns PL_OKAY, or PL_DECERR where no memory answers; on an error buf is
     * filled with zeros (read) or nothing is written.
     * *ready_ps: when the memory has moved the burst's last byte, were the port's own latency zero;
     * time_ps (or anything before it) when nothing limits the memory. time_ps is when the port took the
     * burst's address (read) or its last data (write); the last beat, or the write response, does not come
     * before *ready_ps and the port's latency. Bursts of all ports are asked for in order of time. */
    enum pl_resp (*mem_read)(void *host, enum pl_port port, uint64_t addr, void *buf, size_t size_bytes,
                             uint64_t time_ps, uint64_t *ready_ps);
    enum pl_resp (*mem_write)(void *host, enum pl_port port, uint64_t addr, const void *buf,
                              const uint8_t *strobe /* one byte a data byte, 0 or 1; NULL: all */,
                              size_t size_bytes, uint64_t time_ps, uint64_t *ready_ps);
    /* IRQ_F2P bit `line` changed to `level` at time_ps (which may be earlier than the end of the
     * call in which this is reported). */
    void (*irq)(void *host, unsigned line, bool level, uint64_t time_ps);
    /* One record for the run's trace; copied before return. */
    void (*trace)(void *host, const struct zt_trace_record *rec);
    /* The PL cannot go on (an AXI rule is broken, a slot library misbehaves). `text` is a whole
     * explanation for people, with the last transactions. The host ends the run; it may return. */
    void (*fatal)(void *host, const char *text);
};

struct pl_config {
    uint32_t abi_version; /* PL_ABI_VERSION */
    uint64_t seed;        /* garbage bits of empty slots */
    /* Directory with the slot libraries (NAME.so, see slot.h) and `manifest`, a text file that maps
     * bitstreams to hardware threads (see bitstream.h). NULL: a PL with no hardware threads. */
    const char *slots_dir;
    /* Parameters of ports and clocks: text of lines `name=value` (integers), see sim/pl/params.h;
     * NULL: defaults. Unknown names are an error. */
    const char *params;
    bool garbage; /* drive empty slots with seeded garbage every cycle (true), or with zeros */
};

struct pl;

/* Creates the PL at time 0, unconfigured slots empty, all resets asserted as after power-up.
 * Returns NULL and a text in err (a whole sentence) on failure. The caller keeps ops, host alive. */
struct pl *pl_create(const struct pl_config *config, const struct pl_host_ops *ops, void *host, char *err,
                     size_t err_size);
void pl_destroy(struct pl *pl); /* ends slots; writes nothing; NULL is allowed */

/* FPGA_RST_CTRL (SLCR 0x240) bits 3:0, 1 = reset asserted for FCLK_RESETn of that bit. Bit 0 resets
 * the static region (all registers to their reset value). */
void pl_reset(struct pl *pl, uint32_t fpga_rst_ctrl, uint64_t now_ps);

/* One 8/16/32-bit access by a CPU over a GP port. addr is the physical address. For a write *data
 * holds the value, for a read it receives it (0 on an error). *done_ps: when the response came back;
 * done_ps - now_ps is what the access costs the core. Bounded: a slave that does not answer within
 * 1,000,000 PL cycles is PL_SLVERR and a fatal() text that names address and state. */
enum pl_resp pl_access(struct pl *pl, enum pl_port port, bool is_write, uint64_t addr, unsigned size_bytes,
                       uint32_t *data, uint64_t now_ps, uint64_t *done_ps);

/* Runs the PL up to until_ps (inclusive). Returns the time of its next activity: PL_NEVER when it is
 * idle (its clock is gated), else a time after pl_now(). With stop_at_irq it returns right after the
 * cycle in which a line of IRQ_F2P rose, and pl_now() is then that cycle's time. */
uint64_t pl_advance(struct pl *pl, uint64_t until_ps, bool stop_at_irq);
/* The PL's own time: of the last call, or of the last cycle that was run if that is later. */
uint64_t pl_now(const struct pl *pl);
/* The same answer without running anything. */
uint64_t pl_next_activity(const struct pl *pl);

/* PCAP: `count` native-order configuration words from devcfg's DMA, and the value of devcfg
 * CTRL.PCAP_PR (1: PCAP owns the port and ICAP ignores words; 0: ICAP owns it). Resets to 1. */
void pl_config_words(struct pl *pl, const uint32_t *words, size_t count, uint64_t now_ps, uint64_t *done_ps);
void pl_set_pcap_pr(struct pl *pl, bool pcap_owns, uint64_t now_ps);

/* A snapshot of state for the explanation of a run that does not advance: text into buf, always
 * terminated; returns the length that the whole text has. */
size_t pl_explain(const struct pl *pl, char *buf, size_t size);

#ifdef __cplusplus
}
#endif
#endif
