/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * rxc-calibrate [--out FILE] [--only ID[,ID...]] [--quick] [--bitstream FILE] [--pl-mhz N] [--exec PROGRAM]
 * [--list] Needs root for what touches physical memory or the drivers; what cannot be done is reported as
 * skipped. An ID in --only may end with * (all that begin so).
 */
#include "calibrate.h"

#include "measure.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct settings {
    const char *out;
    const char *only;
    bool list;
};

static const char usage[] =
    "usage: rxc-calibrate [--out FILE] [--only ID[,ID...]] [--quick] [--bitstream FILE]\n"
    "                     [--pl-mhz N] [--exec PROGRAM]\n"
    "       rxc-calibrate --list\n";

/* Is the id one of the list's? */
static bool is_chosen(const char *list, const char *id)
{
    while (list && *list) { /* bounded by the list's length */
        size_t length = strcspn(list, ",");
        bool open = length > 0 && list[length - 1] == '*';
        if (open ? strncmp(list, id, length - 1) == 0
                 : strlen(id) == length && strncmp(list, id, length) == 0)
            return true;
        list += length + (list[length] == ',');
    }
    return !list;
}

static bool parse(int argc, char **argv, struct settings *settings, struct cal_context *context)
{
    static const struct option options[] = {
        {"out", required_argument, NULL, 'o'},       {"only", required_argument, NULL, 'y'},
        {"quick", no_argument, NULL, 'q'},           {"list", no_argument, NULL, 'l'},
        {"bitstream", required_argument, NULL, 'b'}, {"pl-mhz", required_argument, NULL, 'p'},
        {"exec", required_argument, NULL, 'e'},      {NULL, 0, NULL, 0}};
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'o':
            settings->out = optarg;
            break;
        case 'y':
            settings->only = optarg;
            break;
        case 'q':
            context->quick = true;
            break;
        case 'l':
            settings->list = true;
            break;
        case 'b':
            context->bitstream = optarg;
            break;
        case 'e':
            context->program = optarg;
            break;
        case 'p':
            context->pl_mhz = strtod(optarg, NULL);
            break;
        default:
            return false;
        }
    }
    return optind == argc && context->pl_mhz > 0;
}

static void run_one(const struct cal_context *context, const struct cal_measurement *m,
                    struct cal_output *output)
{
    static struct cal_result result;

    memset(&result, 0, sizeof result);
    int error = m->run(context, m, &result);
    cal_output_add(output, m, &result, error);
    if (error || !result.count)
        fprintf(stderr, "%-24s skipped: %s\n", m->id, result.reason);
    else
        fprintf(stderr, "%-24s %12.5g %s\n", m->id, cal_quantile(&result, 0.5), m->unit);
}

static unsigned run_all(const struct cal_context *context, const struct settings *settings,
                        struct cal_output *output)
{
    unsigned done = 0;

    for (size_t g = 0; g < cal_group_count; g++) {
        for (size_t i = 0; i < cal_groups[g]->count; i++) {
            const struct cal_measurement *m = &cal_groups[g]->rows[i];
            if (!is_chosen(settings->only, m->id))
                continue;
            done++;
            if (settings->list)
                printf("%-24s %-5s %s\n", m->id, m->unit, m->what);
            else
                run_one(context, m, output);
        }
    }
    return done;
}

int main(int argc, char **argv)
{
    struct settings settings = {0};
    struct cal_context context = {.pl_mhz = 100};
    struct cal_output *output = NULL;

    if (!parse(argc, argv, &settings, &context)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!settings.list) {
        (void)measure_pin(0);
        (void)mlockall(MCL_CURRENT);
        cal_clock_init(&context);
        int error = cal_output_open(&output, settings.out, &context);
        if (error) {
            fprintf(stderr, "rxc-calibrate: error: %s: %s\n", settings.out ? settings.out : "output",
                    strerror(error));
            return 2;
        }
    }
    unsigned done = run_all(&context, &settings, output);
    int error = output ? cal_output_close(output) : 0;
    if (error || !done) {
        fprintf(stderr, "rxc-calibrate: error: %s\n",
                error ? strerror(error) : "--only names no measurement (see --list)");
        return 2;
    }
    return 0;
}
