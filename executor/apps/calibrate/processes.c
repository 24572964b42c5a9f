/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Processes that come and go, as lmbench's lat_proc does: fork, the child ends at once, wait; the same with
 * another program started in the child.
 */
#include "groups.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

struct request {
    const char *program; /* NULL: only fork */
};

static int cycle(void *argument, unsigned times)
{
    const struct request *request = argument;

    for (unsigned i = 0; i < times; i++) {
        int status = 0;
        pid_t child = fork();
        if (child < 0)
            return errno;
        if (child == 0) {
            if (request->program)
                (void)execl(request->program, request->program, (char *)NULL);
            _exit(request->program ? 1 : 0);
        }
        if (waitpid(child, &status, 0) != child)
            return errno;
        if (status)
            return ENOEXEC;
    }
    return 0;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    struct request request = {self->variant ? context->program : NULL};
    struct cal_plan plan = {.body = cycle, .argument = &request, .times = 1, .samples = 40, .per_ns = 1e-3};

    if (self->variant && !context->program)
        return cal_fail(result, ENOENT, "no --exec");
    return cal_measure(context, &plan, result);
}

static const struct cal_measurement rows[] = {
    {"fork_exit", "fork, the child ends, wait", "us", run, 0, 0},
    {"fork_exec", "fork, the child starts a program that ends, wait", "us", run, 0, 1},
};
const struct cal_group cal_processes = CAL_GROUP(rows);
