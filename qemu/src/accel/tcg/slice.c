/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Sliced parallel instruction time: which core runs, and how far. See include/zynqtwin/slice.h for the rules.
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
#include "slice_internal.h"
#include "zynqtwin/costs.h"

#define PS_PER_MS INT64_C(1000000000)
/* A core that runs alone, or the PL while all cores sleep, still comes back this often, so that the host can
 * stop the machine. */
#define ALONE_PS_MAX PS_PER_MS
#define PHASE_PS 10000

/* How many instructions a core may be ahead of another, when that is less than the quantum. What shares memory:
 * kernels, and threads of one process; who comes first decides there on which way it goes on. */
#define SHARING_LEAD 50
/* While the cores interrupt each other, for so long after the last time: what a core did ahead of an interrupt
 * is paid, but cannot be undone. */
#define TALKING_LEAD 250
#define TALKING_PS (PS_PER_MS / 10)

bool slice_enabled;
struct slice_state slice = { .event_ps = -1 };

static int64_t quantum_ps;
static bool stopped;
static uint64_t tie_state;

void slice_configure(int64_t quantum, uint64_t seed)
{
    g_assert(quantum >= 1);
    g_assert(icount_enabled());
    quantum_ps = quantum * zt_costs.insn_user_ps;
    tie_state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    slice_enabled = true;
    qemu_clock_virtual_in_vcpu = true;
}

void slice_set_hooks(const struct slice_hooks *h)
{
    slice.hooks = *h;
}

/* xorshift64*: which core goes first when several are at the same time. */
static uint64_t tie_next(void)
{
    tie_state ^= tie_state >> 12;
    tie_state ^= tie_state << 25;
    tie_state ^= tie_state >> 27;
    return tie_state * UINT64_C(0x2545F4914F6CDD1D);
}

/* ---- order between cores ---- */

static bool runnable(CPUState *cpu)
{
    return !cpu->stopped && (!cpu->halted || cpu_has_work(cpu));
}

static int64_t pl_due_ps(void)
{
    return slice.hooks.pl_due_ps ? slice.hooks.pl_due_ps() : INT64_MAX;
}

/* True: it raised an interrupt before that. */
static bool pl_run(int64_t until_ps)
{
    bool locked = qemu_mutex_iothread_locked();
    bool raised;

    if (pl_due_ps() == INT64_MAX) {
        return false;
    }
    if (!locked) {
        qemu_mutex_lock_iothread();
    }
    raised = slice.hooks.pl_run(until_ps);
    if (!locked) {
        qemu_mutex_unlock_iothread();
    }
    return raised;
}

/* No instruction takes less. */
static int64_t insn_least_ps(void)
{
    return MIN(zt_costs.insn_user_ps, zt_costs.insn_kernel_ps);
}

/* When the core's next instruction can be over at the earliest, less the shortest one. */
static int64_t turn_ps(const CPUState *cpu)
{
    const struct slice_core *c = slice_core_of(cpu);

    return c->waits ? c->local_ps + c->insn_ps - insn_least_ps() : c->local_ps;
}

static bool another_is_behind(CPUState *cpu, int64_t now)
{
    CPUState *other;

    CPU_FOREACH(other) {
        if (other != cpu && !slice_core_of(other)->asleep && turn_ps(other) + insn_least_ps() < now) {
            return true;
        }
    }
    return false;
}

bool slice_ahead_of_others(CPUState *cpu)
{
    return cpu == slice.running && (pl_due_ps() != INT64_MAX || another_is_behind(cpu, slice_local_ps(cpu)));
}

bool slice_must_wait(CPUState *cpu)
{
    struct slice_core *c = slice_core_of(cpu);
    int64_t now;

    if (cpu != slice.running) {
        return false;
    }
    /* A further access of one instruction (LDM): to repeat the instruction would repeat the first access. */
    if (c->accessed == (int64_t)slice_executed(cpu)) {
        return false;
    }
    /* The clock counts the accessing instruction itself; the other's next access will, too. */
    now = slice_local_ps(cpu);
    if (another_is_behind(cpu, now) || pl_run(now)) {
        return true;
    }
    c->accessed = slice_executed(cpu);
    c->floor_ps = MAX(c->floor_ps, now);
    return false;
}

