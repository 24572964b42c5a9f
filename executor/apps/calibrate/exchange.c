/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A byte to another process on the same core and back, as lmbench's lat_pipe, lat_unix and lat_udp do; the
 * same for one semaphore pair; and a context switch, which is half a round trip through pipes less what the
 * pipes themselves cost.
 */
#include "groups.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum channel { PIPE, UNIX, UDP, SEMAPHORE, PIPE_ALONE };

/* Two ends that each process reads from and writes to. */
struct exchange {
    enum channel channel;
    int near[2]; /* read, write */
    int far[2];
    int semaphores;
    pid_t partner;
};

static int open_pipes(struct exchange *x)
{
    int there[2], back[2];

    if (pipe(there))
        return errno;
    if (pipe(back)) {
        int error = errno;
        (void)close(there[0]);
        (void)close(there[1]);
        return error;
    }
    x->near[0] = back[0];
    x->near[1] = there[1];
    x->far[0] = there[0];
    x->far[1] = back[1];
    return 0;
}

static int open_unix(struct exchange *x)
{
    int pair[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
        return errno;
    x->near[0] = x->near[1] = pair[0];
    x->far[0] = x->far[1] = pair[1];
    return 0;
}

/* A socket on the loopback interface with a port of its own. */
static int open_udp_end(struct sockaddr_in *name)
{
    socklen_t size = sizeof *name;
    int fd = socket(AF_INET, SOCK_DGRAM, 0);

    *name = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (fd >= 0 && (bind(fd, (struct sockaddr *)name, sizeof *name) ||
                    getsockname(fd, (struct sockaddr *)name, &size))) {
        int error = errno;
        (void)close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

static int open_udp(struct exchange *x)
{
    struct sockaddr_in near, far;

    x->near[0] = x->near[1] = open_udp_end(&near);
    if (x->near[0] < 0)
        return errno;
    x->far[0] = x->far[1] = open_udp_end(&far);
    if (x->far[0] < 0)
        return errno;
    if (connect(x->near[0], (struct sockaddr *)&far, sizeof far) ||
        connect(x->far[0], (struct sockaddr *)&near, sizeof near))
        return errno;
    return 0;
}

static int open_semaphores(struct exchange *x)
{
    x->semaphores = semget(IPC_PRIVATE, 2, 0600);
    return x->semaphores < 0 ? errno : 0;
}

static int move_semaphore(const struct exchange *x, unsigned short which, short by)
{
    struct sembuf change = {.sem_num = which, .sem_op = by};
    return semop(x->semaphores, &change, 1) ? errno : 0;
}

static int echo(const struct exchange *x)
{
    char byte;

    if (x->channel == SEMAPHORE)
        return move_semaphore(x, 0, -1) || move_semaphore(x, 1, 1);
    return read(x->far[0], &byte, 1) != 1 || write(x->far[1], &byte, 1) != 1;
}

static int start_partner(struct exchange *x)
{
    x->partner = fork();
    if (x->partner < 0)
        return errno;
    if (x->partner > 0)
        return 0;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (!echo(x)) /* until the other side ends it */
        ;
    _exit(0);
}

static int trip(void *argument, unsigned times)
{
    const struct exchange *x = argument;
    char byte = 'x';

    for (unsigned i = 0; i < times; i++) {
        int error = 0;
        if (x->channel == SEMAPHORE) {
            error = move_semaphore(x, 0, 1);
            if (!error)
                error = move_semaphore(x, 1, -1);
        } else if (write(x->near[1], &byte, 1) != 1 || read(x->near[0], &byte, 1) != 1) {
            error = errno ? errno : EIO;
        }
        if (error)
            return error;
    }
    return 0;
}

static void close_ends(struct exchange *x)
{
    int ends[4] = {x->near[0], x->near[1], x->far[0], x->far[1]};

    if (x->partner > 0) {
        (void)kill(x->partner, SIGKILL);
        (void)waitpid(x->partner, NULL, 0);
    }
    for (int i = 0; i < 4; i++) {
        bool seen = ends[i] < 0;
        for (int k = 0; k < i; k++)
            seen = seen || ends[k] == ends[i];
        if (!seen)
            (void)close(ends[i]);
    }
    if (x->semaphores >= 0)
        (void)semctl(x->semaphores, 0, IPC_RMID);
}

static int open_ends(struct exchange *x, enum channel channel)
{
    *x = (struct exchange){.channel = channel, .near = {-1, -1}, .far = {-1, -1}, .semaphores = -1};
    switch (channel) {
    case PIPE:
        return open_pipes(x);
    case UNIX:
        return open_unix(x);
    case UDP:
        return open_udp(x);
    case SEMAPHORE:
        return open_semaphores(x);
    case PIPE_ALONE: { /* the byte comes back by itself */
        int both[2];
        if (pipe(both))
            return errno;
        x->near[0] = both[0];
        x->near[1] = both[1];
        return 0;
    }
    }
    return EINVAL;
}

static int measure(const struct cal_context *context, enum channel channel, double per_ns,
                   struct cal_result *result)
{
    struct exchange x;
    int error = open_ends(&x, channel);
    struct cal_plan plan = {.body = trip, .argument = &x, .times = 50, .samples = 101, .per_ns = per_ns};

    if (!error && channel != PIPE_ALONE)
        error = start_partner(&x);
    if (error)
        (void)cal_fail(result, error, "the channel cannot be opened");
    else
        error = cal_measure(context, &plan, result);
    close_ends(&x);
    return error;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    /* lmbench reports a semaphore's latency one way. */
    return measure(context, (enum channel)self->variant, self->variant == SEMAPHORE ? 0.5e-3 : 1e-3, result);
}

static int run_switch(const struct cal_context *context, const struct cal_measurement *self,
                      struct cal_result *result)
{
    static struct cal_result alone;

    (void)self;
    memset(&alone, 0, sizeof alone);
    int error = measure(context, PIPE_ALONE, 1e-3, &alone);
    if (!error)
        error = measure(context, PIPE, 0.5e-3, result);
    if (error)
        return error;
    cal_sort(&alone);
    double pipe_us = cal_quantile(&alone, 0.5);
    for (unsigned i = 0; i < result->count; i++)
        result->values[i] -= pipe_us;
    cal_condition(result, "pipe_us", pipe_us);
    return 0;
}

static const struct cal_measurement rows[] = {
    {"pipe_round_trip", "a byte through pipes to a process on the same core and back", "us", run, 0, PIPE},
    {"unix_round_trip", "the same through AF_UNIX stream sockets", "us", run, 0, UNIX},
    {"udp_round_trip", "the same through UDP on the loopback interface", "us", run, 0, UDP},
    {"semaphore", "wake a process through a System V semaphore", "us", run, 0, SEMAPHORE},
    {"context_switch", "switch to another process, pipes taken off", "us", run_switch, 0, 0},
};
const struct cal_group cal_exchange = CAL_GROUP(rows);
