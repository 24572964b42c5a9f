/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Entering the kernel and leaving it: the shortest system calls, each by itself. As lmbench's lat_syscall,
 * lat_sig and lat_select do: one byte from /dev/zero, one byte to /dev/null, status of a file by name and by
 * descriptor, 200 descriptors of a plain file that are all ready.
 */
#include "groups.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SELECT_FDS 200

enum call { NOTHING, READ, WRITE, STAT, FSTAT, SELECT, INSTALL, CATCH };

struct target {
    const char *path;
    int fd;
    int last; /* highest descriptor of `set` */
    fd_set set;
    int fds[SELECT_FDS];
};

static int do_nothing(void *argument, unsigned times)
{
    (void)argument;
    for (unsigned i = 0; i < times; i++)
        (void)syscall(SYS_getppid);
    return 0;
}

static int do_read(void *argument, unsigned times)
{
    const struct target *target = argument;
    char byte;

    for (unsigned i = 0; i < times; i++) {
        if (read(target->fd, &byte, 1) != 1)
            return errno ? errno : EIO;
    }
    return 0;
}

static int do_write(void *argument, unsigned times)
{
    const struct target *target = argument;

    for (unsigned i = 0; i < times; i++) {
        if (write(target->fd, "x", 1) != 1)
            return errno ? errno : EIO;
    }
    return 0;
}

static int do_stat(void *argument, unsigned times)
{
    const struct target *target = argument;
    struct stat st;

    for (unsigned i = 0; i < times; i++) {
        if (stat(target->path, &st))
            return errno;
    }
    return 0;
}

static int do_fstat(void *argument, unsigned times)
{
    const struct target *target = argument;
    struct stat st;

    for (unsigned i = 0; i < times; i++) {
        if (fstat(target->fd, &st))
            return errno;
    }
    return 0;
}

static int do_select(void *argument, unsigned times)
{
    const struct target *target = argument;

    for (unsigned i = 0; i < times; i++) {
        struct timeval none = {0, 0};
        fd_set set = target->set;
        if (select(target->last + 1, NULL, &set, NULL, &none) < 0)
            return errno;
    }
    return 0;
}

static void on_signal(int number)
{
    (void)number;
}

static int do_install(void *argument, unsigned times)
{
    struct sigaction action = {.sa_handler = on_signal};

    (void)argument;
    for (unsigned i = 0; i < times; i++) {
        if (sigaction(SIGUSR1, &action, NULL))
            return errno;
    }
    return 0;
}

static int do_catch(void *argument, unsigned times)
{
    pid_t self = getpid();

    (void)argument;
    for (unsigned i = 0; i < times; i++) {
        if (kill(self, SIGUSR1))
            return errno;
    }
    return 0;
}

static int open_target(enum call call, struct target *target)
{
    static const char *const paths[] = {[READ] = "/dev/zero",
                                        [WRITE] = "/dev/null",
                                        [STAT] = "/proc/self/exe",
                                        [FSTAT] = "/dev/zero",
                                        [SELECT] = "/proc/self/exe"};

    target->fd = -1;
    FD_ZERO(&target->set);
    for (int i = 0; i < SELECT_FDS; i++)
        target->fds[i] = -1;
    if (call == NOTHING || call == INSTALL)
        return 0;
    if (call == CATCH)
        return do_install(NULL, 1);
    target->path = paths[call];
    if (call == STAT) {
        static char program[256];
        ssize_t size = readlink(target->path, program, sizeof program - 1);
        if (size <= 0)
            return errno;
        target->path = program;
        return 0;
    }
    target->fd = open(target->path, (call == WRITE ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
    if (target->fd < 0)
        return errno;
    for (int i = 0; call == SELECT && i < SELECT_FDS; i++) {
        target->fds[i] = dup(target->fd);
        if (target->fds[i] < 0)
            return errno;
        FD_SET(target->fds[i], &target->set);
        target->last = target->fds[i];
    }
    return 0;
}

static void close_target(struct target *target)
{
    for (int i = 0; i < SELECT_FDS; i++) {
        if (target->fds[i] >= 0)
            (void)close(target->fds[i]);
    }
    if (target->fd >= 0)
        (void)close(target->fd);
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    static const cal_body bodies[] = {
        [NOTHING] = do_nothing, [READ] = do_read,     [WRITE] = do_write,     [STAT] = do_stat,
        [FSTAT] = do_fstat,     [SELECT] = do_select, [INSTALL] = do_install, [CATCH] = do_catch};
    struct target target;
    int error = open_target((enum call)self->variant, &target);
    struct cal_plan plan = {.body = bodies[self->variant],
                            .argument = &target,
                            .times = self->variant == SELECT ? 20 : 100,
                            .samples = 101,
                            .per_ns = 1e-3};

    if (error)
        (void)cal_fail(result, error, self->what);
    else
        error = cal_measure(context, &plan, result);
    close_target(&target);
    return error;
}

static const struct cal_measurement rows[] = {
    {"syscall_null", "null system call (getppid)", "us", run, 0, NOTHING},
    {"syscall_read", "read of one byte from /dev/zero", "us", run, 0, READ},
    {"syscall_write", "write of one byte to /dev/null", "us", run, 0, WRITE},
    {"syscall_stat", "status of a file by name", "us", run, 0, STAT},
    {"syscall_fstat", "status of a file by descriptor", "us", run, 0, FSTAT},
    {"signal_install", "install a signal handler", "us", run, 0, INSTALL},
    {"signal_catch", "send oneself a signal and catch it", "us", run, 0, CATCH},
    {"select_200", "select on 200 descriptors of a file", "us", run, 0, SELECT},
};
const struct cal_group cal_syscalls = CAL_GROUP(rows);
