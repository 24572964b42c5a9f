/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* What the files of sliced time share. Rules: include/zynqtwin/slice.h. On the vCPU thread. */
#ifndef SLICE_INTERNAL_H
#define SLICE_INTERNAL_H

#include "zynqtwin/slice.h"

#define SLICE_PS_PER_NS 1000
#define SLICE_AHEAD_MAX 8
#define SLICE_EVENTS_MAX 64

/* Code that was executed before the interrupt that came first: paid when the core goes on there. */
struct slice_ahead {
    uint32_t pc, sp, mode, asid; /* where */
    int64_t ps;
};

struct slice_core {
    int64_t local_ps;   /* the clock at the last settlement */
    int64_t executed;   /* instructions until then */
    int64_t insn_ps;    /* of the present mode */
    bool user;          /* the present mode is user mode */
    int64_t floor_ps;   /* somebody has seen that the clock reached this */
    int64_t irq_ps;     /* when the pending interrupt was raised; -1: none that is new */
    int64_t wake_ps;    /* when something woke the sleeping core; -1: nothing */
    bool asleep;
    bool waits;         /* repeats its access when the others have caught up */
    int64_t accessed;   /* slice_executed in its last access to a shared device; -1: none */
    int64_t doze_ps;    /* WFE sleeps until then; -1: not */
    int64_t event_ps[SLICE_EVENTS_MAX]; /* SEVs of others to come, ascending */
    unsigned events;
    struct slice_ahead ahead[SLICE_AHEAD_MAX];
    unsigned aheads;
};

struct slice_state {
    struct slice_core core[SLICE_CORES_MAX];
    int64_t global_ps;  /* written by the vCPU thread, read by all */
    int64_t event_ps;   /* the event that is served; -1: none */
    int64_t run_limit;  /* the running core stops here, ps */
    int64_t due_ps;     /* the next timer or work of the PL: no core passes it */
    int64_t talked_ps;  /* when a core last interrupted another */
    CPUState *running;
    bool cut;           /* the running core's slice ends now */
    struct slice_hooks hooks;
};

extern struct slice_state slice;

static inline struct slice_core *slice_core_of(const CPUState *cpu)
{
    g_assert(cpu->cpu_index >= 0 && cpu->cpu_index < SLICE_CORES_MAX);
    return &slice.core[cpu->cpu_index];
}

/* ---- slice_time.c ---- */

int64_t slice_local_ps(CPUState *cpu); /* also in the midst of execution */
/* The core went to a privileged mode: other cores must not be so far behind any more. */
void slice_limit_lead(CPUState *cpu);
/* The running core may execute until its clock reaches run_limit (cut: not at all). */
void slice_set_budget(CPUState *cpu);

/* ---- slice_irq.c ---- */

/* The core stands still. If an interrupt that it takes next was raised in its past, its clock goes back. */
void slice_take_back(CPUState *cpu);
/* The interrupt would take this awake core back. */
bool slice_would_take_back(CPUState *cpu, int64_t time_ps);
/* The running core executes nothing more in this slice. */
void slice_cut_running(void);
/* The core goes on at its present place: pays what it did there in advance. */
void slice_pay_ahead(CPUState *cpu);

/* ---- slice_arm.c ---- */

bool slice_arm_takes_interrupt(CPUState *cpu); /* one is pending and not masked */
bool slice_arm_same_process(CPUState *a, CPUState *b); /* they have one address space */
void slice_arm_place(CPUState *cpu, struct slice_ahead *place); /* all but ps */

#endif
