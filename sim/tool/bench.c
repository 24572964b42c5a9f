/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * bench: how fast the twin is on this host. Five boots of the machine in its deterministic mode, each with
 * sections between two marks on the console: the host's time between the marks, and what the programs
 * in the guest print, give the figures. README.md says how each is computed.
 */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "paths.h"
#include "plan.h"
#include "process.h"
#include "run.h"
#include "util.h"

#define SPIN_ROUNDS 150000000
#define SPIN_REPEATS 3
#define READS 500000
#define SLEEP_MS 10000
#define CACHE_ROUNDS 30000
#define SORT_CALLS 100
#define ROUND_TRIPS 1000
#define LIMIT_NS 120000000000ull
#define WALL_LIMIT_S 600
#define SECTIONS_MAX 32
#define FIGURES_MAX 20

/* FLAT: no file of costs. OLD: this and none of the machine's optimisations. */
enum bench_machine { WITH_PL, WITHOUT_PL, ONE_CORE, FLAT, OLD, MACHINES };

/* Sections of one boot. Marks: "BENCH name +" and "BENCH name -". */
struct boot {
    struct zt_run run;
    struct zt_mark marks[2 * SECTIONS_MAX];
    char *names[SECTIONS_MAX];
    size_t sections;
    struct zt_bytes script;
    char *console;
};

struct bench {
    const struct zt_scenario *scenario;
    struct boot boots[MACHINES];
    char *folder;
    bool good;
};

static void begin_script(struct boot *boot)
{
    zt_bytes_print(&boot->script, "%s",
                   "#!/bin/sh\n"
                   "export PATH=/bin:/sbin:/usr/bin:/usr/sbin LD_LIBRARY_PATH=/data/lib\n"
                   "export CYCLONEDDS_URI=file:///data/dds.xml\n"
                   "cd /data && mkdir -p results || exit 1\n"
                   "echo 8388608 > /proc/sys/net/core/rmem_max\n");
}

static void add_section(struct boot *boot, char *name, const char *command)
{
    size_t i = boot->sections++;
    if (boot->sections > SECTIONS_MAX)
        abort();
    boot->names[i] = name;
    boot->marks[2 * i] = (struct zt_mark){zt_format("BENCH %s +", name), -1, 0};
    boot->marks[2 * i + 1] = (struct zt_mark){zt_format("BENCH %s -", name), -1, 0};
    zt_bytes_print(&boot->script, "echo 'BENCH %s +'\n%s\necho 'BENCH %s -'\n", name, command, name);
}

static void add_spins(struct boot *boot, unsigned threads)
{
    char *command = zt_format("bin/rxc-plbench spin --threads %u --count %d", threads, SPIN_ROUNDS);
    for (unsigned i = 0; i < SPIN_REPEATS; i++)
        add_section(boot, zt_format("spin%u.%u", threads, i), command);
    free(command);
}

/* Code whose data stay in the cache: it must not cost the host more because other memory is charged. */
static void add_cached(struct boot *boot)
{
    for (unsigned i = 0; i < SPIN_REPEATS; i++) {
        char *command = zt_format("bin/rxc-plbench cache --threads 1 --count %d", CACHE_ROUNDS);
        add_section(boot, zt_format("cache.%u", i), command);
        free(command);
    }
}

/* Two pairs of processes, so that DDS keeps both cores busy. */
static void add_dds(struct boot *boot)
{
    char *command = zt_format("bin/rxc-pingpong --times %d --domain 1 > results/dds1 &\n"
                              "bin/rxc-pingpong --times %d --domain 2; wait $!",
                              ROUND_TRIPS, ROUND_TRIPS);
    add_section(boot, zt_copy("dds"), command);
    free(command);
}

