/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * rxc-pingpong [--times N] [--bytes B] [--domain D]: N round trips of a std_msgs/msg/String of about B bytes
 * between two processes over DDS. Prints one JSON line; times are counts of timer_hz.
 */
#include "rxc/device.h"
#include "rxc/transport_cyclone.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TIMES_MAX 100000u
#define BYTES_MAX 1000000u
#define LIMIT_S 60

struct side {
    struct rxc_transport *transport;
    struct rxc_port *in, *out;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    uint64_t arrivals;
};

struct settings {
    uint32_t times;
    uint32_t bytes;
    uint32_t domain;
};

static void on_arrival(void *argument)
{
    struct side *side = argument;

    pthread_mutex_lock(&side->mutex);
    side->arrivals++;
    pthread_cond_signal(&side->changed);
    pthread_mutex_unlock(&side->mutex);
}

static int open_side(struct side *side, const char *in, const char *out, uint32_t domain,
                     struct rxc_error *error)
{
    struct rxc_port_config config = {.kind = RXC_PORT_SUBSCRIPTION,
                                     .name = in,
                                     .type_name = "std_msgs/msg/String",
                                     .raw = true,
                                     .on_arrival = on_arrival,
                                     .argument = side};

    pthread_mutex_init(&side->mutex, NULL);
    pthread_cond_init(&side->changed, NULL);
    int rc = rxc_cyclone_create(domain, &side->transport, error);
    if (!rc)
        rc = side->transport->ops->open(side->transport, &config, &side->in, error);
    config.kind = RXC_PORT_PUBLISHER;
    config.name = out;
    if (!rc)
        rc = side->transport->ops->open(side->transport, &config, &side->out, error);
    if (rc)
        return rc;
    const struct rxc_transport_ops *ops = side->transport->ops;
    if (ops->wait_matched(side->transport, side->in, 1, LIMIT_S * RXC_NS_PER_S) ||
        ops->wait_matched(side->transport, side->out, 1, LIMIT_S * RXC_NS_PER_S))
        return rxc_error_set(error, ETIMEDOUT, "the other side was not found");
    return 0;
}

static void close_side(struct side *side)
{
    const struct rxc_transport_ops *ops = side->transport->ops;

    ops->close(side->transport, side->out);
    ops->close(side->transport, side->in);
    rxc_cyclone_destroy(side->transport);
}

/* The next message; 0 or a negative errno. */
static int receive(struct side *side, struct rxc_raw_message *message)
{
    struct rxc_taken taken;
    struct timespec deadline;

    (void)clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += LIMIT_S;
    for (;;) { /* each turn takes, or sleeps until something arrives or the deadline */
        pthread_mutex_lock(&side->mutex);
        uint64_t seen = side->arrivals;
        pthread_mutex_unlock(&side->mutex);
        int rc = side->transport->ops->take(side->transport, side->in, message, &taken);
        if (rc != -EAGAIN)
            return rc;
        pthread_mutex_lock(&side->mutex);
        while (side->arrivals == seen && rc != ETIMEDOUT)
            rc = pthread_cond_timedwait(&side->changed, &side->mutex, &deadline);
        pthread_mutex_unlock(&side->mutex);
        if (rc == ETIMEDOUT)
            return -ETIMEDOUT;
    }
}

