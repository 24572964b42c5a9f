/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * calibrate: the micro-measurements of rxc-calibrate, done on the twin or taken from a board, beside what
 * others published. Figures with another PL clock than 100 MHz get a boot of their own.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate/calibrate.h"
#include "commands.h"
#include "paths.h"
#include "util.h"

#define PL_CLOCKS_MAX 8
#define RESULTS_MAX 8
#define PL_MHZ_MAIN 100

static const char usage[] =
    "usage: zynqtwin calibrate [--board NAME] [--short] [--only ID[,ID...]] [--json FILE]\n"
    "       zynqtwin calibrate --results FILE... [--json FILE]    what rxc-calibrate wrote on a board\n";

struct options {
    const char *board;
    const char *only;
    const char *json;
    const char *results[RESULTS_MAX];
    size_t result_count;
    bool is_short;
};

/* What the short version measures: a few of each kind, in seconds. */
static const char short_list[] = "syscall_null,syscall_read,syscall_write,signal_catch";

static bool parse(int argc, char **argv, struct options *o)
{
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--short") == 0) {
            o->is_short = true;
            continue;
        }
        if (!value)
            return false;
        if (strcmp(argv[i], "--board") == 0)
            o->board = value;
        else if (strcmp(argv[i], "--only") == 0)
            o->only = value;
        else if (strcmp(argv[i], "--json") == 0)
            o->json = value;
        else if (strcmp(argv[i], "--results") == 0 && o->result_count < RESULTS_MAX)
            o->results[o->result_count++] = value;
        else
            return false;
        i++;
    }
    return !(o->result_count && (o->only || o->is_short));
}

/* The measurements that have a figure with this PL clock, as a list for --only; owned by the caller. */
static char *wanted_with(const struct zt_published_list *published, double pl_mhz)
{
    struct zt_bytes list = {0};
    for (size_t i = 0; i < published->count; i++) {
        const struct zt_published *p = &published->figures[i];
        bool seen = p->pl_mhz != pl_mhz;
        for (size_t k = 0; k < i && !seen; k++)
            seen = published->figures[k].pl_mhz == pl_mhz && strcmp(published->figures[k].of, p->of) == 0;
        if (!seen)
            zt_bytes_print(&list, "%s%s", list.size ? "," : "", p->of);
    }
    zt_bytes_put(&list, "", 0);
    return (char *)list.data;
}

static bool measure_others(const struct zt_published_list *published, const struct options *o,
                           struct zt_measured_list *measured)
{
    double done[PL_CLOCKS_MAX] = {PL_MHZ_MAIN};
    size_t count = 1;
    bool good = true;
    for (size_t i = 0; i < published->count && good; i++) {
        double pl_mhz = published->figures[i].pl_mhz;
        bool seen = false;
        for (size_t k = 0; k < count; k++)
            seen = seen || done[k] == pl_mhz;
        if (seen)
            continue;
        if (count == PL_CLOCKS_MAX) {
            fprintf(stderr, "%s: more than %d PL clocks\n", published->file, PL_CLOCKS_MAX);
            return false;
        }
        done[count++] = pl_mhz;
        char *only = wanted_with(published, pl_mhz);
        struct zt_calibrate_boot boot = {.board = o->board, .pl_mhz = pl_mhz, .only = only};
        good = zt_calibrate_boot(&boot, measured);
        free(only);
    }
    return good;
}

static bool measure(const struct zt_published_list *published, const struct options *o,
                    struct zt_measured_list *measured)
{
    bool good = true;
    for (size_t i = 0; i < o->result_count && good; i++)
        good = zt_measured_read(o->results[i], measured);
    if (o->result_count)
        return good;
    struct zt_calibrate_boot boot = {.board = o->board,
                                     .pl_mhz = PL_MHZ_MAIN,
                                     .only = o->only       ? o->only
                                             : o->is_short ? short_list
                                                           : NULL,
                                     .quick = o->is_short,
                                     .with_dds = !o->only};
    good = zt_calibrate_boot(&boot, measured);
    return good && (o->is_short || o->only || measure_others(published, o, measured));
}

static int judge(const struct zt_published_list *published, const struct options *o,
                 const struct zt_measured_list *measured)
{
    struct zt_calibration calibration;
    struct zt_diag diag = {stderr, 0};
    struct zt_board *board = NULL;
    int code = ZT_EXIT_CANNOT_RUN;
    if (o->result_count == 0) {
        char *file = zt_format("%s/%s.yaml", zt_artefact(ZT_BOARDS), o->board);
        board = zt_board_read(file, &diag);
        free(file);
    }
    if (zt_calibration_make(published, measured, o->is_short || o->only, &calibration)) {
        zt_calibration_print(&calibration, measured, board);
        code = calibration.met ? ZT_EXIT_PASS : ZT_EXIT_FAILED;
        int error = o->json ? zt_calibration_write(&calibration, measured,
                                                   board ? board->name : o->results[0], o->json)
                            : 0;
        if (error) {
            fprintf(stderr, "zynqtwin calibrate: %s: cannot be written: %s\n", o->json, strerror(error));
            code = ZT_EXIT_CANNOT_RUN;
        }
    }
    zt_calibration_free(&calibration);
    zt_board_free(board);
    return code;
}

int zt_command_calibrate(int argc, char **argv)
{
    struct options options = {.board = "zedboard"};
    struct zt_measured_list measured = {0};
    struct zt_diag diag = {stderr, 0};
    int code = ZT_EXIT_CANNOT_RUN;
    if (!parse(argc, argv, &options)) {
        fputs(usage, stderr);
        return ZT_EXIT_CANNOT_RUN;
    }
    char *file = zt_format("%s/published.yaml", zt_artefact(ZT_BOARDS));
    struct zt_published_list *published = zt_published_read(file, &diag);
    free(file);
    if (published && measure(published, &options, &measured))
        code = judge(published, &options, &measured);
    zt_measured_free(&measured);
    zt_published_free(published);
    return code;
}
