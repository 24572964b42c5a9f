/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* usage: judge CHECK FOLDER... - is what the runs in these folders left behind right? Exit status 0: yes, 1:
 * no. */
#include <stdio.h>
#include <string.h>

#include "checks.h"

#define RUNS_MAX LATENCY_RUNS

static const struct {
    const char *name;
    void (*check)(const struct run *runs);
    int runs;
    bool whole; /* ends by the program's own wish */
} table[] = {
    {"counter", check_counter, 1, true},
    {"stall", check_stall, 2, true},
    {"charge", check_charge, 1, true},
    {"pairing", check_pairing, 1, true},
    {"f2p", check_f2p, 1, true},
    {"aborts", check_aborts, 1, true},
    {"events", check_events, 1, true},
    {"core1_reset", check_core1_reset, 1, true},
    {"busy", check_busy, 1, true},
    {"timers", check_timers, 1, true},
    {"multiple", check_multiple, 1, true},
    {"hang", check_hang, 1, false},
    {"forever", check_forever, 1, false},
    {"deadlock", check_deadlock, 1, false},
    {"f2p_stall", check_f2p_stall, 1, true},
    {"shared_time", check_shared_time, 1, true},
    {"memory_kinds", check_memory_kinds, 1, false},
    {"memory_cache", check_memory_cache, 1, false},
    {"modes", check_modes, 1, false},
    {"posted", check_posted, 1, false},
    {"window", check_window, WINDOW_RUNS, true},
    {"latency", check_latency, LATENCY_RUNS, false},
    {"memory_share", check_memory_share, 1, false},
    {"asid", check_asid, 2, false},
};

/* PL accesses and console bytes are in order of time, whichever core makes them, and nothing comes after the
 * end. */
static void check_order(const struct run *run)
{
    uint64_t time_ps = 0, end_ps = run->trace[run->records - 1].time_ps;

    for (size_t n = 0; n < run->records; n++) {
        const struct zt_trace_record *r = &run->trace[n];
        expect(r->time_ps <= end_ps, "record %zu of kind %u comes after the end", n, r->kind);
        if (r->kind != ZT_TRACE_CONSOLE && r->kind != ZT_TRACE_PL_READ && r->kind != ZT_TRACE_PL_WRITE)
            continue;
        expect(r->time_ps >= time_ps, "record %zu of kind %u: time runs back", n, r->kind);
        time_ps = r->time_ps;
    }
}

/* A core's awake time is its instructions and costs: core 0's to the instruction; core 1 may be a slice off
 * at the end. */
static void check_awake(const struct run *run, unsigned core)
{
    const struct zt_trace_record *end = run_end(run, (int)core);
    int64_t awake_ps = 0, since_ps = -1, slack_ps = core == 0 ? TICK_PS - 1 : 1000 * TICK_PS;

    for (size_t n = 0; n < run->records; n++) {
        const struct zt_trace_record *r = &run->trace[n];
        if (r->kind == ZT_TRACE_PL_COST && r->source == core)
            awake_ps -= (int64_t)r->a;
        if ((r->kind != ZT_TRACE_CORE_STATE && r != end) || r->source != core)
            continue;
        if (r->kind == ZT_TRACE_CORE_STATE && r->a == 2)
            slack_ps += 1000 * TICK_PS; /* it may have been a slice ahead of the core that stopped it */
        bool runs = r->kind == ZT_TRACE_CORE_STATE && r->a == 1;
        if (since_ps >= 0 && !runs)
            awake_ps += (int64_t)r->time_ps - since_ps;
        since_ps = runs ? (int64_t)r->time_ps : -1;
    }
    expect_range(core == 0 ? "awake time of core 0 less its instructions and costs, ps"
                           : "awake time of core 1 less its instructions and costs, ps",
                 awake_ps - (int64_t)end->a * TICK_PS, core == 0 ? 0 : -slack_ps, slack_ps);
}

/* What is right of every run that ends as it should. */
static void check_whole(const struct run *run)
{
    const struct zt_trace_record *end = run_end(run, 0xffff);

    expect(end->b == ZT_END_POWEROFF && end == run->trace + run->records - 1,
           "the trace does not end with the program's power-off");
    expect(strstr(run->console, "unexpected_exception") == NULL, "an unexpected exception: see the console");
    expect(strstr(run->console, "waited_in_vain") == NULL, "a core waited in vain: see the console");
    expect(run_value(run, "core1_came_early", 0) == 0, "core 1 did not wait in the boot ROM's loop");
    check_awake(run, 0);
    check_awake(run, 1);
    size_t at = 0;
    for (size_t n = 0; n < run->records; n++) {
        if (run->trace[n].kind == ZT_TRACE_CONSOLE && run->console[at] == (char)run->trace[n].a)
            at++;
    }
    expect(at == strlen(run->console), "the trace's console bytes are not the console's");
}

int main(int argc, char **argv)
{
    for (size_t n = 0; n < sizeof table / sizeof table[0]; n++) {
        if (argc != table[n].runs + 2 || strcmp(argv[1], table[n].name) != 0)
            continue;
        struct run runs[RUNS_MAX] = {0};
        for (int i = 0; i < table[n].runs; i++) {
            runs[i] = run_load(argv[i + 2]);
            check_order(&runs[i]);
            if (table[n].whole)
                check_whole(&runs[i]);
        }
        table[n].check(runs);
        for (int i = 0; i < table[n].runs; i++)
            run_free(&runs[i]);
        fprintf(stderr, "judge: %s: %u failures\n", argv[1], failures());
        return failures() != 0;
    }
    fprintf(stderr, "usage: judge CHECK FOLDER... (stall takes two folders, the others one)\n");
    return 2;
}
