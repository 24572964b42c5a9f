/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Running other programs. Every child has its own process group and dies with the tool (PR_SET_PDEATHSIG);
 * every wait has a bound in wall time. SIGINT, SIGTERM and SIGHUP to the tool end the child, too.
 */
#ifndef ZT_PROCESS_H
#define ZT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* A NULL-terminated list of arguments that grows. */
struct zt_args {
    char **list;
    size_t count, capacity;
};

void zt_args_add(struct zt_args *args, const char *format, ...) __attribute__((format(printf, 2, 3)));
void zt_args_free(struct zt_args *args);

/* Blocks the signals above, so that zt_child_wait sees them. Call once at start. */
void zt_signals_take(void);
/* A signal that asked the tool to end, or 0. */
int zt_signal_seen(void);

struct zt_child {
    pid_t pid;
    int pidfd;
};

/* Starts args[0]; stdout and stderr go to the file `log` (appended), stdin is empty. Descriptor keep_fd
 * (or -1) stays open in the child. 0 or a positive errno. */
int zt_child_start(struct zt_child *child, const struct zt_args *args, const char *log, int keep_fd);
/* Waits at most `timeout_s`. True: ended, *status is wait's and *peak_rss_kib its largest memory. */
bool zt_child_wait(struct zt_child *child, double timeout_s, int *status, long *peak_rss_kib);
/* TERM, then after grace_s KILL, to the whole group; waits for the end. */
void zt_child_stop(struct zt_child *child, double grace_s, int *status, long *peak_rss_kib);

/* Runs a program to its end. True: exit status 0. Otherwise *error (owned by the caller) says what
 * happened, with the last lines of its output, which are in the file `log`. */
bool zt_run_program(const struct zt_args *args, const char *log, double limit_s, char **error);

/* The last lines of a text file, at most max_bytes; owned by the caller, "" when unreadable. */
char *zt_file_tail(const char *path, size_t max_bytes);

#endif
