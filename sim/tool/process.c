/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util.h"

static int signals_fd = -1;
static int signal_seen;

void zt_args_add(struct zt_args *args, const char *format, ...)
{
    char *text = NULL;
    va_list list;
    va_start(list, format);
    if (vasprintf(&text, format, list) < 0)
        abort();
    va_end(list);
    args->list = zt_grow(args->list, &args->capacity, args->count + 2, sizeof *args->list);
    args->list[args->count++] = text;
    args->list[args->count] = NULL;
}

void zt_args_free(struct zt_args *args)
{
    for (size_t i = 0; i < args->count; i++)
        free(args->list[i]);
    free(args->list);
    *args = (struct zt_args){0};
}

static sigset_t taken_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    return set;
}

void zt_signals_take(void)
{
    sigset_t set = taken_signals();
    sigprocmask(SIG_BLOCK, &set, NULL);
    signals_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int zt_signal_seen(void)
{
    struct signalfd_siginfo info;
    if (signals_fd >= 0 && read(signals_fd, &info, sizeof info) == (ssize_t)sizeof info)
        signal_seen = (int)info.ssi_signo;
    return signal_seen;
}

static void child_main(const struct zt_args *args, int log_fd, int keep_fd, pid_t parent)
{
    sigset_t set = taken_signals();
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127); /* the tool died before prctl */
    int null_fd = open("/dev/null", O_RDONLY);
    if (null_fd < 0 || dup2(null_fd, 0) < 0 || dup2(log_fd, 1) < 0 || dup2(log_fd, 2) < 0)
        _exit(127);
    if (keep_fd >= 0)
        fcntl(keep_fd, F_SETFD, 0);
    execvp(args->list[0], args->list);
    dprintf(2, "%s: %s\n", args->list[0], strerror(errno));
    _exit(127);
}

int zt_child_start(struct zt_child *child, const struct zt_args *args, const char *log, int keep_fd)
{
    assert(args->count > 0);
    int log_fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (log_fd < 0)
        return errno;
    fflush(NULL);
    pid_t parent = getpid();
    child->pid = fork();
    if (child->pid == 0)
        child_main(args, log_fd, keep_fd, parent);
    int error = child->pid < 0 ? errno : 0;
    close(log_fd);
    if (error)
        return error;
    setpgid(child->pid, child->pid); /* in both, so that the group is there whoever runs first */
    child->pidfd = (int)syscall(SYS_pidfd_open, child->pid, 0);
    if (child->pidfd >= 0)
        return 0;
    error = errno;
    kill(-child->pid, SIGKILL);
    waitpid(child->pid, NULL, 0);
    return error;
}

static bool reap(struct zt_child *child, int options, int *status, long *peak_rss_kib)
{
    struct rusage usage;
    siginfo_t info = {0};
    int failed;
    do {
        failed = waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOWAIT | options);
    } while (failed && errno == EINTR);
    if (failed || info.si_pid != child->pid)
        return false;
    kill(-child->pid, SIGKILL); /* whatever it left behind; not yet reaped, so the number is still its own */
    if (wait4(child->pid, status, 0, &usage) != child->pid)
        return false;
    *peak_rss_kib = usage.ru_maxrss;
    close(child->pidfd);
    child->pidfd = -1;
    return true;
}

bool zt_child_wait(struct zt_child *child, double timeout_s, int *status, long *peak_rss_kib)
{
    struct pollfd fds[2] = {{child->pidfd, POLLIN, 0}, {signals_fd, POLLIN, 0}};
    poll(fds, signals_fd >= 0 ? 2 : 1, (int)(timeout_s * 1000));
    return reap(child, WNOHANG, status, peak_rss_kib);
}

void zt_child_stop(struct zt_child *child, double grace_s, int *status, long *peak_rss_kib)
{
    struct pollfd fd = {child->pidfd, POLLIN, 0};
    kill(-child->pid, SIGTERM);
    poll(&fd, 1, (int)(grace_s * 1000));
    if (reap(child, WNOHANG, status, peak_rss_kib))
        return;
    kill(-child->pid, SIGKILL);
    reap(child, 0, status, peak_rss_kib);
}

char *zt_file_tail(const char *path, size_t max_bytes)
{
    struct zt_bytes text;
    if (zt_read_file(path, &text))
        return zt_copy("");
    size_t from = text.size > max_bytes ? text.size - max_bytes : 0;
    while (from > 0 && from < text.size && text.data[from - 1] != '\n')
        from++;
    for (size_t i = from; i < text.size; i++) {
        if (text.data[i] == 0 || text.data[i] == '\r')
            text.data[i] = ' ';
    }
    char *tail = zt_copy((char *)text.data + from);
    zt_bytes_free(&text);
    return tail;
}

bool zt_run_program(const struct zt_args *args, const char *log, double limit_s, char **error)
{
    struct zt_child child = {.pid = -1, .pidfd = -1};
    int status = 0;
    long peak = 0;
    double end_s = zt_wall_s() + limit_s;
    int failed = zt_child_start(&child, args, log, -1);
    if (failed) {
        *error = zt_format("%s: cannot be started: %s", args->list[0], strerror(failed));
        return false;
    }
    bool ended = false;
    while (!ended && zt_wall_s() < end_s && !zt_signal_seen())
        ended = zt_child_wait(&child, end_s - zt_wall_s(), &status, &peak);
    if (!ended) {
        zt_child_stop(&child, 1, &status, &peak);
        *error = zt_signal_seen() ? zt_format("%s: stopped by signal %d", args->list[0], zt_signal_seen())
                                  : zt_format("%s: not done after %.0f s", args->list[0], limit_s);
        return false;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    char *tail = zt_file_tail(log, 1000);
    *error = zt_format("%s: %s %d: %s", args->list[0], WIFEXITED(status) ? "exit status" : "signal",
                       WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), tail);
    free(tail);
    return false;
}