static void add_calls(struct boot *boot, const char *name, const char *data, unsigned times)
{
    char *command =
        zt_format("bin/rxc-client --name %s --call /sort --type sorter_msgs/srv/Sort --input inputs/%s.in "
                  "--expect inputs/%s.expect --times %u --timeout-ms 5000 --callback-index 0 "
                  "--out results/%s.jsonl",
                  name, data, data, times, name);
    add_section(boot, zt_copy(name), command);
    free(command);
}

static void write_scripts(struct bench *b)
{
    struct boot *pl = &b->boots[WITH_PL], *bare = &b->boots[WITHOUT_PL], *one = &b->boots[ONE_CORE];
    struct boot *flat = &b->boots[FLAT], *old = &b->boots[OLD];
    char *text;
    for (unsigned i = 0; i < MACHINES; i++) {
        begin_script(&b->boots[i]);
        add_section(&b->boots[i], zt_copy("up"), "true");
    }
    struct boot *const loaded[] = {pl, flat, old};
    for (size_t i = 0; i < sizeof loaded / sizeof loaded[0]; i++)
        zt_bytes_print(&loaded[i]->script,
                       "insmod modules/reconos.ko || exit 1\ninsmod modules/zycap.ko || exit 1\n");
    add_cached(pl);
    add_cached(flat);
    add_dds(pl);
    add_dds(old);
    add_spins(pl, 1);
    add_spins(pl, 2);
    add_spins(bare, 1);
    text = zt_format("bin/rxc-plbench read --count %d", READS);
    add_section(pl, zt_copy("read"), text);
    free(text);
    text = zt_format("bin/rxc-plbench sleep --count %d", SLEEP_MS);
    add_section(pl, zt_copy("sleep"), text);
    add_section(one, zt_copy("sleep"), text);
    free(text);
    text = zt_format("bin/rxc-pingpong --times %d", ROUND_TRIPS);
    add_section(pl, zt_copy("pingpong"), text);
    free(text);
    zt_bytes_print(&pl->script, "%s",
                   "mkfifo /tmp/events && exec 3<>/tmp/events || exit 1\n"
                   "bin/runner --deployment deployment.json --results results --ready-fifo /tmp/events"
                   " > results/runner.log 2>&1 &\n"
                   "RUNNER=$!\n"
                   "read -t 30 WORD <&3\n"
                   "echo \"BENCH runner $WORD\"\n");
    add_calls(pl, "warm", "sort-2", 5);
    add_calls(pl, "short", "sort-2", SORT_CALLS);
    add_calls(pl, "sort", "sort", SORT_CALLS);
    zt_bytes_print(&pl->script, "kill -TERM $RUNNER; wait $RUNNER\ntail -n 5 results/runner.log\nsync\n");
}

static bool run_boot(struct bench *b, enum bench_machine which)
{
    static const char *const names[] = {"with-pl", "without-pl", "one-core", "flat-costs", "old-way"};
    struct boot *boot = &b->boots[which];
    struct zt_diag diag = {stderr, 0};
    struct zt_plan_options plan_options = {.seed = 1};
    struct zt_plan plan;
    char *folder = zt_format("%s/%s", b->folder, names[which]);
    boot->run = (struct zt_run){.scenario = b->scenario, .options = {.seed = 1, .folder = folder}};
    boot->run.machine.memory_fd = -1;
    if (!zt_plan_make(b->scenario, &plan_options, &plan, &diag))
        return false;
    zt_plan_put(&plan, "run.sh", NULL, (const char *)boot->script.data);
    zt_plan_put(&plan, "bin/rxc-plbench", zt_artefact(ZT_PLBENCH), NULL);
    zt_plan_put(&plan, "bin/rxc-pingpong", zt_artefact(ZT_PINGPONG), NULL);
    bool good = zt_run_prepare(&boot->run, &plan);
    zt_plan_free(&plan);
    if (!good) {
        fprintf(stderr, "zynqtwin bench: %s\n", boot->run.cause);
        return false;
    }
    fprintf(stderr, "bench: machine %s\n", names[which]);
    struct zt_machine_options options = {.board = b->scenario->board,
                                         .folder = folder,
                                         .seed = 1,
                                         .limit_ns = LIMIT_NS,
                                         .wall_limit_s = WALL_LIMIT_S,
                                         .no_progress_s = 120,
                                         .show_progress = isatty(STDERR_FILENO),
                                         .without_pl = which == WITHOUT_PL,
                                         .flat_costs = which == FLAT || which == OLD,
                                         .slow = which == OLD,
                                         .more_append = which == ONE_CORE ? "maxcpus=1" : NULL,
                                         .marks = boot->marks,
                                         .mark_count = 2 * boot->sections};
    zt_machine_run(&options, &boot->run.machine);
    zt_run_collect(&boot->run);
    zt_run_clean_up(&boot->run);
    char *console = zt_format("%s/console.log", folder);
    boot->console = zt_file_tail(console, 1000000);
    free(console);
    if (boot->run.machine.end == ZT_MACHINE_ENDED)
        return true;
    fprintf(stderr, "zynqtwin bench: machine %s ended badly (%d); see %s\n", names[which],
            boot->run.machine.status, folder);
    return false;
}

