/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Sliced parallel instruction time. See include/zynqtwin/slice.h for the rules.
 *
 * Why not QEMU's round robin: there each core's instructions advance the one clock, so two busy cores
 * run at half speed each. Here a core that is picked runs from its own clock to the end of the slice
 * (or to the next timer deadline), then the core with the smallest clock is next. Nothing depends on the
 * host: a core that the host interrupts goes on where it was before anybody else runs.
 */
#include "qemu/osdep.h"
#include "qemu/main-loop.h"
#include "qemu/timer.h"
#include "exec/exec-all.h"
#include "exec/memory.h"
#include "sysemu/cpus.h"
#include "sysemu/cpu-timers.h"
#include "tcg-accel-ops.h"
#include "zynqtwin/slice.h"

/* A core that runs alone still comes back this often, so that the host can stop the machine. */
#define ALONE_TICKS_MAX 500000
#define PS_PER_NS 1000

struct core {
    int64_t local;    /* ticks */
    int64_t executed; /* instructions */
    int64_t credit_ps; /* charged but not yet owed: 0 <= credit < one tick */
    int64_t wake_at;  /* ticks: when a running core woke this one; -1: not */
    bool asleep;
    bool waits;       /* repeats its access when the others have caught up */
    int64_t accessed; /* `executed` in its last access to a shared device; -1: none */
};

bool slice_enabled;

static struct core cores[SLICE_CORES_MAX];
static int64_t global_ticks; /* written by the vCPU thread, read by all */
static int64_t quantum = 1000;
static int64_t slice_end;
static int64_t run_limit; /* the running core stops here */
static CPUState *running;
static bool cut;     /* the running core's slice ends now: another core woke up */
static bool stopped;
static uint64_t tie_state;
static struct slice_hooks hooks;

static struct core *core_of(const CPUState *cpu)
{
    g_assert(cpu->cpu_index >= 0 && cpu->cpu_index < SLICE_CORES_MAX);
    return &cores[cpu->cpu_index];
}

static int64_t tick_ps(void)
{
    return icount_to_ns(1) * PS_PER_NS;
}

void slice_configure(int64_t quantum_ticks, uint64_t seed)
{
    g_assert(quantum_ticks >= 1);
    g_assert(icount_enabled());
    quantum = quantum_ticks;
    tie_state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    slice_enabled = true;
    qemu_clock_virtual_in_vcpu = true;
}

void slice_set_hooks(const struct slice_hooks *h)
{
    hooks = *h;
}

/* xorshift64*: which core goes first when several are at the same time. */
static uint64_t tie_next(void)
{
    tie_state ^= tie_state >> 12;
    tie_state ^= tie_state << 25;
    tie_state ^= tie_state >> 27;
    return tie_state * UINT64_C(0x2545F4914F6CDD1D);
}

/* ---- time ---- */

static int64_t left_in_budget(CPUState *cpu)
{
    return cpu_neg(cpu)->icount_decr.u16.low + cpu->icount_extra;
}

static int64_t local_now(CPUState *cpu)
{
    return core_of(cpu)->local + cpu->icount_budget - left_in_budget(cpu);
}

int64_t slice_now_ticks(void)
{
    CPUState *cpu = current_cpu;

    if (cpu && cpu->running) {
        return local_now(cpu);
    }
    return qatomic_read_i64(&global_ticks);
}

uint64_t slice_now_ps(void)
{
    return (uint64_t)slice_now_ticks() * tick_ps();
}

void slice_account(CPUState *cpu, int64_t executed)
{
    core_of(cpu)->local += executed;
    core_of(cpu)->executed += executed;
}

uint64_t slice_executed(CPUState *cpu)
{
    return core_of(cpu)->executed + (cpu->running ? cpu->icount_budget - left_in_budget(cpu) : 0);
}

/* The running core may execute at most `ticks` more; what it has executed stays the same. */
static void shrink_budget(CPUState *cpu, int64_t ticks)
{
    int64_t left = left_in_budget(cpu);
    int64_t keep = MAX(0, MIN(left, ticks));
    int64_t low = MIN(keep, 0xffff);

    cpu->icount_budget -= left - keep;
    cpu_neg(cpu)->icount_decr.u16.low = low;
    cpu->icount_extra = keep - low;
}

