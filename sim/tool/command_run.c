/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <fnmatch.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "paths.h"
#include "process.h"
#include "quantity.h"
#include "run.h"
#include "samples.h"
#include "util.h"

#define REPEAT_MAX 1000
#define WALL_LIMIT_S_CI 300
#define WALL_LIMIT_S_FULL 3600
#define NO_PROGRESS_S 60

struct command {
    bool has_seed;
    uint64_t first_seed, last_seed;
    uint64_t repeat;
    bool full, keep, plain;
    bool perturb;
    double perturb_limit;
    const char *filter, *out, *photo, *variant;
    uint64_t wall_limit_s; /* 0: by size */
};

static int bad_option(const char *name, const char *value, const char *allowed)
{
    fprintf(stderr, "zynqtwin run: '%s' is not a value for %s (%s)\n", value, name, allowed);
    return ZT_EXIT_CANNOT_RUN;
}

/* --perturb, --perturb 20% or --perturb=20%: only a word that ends in % is its value. */
static bool parse_perturb(int argc, char **argv, struct command *c)
{
    struct zt_quantity limit = {INFINITY, ZT_UNIT_FRACTION};
    const char *text = optarg;
    if (!text && optind < argc && strchr(argv[optind], '%') && argv[optind][strlen(argv[optind]) - 1] == '%')
        text = argv[optind++];
    c->perturb = true;
    if (text && (!zt_quantity_parse(text, &limit) || limit.unit != ZT_UNIT_FRACTION || limit.value < 0)) {
        bad_option("--perturb", text, "a share like 20%, or nothing: each figure within its own uncertainty");
        return false;
    }
    c->perturb_limit = limit.value;
    return true;
}

static int parse(int argc, char **argv, struct command *c)
{
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'},
        {"seeds", required_argument, NULL, 'S'},
        {"repeat", required_argument, NULL, 'r'},
        {"full", no_argument, NULL, 'f'},
        {"filter", required_argument, NULL, 'F'},
        {"out", required_argument, NULL, 'o'},
        {"photo", required_argument, NULL, 'p'},
        {"keep", no_argument, NULL, 'k'},
        {"wall-limit", required_argument, NULL, 'w'},
        {"perturb", optional_argument, NULL, 'P'},
        {"variant", required_argument, NULL, 'v'},
        {"plain", no_argument, NULL, 'n'},
        {NULL, 0, NULL, 0},
    };
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) { /* bounded by argc */
        if (option == 's') {
            if (!zt_integer_parse(optarg, 0, UINT32_MAX, &c->first_seed))
                return bad_option("--seed", optarg, "a whole number from 0 to 4294967295");
            c->last_seed = c->first_seed;
            c->has_seed = true;
        } else if (option == 'S') {
            if (!zt_seeds_parse(optarg, &c->first_seed, &c->last_seed))
                return bad_option("--seeds", optarg, "A..B, at most 10000 seeds");
            c->has_seed = true;
        } else if (option == 'r' && !zt_integer_parse(optarg, 1, REPEAT_MAX, &c->repeat)) {
            return bad_option("--repeat", optarg, "a whole number from 1 to 1000");
        } else if (option == 'w' && !zt_integer_parse(optarg, 1, 86400, &c->wall_limit_s)) {
            return bad_option("--wall-limit", optarg, "seconds, 1 to 86400");
        } else if (option == 'P') {
            if (!parse_perturb(argc, argv, c))
                return ZT_EXIT_CANNOT_RUN;
        } else if (option == 'v') {
            c->variant = optarg;
        } else if (option == 'F') {
            c->filter = optarg;
        } else if (option == 'o') {
            c->out = optarg;
        } else if (option == 'p') {
            c->photo = optarg;
        } else if (option == 'f') {
            c->full = true;
        } else if (option == 'k') {
            c->keep = true;
        } else if (option == 'n') {
            c->plain = true;
        } else if (option == '?') {
            return ZT_EXIT_CANNOT_RUN; /* getopt said why */
        }
    }
    if (optind < argc)
        return ZT_EXIT_PASS;
    fputs("zynqtwin run: no scenario file given\n", stderr);
    return ZT_EXIT_CANNOT_RUN;
}

