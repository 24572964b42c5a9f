/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A hardware thread as a plug-in: one Verilated model in a shared object (NAME.so) that exports
 * exactly one symbol, `zt_slot_entry`. The PL opens it when a bitstream with a good CRC that the
 * manifest maps to NAME reaches DESYNC, and closes nothing until the run ends (dlclose of Verilated
 * code is never safe); destroy() ends an instance. Two slots may hold instances of the same library
 * at once, so an instance keeps all its state behind its pointer (one VerilatedContext each).
 *
 * Pins are those of a ReconOS hardware thread: FIFOs are first-word-fall-through, reset is active
 * high. `quiet` is ours: 1 promises that, as long as none of its inputs changes, no number of clock
 * edges changes any of its outputs or its later behaviour (it waits for a word). The PL gates its
 * clock on it. A thread that cannot tell drives 0 and costs wall time.
 */
#ifndef ZT_SLOT_H
#define ZT_SLOT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZT_SLOT_ABI_VERSION 1u

struct zt_slot_in {
    uint8_t clk;
    uint8_t rst;    /* HWT_Rst, active high */
    uint8_t signal; /* HWT_Signal */
    uint8_t osif_sw2hw_empty;
    uint8_t osif_hw2sw_full;
    uint8_t memif_hwt2mem_full;
    uint8_t memif_mem2hwt_empty;
    uint32_t osif_sw2hw_data;
    uint32_t memif_mem2hwt_data;
};

struct zt_slot_out {
    uint32_t osif_hw2sw_data;
    uint32_t memif_hwt2mem_data;
    uint8_t osif_sw2hw_re;
    uint8_t osif_hw2sw_we;
    uint8_t memif_hwt2mem_we;
    uint8_t memif_mem2hwt_re;
    uint8_t quiet;
};

struct zt_slot_vtable {
    uint32_t abi_version; /* ZT_SLOT_ABI_VERSION */
    const char *name;     /* "sobel"; equals the file name without .so */
    const char *version;  /* free text for reports */
    uint32_t comb_paths;  /* 1: some output depends combinationally on an input other than clk */
    /* A new instance after reset-free start (registers hold what `seed` gives). NULL: out of memory. */
    void *(*create)(uint64_t seed);
    /* Evaluates with *in and stores all pins to *out. A rising edge is a call with clk 1 after a call
     * with clk 0. */
    void (*eval)(void *instance, const struct zt_slot_in *in, struct zt_slot_out *out);
    void (*destroy)(void *instance);
    /* Waves: opens an FST at path and records from now on; -1 when this build cannot. path NULL: stop.
     * dump() records the state at time_ps. Both may be NULL. */
    int (*trace_open)(void *instance, const char *path);
    void (*trace_dump)(void *instance, uint64_t time_ps);
};

/* The one exported symbol. Never fails; the caller checks abi_version first. */
const struct zt_slot_vtable *zt_slot_entry(void);

#ifdef __cplusplus
}
#endif
#endif