static int section_of(const struct boot *boot, const char *name)
{
    for (size_t i = 0; i < boot->sections; i++) {
        if (strcmp(boot->names[i], name) == 0)
            return (int)i;
    }
    return -1;
}

static double section_wall_s(const struct boot *boot, const char *name)
{
    int i = section_of(boot, name);
    if (i < 0 || boot->marks[2 * i].wall_s < 0 || boot->marks[2 * i + 1].wall_s < 0)
        return NAN;
    return boot->marks[2 * i + 1].wall_s - boot->marks[2 * i].wall_s;
}

/* The machine's CPU time for it: on a host without other work the same. */
static double section_cpu_s(const struct boot *boot, const char *name)
{
    int i = section_of(boot, name);
    if (i < 0 || boot->marks[2 * i].wall_s < 0 || boot->marks[2 * i + 1].wall_s < 0)
        return NAN;
    return boot->marks[2 * i + 1].cpu_s - boot->marks[2 * i].cpu_s;
}

/* Virtual time at which the console had shown a text, from the trace; NaN: never. */
static double text_virtual_s(const struct boot *boot, const char *text)
{
    const struct zt_trace *trace = &boot->run.trace;
    size_t matched = 0, length = strlen(text);
    for (size_t i = 0; i < trace->count; i++) {
        const struct zt_trace_record *r = &trace->records[i];
        if (r->kind != ZT_TRACE_CONSOLE)
            continue;
        /* No mark repeats its own beginning, so a mismatch can only begin again at the first character. */
        matched = (char)r->a == text[matched] ? matched + 1 : (char)r->a == text[0];
        if (matched == length)
            return (double)r->time_ps * 1e-12;
    }
    return NAN;
}

static double section_virtual_s(const struct boot *boot, const char *name)
{
    int i = section_of(boot, name);
    if (i < 0)
        return NAN;
    return text_virtual_s(boot, boot->marks[2 * i + 1].text) - text_virtual_s(boot, boot->marks[2 * i].text);
}

/* A number that a program printed between a section's marks, from its JSON line. */
static double section_value(const struct boot *boot, const char *name, const char *key)
{
    char *mark = zt_format("BENCH %s +", name);
    const char *at = strstr(boot->console, mark);
    const char *line = at ? strchr(at, '{') : NULL;
    cJSON *json = line ? cJSON_ParseWithOpts(line, NULL, false) : NULL;
    const cJSON *value = cJSON_GetObjectItem(json, key);
    double number = cJSON_IsNumber(value) ? value->valuedouble : NAN;
    cJSON_Delete(json);
    free(mark);
    return number;
}

/* Other work on the host only ever makes a section longer: the shortest one counts. */
static double shortest(const struct boot *boot, const char *prefix,
                       double (*value)(const struct boot *, const char *))
{
    double least = NAN;
    for (unsigned i = 0; i < SPIN_REPEATS; i++) {
        char *name = zt_format("%s.%u", prefix, i);
        double one = value(boot, name);
        least = isnan(least) || one < least ? one : least;
        free(name);
    }
    return least;
}

