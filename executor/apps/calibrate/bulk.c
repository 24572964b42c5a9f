/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Many bytes to another process on the same core, 64 KiB at a time, and a TCP connection on the loopback
 * interface made and closed, as lmbench's bw_pipe, bw_unix and lat_connect do.
 */
#include "groups.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHUNK_BYTES 65536u
#define CHUNKS 16u

static char chunk[CHUNK_BYTES];

struct stream {
    int in;
    pid_t source;
};

static void write_for_ever(int fd)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (write(fd, chunk, sizeof chunk) > 0) /* until the reader is gone */
        ;
    _exit(0);
}

static int open_stream(struct stream *stream, bool is_unix)
{
    int ends[2];

    if (is_unix ? socketpair(AF_UNIX, SOCK_STREAM, 0, ends) : pipe(ends))
        return errno;
    stream->in = ends[0];
    stream->source = fork();
    if (stream->source < 0)
        return errno;
    if (stream->source == 0)
        write_for_ever(ends[1]);
    (void)close(ends[1]);
    return 0;
}

static int take(void *argument, unsigned times)
{
    const struct stream *stream = argument;

    for (unsigned long left = (unsigned long)times * CHUNK_BYTES; left > 0;) { /* each read gets some */
        ssize_t got = read(stream->in, chunk, left < sizeof chunk ? left : sizeof chunk);
        if (got <= 0)
            return got ? errno : EPIPE;
        left -= (unsigned long)got;
    }
    return 0;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    struct stream stream = {-1, -1};
    int error = open_stream(&stream, self->variant);
    struct cal_plan plan = {.body = take,
                            .argument = &stream,
                            .times = CHUNKS,
                            .samples = 21,
                            .per_ns = CHUNK_BYTES * 1e3,
                            .is_rate = true};

    if (error)
        (void)cal_fail(result, error, "the channel cannot be opened");
    else
        error = cal_measure(context, &plan, result);
    if (stream.in >= 0)
        (void)close(stream.in);
    if (stream.source > 0) {
        (void)kill(stream.source, SIGKILL);
        (void)waitpid(stream.source, NULL, 0);
    }
    cal_condition(result, "chunk_bytes", CHUNK_BYTES);
    return error;
}

struct listener {
    struct sockaddr_in name;
    int fd;
    pid_t partner;
};

static void accept_for_ever(int fd)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) { /* until it is killed */
        int one = accept(fd, NULL, NULL);
        if (one < 0)
            _exit(1);
        (void)close(one);
    }
}

static int open_listener(struct listener *listener)
{
    socklen_t size = sizeof listener->name;

    listener->name = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    listener->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (listener->fd < 0 || bind(listener->fd, (struct sockaddr *)&listener->name, size) ||
        listen(listener->fd, 16) || getsockname(listener->fd, (struct sockaddr *)&listener->name, &size))
        return errno;
    listener->partner = fork();
    if (listener->partner < 0)
        return errno;
    if (listener->partner == 0)
        accept_for_ever(listener->fd);
    return 0;
}

static int connect_once(void *argument, unsigned times)
{
    const struct listener *listener = argument;

    for (unsigned i = 0; i < times; i++) {
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        if (fd < 0)
            return errno;
        int error = connect(fd, (const struct sockaddr *)&listener->name, sizeof listener->name) ? errno : 0;
        (void)close(fd);
        if (error)
            return error;
    }
    return 0;
}

static int run_connect(const struct cal_context *context, const struct cal_measurement *self,
                       struct cal_result *result)
{
    struct listener listener = {.fd = -1, .partner = -1};
    int error = open_listener(&listener);
    struct cal_plan plan = {
        .body = connect_once, .argument = &listener, .times = 20, .samples = 21, .per_ns = 1e-3};

    (void)self;
    if (error)
        (void)cal_fail(result, error, "no listener");
    else
        error = cal_measure(context, &plan, result);
    if (listener.fd >= 0)
        (void)close(listener.fd);
    if (listener.partner > 0) {
        (void)kill(listener.partner, SIGKILL);
        (void)waitpid(listener.partner, NULL, 0);
    }
    return error;
}

static const struct cal_measurement rows[] = {
    {"pipe_bandwidth", "bytes through a pipe from a process on the same core", "MB/s", run, 0, 0},
    {"unix_bandwidth", "the same through AF_UNIX stream sockets", "MB/s", run, 0, 1},
    {"tcp_connect", "make and close a TCP connection on the loopback interface", "us", run_connect, 0, 0},
};
const struct cal_group cal_bulk = CAL_GROUP(rows);