static int exit_code(enum zt_run_verdict verdict)
{
    return verdict == ZT_RUN_PASS   ? ZT_EXIT_PASS
           : verdict == ZT_RUN_FAIL ? ZT_EXIT_FAILED
                                    : ZT_EXIT_CANNOT_RUN;
}

/* Two runs that ought to be equal: says where they part. */
static void explain_difference(const struct zt_run *one, const struct zt_run *other)
{
    size_t index = zt_trace_first_difference(&one->trace, &other->trace);
    printf("  the runs differ: %s is %s\n              and %s is %s\n", one->options.folder,
           one->trace_sha256, other->options.folder, other->trace_sha256);
    if (index == SIZE_MAX) {
        puts("  the traces are equal; the console or the event rings differ");
        return;
    }
    const struct zt_run *runs[] = {one, other};
    for (int i = 0; i < 2; i++) {
        const struct zt_trace *trace = &runs[i]->trace;
        char *line =
            index < trace->count ? zt_trace_line(&trace->records[index]) : zt_copy("(the trace ends here)");
        printf("  record %zu of %s: %s\n", index, runs[i]->options.folder, line);
        free(line);
    }
}

/* A folder for one of several runs. */
static char *folder_of(const struct zt_scenario *scenario, const struct command *c, uint64_t seed,
                       const struct zt_variant *variant, uint64_t run)
{
    char *base = c->out ? zt_copy(c->out) : zt_format("%s/runs", zt_build_folder());
    char *suffix = c->repeat > 1 ? zt_format("-run%llu", (unsigned long long)run + 1) : zt_copy("");
    char *folder = zt_format("%s/%s%s%s-seed%llu%s", base, scenario->name, *variant->label ? "-" : "",
                             variant->label, (unsigned long long)seed, suffix);
    free(base);
    free(suffix);
    return folder;
}

static void run_once(const struct zt_scenario *scenario, const struct command *c, uint64_t seed,
                     const struct zt_variant *variant, const char *folder, struct zt_run *run)
{
    struct zt_run_options options = {.seed = seed,
                                     .folder = folder,
                                     .photo = c->photo,
                                     .quantum = variant->quantum,
                                     .pl_quantum_ns = variant->pl_quantum_ns,
                                     .variant = variant->label,
                                     .perturb = c->perturb,
                                     .perturb_limit = c->perturb_limit,
                                     .full = c->full,
                                     .keep = c->keep,
                                     .plain = c->plain,
                                     .wall_limit_s = c->wall_limit_s ? (double)c->wall_limit_s
                                                     : c->full       ? WALL_LIMIT_S_FULL
                                                                     : WALL_LIMIT_S_CI,
                                     .no_progress_s = NO_PROGRESS_S,
                                     .show_progress = isatty(STDERR_FILENO)};
    zt_board_reset(scenario->board);
    if (c->perturb)
        zt_board_draw(scenario->board, (uint32_t)seed, c->perturb_limit);
    zt_run_scenario(scenario, &options, run);
    if (run->trace_sha256[0])
        zt_table_print(run);
    else
        fprintf(stderr, "ERROR %s: %s\n", scenario->name, run->cause ? run->cause : "could not run");
}

/* One seed of one variant, as often as --repeat says. */
static int run_seed(const struct zt_scenario *scenario, const struct command *c, uint64_t seed,
                    unsigned variant, struct zt_samples *samples)
{
    int code = ZT_EXIT_PASS;
    struct zt_run first = {0};
    for (uint64_t i = 0; i < c->repeat && code != ZT_EXIT_CANNOT_RUN && !zt_signal_seen(); i++) {
        char *folder = folder_of(scenario, c, seed, &scenario->variants[variant], i);
        struct zt_run run;
        run_once(scenario, c, seed, &scenario->variants[variant], folder, &run);
        if (exit_code(run.verdict) > code)
            code = exit_code(run.verdict);
        if (i > 0 && strcmp(run.trace_sha256, first.trace_sha256) != 0 && code != ZT_EXIT_CANNOT_RUN) {
            explain_difference(&first, &run);
            code = ZT_EXIT_FAILED;
        }
        if (i == 0) {
            zt_samples_add(samples, variant, seed, run.verdict == ZT_RUN_PASS, &run.metrics);
            first = run;
            first.options.folder = zt_copy(folder);
        } else {
            zt_run_free(&run);
        }
        free(folder);
    }
    if (c->repeat > 1 && code == ZT_EXIT_PASS)
        printf("%llu runs, one trace: %s\n", (unsigned long long)c->repeat, first.trace_sha256);
    free((char *)first.options.folder);
    zt_run_free(&first);
    return code;
}