void slice_charge_ps(CPUState *cpu, uint64_t ps)
{
    struct core *c = core_of(cpu);
    int64_t owed = (int64_t)ps - c->credit_ps;
    int64_t ticks = owed <= 0 ? 0 : DIV_ROUND_UP(owed, tick_ps());

    g_assert(cpu == running);
    c->credit_ps += ticks * tick_ps() - (int64_t)ps;
    g_assert(c->credit_ps >= 0 && c->credit_ps < tick_ps());
    c->local += ticks;
    shrink_budget(cpu, cut ? 0 : run_limit - local_now(cpu));
}

uint64_t slice_debt_ps(CPUState *cpu)
{
    int64_t ahead = local_now(cpu) - run_limit;

    return ahead > 0 ? (uint64_t)ahead * tick_ps() : 0;
}

/* ---- order between cores ---- */

static bool runnable(CPUState *cpu)
{
    return !cpu->stopped && (!cpu->halted || cpu_has_work(cpu));
}

bool slice_must_wait(CPUState *cpu)
{
    CPUState *other;
    int64_t now;

    if (cpu != running) {
        return false;
    }
    /* A further access of one instruction (LDM): to repeat the instruction would repeat the first access. */
    if (core_of(cpu)->accessed == (int64_t)slice_executed(cpu)) {
        return false;
    }
    /* The clock counts the accessing instruction itself; the other's next access will, too. */
    now = local_now(cpu) - 1;
    CPU_FOREACH(other) {
        if (other != cpu && !core_of(other)->asleep && core_of(other)->local < now) {
            return true;
        }
    }
    core_of(cpu)->accessed = slice_executed(cpu);
    return false;
}

void slice_wait(CPUState *cpu)
{
    core_of(cpu)->waits = true;
}

void slice_core_woken(CPUState *woken)
{
    if (!running || woken == running || !core_of(woken)->asleep || cut) {
        return;
    }
    cut = true;
    if (running->running) {
        /* Not the clock after this access: what it is charged must not delay the other core. */
        core_of(woken)->wake_at = local_now(running);
        shrink_budget(running, 0);
    }
}

static int64_t deadline_ticks(int64_t now)
{
    int64_t ns = qemu_clock_deadline_ns_all(QEMU_CLOCK_VIRTUAL, QEMU_TIMER_ATTR_ALL);

    return ns < 0 ? INT64_MAX : now + icount_round(ns);
}

/* External timers serve the host (heartbeat): no guest waits for them. */
static bool guest_timer_armed(void)
{
    return qemu_clock_deadline_ns_all(QEMU_CLOCK_VIRTUAL, ~QEMU_TIMER_ATTR_EXTERNAL) >= 0;
}

void slice_deadline_changed(void)
{
    int64_t due;

    if (!running || !running->running) {
        return;
    }
    due = deadline_ticks(local_now(running));
    if (due < run_limit) {
        run_limit = due;
        shrink_budget(running, run_limit - local_now(running));
    }
}

void slice_stop_all(void)
{
    stopped = true;
    if (running && running->running) {
        shrink_budget(running, 0);
        cpu_exit(running);
    }
}

bool slice_stopped(void)
{
    return stopped;
}

static void set_asleep(CPUState *cpu, bool asleep)
{
    struct core *c = core_of(cpu);

    if (c->asleep != asleep) {
        c->asleep = asleep;
        if (hooks.core_state) {
            hooks.core_state(cpu->cpu_index, asleep ? 0 : 1, (uint64_t)c->local * tick_ps());
        }
    }
}

/* Sleeping cores that have work again join at `now`; the others are marked. */
static void join_woken(int64_t now)
{
    CPUState *cpu;

    CPU_FOREACH(cpu) {
        qemu_wait_io_event_common(cpu);
        if (!runnable(cpu)) {
            core_of(cpu)->wake_at = -1; /* held in reset, or the interrupt is gone again */
            set_asleep(cpu, true);
        } else if (core_of(cpu)->asleep) {
            int64_t at = core_of(cpu)->wake_at >= 0 ? core_of(cpu)->wake_at : now;

            core_of(cpu)->local = MAX(core_of(cpu)->local, at);
            core_of(cpu)->wake_at = -1;
            set_asleep(cpu, false);
        }
    }
}

/* The awake core with the smallest clock; NULL when all sleep. *awake: how many are awake. */
static CPUState *pick(unsigned *awake)
{
    CPUState *cpu, *best = NULL;
    unsigned same = 0;

    *awake = 0;
    CPU_FOREACH(cpu) {
        if (core_of(cpu)->asleep) {
            continue;
        }
        ++*awake;
        if (!best || core_of(cpu)->local < core_of(best)->local) {
            best = cpu;
            same = 1;
        } else if (core_of(cpu)->local == core_of(best)->local && tie_next() % ++same == 0) {
            best = cpu;
        }
    }
    return best;
}

