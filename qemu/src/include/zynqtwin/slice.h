/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Sliced parallel instruction time: each core has a local clock in picoseconds. An instruction costs what the
 * board says of its mode (costs.h), and other events are charged. Cores run one after another on one host thread,
 * in slices that start at one base time; the global clock is the smallest local clock of the cores that run.
 *
 * A core that is found to have run past the time of an interrupt is taken back to that time, as far as nobody
 * has seen its clock since; what it had executed in advance is paid when it goes on there. So when an
 * interrupt is taken does not depend on the length of slices.
 *
 * All functions: on the vCPU thread unless said otherwise; time in ns or ps as named.
 */
#ifndef ZYNQTWIN_SLICE_H
#define ZYNQTWIN_SLICE_H

#include "qemu/osdep.h"
#include "exec/cpu-common.h"

#define SLICE_CORES_MAX 8

extern bool slice_enabled;

/* Turns sliced time on. quantum: slice length in user-mode instructions (at least 1). seed: order of cores at
 * ties. After zt_costs_read. */
void slice_configure(int64_t quantum, uint64_t seed);

/* The vCPU thread's loop; never returns. Called with the big lock held. */
void slice_thread_loop(void) G_GNUC_NORETURN;

/* The clock that the caller may see: of the event that is served, of the running core, else the global one.
 * Any thread. */
int64_t slice_now_ns(void);
uint64_t slice_now_ps(void);

/* What is done in between happens at time_ps, whatever the running core's clock says. Do not nest. */
void slice_event_begin(uint64_t time_ps);
void slice_event_end(void);

/* Adds executed instructions to the core's clock (called where icount accounts). */
void slice_account(CPUState *cpu, int64_t executed);

/* The running core's budget ends within a block of so many instructions. True: it may execute them all, because
 * nothing is due before; its slice is that much longer. (Else the block is cut, which means to translate two.) */
bool slice_may_finish_block(CPUState *cpu, unsigned insns);

/* Makes the running core's present instruction last `ps` longer. */
void slice_charge_ps(CPUState *cpu, uint64_t ps);
/* How far the core's clock is ahead of the slice that it runs in (0: not), ps. */
uint64_t slice_debt_ps(CPUState *cpu);

/* True when the core must not touch what others see yet, because another running core's clock is behind its
 * own, or the PL has just raised an interrupt; the access is repeated later. The access must be the last
 * instruction of its block (cpu->can_do_io). */
bool slice_must_wait(CPUState *cpu);
/* The same for an access to a register; some are a core's own. */
bool slice_io_must_wait(CPUState *cpu, hwaddr paddr);
/* An instruction that must not be executed before the others have caught up: returns, or leaves the CPU loop with
 * retaddr (0: no block is executed), to come again. */
void slice_catch_up(CPUState *cpu, uintptr_t retaddr);
/* Quick: may slice_must_wait be true? Also within a block. */
bool slice_ahead_of_others(CPUState *cpu);
void slice_wait(CPUState *cpu); /* marks it; the caller leaves the CPU loop */
/* The access to a register was done: charges it by its address. */
void slice_io_done(CPUState *cpu, hwaddr paddr, bool is_write);

/* An interrupt request of a core (its interrupt_request had the bits `before`, gets `mask`), or an earlier timer
 * or PL deadline. Any thread with the big lock. */
void slice_interrupt(CPUState *cpu, int before, int mask);
void slice_core_woken(CPUState *woken);
void slice_deadline_changed(void);
void slice_due(int64_t due_ps); /* the running core must not run past this */

/* No core executes another instruction after the present one. */
void slice_stop_all(void);
bool slice_stopped(void);

uint64_t slice_executed(CPUState *cpu); /* instructions since start */

/* ---- what target/arm tells (slice_arm.c) ---- */

/* The core goes to user mode, or to a privileged one; its instructions cost something else from here. */
void slice_mode_changed(CPUState *cpu, bool user);
void slice_exception_entry(CPUState *cpu);  /* cpu->exception_index is taken */
void slice_exception_return(CPUState *cpu); /* the core's state is already that after it */
void slice_irq_unmasked(CPUState *cpu);
void slice_asid_switch(CPUState *cpu, uint32_t from, uint32_t to); /* CONTEXTIDR */
bool slice_barrier_costs(void); /* DSB has something to do; does not change once cores run */
void slice_barrier(CPUState *cpu); /* DSB */
/* The running core waits until its posted writes are answered. */
void slice_drain(CPUState *cpu);
/* SEV reaches another core. True: that core's event register is to be set now, else its clock is behind and
 * slice_event_due() will say so. */
bool slice_send_event(CPUState *to);
/* WFE asks whether an event has come. *until_ps: the core's clock when the next comes that is already known; -1: none */
bool slice_event_due(CPUState *cpu, int64_t *until_ps);
void slice_doze(CPUState *cpu, int64_t until_ps); /* it sleeps until then */

struct slice_hooks {
    void (*core_state)(int core, int state, uint64_t time_ps); /* 0 halted, 1 runs */
    void (*deadlock)(void); /* every core sleeps and nothing is due; must call slice_stop_all */
    /* The PL. due: the time by which it is to be run while cores run; INT64_MAX: it is idle. run: runs it up to
     * until_ps, or to the first interrupt that it raises, and delivers that; true: an interrupt was raised. */
    int64_t (*pl_due_ps)(void);
    bool (*pl_run)(int64_t until_ps);
    void (*drain)(CPUState *cpu); /* the core waits for its posted writes */
};
void slice_set_hooks(const struct slice_hooks *hooks);

#endif
