/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <signal.h>

#include "../process.h"
#include "scratch.h"

static bool run_shell(const char *script, double limit_s, char **error)
{
    char *log = scratch_file("", 0);
    struct zt_args args = {0};
    zt_args_add(&args, "sh");
    zt_args_add(&args, "-c");
    zt_args_add(&args, "%s", script);
    bool good = zt_run_program(&args, log, limit_s, error);
    zt_args_free(&args);
    unlink(log);
    free(log);
    return good;
}

Test(process, how_a_program_ended_is_told)
{
    char *error = NULL;
    cr_expect(run_shell("exit 0", 10, &error));
    cr_expect_not(run_shell("echo told you; exit 7", 10, &error));
    cr_expect(strstr(error, "exit status 7") && strstr(error, "told you"), "%s", error);
    free(error);
    cr_expect_not(run_shell("kill -SEGV $$", 10, &error));
    cr_expect(strstr(error, "signal 11"), "%s", error);
    free(error);
}

Test(process, a_wait_has_its_bound)
{
    char *error = NULL;
    double start_s = zt_wall_s();
    cr_expect_not(run_shell("sleep 1000 & wait", 0.2, &error));
    cr_expect(strstr(error, "not done after"), "%s", error);
    cr_expect(zt_wall_s() - start_s < 30);
    free(error);
}

Test(process, what_does_not_exist_is_told)
{
    char *error = NULL;
    char *log = scratch_file("", 0);
    struct zt_args args = {0};
    zt_args_add(&args, "/nowhere/program");
    cr_expect_not(zt_run_program(&args, log, 10, &error));
    cr_expect(strstr(error, "No such file"), "%s", error);
    free(error);
    zt_args_free(&args);
    unlink(log);
    free(log);
}

Test(process, tail_begins_at_a_line)
{
    char *file = scratch_file("first\nsecond\nthird\n", 19);
    char *tail = zt_file_tail(file, 8);
    cr_expect_str_eq(tail, "third\n");
    free(tail);
    unlink(file);
    free(file);
}
