/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Small loads for measuring a board, one JSON line each; times are counts of timer_hz.
 *   rxc-plbench read --count N
 *       N reads of an OSIF status register from user space
 *
 *   rxc-plbench spin --threads T --count N
 *       a loop of N rounds in registers on each of T threads at once
 *
 *   rxc-plbench cache --threads T --count N
 *       N copies of 4 KiB that stay in the thread's L1 cache, the same way
 *
 *   rxc-plbench pingpong --count N
 *       N times to a thread on the other core and back (both sleep)
 *
 *   rxc-plbench sleep --count MS
 *       sleeps
 */
#include "rxc/device.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#define THREADS_MAX 8u
#define STATUS_WORD 2 /* slot 0's read status */
#define TRIPS_MAX 100000u
#define WARM 20u           /* round trips before the measured ones */
#define STOP 1000000000ull /* the value that ends the partner */

#define WORDS 1024u /* of a copy: source and target take a quarter of the L1 cache */

struct spinner {
    pthread_t thread;
    uint32_t (*work)(uint64_t rounds);
    pthread_barrier_t *barrier;
    const struct rxc_clock *clock;
    uint64_t rounds;
    uint64_t start, end; /* counts */
    uint32_t value;
    int core;
};

static uint32_t spin(uint64_t rounds)
{
    uint32_t value = 1;

    for (uint64_t i = 0; i < rounds; i++) {
        value = value * 1664525u + 1013904223u;
        __asm__ volatile("" : "+r"(value)); /* every round is done */
    }
    return value;
}

static uint32_t copy(uint64_t rounds)
{
    uint32_t from[WORDS], to[WORDS] = {0};
    uint32_t value = 0;

    for (uint32_t i = 0; i < WORDS; i++)
        from[i] = i;
    for (uint64_t round = 0; round < rounds; round++) {
        for (uint32_t i = 0; i < WORDS; i += 4) { /* words of their own, not a call of memcpy */
            uint32_t a = from[i], b = from[i + 1], c = from[i + 2], d = from[i + 3];
            __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : : "memory");
            to[i] = a;
            to[i + 1] = b;
            to[i + 2] = c;
            to[i + 3] = d;
        }
        value += to[round % WORDS];
    }
    return value;
}

static void *spinner_main(void *argument)
{
    struct spinner *spinner = argument;

    (void)pthread_barrier_wait(spinner->barrier);
    spinner->start = rxc_clock_count(spinner->clock);
    spinner->value = spinner->work(spinner->rounds);
    spinner->end = rxc_clock_count(spinner->clock);
    spinner->core = sched_getcpu();
    return NULL;
}

static int bench_spin(const struct rxc_clock *clock, const char *name, uint32_t (*work)(uint64_t),
                      uint32_t threads, uint64_t count)
{
    struct spinner spinners[THREADS_MAX] = {0};
    pthread_barrier_t barrier;
    uint64_t start = UINT64_MAX, end = 0;

    (void)pthread_barrier_init(&barrier, NULL, threads);
    for (uint32_t i = 0; i < threads; i++) {
        spinners[i] = (struct spinner){.work = work, .barrier = &barrier, .clock = clock, .rounds = count};
        if (pthread_create(&spinners[i].thread, NULL, spinner_main, &spinners[i])) {
            fprintf(stderr, "rxc-plbench: error: no thread\n");
            exit(2); /* the others wait at the barrier */
        }
    }
    for (uint32_t i = 0; i < threads; i++) {
        (void)pthread_join(spinners[i].thread, NULL);
        start = spinners[i].start < start ? spinners[i].start : start;
        end = spinners[i].end > end ? spinners[i].end : end;
    }
    (void)pthread_barrier_destroy(&barrier);
    printf("{\"bench\":\"%s\",\"threads\":%" PRIu32 ",\"rounds\":%" PRIu64 ",\"timer_hz\":%" PRIu32
           ",\"counts\":%" PRIu64 ",\"ns\":%" PRIu64 ",\"each\":[",
           name, threads, count, clock->hz, end - start, rxc_clock_count_to_ns(clock, end - start));
    for (uint32_t i = 0; i < threads; i++)
        printf("%s{\"counts\":%" PRIu64 ",\"core\":%d,\"value\":%" PRIu32 "}", i ? "," : "",
               spinners[i].end - spinners[i].start, spinners[i].core, spinners[i].value);
    printf("]}\n");
    return 0;
}

static int bench_read(struct rxc_device *device, const struct rxc_clock *clock, uint64_t count)
{
    struct rxc_error error = {0};
    uint32_t all = 0;

    if (rxc_device_map_osif(device, &error)) {
        fprintf(stderr, "rxc-plbench: error: %s\n", error.text);
        return 2;
    }
    uint64_t start = rxc_clock_count(clock);
    for (uint64_t i = 0; i < count; i++)
        all |= device->osif[STATUS_WORD];
    uint64_t counts = rxc_clock_count(clock) - start;
    printf("{\"bench\":\"read\",\"reads\":%" PRIu64 ",\"timer_hz\":%" PRIu32 ",\"counts\":%" PRIu64
           ",\"ns\":%" PRIu64 ",\"or_of_values\":%" PRIu32 "}\n",
           count, clock->hz, counts, rxc_clock_count_to_ns(clock, counts), all);
    return 0;
}