static int64_t lead_ps(CPUState *cpu, CPUState *other)
{
    if (!slice_core_of(cpu)->user || slice_arm_same_process(cpu, other)) {
        return MIN(quantum_ps, SHARING_LEAD * zt_costs.insn_kernel_ps);
    }
    if (slice_core_of(cpu)->local_ps < slice.talked_ps + TALKING_PS) {
        return MIN(quantum_ps, TALKING_LEAD * zt_costs.insn_user_ps);
    }
    return quantum_ps;
}

/* The core must not run past this, because another is behind. */
static int64_t lead_limit(CPUState *cpu)
{
    int64_t limit = INT64_MAX;
    CPUState *other;

    CPU_FOREACH(other) {
        if (other != cpu && !slice_core_of(other)->asleep) {
            limit = MIN(limit, slice_core_of(other)->local_ps + lead_ps(cpu, other));
        }
    }
    return limit;
}

void slice_limit_lead(CPUState *cpu)
{
    if (cpu == slice.running) {
        slice.run_limit = MIN(slice.run_limit, lead_limit(cpu));
    }
}

void slice_wait(CPUState *cpu)
{
    slice_core_of(cpu)->waits = true;
}

/* When the next timer is due. */
static int64_t timers_due_ps(void)
{
    int64_t ns = qemu_clock_deadline_ns_all(QEMU_CLOCK_VIRTUAL, QEMU_TIMER_ATTR_ALL);

    if (ns < 0 || ns >= INT64_MAX / SLICE_PS_PER_NS / 2) {
        return INT64_MAX;
    }
    return (slice_now_ns() + ns) * SLICE_PS_PER_NS;
}

/* External timers serve the host (heartbeat): no guest waits for them. */
static bool guest_timer_armed(void)
{
    return qemu_clock_deadline_ns_all(QEMU_CLOCK_VIRTUAL, ~QEMU_TIMER_ATTR_EXTERNAL) >= 0;
}

void slice_due(int64_t due_ps)
{
    /* Else it is looked at before the next run. */
    if (current_cpu && slice.running && slice.running->running) {
        slice.due_ps = MIN(slice.due_ps, due_ps);
    }
    if (current_cpu && slice.running && slice.running->running && due_ps < slice.run_limit) {
        slice.run_limit = due_ps;
        slice_set_budget(slice.running);
    }
}

void slice_deadline_changed(void)
{
    if (current_cpu && slice.running && slice.running->running) {
        slice_due(timers_due_ps());
    }
}

void slice_stop_all(void)
{
    stopped = true;
    if (slice.running && slice.running->running) {
        slice_cut_running();
        cpu_exit(slice.running);
    }
}

bool slice_stopped(void)
{
    return stopped;
}

static void set_asleep(CPUState *cpu, bool asleep)
{
    struct slice_core *c = slice_core_of(cpu);

    if (c->asleep != asleep) {
        c->asleep = asleep;
        if (slice.hooks.core_state) {
            slice.hooks.core_state(cpu->cpu_index, asleep ? 0 : 1, c->local_ps);
        }
    }
}

/* Between runs: sleeping cores that have work again join at `now` or when they were woken; the others are
 * marked. Cores whose interrupt came in their past go back. */
static void join_woken(int64_t now)
{
    CPUState *cpu;

    CPU_FOREACH(cpu) {
        struct slice_core *c = slice_core_of(cpu);

        qemu_wait_io_event_common(cpu);
        if (!runnable(cpu) || c->doze_ps >= 0) {
            c->wake_ps = c->doze_ps; /* -1: held in reset, or the interrupt is gone again */
            c->doze_ps = -1;
            set_asleep(cpu, true);
        }
        if (runnable(cpu) && c->asleep) {
            c->local_ps = MAX(c->local_ps, c->wake_ps >= 0 ? c->wake_ps : now);
            c->wake_ps = -1;
            set_asleep(cpu, false);
        }
        if (!c->asleep && slice_arm_takes_interrupt(cpu)) {
            c->waits = false; /* something else comes first */
            slice_take_back(cpu);
        }
    }
}

/* The awake core whose turn it is; NULL when all sleep. */
static CPUState *pick(void)
{
    CPUState *cpu, *best = NULL;
    unsigned same = 0;

    CPU_FOREACH(cpu) {
        if (slice_core_of(cpu)->asleep) {
            continue;
        }
        if (!best || turn_ps(cpu) < turn_ps(best)) {
            best = cpu;
            same = 1;
        } else if (turn_ps(cpu) == turn_ps(best) && tie_next() % ++same == 0) {
            best = cpu;
        }
    }
    return best;
}

