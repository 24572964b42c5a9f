/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Interrupts and events at their own time, whatever the length of slices.
 *
 * A core runs ahead of the others and of the PL, so an interrupt can be raised in its past. It is then taken
 * there: the clock goes back to that time, but not behind what the core or another has seen of it (its last
 * access to a register, floor_ps), nor to a time at which interrupts were masked. What the core had
 * executed in advance stays executed; the core pays for it when it goes on at the interrupted place, so the
 * sum of what it did is exact and the handler's times are, too.
 */
#include "qemu/osdep.h"
#include "exec/exec-all.h"
#include "hw/core/cpu.h"
#include "slice_internal.h"

static int64_t taken_at(const struct slice_core *c, int64_t raised_ps)
{
    return MAX(raised_ps, c->floor_ps);
}

bool slice_would_take_back(CPUState *cpu, int64_t time_ps)
{
    struct slice_core *c = slice_core_of(cpu);

    return slice_arm_takes_interrupt(cpu) && taken_at(c, time_ps) < c->local_ps;
}

static void remember_ahead(CPUState *cpu, int64_t ps)
{
    struct slice_core *c = slice_core_of(cpu);

    if (c->aheads == SLICE_AHEAD_MAX) { /* the oldest place was left for good */
        c->aheads--;
        memmove(c->ahead, c->ahead + 1, c->aheads * sizeof(c->ahead[0]));
    }
    slice_arm_place(cpu, &c->ahead[c->aheads]);
    c->ahead[c->aheads++].ps = ps;
}

void slice_take_back(CPUState *cpu)
{
    struct slice_core *c = slice_core_of(cpu);
    int64_t to;

    if (c->irq_ps < 0 || !slice_arm_takes_interrupt(cpu)) {
        return;
    }
    to = taken_at(c, c->irq_ps);
    c->irq_ps = -1;
    if (to < c->local_ps) {
        remember_ahead(cpu, c->local_ps - to);
        c->local_ps = to;
    }
}

/* Takes what is remembered of that place. 0: nothing. */
static int64_t forget_ahead(struct slice_core *c, const struct slice_ahead *place)
{
    unsigned n;

    for (n = c->aheads; n-- > 0;) {
        struct slice_ahead *a = &c->ahead[n];

        if (a->pc == place->pc && a->sp == place->sp && a->mode == place->mode && a->asid == place->asid) {
            int64_t ps = a->ps;

            c->aheads--;
            memmove(a, a + 1, (c->aheads - n) * sizeof(*a));
            return ps;
        }
    }
    return 0;
}

void slice_pay_ahead(CPUState *cpu)
{
    struct slice_ahead here;
    CPUState *other;
    int64_t ps;

    slice_arm_place(cpu, &here);
    ps = forget_ahead(slice_core_of(cpu), &here);
    CPU_FOREACH(other) { /* a thread may have changed to another core */
        if (!ps && other != cpu) {
            ps = forget_ahead(slice_core_of(other), &here);
        }
    }
    slice_charge_ps(cpu, ps);
}

void slice_irq_unmasked(CPUState *cpu)
{
    struct slice_core *c = slice_core_of(cpu);

    if (cpu->running) {
        c->floor_ps = MAX(c->floor_ps, slice_local_ps(cpu));
    }
}

/* ---- who is interrupted or woken ---- */

void slice_cut_running(void)
{
    slice.cut = true;
    if (!current_cpu) {
        cpu_exit(slice.running); /* the host's thread: the core comes back soon */
    } else if (slice.running->running) {
        slice_set_budget(slice.running);
    }
}

void slice_core_woken(CPUState *woken)
{
    struct slice_core *c = slice_core_of(woken);
    CPUState *cpu = slice.running;

    if (!c->asleep || woken == cpu) {
        return;
    }
    if (c->wake_ps < 0 && (slice.event_ps >= 0 || (cpu && cpu->running))) {
        /* Not the clock after this access: what it is charged must not delay the other core. */
        c->wake_ps = slice.event_ps >= 0 ? slice.event_ps : slice_local_ps(cpu);
    }
    if (cpu && !slice.cut) {
        slice_cut_running();
    }
}

void slice_interrupt(CPUState *cpu, int before, int mask)
{
    if (mask & ~before & (CPU_INTERRUPT_HARD | CPU_INTERRUPT_FIQ)) {
        int64_t now = slice_now_ps();

        slice_core_of(cpu)->irq_ps = now;
        if (slice.event_ps < 0 && slice.running && cpu != slice.running) {
            slice.talked_ps = now;
        }
        if (slice.running && cpu != slice.running && !slice_core_of(cpu)->asleep && !slice.cut &&
            slice_would_take_back(cpu, now)) {
            slice_cut_running();
        }
    }
    slice_core_woken(cpu);
}

/* ---- events: WFE and SEV ---- */

/* Forgets the events up to now_ps. True: there was one. */
static bool drop_events(struct slice_core *c, int64_t now_ps)
{
    unsigned due = 0;

    while (due < c->events && c->event_ps[due] <= now_ps) {
        due++;
    }
    c->events -= due;
    memmove(c->event_ps, c->event_ps + due, c->events * sizeof(c->event_ps[0]));
    return due > 0;
}

bool slice_send_event(CPUState *to)
{
    struct slice_core *c = slice_core_of(to);
    int64_t now = slice_now_ps();
    bool due = drop_events(c, c->local_ps);

    if (c->asleep || c->local_ps >= now) {
        return true;
    }
    if (c->events == SLICE_EVENTS_MAX) {
        c->event_ps[c->events - 1] = now; /* the last must not be lost; an earlier one wakes late */
    } else {
        c->event_ps[c->events++] = now;
    }
    return due;
}

bool slice_event_due(CPUState *cpu, int64_t *until_ps)
{
    struct slice_core *c = slice_core_of(cpu);
    bool due = drop_events(c, slice_local_ps(cpu));

    *until_ps = c->events ? c->event_ps[0] : -1;
    return due;
}

void slice_doze(CPUState *cpu, int64_t until_ps)
{
    struct slice_core *c = slice_core_of(cpu);

    g_assert(cpu == slice.running && c->events && c->event_ps[0] == until_ps);
    c->events--;
    memmove(c->event_ps, c->event_ps + 1, c->events * sizeof(c->event_ps[0]));
    c->doze_ps = until_ps;
}
