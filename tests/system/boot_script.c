/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * boot_script BUILD SCENARIO SCRIPT FOLDER [GUEST=HOST...]: boots the machine with the scenario's card, on
 * which run.sh is SCRIPT and the file GUEST is HOST (executable). What the guest leaves in /data/results is
 * then in FOLDER/results, and its console in FOLDER/console.log. Exit status 0: the guest ended in order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paths.h"
#include "plan.h"
#include "process.h"
#include "run.h"
#include "util.h"

#define LIMIT_NS 60000000000ull
#define WALL_LIMIT_S 250
#define NO_PROGRESS_S 60

static bool put_files(struct zt_plan *plan, const char *script, int count, char **pairs)
{
    struct zt_bytes text;
    if (zt_read_file(script, &text)) {
        fprintf(stderr, "%s: cannot be read\n", script);
        return false;
    }
    zt_bytes_put(&text, "", 1);
    zt_plan_put(plan, "run.sh", NULL, (const char *)text.data);
    zt_bytes_free(&text);
    for (int i = 0; i < count; i++) {
        char *equals = strchr(pairs[i], '=');
        if (!equals) {
            fprintf(stderr, "'%s' is not GUEST=HOST\n", pairs[i]);
            return false;
        }
        *equals = '\0';
        zt_plan_put(plan, pairs[i], equals + 1, NULL);
    }
    return true;
}

static bool boot(struct zt_run *run, const char *script, int count, char **pairs)
{
    struct zt_diag diag = {stderr, 0};
    struct zt_plan_options plan_options = {.seed = run->options.seed};
    struct zt_plan plan;
    if (!zt_plan_make(run->scenario, &plan_options, &plan, &diag))
        return false;
    bool good = put_files(&plan, script, count, pairs) && zt_run_prepare(run, &plan);
    zt_plan_free(&plan);
    if (!good) {
        fprintf(stderr, "%s\n", run->cause ? run->cause : "no card");
        return false;
    }
    struct zt_machine_options options = {.board = run->scenario->board,
                                         .folder = run->options.folder,
                                         .seed = run->options.seed,
                                         .limit_ns = LIMIT_NS,
                                         .wall_limit_s = WALL_LIMIT_S,
                                         .no_progress_s = NO_PROGRESS_S};
    zt_machine_run(&options, &run->machine);
    zt_run_collect(run);
    zt_run_clean_up(run);
    if (run->machine.end != ZT_MACHINE_ENDED)
        fprintf(stderr, "the machine ended badly (%d, exit status %d)\n", (int)run->machine.end,
                run->machine.status);
    return run->machine.end == ZT_MACHINE_ENDED;
}

int main(int argc, char **argv)
{
    if (argc < 5 || !zt_paths_set(argv[1])) {
        fputs("usage: boot_script BUILD SCENARIO SCRIPT FOLDER [GUEST=HOST...]\n", stderr);
        return 2;
    }
    zt_signals_take();
    struct zt_diag diag = {stderr, 0};
    struct zt_scenario *scenario = zt_scenario_read(argv[2], zt_artefact(ZT_BOARDS), false, &diag);
    if (!scenario)
        return 2;
    struct zt_run run = {.scenario = scenario, .options = {.seed = 1, .folder = argv[4]}};
    run.machine.memory_fd = -1;
    bool good = boot(&run, argv[3], argc - 5, argv + 5);
    zt_run_free(&run);
    zt_scenario_free(scenario);
    return good ? 0 : 1;
}
