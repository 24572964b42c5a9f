/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * rxc-contention --bitstream FILE --slot N [--mib N]: who gets how much of the memory when two cores, four
 * bus masters of the PL and the configuration port want all they can get; and whether loops in the caches
 * stay out of it. Prints one JSON object: bytes and counts of timer_hz of each client, alone and together.
 */
#include "contention.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MIB_DEFAULT 8u
#define MIB_MAX 64u
#define ALONE_NS 500000
#define LOADS_ALONE 2u
#define ALL ((1u << MASTERS) - 1)

struct results {
    struct measured cores[CORES], masters[MASTERS], icap;
    uint64_t icap_span; /* counts over which it was asked to load, together */
    uint32_t loads;
    uint64_t cache_alone, cache_together;
};

static int measure_alone(const struct hardware *h, struct copier copiers[CORES], struct loader *loader,
                         struct results *r)
{
    static const struct timespec time = {.tv_nsec = ALONE_NS};
    int error = 0;

    for (unsigned i = 0; i < CORES && !error; i++)
        error = copier_alone(&copiers[i], &r->cores[i].alone);
    for (unsigned m = 0; m < MASTERS && !error; m++) {
        masters_start(h, 1u << m);
        uint64_t start = rxc_clock_count(&h->clock), before = master_bytes(h, m);
        (void)nanosleep(&time, NULL);
        r->masters[m].alone.bytes = master_bytes(h, m) - before;
        r->masters[m].alone.counts = rxc_clock_count(&h->clock) - start;
        masters_stop(h, 1u << m);
    }
    return error ? error : loader_run(loader, LOADS_ALONE, &r->icap.alone);
}

/* The cores' copies are the measured time; the others run before it begins and after it ends. */
static int measure_together(const struct hardware *h, struct copier copiers[CORES], struct loader *loader,
                            struct results *r)
{
    pthread_barrier_t start;
    atomic_uint busy;
    atomic_bool stop = false;
    uint64_t before[MASTERS];

    int error = pthread_barrier_init(&start, NULL, CORES + 1);
    if (!error)
        error = loader_start(loader, &stop);
    if (!error)
        error = copiers_start(copiers, &start, &busy);
    if (error)
        return error;
    masters_start(h, ALL);
    (void)pthread_barrier_wait(&start);
    uint64_t span = rxc_clock_count(&h->clock);
    for (unsigned m = 0; m < MASTERS; m++)
        before[m] = master_bytes(h, m);
    error = copiers_join(copiers);
    for (unsigned m = 0; m < MASTERS; m++)
        r->masters[m].together.bytes = master_bytes(h, m) - before[m];
    span = rxc_clock_count(&h->clock) - span;
    atomic_store(&stop, true);
    int loader_error = loader_join(loader);
    masters_stop(h, ALL);
    for (unsigned m = 0; m < MASTERS; m++)
        r->masters[m].together.counts = span;
    for (unsigned i = 0; i < CORES; i++)
        r->cores[i].together = copiers[i].flow;
    r->icap.together = loader->flow;
    r->icap_span = span;
    r->loads = loader->loads;
    (void)pthread_barrier_destroy(&start);
    return error ? error : loader_error;
}

static void print_client(const char *name, const struct measured *m)
{
    printf("\"%s\":{\"alone_bytes\":%" PRIu64 ",\"alone_counts\":%" PRIu64 ",\"together_bytes\":%" PRIu64
           ",\"together_counts\":%" PRIu64 "},",
           name, m->alone.bytes, m->alone.counts, m->together.bytes, m->together.counts);
}

static void print(const struct hardware *h, const struct results *r)
{
    char name[16];

    printf("{\"timer_hz\":%" PRIu32 ",\"counts_per_cycle\":%.9g,", h->clock.hz, h->counts_per_cycle);
    for (unsigned i = 0; i < CORES; i++) {
        (void)snprintf(name, sizeof name, "core%u", i);
        print_client(name, &r->cores[i]);
    }
    for (unsigned m = 0; m < MASTERS; m++) {
        (void)snprintf(name, sizeof name, "master%u", m);
        print_client(name, &r->masters[m]);
    }
    print_client("icap", &r->icap);
    printf("\"icap_loads\":%" PRIu32 ",\"icap_span_counts\":%" PRIu64 ",\"cache\":{\"alone_counts\":%" PRIu64
           ",\"together_counts\":%" PRIu64 ",\"ratio\":%.6f}}\n",
           r->loads, r->icap_span, r->cache_alone, r->cache_together,
           (double)r->cache_together / (double)r->cache_alone);
}

static bool parse(int argc, char **argv, const char **bitstream, uint32_t *slot, uint32_t *mib)
{
    static const struct option options[] = {{"bitstream", required_argument, NULL, 'b'},
                                            {"slot", required_argument, NULL, 's'},
                                            {"mib", required_argument, NULL, 'm'},
                                            {NULL, 0, NULL, 0}};
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        char *end = NULL;
        unsigned long value = optarg && option != 'b' ? strtoul(optarg, &end, 10) : 0;
        if (option == '?' || (option != 'b' && (!end || *end || value > MIB_MAX)))
            return false;
        if (option == 'b')
            *bitstream = optarg;
        else if (option == 'm')
            *mib = (uint32_t)value;
        else
            *slot = (uint32_t)value;
    }
    return optind == argc && *bitstream && *slot < RXC_DEVICE_SLOTS_MAX && *mib >= 1;
}

static int failed(const char *what, int error)
{
    fprintf(stderr, "rxc-contention: error: %s: %s\n", what, strerror(error));
    return 1;
}

int main(int argc, char **argv)
{
    const char *bitstream = NULL;
    uint32_t mib = MIB_DEFAULT, slot = UINT32_MAX;
    static struct hardware hardware;
    static struct results results;
    struct copier copiers[CORES];
    struct loader loader;

    if (!parse(argc, argv, &bitstream, &slot, &mib)) {
        fprintf(stderr, "usage: rxc-contention --bitstream FILE --slot N [--mib 1..%u]\n", MIB_MAX);
        return 2;
    }
    int error = hardware_open(&hardware);
    if (error)
        return failed("the board's devices", error);
    error = loader_open(&loader, &hardware, bitstream, slot);
    if (error)
        return failed(bitstream, error);
    error = cache_loops(&hardware.clock, &results.cache_alone, &results.cache_together);
    if (!error)
        error = copiers_make(copiers, &hardware, (size_t)mib << 20);
    if (!error)
        error = measure_alone(&hardware, copiers, &loader, &results);
    if (error)
        return failed("clients one by one", error);
    error = measure_together(&hardware, copiers, &loader, &results);
    if (error)
        return failed("clients together", error);
    print(&hardware, &results);
    return 0;
}