/* ---- running ---- */

static void run_chunk(CPUState *cpu)
{
    int64_t budget = run_limit - core_of(cpu)->local;
    int r;

    g_assert(budget > 0);
    g_assert(cpu_neg(cpu)->icount_decr.u16.low == 0 && cpu->icount_extra == 0);
    current_cpu = cpu;
    running = cpu;
    core_of(cpu)->waits = false;
    qatomic_set(&cpu->exit_request, 0);
    cpu->icount_budget = budget;
    cpu_neg(cpu)->icount_decr.u16.low = MIN(budget, 0xffff);
    cpu->icount_extra = budget - cpu_neg(cpu)->icount_decr.u16.low;

    qemu_mutex_unlock_iothread();
    r = tcg_cpus_exec(cpu);
    icount_update(cpu);
    cpu_neg(cpu)->icount_decr.u16.low = 0;
    cpu->icount_extra = 0;
    cpu->icount_budget = 0;
    qemu_mutex_lock_iothread();
    running = NULL;

    if (r == EXCP_DEBUG) {
        cpu_handle_guest_debug(cpu);
    } else if (r == EXCP_ATOMIC) {
        qemu_mutex_unlock_iothread();
        cpu_exec_step_atomic(cpu);
        qemu_mutex_lock_iothread();
    }
}

/* Work that an access queued (reset, stop, start of a core) is done at once. True: another core woke up. */
static bool work_woke_another(CPUState *cpu)
{
    CPUState *other;
    bool woke = false;

    CPU_FOREACH(other) {
        qemu_wait_io_event_common(other);
        woke |= other != cpu && core_of(other)->asleep && runnable(other);
    }
    return woke;
}

/* Runs the core to the end of its slice, through interruptions that come from the host. */
static void run_slice(CPUState *cpu, int64_t limit)
{
    run_limit = limit;
    cut = false;
    do {
        run_chunk(cpu);
    } while (!work_woke_another(cpu) && !stopped && !cut && !core_of(cpu)->waits && runnable(cpu) &&
             core_of(cpu)->local < run_limit);
    join_woken(core_of(cpu)->local);
}

static void set_global(int64_t ticks)
{
    if (ticks > global_ticks) {
        qatomic_set_i64(&global_ticks, ticks);
    }
}

/* One decision of the scheduler. False: nothing can run until the host does something. */
static bool step(void)
{
    unsigned awake;
    CPUState *cpu = pick(&awake);
    int64_t due = deadline_ticks(global_ticks);
    int64_t limit;

    if (!cpu && !guest_timer_armed()) {
        CPU_FOREACH(cpu) {
            set_global(core_of(cpu)->local); /* the last moment at which something happened */
        }
        if (hooks.deadlock) {
            hooks.deadlock();
        }
        return false;
    }
    if (!cpu || due <= core_of(cpu)->local) {
        set_global(due);
        qemu_clock_run_timers(QEMU_CLOCK_VIRTUAL);
        join_woken(global_ticks);
        return true;
    }
    set_global(core_of(cpu)->local);
    if (awake == 1) {
        limit = core_of(cpu)->local + ALONE_TICKS_MAX;
    } else {
        if (slice_end <= core_of(cpu)->local || slice_end > core_of(cpu)->local + quantum) {
            slice_end = core_of(cpu)->local + quantum;
        }
        limit = slice_end;
    }
    run_slice(cpu, MIN(limit, due));
    return true;
}

static bool host_wants_stop(void)
{
    CPUState *cpu;

    CPU_FOREACH(cpu) {
        if (cpu->stop || cpu->stopped || !cpu_can_run(cpu)) {
            return true;
        }
    }
    return false;
}

void slice_thread_loop(void)
{
    CPUState *cpu;

    CPU_FOREACH(cpu) {
        cores[cpu->cpu_index].asleep = true;
        cores[cpu->cpu_index].wake_at = -1;
        cores[cpu->cpu_index].accessed = -1;
    }
    join_woken(0);
    while (1) {
        /* Stop requests and queued work first: who asked for them waits for an answer. */
        CPU_FOREACH(cpu) {
            current_cpu = cpu;
            qemu_wait_io_event_common(cpu);
        }
        if (stopped || host_wants_stop() || !step()) {
            qemu_cond_wait_iothread(first_cpu->halt_cond);
            continue;
        }
        /* Let the main loop take the lock now and then: it serves signals and stop requests. */
        qemu_mutex_unlock_iothread();
        qemu_mutex_lock_iothread();
    }
}
