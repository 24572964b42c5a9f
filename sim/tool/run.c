/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "run.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "card.h"
#include "paths.h"
#include "plan.h"
#include "process.h"
#include "programs.h"
#include "util.h"

#define BOOT_AND_END_NS 30000000000ull /* virtual time for everything around the deployment's own */

static char *path_in(const struct zt_run *run, const char *name)
{
    return zt_format("%s/%s", run->options.folder, name);
}

/* Removes a folder of plain files. */
static void remove_files(const char *folder)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) { /* bounded by the folder */
        char *path = zt_format("%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
        free(path);
    }
    if (dir)
        closedir(dir);
    rmdir(folder);
}

static bool prepare_folder(struct zt_run *run)
{
    static const char *const old[] = {"results.json",   "report.html", "trace.bin", "console.log",
                                      "machine.log",    "card.img",    "card.log",  "results.log",
                                      "pl-params",      "costs",       "unimp.log", "coherence.log",
                                      "coherence-pages"};
    int error = zt_make_folder(run->options.folder);
    if (error) {
        run->cause = zt_format("%s: cannot be made: %s", run->options.folder, strerror(error));
        return false;
    }
    for (size_t i = 0; i < sizeof old / sizeof old[0]; i++) {
        char *path = path_in(run, old[i]);
        unlink(path);
        free(path);
    }
    char *results = path_in(run, "results");
    remove_files(results);
    free(results);
    return true;
}

/* The plain files of a folder in the order of their names. 0, or a positive errno and in *failed (owned by
 * the caller) what cannot be read. */
static int hash_folder(struct zt_hash *hash, const char *folder, char **failed)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    int error = count < 0 ? errno : 0;
    if (error)
        *failed = zt_copy(folder);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        char *path = zt_format("%s/%s", folder, name);
        struct stat st = {0};
        if (!error && name[0] != '.') {
            error = stat(path, &st) ? errno : S_ISREG(st.st_mode) ? zt_hash_add_file(hash, name, path) : 0;
            if (error)
                *failed = zt_copy(path);
        }
        free(path);
        free(entries[i]);
    }
    free(entries);
    return error;
}

/* Everything that decides the run besides the seed. */
static bool hash_inputs(struct zt_run *run, const struct zt_plan *plan)
{
    static const enum zt_artefact parts[] = {ZT_QEMU, ZT_LIBPL, ZT_KERNEL, ZT_DTB, ZT_INITRAMFS};
    struct zt_hash *hash = zt_hash_new();
    const char *failed = NULL;
    char *folder_failed = NULL;
    int error = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !error; i++) {
        error = zt_hash_add_file(hash, zt_artefact_name(parts[i]), zt_artefact(parts[i]));
        failed = zt_artefact(parts[i]);
    }
    if (!error) {
        error = hash_folder(hash, zt_artefact(ZT_SLOTS), &folder_failed);
        failed = folder_failed;
    }
    for (size_t i = 0; i < plan->count && !error; i++) {
        const struct zt_card_file *file = &plan->files[i];
        if (file->seeded)
            continue;
        if (file->host)
            error = zt_hash_add_file(hash, file->guest, file->host);
        else if (file->link)
            zt_hash_add_part(hash, file->guest, file->link, strlen(file->link));
        else
            zt_hash_add_part(hash, file->guest, file->bytes.data, file->bytes.size);
        failed = file->host;
    }
    char *params = zt_board_params_text(run->scenario->board);
    char *costs = zt_board_costs_text(run->scenario->board);
    zt_hash_add_part(hash, "pl-params", params, strlen(params));
    zt_hash_add_part(hash, "costs", costs, strlen(costs));
    free(params);
    free(costs);
    const uint64_t quanta[] = {run->options.quantum, run->options.pl_quantum_ns};
    zt_hash_add(hash, quanta, sizeof quanta);
    zt_hash_add(hash, &run->scenario->board->memory_mib, sizeof run->scenario->board->memory_mib);
    if (run->scenario->coherence.mode == ZT_COHERENCE_STALE) /* `report` and `off` change nothing */
        zt_hash_add_part(hash, "coherence", "stale", 5);
    zt_hash_end(hash, run->inputs_sha256);
    if (error)
        run->cause = zt_format("%s: cannot be read: %s (build it: cmake --build %s)", failed, strerror(error),
                               zt_build_folder());
    free(folder_failed);
    return !error;
}

/* The board's figures for the machine and for the PL. */
static bool write_figures(struct zt_run *run)
{
    char *files[] = {path_in(run, "costs"), path_in(run, "pl-params")};
    char *texts[] = {zt_board_costs_text(run->scenario->board), zt_board_params_text(run->scenario->board)};
    for (size_t i = 0; i < 2; i++) {
        int error = zt_write_file(files[i], texts[i], strlen(texts[i]));
        if (error && !run->cause)
            run->cause = zt_format("%s: cannot be written: %s", files[i], strerror(error));
        free(files[i]);
        free(texts[i]);
    }
    return !run->cause;
}