static double virtual_ns(const struct boot *boot, const char *name)
{
    return section_value(boot, name, "ns");
}

/* Cycles of the slot while it sorted, against the host's time for it; calls with one element, which cost the
 * same in everything else, are taken off both. */
static double slot_hz(const struct boot *boot)
{
    const struct zt_timeline *t = &boot->run.timeline;
    double cycles = 0, ns_per_cycle = 1e9 / (double)boot->run.scenario->board->pl_hz;
    if (t->execution_count < 2 * SORT_CALLS)
        return NAN;
    for (size_t i = t->execution_count - 2 * SORT_CALLS; i < t->execution_count; i++) {
        const struct zt_execution *e = &t->executions[i];
        double ns = e->ended ? (double)(e->end_ps - e->start_ps) / 1000 : NAN;
        cycles += (i >= t->execution_count - SORT_CALLS ? ns : -ns) / ns_per_cycle;
    }
    return cycles / (section_wall_s(boot, "sort") - section_wall_s(boot, "short"));
}

/* Median of the virtual time from OSIF's interrupt line to the delegate's read of the word in user space. */
static double irq_to_user_us(const struct boot *boot)
{
    const struct zt_timeline *t = &boot->run.timeline;
    double *values = zt_alloc(t->irq_response_count, sizeof *values);
    for (size_t i = 0; i < t->irq_response_count; i++)
        values[i] = (double)t->irq_responses_ps[i] * 1e-6;
    double median = zt_percentile(values, t->irq_response_count, 50);
    free(values);
    return median;
}

struct figure {
    const char *name;
    double value;
    enum { NO_BAR, AT_LEAST, AT_MOST } relation;
    double bar, low; /* low: another bar below, for ranges */
};

static size_t compute(const struct bench *b, struct figure *f)
{
    const struct boot *pl = &b->boots[WITH_PL], *bare = &b->boots[WITHOUT_PL], *one = &b->boots[ONE_CORE];
    const struct boot *flat = &b->boots[FLAT], *old = &b->boots[OLD];
    double idle = section_wall_s(pl, "sleep") * 1e9 / virtual_ns(pl, "sleep");
    double idle_wfe = section_wall_s(one, "sleep") * 1e9 / virtual_ns(one, "sleep");
    double speed = section_virtual_s(pl, "dds") / section_wall_s(pl, "dds");
    double old_speed = section_virtual_s(old, "dds") / section_wall_s(old, "dds");
    double rss = 0;
    for (unsigned i = 0; i < MACHINES; i++)
        rss = fmax(rss, b->boots[i].run.machine.peak_rss_mib);
    const struct figure all[] = {
        {"mmio_reads_per_wall_s", READS / section_wall_s(pl, "read"), AT_LEAST, 600000, 0},
        {"idle_pl_slowdown", shortest(pl, "spin1", section_cpu_s) / shortest(bare, "spin1", section_cpu_s),
         AT_MOST, 1.05, 0},
        {"slot_clock_hz_wall", slot_hz(pl), AT_LEAST, 1000000, 0},
        {"boot_wall_s", pl->marks[0].wall_s, AT_MOST, 3, 0},
        {"two_core_ratio", shortest(pl, "spin2", virtual_ns) / shortest(pl, "spin1", virtual_ns), AT_MOST,
         1.02, 1.00},
        {"idle_wall_s_per_virtual_s", idle, AT_MOST, 0.25, 0},
        {"idle_wall_s_per_virtual_s_cpu1_in_wfe", idle_wfe, AT_MOST, 0.25, 0},
        {"peak_rss_mib", rss, AT_MOST, 700, 0},
        {"irq_to_user_virtual_us", irq_to_user_us(pl), NO_BAR, 0, 0},
        {"virtual_s_per_wall_s", speed, AT_LEAST, 0.25, 0},
        {"virtual_s_per_wall_s_old_way", old_speed, NO_BAR, 0, 0},
        {"speedup", speed / old_speed, AT_LEAST, 3, 0},
        {"memory_kinds_wall_ratio",
         shortest(pl, "cache", section_cpu_s) / shortest(flat, "cache", section_cpu_s), AT_MOST, 1.03, 0},
        {"round_trip_virtual_us", section_value(pl, "pingpong", "elapsed_ns") * 1e-3 / ROUND_TRIPS, NO_BAR, 0,
         0},
    };
    _Static_assert(sizeof all / sizeof all[0] <= FIGURES_MAX, "figures");
    memcpy(f, all, sizeof all);
    return sizeof all / sizeof all[0];
}

