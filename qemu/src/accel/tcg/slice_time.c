/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The cores' clocks. QEMU counts executed instructions down from a budget; a clock is what it was at the last
 * settlement plus the executed instructions at the cost of the core's mode. A block is counted when it
 * begins, so within a block the clock is ahead by what is left of it; an exception gives that back.
 */
#include "qemu/osdep.h"
#include "exec/exec-all.h"
#include "sysemu/cpu-timers.h"
#include "slice_internal.h"
#include "zynqtwin/costs.h"

/* What the 16-bit counter is loaded with: an exception may give back a block's instructions. */
#define COUNTER_MAX 0x7fff

static int64_t left_in_budget(CPUState *cpu)
{
    return cpu_neg(cpu)->icount_decr.u16.low + cpu->icount_extra;
}

static int64_t since_settled(CPUState *cpu)
{
    return cpu->running ? cpu->icount_budget - left_in_budget(cpu) : 0;
}

int64_t slice_local_ps(CPUState *cpu)
{
    return slice_core_of(cpu)->local_ps + since_settled(cpu) * slice_core_of(cpu)->insn_ps;
}

uint64_t slice_now_ps(void)
{
    CPUState *cpu = current_cpu;

    if (cpu && slice.event_ps >= 0) {
        return slice.event_ps;
    }
    if (cpu && cpu->running) {
        return slice_local_ps(cpu);
    }
    return qatomic_read_i64(&slice.global_ps);
}

int64_t slice_now_ns(void)
{
    return slice_now_ps() / SLICE_PS_PER_NS;
}

void slice_event_begin(uint64_t time_ps)
{
    g_assert(slice.event_ps < 0);
    slice.event_ps = time_ps;
}

void slice_event_end(void)
{
    g_assert(slice.event_ps >= 0);
    slice.event_ps = -1;
}

void slice_account(CPUState *cpu, int64_t executed)
{
    slice_core_of(cpu)->local_ps += executed * slice_core_of(cpu)->insn_ps;
    slice_core_of(cpu)->executed += executed;
}

uint64_t slice_executed(CPUState *cpu)
{
    return slice_core_of(cpu)->executed + since_settled(cpu);
}

void slice_set_budget(CPUState *cpu)
{
    struct slice_core *c = slice_core_of(cpu);
    int64_t budget = 0;

    slice_account(cpu, since_settled(cpu));
    if (!slice.cut && slice.run_limit > c->local_ps) {
        budget = DIV_ROUND_UP(slice.run_limit - c->local_ps, c->insn_ps);
    }
    cpu->icount_budget = budget;
    cpu_neg(cpu)->icount_decr.u16.low = MIN(budget, COUNTER_MAX);
    cpu->icount_extra = budget - cpu_neg(cpu)->icount_decr.u16.low;
}

bool slice_may_finish_block(CPUState *cpu, unsigned insns)
{
    return slice_local_ps(cpu) + insns * slice_core_of(cpu)->insn_ps <= slice.due_ps;
}

void slice_charge_ps(CPUState *cpu, uint64_t ps)
{
    g_assert(cpu == slice.running && cpu->running);
    if (ps) {
        slice_core_of(cpu)->local_ps += ps;
        slice_set_budget(cpu);
    }
}

uint64_t slice_debt_ps(CPUState *cpu)
{
    int64_t ahead = slice_local_ps(cpu) - slice.run_limit;

    return MAX(ahead, 0);
}

void slice_mode_changed(CPUState *cpu, bool user)
{
    if (cpu->running) {
        slice_account(cpu, since_settled(cpu));
        cpu->icount_budget = left_in_budget(cpu);
    }
    slice_core_of(cpu)->user = user;
    slice_core_of(cpu)->insn_ps = user ? zt_costs.insn_user_ps : zt_costs.insn_kernel_ps;
    if (cpu->running) {
        if (!user) {
            slice_limit_lead(cpu);
        }
        slice_set_budget(cpu);
    }
}