static bool prepare_card(struct zt_run *run, const struct zt_plan *plan)
{
    static const char *const boot[] = {"zImage", "zynq.dtb", "initramfs.cpio.gz"};
    char *image = path_in(run, "card.img"), *log = path_in(run, "card.log");
    bool good = write_figures(run) && zt_card_make(image, run->options.folder, plan, &run->cause);
    for (size_t i = 0; good && i < sizeof boot / sizeof boot[0]; i++) {
        char *to = path_in(run, boot[i]);
        good = zt_card_get_boot(image, boot[i], to, log, &run->cause);
        free(to);
    }
    if (good)
        unlink(log);
    free(image);
    free(log);
    return good;
}

bool zt_run_prepare(struct zt_run *run, const struct zt_plan *plan)
{
    return prepare_folder(run) && hash_inputs(run, plan) && prepare_card(run, plan);
}

/* Event rings out of guest memory. */
static void read_rings(struct zt_run *run)
{
    uint8_t *bytes = zt_alloc(ZT_RINGS_BYTES, 1);
    char *error = NULL;
    size_t size = 0;
    while (size < ZT_RINGS_BYTES) {
        ssize_t got = pread(run->machine.memory_fd, bytes + size, ZT_RINGS_BYTES - size,
                            (off_t)(ZT_RINGS_ADDRESS + size));
        if (got <= 0)
            break;
        size += (size_t)got;
    }
    if (!zt_rings_read(bytes, size, &run->rings, &error)) {
        fprintf(stderr, "warning: %s\n", error);
        free(error);
    }
}

static void hash_trace(struct zt_run *run)
{
    struct zt_hash *hash = zt_hash_new();
    char *console = path_in(run, "console.log");
    zt_hash_add_part(hash, "trace", run->trace.records, run->trace.count * sizeof *run->trace.records);
    if (zt_hash_add_file(hash, "console", console))
        zt_hash_add_part(hash, "console", "", 0);
    zt_rings_hash(&run->rings, hash);
    zt_hash_end(hash, run->trace_sha256);
    free(console);
}

void zt_run_collect(struct zt_run *run)
{
    char *trace = path_in(run, "trace.bin"), *image = path_in(run, "card.img"),
         *log = path_in(run, "results.log");
    char *error = NULL;
    if (!zt_trace_open(trace, &run->trace, &error)) {
        fprintf(stderr, "warning: %s\n", error);
        free(error);
        error = NULL;
    }
    read_rings(run);
    if (!zt_card_get_data(image, "/results", run->options.folder, log, &error)) {
        fprintf(stderr, "warning: the card's results cannot be read: %s\n", error);
        free(error);
    }
    unlink(log);
    hash_trace(run);
    zt_timeline_build(&run->trace, &run->rings, &run->timeline);
    free(trace);
    free(image);
    free(log);
}

static void collect_coherence(struct zt_run *run, const char *guest_results)
{
    struct zt_symbols symbols = {0};
    if (run->scenario->coherence.mode != ZT_COHERENCE_OFF) {
        if (run->coherence.count)
            zt_coherence_symbols(guest_results, &symbols);
        zt_coherence_name(&run->coherence, &symbols);
        zt_symbols_free(&symbols);
    }
    zt_coherence_metrics(run->scenario, &run->coherence, &run->metrics);
}

static void judge(struct zt_run *run)
{
    const struct zt_scenario *s = run->scenario;
    struct zt_host_figures host = {run->machine.wall_s, run->machine.peak_rss_mib};
    unsigned missed = 0;
    zt_metrics_compute(s, &run->timeline, &host, &run->metrics);
    char *guest_results = path_in(run, "results");
    zt_programs_collect(s, guest_results, &run->metrics);
    collect_coherence(run, guest_results);
    free(guest_results);
    for (unsigned i = 0; i < s->expect_count; i++) {
        const struct zt_metric *metric = zt_metrics_find(&run->metrics, s->expects[i].metric);
        run->judged[i].value = metric ? metric->value : 0;
        run->judged[i].unit = metric ? metric->unit : ZT_UNIT_NONE;
        run->judged[i].met = metric && zt_range_holds(&s->expects[i].range, metric->value);
        missed += !run->judged[i].met;
    }
    run->cause = zt_explain(run);
    if (!run->cause && missed)
        run->cause = zt_format("%u of %u expectations not met", missed, s->expect_count);
    run->verdict = !run->cause ? ZT_RUN_PASS
                   : run->machine.end == ZT_MACHINE_NOT_STARTED || run->machine.end == ZT_MACHINE_INTERRUPTED
                       ? ZT_RUN_ERROR
                       : ZT_RUN_FAIL;
}

static void write_outputs(struct zt_run *run)
{
    char *results = path_in(run, "results.json"), *report = path_in(run, "report.html");
    int error = zt_results_write(run, results);
    if (!error)
        error = zt_report_write(run, report);
    if (error) {
        fprintf(stderr, "%s: cannot be written: %s\n", run->options.folder, strerror(error));
        run->verdict = ZT_RUN_ERROR;
    }
    free(results);
    free(report);
}

