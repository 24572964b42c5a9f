/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* list and metrics: what there is, without running anything. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands.h"
#include "metrics.h"
#include "paths.h"
#include "scenario.h"
#include "util.h"

static int list_file(const char *file)
{
    struct zt_diag diag = {stderr, 0};
    struct zt_scenario *scenario = zt_scenario_read(file, zt_artefact(ZT_BOARDS), false, &diag);
    if (!scenario)
        return ZT_EXIT_CANNOT_RUN;
    printf("%-40s %s\n", file, scenario->about ? scenario->about : "");
    zt_scenario_free(scenario);
    return ZT_EXIT_PASS;
}

static int is_scenario(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".yaml") == 0;
}

static int list_folder(const char *folder)
{
    struct dirent **entries = NULL;
    int code = ZT_EXIT_PASS;
    int count = scandir(folder, &entries, is_scenario, alphasort);
    if (count < 0) {
        fprintf(stderr, "zynqtwin list: %s: cannot be read\n", folder);
        return ZT_EXIT_CANNOT_RUN;
    }
    for (int i = 0; i < count; i++) {
        char *path = zt_format("%s/%s", folder, entries[i]->d_name);
        int one = list_file(path);
        code = one > code ? one : code;
        free(path);
        free(entries[i]);
    }
    free(entries);
    return code;
}

static int list_path(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode) ? list_folder(path) : list_file(path);
}

int zt_command_list(int argc, char **argv)
{
    int code = ZT_EXIT_PASS;
    if (argc > 1) {
        for (int i = 1; i < argc; i++) {
            int one = list_path(argv[i]);
            code = one > code ? one : code;
        }
        return code;
    }
    char *beside = zt_format("%s/../scenarios", zt_build_folder());
    code = list_path(zt_exists("scenarios") ? "scenarios" : beside);
    free(beside);
    return code;
}

int zt_command_metrics(int argc, char **argv)
{
    struct zt_diag diag = {stderr, 0};
    if (argc != 2) {
        fputs("usage: zynqtwin metrics FILE\n", stderr);
        return ZT_EXIT_CANNOT_RUN;
    }
    struct zt_scenario *scenario = zt_scenario_read(argv[1], zt_artefact(ZT_BOARDS), false, &diag);
    if (!scenario)
        return ZT_EXIT_CANNOT_RUN;
    struct zt_metrics metrics;
    zt_metrics_compute(scenario, NULL, NULL, &metrics);
    for (size_t i = 0; i < metrics.count; i++) {
        const struct zt_metric *m = &metrics.list[i];
        printf("%-28s %-9s %s\n", m->name, zt_unit_name(m->unit), m->meaning);
    }
    for (unsigned i = 0; i < scenario->program_count; i++)
        printf("%s.KEY%*s every number in the JSON of program %s\n", scenario->programs[i].name,
               (int)(34 - strlen(scenario->programs[i].name)), "", scenario->programs[i].binary);
    zt_metrics_free(&metrics);
    zt_scenario_free(scenario);
    return ZT_EXIT_PASS;
}