/* What only several runs together show: intervals over seeds, invariants over variants. */
static int judge_together(const struct zt_scenario *scenario, const struct command *c, bool several_seeds,
                          const struct zt_samples *samples)
{
    char *base = c->out ? zt_copy(c->out) : zt_format("%s/runs", zt_build_folder());
    char *seeds = zt_format("%s/%s-seeds.json", base, scenario->name);
    char *matrix = zt_format("%s/%s-matrix.json", base, scenario->name);
    unsigned broken = 0;
    int error = several_seeds ? zt_samples_show(scenario, samples, seeds) : 0;
    if (!error && scenario->invariant_count && !c->variant)
        error = zt_samples_judge(scenario, samples, matrix, &broken);
    if (error)
        fprintf(stderr, "%s: cannot be written: %s\n", base, strerror(error));
    if (scenario->invariant_count && !c->variant)
        printf("%s %s: %u invariant%s broken; %s\n", broken ? "FAIL" : "PASS", scenario->name, broken,
               broken == 1 ? "" : "s", matrix);
    free(base);
    free(seeds);
    free(matrix);
    return error ? ZT_EXIT_CANNOT_RUN : broken ? ZT_EXIT_FAILED : ZT_EXIT_PASS;
}

static int run_all(const struct zt_scenario *scenario, const struct command *c, struct zt_samples *samples)
{
    int code = ZT_EXIT_PASS;
    bool known = !c->variant;
    uint64_t from = c->has_seed ? c->first_seed : scenario->first_seed;
    uint64_t to = c->has_seed ? c->last_seed : scenario->last_seed;
    for (unsigned i = 0; i < scenario->variant_count; i++) {
        if (c->variant && strcmp(c->variant, scenario->variants[i].label) != 0)
            continue;
        known = true;
        for (uint64_t seed = from; seed <= to && code != ZT_EXIT_CANNOT_RUN && !zt_signal_seen(); seed++) {
            int one = run_seed(scenario, c, seed, i, samples);
            code = one > code ? one : code;
        }
    }
    if (!known)
        return bad_option("--variant", c->variant, "a variant of the scenario's matrix, like q100-pl50");
    if (code == ZT_EXIT_CANNOT_RUN || zt_signal_seen())
        return code;
    int together = judge_together(scenario, c, to > from, samples);
    return together > code ? together : code;
}

static int run_file(const char *file, const struct command *c)
{
    struct zt_diag diag = {stderr, 0};
    struct zt_scenario *scenario = zt_scenario_read(file, zt_artefact(ZT_BOARDS), c->full, &diag);
    if (!scenario)
        return ZT_EXIT_CANNOT_RUN;
    struct zt_samples samples = {0};
    int code = zt_expects_check(scenario, &diag) ? run_all(scenario, c, &samples) : ZT_EXIT_CANNOT_RUN;
    zt_samples_free(&samples);
    zt_scenario_free(scenario);
    return code;
}

int zt_command_run(int argc, char **argv)
{
    struct command c = {.repeat = 1};
    int code = parse(argc, argv, &c);
    for (int i = optind; i < argc && code == ZT_EXIT_PASS; i++) {
        struct stat st;
        if (stat(argv[i], &st) == 0 && !S_ISREG(st.st_mode))
            code = bad_option("FILE", argv[i], "a scenario file");
    }
    if (code)
        return code;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = optind; i < argc && !zt_signal_seen(); i++) {
        const char *slash = strrchr(argv[i], '/');
        char *name = zt_copy(slash ? slash + 1 : argv[i]);
        char *dot = strrchr(name, '.');
        if (dot)
            *dot = '\0';
        if (!c.filter || fnmatch(c.filter, name, 0) == 0) {
            int one = run_file(argv[i], &c);
            code = one > code ? one : code;
        }
        free(name);
    }
    if (zt_signal_seen()) {
        fprintf(stderr, "zynqtwin: ended by signal %d\n", zt_signal_seen());
        return ZT_EXIT_CANNOT_RUN;
    }
    return code;
}
