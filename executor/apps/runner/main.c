/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * runner --deployment FILE --results FOLDER [--ready-fifo PATH] [--check]
 *
 * Runs a deployment until SIGTERM or SIGINT, or until a callback fails in hardware. When everything is up it
 * prints "runner: ready" and writes "ready" to the FIFO (or creates the file); "failed" when it cannot come
 * up. Writes FOLDER/runner.json. Exit status: 0 ended by a signal, 1 a callback failed, 2 bad deployment or
 * system.
 */
#include "application.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LARGE_BUFFER_BYTES (128 * 1024)

struct arguments {
    const char *deployment;
    const char *results;
    const char *ready;
    bool check;
};

static int usage(void)
{
    fprintf(stderr, "usage: runner --deployment FILE --results FOLDER [--ready-fifo PATH] [--check]\n");
    return 2;
}

static bool parse(int argc, char **argv, struct arguments *arguments)
{
    static const struct option options[] = {{"deployment", required_argument, NULL, 'd'},
                                            {"results", required_argument, NULL, 'r'},
                                            {"ready-fifo", required_argument, NULL, 'f'},
                                            {"check", no_argument, NULL, 'c'},
                                            {NULL, 0, NULL, 0}};
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'd':
            arguments->deployment = optarg;
            break;
        case 'r':
            arguments->results = optarg;
            break;
        case 'f':
            arguments->ready = optarg;
            break;
        case 'c':
            arguments->check = true;
            break;
        default:
            return false;
        }
    }
    return optind == argc && arguments->deployment && (arguments->results || arguments->check);
}

/* Does not wait for a reader: a FIFO that is open for both keeps the text as long as the runner lives. */
static void announce(const char *path, const char *text)
{
    int fd = path ? open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0644) : -1;

    if (fd >= 0 && write(fd, text, strlen(text)) < 0)
        fprintf(stderr, "runner: %s: %s\n", path, strerror(errno));
    else if (path && fd < 0)
        fprintf(stderr, "runner: %s: %s\n", path, strerror(errno));
    /* fd stays open until the process ends. */
}

/* Wakes the main thread, which waits for signals. */
static void on_failure(void *argument)
{
    (void)pthread_kill(*(pthread_t *)argument, SIGUSR1);
}

static int wait_for_end(const sigset_t *signals)
{
    int signal;

    while ((errno = sigwait(signals, &signal)) == EINTR)
        ;
    return signal;
}

static int run(const struct arguments *arguments, const struct deployment *deployment,
               const sigset_t *signals)
{
    static struct application application;
    static pthread_t main_thread;
    struct rxc_error error = {0};
    int status = 2;

    main_thread = pthread_self();
    int rc = application_up(&application, deployment, on_failure, &main_thread, &error);
    if (!rc) {
        printf("runner: ready\n");
        (void)fflush(stdout);
        announce(arguments->ready, "ready\n");
        (void)wait_for_end(signals);
        status = application_stop(&application, &error) ? 1 : 0;
    } else {
        announce(arguments->ready, "failed\n");
        (void)application_stop(&application, NULL);
    }
    rxc_record(&application.recorder, RXC_EVENT_RUN_STOP, RXC_CALLBACK_NONE, (uint64_t)status);
    if (error.code)
        fprintf(stderr, "runner: error: %s\n", error.text);
    if (application_write_results(&application, arguments->results, status, error.text, &error)) {
        fprintf(stderr, "runner: error: %s\n", error.text);
        status = 2;
    }
    application_down(&application);
    return status;
}

int main(int argc, char **argv)
{
    static struct deployment deployment;
    struct arguments arguments = {0};
    struct rxc_error error = {0};
    sigset_t signals;

    if (!parse(argc, argv, &arguments))
        return usage();
    if (deployment_read(arguments.deployment, &deployment, &error)) {
        fprintf(stderr, "runner: error: %s\n", error.text);
        announce(arguments.ready, "failed\n");
        return 2;
    }
    if (arguments.check) {
        printf("runner: %s: good, %u callbacks, %u slots\n", arguments.deployment,
               (unsigned)deployment.callback_count, (unsigned)deployment.slot_count);
        return 0;
    }
    /* Large message buffers get pages of their own, whatever was freed before: a slot that writes one reaches
     * nothing else, and the buffer costs nothing until it is written. */
    (void)mallopt(M_MMAP_THRESHOLD, LARGE_BUFFER_BYTES);
    /* Blocked before the first thread starts, so that only sigwait sees them. */
    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, SIGTERM);
    (void)sigaddset(&signals, SIGINT);
    (void)sigaddset(&signals, SIGUSR1);
    (void)pthread_sigmask(SIG_BLOCK, &signals, NULL);
    return run(&arguments, &deployment, &signals);
}