void zt_run_clean_up(struct zt_run *run)
{
    static const char *const bulky[] = {"card.img", "zImage", "zynq.dtb", "initramfs.cpio.gz"};
    if (run->options.keep)
        return;
    for (size_t i = 0; i < sizeof bulky / sizeof bulky[0]; i++) {
        char *path = path_in(run, bulky[i]);
        unlink(path);
        free(path);
    }
}

/* Which command runs the same again. */
static char *replay_command(const struct zt_scenario *scenario, const struct zt_run_options *options)
{
    char *perturb = !options->perturb ? zt_copy("")
                    : isfinite(options->perturb_limit)
                        ? zt_format(" --perturb %.6g%%", options->perturb_limit * 100)
                        : zt_copy(" --perturb");
    char *text = zt_format("%s/zynqtwin run %s --seed %llu%s%s%s%s%s%s", zt_build_folder(), scenario->file,
                           (unsigned long long)options->seed, *options->variant ? " --variant " : "",
                           options->variant, perturb, options->full ? " --full" : "",
                           options->photo ? " --photo " : "", options->photo ? options->photo : "");
    free(perturb);
    return text;
}

/* Reads the checker's log. True: pages came into its sight too late, and the run is to be repeated with them
 * in sight from the start, which writes their list. */
static bool read_coherence(struct zt_run *run)
{
    struct zt_coherence *c = &run->coherence;
    char *log = path_in(run, "coherence.log");
    if (run->scenario->coherence.mode != ZT_COHERENCE_OFF && zt_coherence_read(c, log))
        fprintf(stderr, "warning: %s cannot be read\n", log);
    free(log);
    return run->scenario->coherence.given && c->suspect_count && run->machine.end == ZT_MACHINE_ENDED;
}

static void run_again(struct zt_run *run, struct zt_machine_options *machine)
{
    char *list = path_in(run, "coherence-pages");
    struct zt_bytes pages = {0};
    for (size_t i = 0; i < run->coherence.suspect_count; i++)
        zt_bytes_print(&pages, "%llx\n", (unsigned long long)run->coherence.suspects[i]);
    int error = zt_write_file(list, pages.data, pages.size);
    if (error) {
        fprintf(stderr, "warning: %s: cannot be written: %s\n", list, strerror(error));
    } else {
        double wall_s = run->machine.wall_s;
        close(run->machine.memory_fd);
        zt_coherence_free(&run->coherence);
        machine->coherence_pages = list;
        zt_machine_run(machine, &run->machine);
        run->machine.wall_s += wall_s;
        read_coherence(run);
    }
    zt_bytes_free(&pages);
    free(list);
}

void zt_run_scenario(const struct zt_scenario *scenario, const struct zt_run_options *options,
                     struct zt_run *run)
{
    *run = (struct zt_run){.scenario = scenario, .options = *options, .verdict = ZT_RUN_ERROR};
    run->machine.memory_fd = -1;
    run->replay = replay_command(scenario, options);
    struct zt_plan plan;
    struct zt_diag diag = {stderr, 0};
    struct zt_plan_options plan_options = {options->seed, options->photo};
    if (!zt_plan_make(scenario, &plan_options, &plan, &diag)) {
        run->cause = zt_format("%zu error%s in the scenario or its artefacts", diag.errors,
                               diag.errors == 1 ? "" : "s");
        return;
    }
    bool ready = zt_run_prepare(run, &plan);
    if (!ready) {
        zt_plan_free(&plan);
        fprintf(stderr, "%s\n", run->cause);
        return;
    }
    struct zt_machine_options machine = {.board = scenario->board,
                                         .folder = options->folder,
                                         .seed = options->seed,
                                         .limit_ns = scenario->for_ns + BOOT_AND_END_NS,
                                         .wall_limit_s = options->wall_limit_s,
                                         .no_progress_s = options->no_progress_s,
                                         .show_progress = options->show_progress,
                                         .quantum = options->quantum,
                                         .pl_quantum_ns = options->pl_quantum_ns,
                                         .slow = options->plain};
    if (scenario->coherence.mode != ZT_COHERENCE_OFF)
        machine.coherence = zt_coherence_mode_name(scenario->coherence.mode);
    zt_machine_run(&machine, &run->machine);
    bool again = read_coherence(run) && zt_run_prepare(run, &plan);
    zt_plan_free(&plan);
    if (again)
        run_again(run, &machine);
    zt_run_collect(run);
    judge(run);
    write_outputs(run);
    zt_run_clean_up(run);
}

void zt_run_free(struct zt_run *run)
{
    if (run->machine.memory_fd >= 0)
        close(run->machine.memory_fd);
    free(run->machine.error);
    zt_coherence_free(&run->coherence);
    zt_metrics_free(&run->metrics);
    zt_timeline_free(&run->timeline);
    zt_rings_free(&run->rings);
    zt_trace_close(&run->trace);
    free(run->cause);
    free(run->details);
    free(run->replay);
    *run = (struct zt_run){0};
}