/* Echoes until it is killed. */
static int pong(const struct settings *settings)
{
    struct side side = {0};
    struct rxc_error error = {0};
    struct rxc_raw_message message = {0};
    int rc = open_side(&side, "/ping", "/pong", settings->domain, &error);

    while (!rc) {
        rc = receive(&side, &message);
        if (!rc)
            rc = side.transport->ops->write(side.transport, side.out, &message, NULL, NULL);
    }
    return 1;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void report(const struct settings *settings, const struct rxc_clock *clock, uint64_t *trips,
                   uint64_t elapsed)
{
    uint32_t n = settings->times;

    qsort(trips, n, sizeof *trips, compare);
    printf("{\"times\":%" PRIu32 ",\"bytes\":%" PRIu32 ",\"timer_hz\":%" PRIu32 ",\"elapsed_counts\":%" PRIu64
           ",\"elapsed_ns\":%" PRIu64 ",\"min_ns\":%" PRIu64 ",\"median_ns\":%" PRIu64 ",\"p99_ns\":%" PRIu64
           ",\"max_ns\":%" PRIu64 "}\n",
           n, settings->bytes, clock->hz, elapsed, rxc_clock_count_to_ns(clock, elapsed),
           rxc_clock_count_to_ns(clock, trips[0]), rxc_clock_count_to_ns(clock, trips[n / 2]),
           rxc_clock_count_to_ns(clock, trips[n - 1 - n / 100]), rxc_clock_count_to_ns(clock, trips[n - 1]));
}

static int ping(const struct settings *settings, const struct rxc_clock *clock, struct rxc_error *error)
{
    struct side side = {0};
    uint32_t length = settings->bytes;
    struct rxc_raw_message message = {.data = calloc(1, 8 + (size_t)length + 4), .size = 8 + length};
    struct rxc_raw_message answer = {0};
    uint64_t *trips = calloc(settings->times, sizeof *trips);
    int rc = message.data && trips ? open_side(&side, "/pong", "/ping", settings->domain, error) : -ENOMEM;

    if (!rc) {
        memcpy(message.data,
               (uint8_t[]){0, 1, 0, 0, (uint8_t)length, (uint8_t)(length >> 8), (uint8_t)(length >> 16),
                           (uint8_t)(length >> 24)},
               8);
        memset(message.data + 8, 'x', length - 1);
        uint64_t start = rxc_clock_count(clock), before = start;
        for (uint32_t i = 0; i < settings->times && !rc; i++) {
            rc = side.transport->ops->write(side.transport, side.out, &message, NULL, NULL);
            if (!rc)
                rc = receive(&side, &answer);
            uint64_t now = rxc_clock_count(clock);
            trips[i] = now - before;
            before = now;
        }
        if (rc)
            (void)rxc_error_set(error, -rc, "a round trip failed: %s", strerror(-rc));
        else
            report(settings, clock, trips, before - start);
        close_side(&side);
    }
    free(message.data);
    free(answer.data);
    free(trips);
    return rc;
}

static bool parse(int argc, char **argv, struct settings *settings)
{
    static const struct option options[] = {{"times", required_argument, NULL, 't'},
                                            {"bytes", required_argument, NULL, 'b'},
                                            {"domain", required_argument, NULL, 'd'},
                                            {NULL, 0, NULL, 0}};
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        char *end = NULL;
        unsigned long value = optarg ? strtoul(optarg, &end, 10) : 0;
        if (option == '?' || !end || *end)
            return false;
        if (option == 't')
            settings->times = (uint32_t)value;
        else if (option == 'b')
            settings->bytes = (uint32_t)value;
        else
            settings->domain = (uint32_t)value;
    }
    return optind == argc && settings->times >= 1 && settings->times <= TIMES_MAX && settings->bytes >= 1 &&
           settings->bytes <= BYTES_MAX && settings->domain <= 232;
}

int main(int argc, char **argv)
{
    struct settings settings = {.times = 1000, .bytes = 64};
    struct rxc_device device;
    struct rxc_clock clock;
    struct rxc_error error = {0};

    if (!parse(argc, argv, &settings)) {
        fprintf(stderr, "usage: rxc-pingpong [--times 1..%u] [--bytes 1..%u] [--domain 0..232]\n", TIMES_MAX,
                BYTES_MAX);
        return 2;
    }
    pid_t child = fork();
    if (child < 0)
        return 2;
    if (child == 0)
        _exit(pong(&settings));
    if (rxc_device_open(&device, NULL))
        rxc_clock_init_monotonic(&clock);
    else
        rxc_device_clock(&device, &clock);
    int rc = ping(&settings, &clock, &error);
    (void)kill(child, SIGKILL);
    (void)waitpid(child, NULL, 0);
    if (rc)
        fprintf(stderr, "rxc-pingpong: error: %s\n", error.text);
    rxc_device_close(&device);
    return rc ? 1 : 0;
}