/* ---- running ---- */

static void run_chunk(CPUState *cpu)
{
    int r;

    g_assert(slice.run_limit > slice_core_of(cpu)->local_ps);
    g_assert(cpu_neg(cpu)->icount_decr.u16.low == 0 && cpu->icount_extra == 0);
    current_cpu = cpu;
    slice.running = cpu;
    slice_core_of(cpu)->waits = false;
    qatomic_set(&cpu->exit_request, 0);
    slice_set_budget(cpu);

    qemu_mutex_unlock_iothread();
    r = tcg_cpus_exec(cpu);
    icount_update(cpu);
    cpu_neg(cpu)->icount_decr.u16.low = 0;
    cpu->icount_extra = 0;
    cpu->icount_budget = 0;
    qemu_mutex_lock_iothread();
    slice.running = NULL;

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
        woke |= other != cpu && slice_core_of(other)->asleep && runnable(other);
    }
    return woke;
}

/* Runs the core to the end of its slice, through interruptions that come from the host. */
static void run_slice(CPUState *cpu, int64_t limit)
{
    struct slice_core *c = slice_core_of(cpu);

    slice.run_limit = limit;
    slice.cut = false;
    do {
        run_chunk(cpu);
    } while (!work_woke_another(cpu) && !stopped && !slice.cut && !c->waits && c->doze_ps < 0 && runnable(cpu) &&
             c->local_ps < slice.run_limit);
    slice.cut = false;
    join_woken(c->local_ps);
}

static void set_global(int64_t ps)
{
    qatomic_set_i64(&slice.global_ps, ps);
}

/* Nothing happens in a core before `horizon`. */
static void serve(int64_t horizon, int64_t due)
{
    if (pl_run(horizon)) {
        join_woken(slice.global_ps);
    } else if (due <= horizon) {
        set_global(MAX(due, slice.global_ps));
        slice_event_begin(due);
        qemu_clock_run_timers(QEMU_CLOCK_VIRTUAL);
        slice_event_end();
        join_woken(due);
    }
}

static void nothing_left(void)
{
    CPUState *cpu;

    CPU_FOREACH(cpu) {
        set_global(MAX(slice.global_ps, slice_core_of(cpu)->local_ps)); /* the last moment at which something happened */
    }
    if (slice.hooks.deadlock) {
        slice.hooks.deadlock();
    }
}

/* One decision of the scheduler. False: nothing can run until the host does something. */
static bool step(void)
{
    CPUState *cpu = pick();
    int64_t due = timers_due_ps(), pl_due = pl_due_ps();
    int64_t now, limit;

    if (!cpu) {
        if (!guest_timer_armed() && pl_due == INT64_MAX) {
            nothing_left();
            return false;
        }
        serve(MIN(due, pl_due == INT64_MAX ? INT64_MAX : pl_due + ALONE_PS_MAX), due);
        return true;
    }
    now = slice_core_of(cpu)->local_ps;
    if (MIN(due, pl_due) <= now) {
        serve(MIN(due, MAX(pl_due == INT64_MAX ? now : pl_due, now)), due);
        return true;
    }
    set_global(now);
    limit = MIN(MAX(lead_limit(cpu), now + slice_core_of(cpu)->insn_ps), now + ALONE_PS_MAX);
    slice.due_ps = MIN(due, pl_due);
    run_slice(cpu, MIN(limit, slice.due_ps));
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

/* The cores' first instruction is anywhere in a period of the PL's clock, as the seed says. */
static void start_cores(void)
{
    int64_t phase_ps = tie_next() % PHASE_PS;
    CPUState *cpu;

    CPU_FOREACH(cpu) {
        struct slice_core *c = slice_core_of(cpu);

        c->asleep = true;
        c->local_ps = phase_ps;
        c->wake_ps = c->irq_ps = c->doze_ps = -1;
        c->accessed = -1;
        if (!c->insn_ps) {
            c->insn_ps = zt_costs.insn_kernel_ps;
        }
    }
    join_woken(0);
}

void slice_thread_loop(void)
{
    CPUState *cpu;

    start_cores();
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
