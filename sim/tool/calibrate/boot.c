/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* One boot of the twin that runs rxc-calibrate. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../paths.h"
#include "../run.h"
#include "../util.h"
#include "calibrate.h"

#define LIMIT_NS 120000000000ull
#define WALL_LIMIT_S 900
#define NO_PROGRESS_S 120

/* The board with one slot's bitstream on the card, for the configuration port. */
static struct zt_scenario *make_scenario(const struct zt_calibrate_boot *boot, const char *folder)
{
    struct zt_diag diag = {stderr, 0};
    char *board_file = zt_format("%s/%s.yaml", zt_artefact(ZT_BOARDS), boot->board);
    struct zt_board *board = zt_board_read(board_file, &diag);
    struct zt_scenario *scenario = NULL;
    free(board_file);
    if (board && board->slot_count == 0)
        fprintf(stderr, "zynqtwin calibrate: board %s has no slot\n", boot->board);
    if (board && board->slot_count) {
        char *file = zt_format("%s/calibrate.yaml", folder);
        char *text = zt_format("about: What calibrate deploys\nboard: %s\nrun: {for: 60 s, seed: 1}\n"
                               "callbacks:\n  sort: {on: {service: /sort, type: sorter_msgs/srv/Sort}, "
                               "where: [%s]}\n",
                               boot->board, board->slots[0].name);
        if (zt_make_folder(folder) || zt_write_file(file, text, strlen(text)))
            fprintf(stderr, "zynqtwin calibrate: %s: cannot be written\n", file);
        else
            scenario = zt_scenario_read(file, zt_artefact(ZT_BOARDS), false, &diag);
        free(text);
        /* The scenario refers to its file's name. */
        if (!scenario)
            free(file);
    }
    zt_board_free(board);
    return scenario;
}

static void put_files(const struct zt_calibrate_boot *boot, const struct zt_board *board,
                      struct zt_plan *plan)
{
    char *script = zt_format(
        "#!/bin/sh\n"
        "export PATH=/bin:/sbin:/usr/bin:/usr/sbin LD_LIBRARY_PATH=/data/lib\n"
        "export CYCLONEDDS_URI=file:///data/dds.xml\n"
        "cd /data && mkdir -p results || exit 1\n"
        "echo 8388608 > /proc/sys/net/core/rmem_max\n"
        "for M in reconos zycap calib; do insmod modules/$M.ko || exit 1; done\n"
        "bin/rxc-calibrate --exec bin/rxc-nothing --pl-mhz %.9g --out results/calibrate.json --bitstream "
        "bitstreams/sort_%s.bin%s%s%s%s\n"
        "echo \"CALIBRATE $?\"\n%ssync\n",
        boot->pl_mhz, board->slots[0].name, boot->quick ? " --quick" : "", boot->only ? " --only '" : "",
        boot->only ? boot->only : "", boot->only ? "'" : "",
        boot->with_dds ? "bin/rxc-pingpong --times 200 > results/pingpong.json\n" : "");
    zt_plan_put(plan, "run.sh", NULL, script);
    zt_plan_put(plan, "bin/rxc-calibrate", zt_artefact(ZT_CALIBRATE), NULL);
    zt_plan_put(plan, "bin/rxc-nothing", zt_artefact(ZT_NOTHING), NULL);
    if (boot->with_dds)
        zt_plan_put(plan, "bin/rxc-pingpong", zt_artefact(ZT_PINGPONG), NULL);
    zt_plan_put(plan, "modules/calib.ko", zt_artefact(ZT_CALIB_KO), NULL);
    free(script);
}

static bool run_machine(const struct zt_calibrate_boot *boot, struct zt_run *run)
{
    struct zt_diag diag = {stderr, 0};
    struct zt_plan_options plan_options = {.seed = 1};
    struct zt_plan plan;
    if (!zt_plan_make(run->scenario, &plan_options, &plan, &diag))
        return false;
    put_files(boot, run->scenario->board, &plan);
    bool good = zt_run_prepare(run, &plan);
    zt_plan_free(&plan);
    if (!good) {
        fprintf(stderr, "zynqtwin calibrate: %s\n", run->cause ? run->cause : "no card");
        return false;
    }
    fprintf(stderr, "calibrate: PL at %.4g MHz\n", boot->pl_mhz);
    struct zt_machine_options options = {.board = run->scenario->board,
                                         .folder = run->options.folder,
                                         .seed = 1,
                                         .limit_ns = LIMIT_NS,
                                         .wall_limit_s = WALL_LIMIT_S,
                                         .no_progress_s = NO_PROGRESS_S,
                                         .show_progress = isatty(STDERR_FILENO)};
    zt_machine_run(&options, &run->machine);
    zt_run_collect(run);
    zt_run_clean_up(run);
    if (run->machine.end != ZT_MACHINE_ENDED)
        fprintf(stderr, "zynqtwin calibrate: the machine ended badly (%d); see %s\n", run->machine.status,
                run->options.folder);
    return run->machine.end == ZT_MACHINE_ENDED;
}

bool zt_calibrate_boot(const struct zt_calibrate_boot *boot, struct zt_measured_list *measured)
{
    char *folder = zt_format("%s/runs/calibrate-%s-%.4g", zt_build_folder(), boot->board, boot->pl_mhz);
    struct zt_scenario *scenario = make_scenario(boot, folder);
    struct zt_run *run = zt_alloc(1, sizeof *run);
    bool good = false;
    *run = (struct zt_run){.scenario = scenario, .options = {.seed = 1, .folder = folder}};
    run->machine.memory_fd = -1;
    if (scenario) {
        if (fabs((double)scenario->board->pl_hz - boot->pl_mhz * 1e6) > 1000)
            zt_board_set_pl_hz(scenario->board, (uint64_t)llround(boot->pl_mhz * 1e6));
        good = run_machine(boot, run);
        char *file = zt_format("%s/results/calibrate.json", folder);
        good = good && zt_measured_read(file, measured);
        free(file);
        file = zt_format("%s/results/pingpong.json", folder);
        good = good && (!boot->with_dds || zt_measured_read_dds(file, boot->pl_mhz, measured));
        free(file);
    }
    zt_run_free(run);
    free(run);
    zt_scenario_free(scenario);
    free(folder);
    return good;
}
