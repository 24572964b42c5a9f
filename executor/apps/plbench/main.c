/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Small loads for measuring a board, one JSON line each; times are counts of timer_hz.
 *   rxc-plbench read --count N                   N reads of an OSIF status register from user space
 *   rxc-plbench spin --threads T --count N       a loop of N rounds in registers on each of T threads at once
 *   rxc-plbench sleep --count MS                 sleeps
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
#include <time.h>

#define THREADS_MAX 8u
#define STATUS_WORD 2 /* slot 0's read status */

struct spinner {
    pthread_t thread;
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

static void *spinner_main(void *argument)
{
    struct spinner *spinner = argument;

    (void)pthread_barrier_wait(spinner->barrier);
    spinner->start = rxc_clock_count(spinner->clock);
    spinner->value = spin(spinner->rounds);
    spinner->end = rxc_clock_count(spinner->clock);
    spinner->core = sched_getcpu();
    return NULL;
}

static int bench_spin(const struct rxc_clock *clock, uint32_t threads, uint64_t count)
{
    struct spinner spinners[THREADS_MAX] = {0};
    pthread_barrier_t barrier;
    uint64_t start = UINT64_MAX, end = 0;

    (void)pthread_barrier_init(&barrier, NULL, threads);
    for (uint32_t i = 0; i < threads; i++) {
        spinners[i] = (struct spinner){.barrier = &barrier, .clock = clock, .rounds = count};
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
    printf("{\"bench\":\"spin\",\"threads\":%" PRIu32 ",\"rounds\":%" PRIu64 ",\"timer_hz\":%" PRIu32
           ",\"counts\":%" PRIu64 ",\"ns\":%" PRIu64 ",\"each\":[",
           threads, count, clock->hz, end - start, rxc_clock_count_to_ns(clock, end - start));
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
        fprintf(stderr, "usage: rxc-plbench read|spin|sleep --count N [--threads 1..%u]\n", THREADS_MAX);
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
        status = bench_spin(&clock, threads, count);
    else if (strcmp(argv[optind], "sleep") == 0)
        status = bench_sleep(&clock, count);
    else
        fprintf(stderr, "rxc-plbench: error: '%s' is not read, spin or sleep\n", argv[optind]);
    rxc_device_close(&device);
    return status;
}
