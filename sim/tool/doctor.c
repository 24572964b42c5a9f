/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* doctor: is everything there that a run needs, in which version, and where would it come from? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "paths.h"
#include "process.h"
#include "util.h"

#define VERSION_LIMIT_S 10

static const struct {
    const char *program;
    const char *option; /* that prints a version */
    const char *package;
} programs[] = {
    {"mke2fs", "-V", "e2fsprogs"},      {"debugfs", "-V", "e2fsprogs"},   {"e2fsck", "-V", "e2fsprogs"},
    {"mformat", "--version", "mtools"}, {"mcopy", "--version", "mtools"},
};

/* First line of what a program says about itself; owned by the caller, NULL when it does not start. */
static char *version_of(const char *program, const char *option)
{
    char log[] = "/tmp/zynqtwin-doctor-XXXXXX";
    int fd = mkstemp(log);
    char *error = NULL;
    struct zt_args args = {0};
    if (fd < 0)
        return NULL;
    close(fd);
    zt_args_add(&args, "%s", program);
    zt_args_add(&args, "%s", option);
    bool good = zt_run_program(&args, log, VERSION_LIMIT_S, &error);
    char *text = zt_file_tail(log, 4000);
    text[strcspn(text, "\r\n")] = '\0';
    unlink(log);
    zt_args_free(&args);
    free(error);
    if (good)
        return text;
    free(text);
    return NULL;
}

static unsigned check_programs(void)
{
    unsigned missing = 0;
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        char *version = version_of(programs[i].program, programs[i].option);
        if (version)
            printf("  ok       %-28s %s\n", programs[i].program, version);
        else
            printf("  MISSING  %-28s apt-get install %s\n", programs[i].program, programs[i].package);
        missing += version == NULL;
        free(version);
    }
    return missing;
}

static unsigned check_artefacts(void)
{
    unsigned missing = 0;
    for (int i = 0; i < ZT_ARTEFACTS; i++) {
        int64_t size = zt_file_size(zt_artefact(i));
        if (size >= 0) {
            printf("  ok       %-28s %lld bytes\n", zt_artefact_name(i), (long long)size);
            continue;
        }
        printf("  MISSING  %-28s cmake --build %s --target %s\n", zt_artefact_name(i), zt_build_folder(),
               zt_artefact_target(i));
        missing++;
    }
    return missing;
}

int zt_command_doctor(int argc, char **argv)
{
    (void)argv;
    if (argc != 1) {
        fputs("usage: zynqtwin doctor\n", stderr);
        return ZT_EXIT_CANNOT_RUN;
    }
    printf("build folder %s\n", zt_build_folder());
    unsigned missing = check_programs() + check_artefacts();
    char *version = zt_exists(zt_artefact(ZT_QEMU)) ? version_of(zt_artefact(ZT_QEMU), "--version") : NULL;
    if (version)
        printf("  ok       %-28s %s\n", "the machine starts", version);
    else if (zt_exists(zt_artefact(ZT_QEMU)))
        printf("  BROKEN   %-28s %s does not start\n", "the machine", zt_artefact(ZT_QEMU));
    missing += version == NULL;
    free(version);
    if (missing)
        printf("%u missing or broken\n", missing);
    else
        puts("all there");
    return missing ? ZT_EXIT_CANNOT_RUN : ZT_EXIT_PASS;
}
