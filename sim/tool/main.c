/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* zynqtwin: runs scenarios on the twin of a Zynq-7000 board and judges them. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "paths.h"
#include "process.h"
#include "util.h"

static const char usage[] =
    "usage: zynqtwin [--build DIR] COMMAND ...\n"
    "  run FILE... [--seed N | --seeds A..B] [--repeat N] [--full] [--filter GLOB] [--out DIR] [--photo "
    "FILE]\n"
    "      [--keep] [--wall-limit S] [--perturb [P%]] [--variant LABEL] [--plain]\n"
    "                                   run scenarios, judge them, write results.json and report.html\n"
    "  list [FILE|DIR]...               scenarios with their descriptions\n"
    "  metrics FILE                     every figure that an expectation of this scenario may name\n"
    "  bitstream FILE...                a configuration stream, packet by packet\n"
    "  doctor                           is everything there that a run needs?\n"
    "  bench [--json FILE]              how fast the twin is on this host\n"
    "  calibrate [--board NAME] [--short] [--json FILE] [--results FILE...]\n"
    "                                   micro-measurements beside published figures\n"
    "exit status: 0 all passed, 1 an expectation or a run failed, 2 could not run\n";

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {{"run", zt_command_run},
                    {"list", zt_command_list},
                    {"metrics", zt_command_metrics},
                    {"doctor", zt_command_doctor},
                    {"bench", zt_command_bench},
                    {"calibrate", zt_command_calibrate},
                    {"bitstream", zt_command_bitstream}};
    const char *build = NULL;
    int at = 1;
    if (at + 1 < argc && strcmp(argv[at], "--build") == 0) {
        build = argv[at + 1];
        at += 2;
    }
    if (at < argc && (strcmp(argv[at], "--help") == 0 || strcmp(argv[at], "-h") == 0)) {
        fputs(usage, stdout);
        return ZT_EXIT_PASS;
    }
    if (!zt_paths_set(build)) {
        fprintf(stderr, "zynqtwin: no build folder %s\n", build ? build : "around this program");
        return ZT_EXIT_CANNOT_RUN;
    }
    for (size_t i = 0; at < argc && i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[at], commands[i].name) != 0)
            continue;
        zt_signals_take();
        return commands[i].run(argc - at, argv + at);
    }
    if (at < argc)
        fprintf(stderr,
                "zynqtwin: unknown command '%s' (run, list, metrics, bitstream, doctor, bench, calibrate)\n",
                argv[at]);
    fputs(usage, stderr);
    return ZT_EXIT_CANNOT_RUN;
}
