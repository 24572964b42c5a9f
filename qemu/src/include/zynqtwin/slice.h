/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Sliced parallel instruction time: each core has a local clock, counted in ticks (one tick is one
 * instruction's time, 1 << icount shift ns). Cores run one after another on one host thread, in slices
 * that start at one base time; the global clock is the smallest local clock of the cores that run.
 *
 * All functions: on the vCPU thread unless said otherwise; time in ticks, ns or ps as named.
 */
#ifndef ZYNQTWIN_SLICE_H
#define ZYNQTWIN_SLICE_H

#include "qemu/osdep.h"
#include "exec/cpu-common.h"

#define SLICE_CORES_MAX 8

extern bool slice_enabled;

/* Turns sliced time on. quantum: slice length in ticks (at least 1). seed: order of cores at ties. */
void slice_configure(int64_t quantum_ticks, uint64_t seed);

/* The vCPU thread's loop; never returns. Called with the big lock held. */
void slice_thread_loop(void) G_GNUC_NORETURN;

/* The clock that the caller may see: a running core's local clock, else the global clock. */
int64_t slice_now_ticks(void);
uint64_t slice_now_ps(void);

/* Adds executed instructions to the core's clock (called where icount accounts). */
void slice_account(CPUState *cpu, int64_t executed);

/* Makes the core's present access last `ps` longer. The sum over all charges is exact: each is rounded
 * up to whole ticks and the rest is carried to the next. */
void slice_charge_ps(CPUState *cpu, uint64_t ps);
/* How far the core's clock is ahead of the slice that it runs in (0: not), ps. */
uint64_t slice_debt_ps(CPUState *cpu);

/* True when the core must not touch a shared device yet, because another running core's clock is
 * behind its own; the access is then repeated after the other has caught up. */
bool slice_must_wait(CPUState *cpu);
void slice_wait(CPUState *cpu); /* marks it; the caller leaves the CPU loop */

/* The running core woke a sleeping one, or armed an earlier timer. Any thread with the big lock. */
void slice_core_woken(CPUState *woken);
void slice_deadline_changed(void);

/* No core executes another instruction after the present one. */
void slice_stop_all(void);
bool slice_stopped(void);

uint64_t slice_executed(CPUState *cpu); /* instructions since start */

struct slice_hooks {
    void (*core_state)(int core, int state, uint64_t time_ps); /* 0 halted, 1 runs */
    void (*deadlock)(void); /* every core sleeps and nothing is due; must call slice_stop_all */
};
void slice_set_hooks(const struct slice_hooks *hooks);

#endif