static int bench_sleep(const struct rxc_clock *clock, uint64_t count)
{
    struct timespec time = {.tv_sec = (time_t)(count / 1000), .tv_nsec = (long)(count % 1000) * 1000000};
    uint64_t start = rxc_clock_count(clock);

    while (clock_nanosleep(CLOCK_MONOTONIC, 0, &time, &time) == EINTR)
        ;
    uint64_t counts = rxc_clock_count(clock) - start;
    printf("{\"bench\":\"sleep\",\"ms\":%" PRIu64 ",\"timer_hz\":%" PRIu32 ",\"counts\":%" PRIu64
           ",\"ns\":%" PRIu64 "}\n",
           count, clock->hz, counts, rxc_clock_count_to_ns(clock, counts));
    return 0;
}

static bool pin(int core)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(core, &set);
    return pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0;
}

/* Sends each value back; ends after the value STOP. */
static void *echo_main(void *argument)
{
    const int *events = argument;
    uint64_t value = 1;

    (void)pin(1);
    while (value < STOP && read(events[0], &value, sizeof value) == sizeof value &&
           write(events[1], &value, sizeof value) == sizeof value)
        ;
    return NULL;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool exchange(const int *events, uint64_t value)
{
    return write(events[0], &value, sizeof value) == sizeof value &&
           read(events[1], &value, sizeof value) == sizeof value;
}

static int bench_pingpong(const struct rxc_clock *clock, uint64_t count)
{
    int events[2] = {eventfd(0, EFD_CLOEXEC), eventfd(0, EFD_CLOEXEC)};
    uint64_t *trips = count <= TRIPS_MAX ? calloc(count, sizeof *trips) : NULL;
    pthread_t partner;

    if (!trips || events[0] < 0 || events[1] < 0 || !pin(0) ||
        pthread_create(&partner, NULL, echo_main, events)) {
        fprintf(stderr, "rxc-plbench: error: no second core, thread or memory (at most %u times)\n",
                TRIPS_MAX);
        free(trips);
        return 2;
    }
    bool good = true;
    for (uint32_t i = 0; i < WARM && good; i++)
        good = exchange(events, 1);
    uint64_t start = rxc_clock_count(clock), before = start;
    for (uint64_t i = 0; i < count && good; i++) {
        good = exchange(events, 1);
        uint64_t now = rxc_clock_count(clock);
        trips[i] = now - before;
        before = now;
    }
    (void)exchange(events, STOP);
    (void)pthread_join(partner, NULL);
    qsort(trips, count, sizeof *trips, compare);
    printf("{\"bench\":\"pingpong\",\"times\":%" PRIu64 ",\"timer_hz\":%" PRIu32 ",\"elapsed_ns\":%" PRIu64
           ",\"min_ns\":%" PRIu64 ",\"median_ns\":%" PRIu64 ",\"p99_ns\":%" PRIu64 ",\"max_ns\":%" PRIu64
           "}\n",
           count, clock->hz, rxc_clock_count_to_ns(clock, before - start),
           rxc_clock_count_to_ns(clock, trips[0]), rxc_clock_count_to_ns(clock, trips[count / 2]),
           rxc_clock_count_to_ns(clock, trips[count - 1 - count / 100]),
           rxc_clock_count_to_ns(clock, trips[count - 1]));
    free(trips);
    return good ? 0 : 1;
}

static bool parse(int argc, char **argv, uint64_t *count, uint32_t *threads)
{
    static const struct option options[] = {{"count", required_argument, NULL, 'c'},
                                            {"threads", required_argument, NULL, 't'},
                                            {NULL, 0, NULL, 0}};
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        char *end = NULL;
        unsigned long long value = optarg ? strtoull(optarg, &end, 10) : 0;
        if (option == '?' || !end || *end)
            return false;
        if (option == 'c')
            *count = value;
        else
            *threads = (uint32_t)value;
    }
    return optind == argc - 1 && *count >= 1 && *threads >= 1 && *threads <= THREADS_MAX;
}

int main(int argc, char **argv)
{
    struct rxc_device device;
    struct rxc_clock clock;
    struct rxc_error error = {0};
    uint64_t count = 0;
    uint32_t threads = 1;
    int status = 2;

    if (!parse(argc, argv, &count, &threads)) {
        fprintf(stderr, "usage: rxc-plbench read|spin|cache|pingpong|sleep --count N [--threads 1..%u]\n",
                THREADS_MAX);
        return 2;
    }
    bool has_device = rxc_device_open(&device, &error) == 0;
    if (has_device)
        rxc_device_clock(&device, &clock);
    else
        rxc_clock_init_monotonic(&clock);
    if (strcmp(argv[optind], "read") == 0 && has_device)
        status = bench_read(&device, &clock, count);
    else if (strcmp(argv[optind], "read") == 0)
        fprintf(stderr, "rxc-plbench: error: %s\n", error.text);
    else if (strcmp(argv[optind], "spin") == 0)
        status = bench_spin(&clock, "spin", spin, threads, count);
    else if (strcmp(argv[optind], "cache") == 0)
        status = bench_spin(&clock, "cache", copy, threads, count);
    else if (strcmp(argv[optind], "pingpong") == 0)
        status = bench_pingpong(&clock, count);
    else if (strcmp(argv[optind], "sleep") == 0)
        status = bench_sleep(&clock, count);
    else
        fprintf(stderr, "rxc-plbench: error: '%s' is not read, spin, cache, pingpong or sleep\n",
                argv[optind]);
    rxc_device_close(&device);
    return status;
}