static int show(const struct bench *b, const char *path)
{
    struct figure figures[FIGURES_MAX];
    size_t count = compute(b, figures);
    int code = ZT_EXIT_PASS;
    cJSON *root = cJSON_CreateObject();
    for (size_t i = 0; i < count; i++) {
        const struct figure *f = &figures[i];
        bool met = f->relation == NO_BAR ||
                   (f->relation == AT_LEAST ? f->value >= f->bar : f->value <= f->bar && f->value >= f->low);
        if (isfinite(f->value))
            cJSON_AddNumberToObject(root, f->name, f->value);
        else
            cJSON_AddNullToObject(root, f->name);
        printf("%-40s %14.6g", f->name, f->value);
        if (f->relation != NO_BAR)
            printf("   %s %g: %s", f->relation == AT_LEAST ? "at least" : "at most", f->bar,
                   met ? "met" : "NOT MET");
        putchar('\n');
        code = met ? code : ZT_EXIT_FAILED;
    }
    char *text = cJSON_Print(root);
    int error = path ? zt_write_file(path, text, strlen(text)) : 0;
    if (error)
        fprintf(stderr, "zynqtwin bench: %s: cannot be written: %s\n", path, strerror(error));
    free(text);
    cJSON_Delete(root);
    return error ? ZT_EXIT_CANNOT_RUN : code;
}

static void free_bench(struct bench *b)
{
    for (unsigned i = 0; i < MACHINES; i++) {
        struct boot *boot = &b->boots[i];
        for (size_t k = 0; k < boot->sections; k++) {
            free(boot->names[k]);
            free((char *)boot->marks[2 * k].text);
            free((char *)boot->marks[2 * k + 1].text);
        }
        free((char *)boot->run.options.folder);
        zt_run_free(&boot->run);
        zt_bytes_free(&boot->script);
        free(boot->console);
    }
    free(b->folder);
}

int zt_command_bench(int argc, char **argv)
{
    struct zt_diag diag = {stderr, 0};
    if (argc != 1 && (argc != 3 || strcmp(argv[1], "--json") != 0)) {
        fputs("usage: zynqtwin bench [--json FILE]\n", stderr);
        return ZT_EXIT_CANNOT_RUN;
    }
    char *file = zt_format("%s/bench/bench.yaml", zt_build_folder());
    struct zt_scenario *scenario = zt_scenario_read(file, zt_artefact(ZT_BOARDS), false, &diag);
    free(file);
    if (!scenario)
        return ZT_EXIT_CANNOT_RUN;
    struct bench *b = zt_alloc(1, sizeof *b);
    b->scenario = scenario;
    b->folder = zt_format("%s/runs/bench", zt_build_folder());
    b->good = true;
    write_scripts(b);
    for (unsigned i = 0; i < MACHINES && b->good; i++)
        b->good = run_boot(b, (enum bench_machine)i);
    int code = b->good ? show(b, argc == 3 ? argv[2] : NULL) : ZT_EXIT_CANNOT_RUN;
    free_bench(b);
    free(b);
    zt_scenario_free(scenario);
    return code;
}
