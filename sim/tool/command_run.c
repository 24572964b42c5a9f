/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <fnmatch.h>
#include <getopt.h>
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
#include "util.h"

#define REPEAT_MAX 1000
#define SEEDS_MAX 10000
#define WALL_LIMIT_S_CI 300
#define WALL_LIMIT_S_FULL 3600
#define NO_PROGRESS_S 60

struct command {
    bool has_seed;
    uint64_t first_seed, last_seed;
    uint64_t repeat;
    bool full, keep;
    const char *filter, *out, *photo;
    uint64_t wall_limit_s; /* 0: by size */
};

static int bad_option(const char *name, const char *value, const char *allowed)
{
    fprintf(stderr, "zynqtwin run: '%s' is not a value for %s (%s)\n", value, name, allowed);
    return ZT_EXIT_CANNOT_RUN;
}

static bool parse_seeds(char *text, struct command *c)
{
    char *dots = strstr(text, "..");
    if (!dots)
        return false;
    *dots = '\0';
    bool good = zt_integer_parse(text, 0, UINT32_MAX, &c->first_seed) &&
                zt_integer_parse(dots + 2, c->first_seed, UINT32_MAX, &c->last_seed) &&
                c->last_seed - c->first_seed < SEEDS_MAX;
    *dots = '.';
    return good;
}

static int parse(int argc, char **argv, struct command *c)
{
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'},       {"seeds", required_argument, NULL, 'S'},
        {"repeat", required_argument, NULL, 'r'},     {"full", no_argument, NULL, 'f'},
        {"filter", required_argument, NULL, 'F'},     {"out", required_argument, NULL, 'o'},
        {"photo", required_argument, NULL, 'p'},      {"keep", no_argument, NULL, 'k'},
        {"wall-limit", required_argument, NULL, 'w'}, {NULL, 0, NULL, 0},
    };
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) { /* bounded by argc */
        if (option == 's') {
            if (!zt_integer_parse(optarg, 0, UINT32_MAX, &c->first_seed))
                return bad_option("--seed", optarg, "a whole number from 0 to 4294967295");
            c->last_seed = c->first_seed;
            c->has_seed = true;
        } else if (option == 'S') {
            if (!parse_seeds(optarg, c))
                return bad_option("--seeds", optarg, "A..B, at most 10000 seeds");
            c->has_seed = true;
        } else if (option == 'r' && !zt_integer_parse(optarg, 1, REPEAT_MAX, &c->repeat)) {
            return bad_option("--repeat", optarg, "a whole number from 1 to 1000");
        } else if (option == 'w' && !zt_integer_parse(optarg, 1, 86400, &c->wall_limit_s)) {
            return bad_option("--wall-limit", optarg, "seconds, 1 to 86400");
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

static int run_seed(const struct zt_scenario *scenario, const struct command *c, uint64_t seed)
{
    int code = ZT_EXIT_PASS;
    struct zt_run first = {0};
    char *base = c->out ? zt_copy(c->out) : zt_format("%s/runs", zt_build_folder());
    for (uint64_t i = 0; i < c->repeat && code != ZT_EXIT_CANNOT_RUN && !zt_signal_seen(); i++) {
        char *suffix = c->repeat > 1 ? zt_format("-run%llu", (unsigned long long)i + 1) : zt_copy("");
        char *folder = zt_format("%s/%s-seed%llu%s", base, scenario->name, (unsigned long long)seed, suffix);
        struct zt_run_options options = {.seed = seed,
                                         .folder = folder,
                                         .photo = c->photo,
                                         .full = c->full,
                                         .keep = c->keep,
                                         .wall_limit_s = c->wall_limit_s ? (double)c->wall_limit_s
                                                         : c->full       ? WALL_LIMIT_S_FULL
                                                                         : WALL_LIMIT_S_CI,
                                         .no_progress_s = NO_PROGRESS_S,
                                         .show_progress = isatty(STDERR_FILENO)};
        struct zt_run run;
        zt_run_scenario(scenario, &options, &run);
        if (run.trace_sha256[0])
            zt_table_print(&run);
        else
            fprintf(stderr, "ERROR %s: %s\n", scenario->name, run.cause ? run.cause : "could not run");
        if (exit_code(run.verdict) > code)
            code = exit_code(run.verdict);
        if (i > 0 && strcmp(run.trace_sha256, first.trace_sha256) != 0 && code != ZT_EXIT_CANNOT_RUN) {
            explain_difference(&first, &run);
            code = ZT_EXIT_FAILED;
        }
        if (i == 0) {
            first = run;
            first.options.folder = zt_copy(folder);
        } else {
            zt_run_free(&run);
        }
        free(suffix);
        free(folder);
    }
    if (c->repeat > 1 && code == ZT_EXIT_PASS)
        printf("%llu runs, one trace: %s\n", (unsigned long long)c->repeat, first.trace_sha256);
    free((char *)first.options.folder);
    zt_run_free(&first);
    free(base);
    return code;
}

static int run_file(const char *file, const struct command *c)
{
    struct zt_diag diag = {stderr, 0};
    struct zt_scenario *scenario = zt_scenario_read(file, zt_artefact(ZT_BOARDS), c->full, &diag);
    if (!scenario)
        return ZT_EXIT_CANNOT_RUN;
    int code = zt_expects_check(scenario, &diag) ? ZT_EXIT_PASS : ZT_EXIT_CANNOT_RUN;
    uint64_t from = c->has_seed ? c->first_seed : scenario->seed;
    uint64_t to = c->has_seed ? c->last_seed : scenario->seed;
    for (uint64_t seed = from; seed <= to && code != ZT_EXIT_CANNOT_RUN && !zt_signal_seen(); seed++) {
        int one = run_seed(scenario, c, seed);
        code = one > code ? one : code;
    }
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
