/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "contention.h"

#include "measure.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define CHUNK_BYTES 0x10000u
#define CACHE_WORDS 1024u
#define CACHE_ROUNDS 4000u /* some 30 ms: a switch of processes on the way is less than a thousandth */

int copiers_make(struct copier copiers[CORES], const struct hardware *hardware, size_t size_bytes)
{
    for (unsigned i = 0; i < CORES; i++) {
        void *memory = mmap(NULL, 2 * size_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        if (memory == MAP_FAILED)
            return errno;
        memset(memory, (int)i + 1, size_bytes);
        copiers[i] = (struct copier){.clock = &hardware->clock,
                                     .core = i,
                                     .from = memory,
                                     .to = (unsigned char *)memory + size_bytes,
                                     .size_bytes = size_bytes};
    }
    return 0;
}

/* Time in which this thread had its core, in counts: what others do on the core is not the memory's doing. */
static uint64_t own_counts(const struct rxc_clock *clock)
{
    struct timespec own = {0};

    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own);
    return (uint64_t)own.tv_sec * clock->hz + (uint64_t)own.tv_nsec * clock->hz / 1000000000u;
}

static void copy_once(struct copier *c, struct flow *flow)
{
    uint64_t start = own_counts(c->clock);

    for (size_t done = 0; done < c->size_bytes; done += CHUNK_BYTES)
        memcpy(c->to + done, c->from + done, CHUNK_BYTES);
    flow->counts = own_counts(c->clock) - start;
    flow->bytes = c->size_bytes;
}

static void *alone_main(void *argument)
{
    struct copier *c = argument;

    (void)measure_pin(c->core);
    copy_once(c, &c->flow);
    return NULL;
}

int copier_alone(struct copier *copier, struct flow *flow)
{
    int error = pthread_create(&copier->thread, NULL, alone_main, copier);

    if (!error)
        error = pthread_join(copier->thread, NULL);
    *flow = copier->flow;
    return error;
}

static void *copier_main(void *argument)
{
    struct copier *c = argument;

    (void)measure_pin(c->core);
    (void)pthread_barrier_wait(c->start);
    copy_once(c, &c->flow);
    atomic_fetch_sub(c->busy, 1);
    for (size_t at = 0; atomic_load(c->busy) > 0; at = (at + CHUNK_BYTES) % c->size_bytes)
        memcpy(c->to + at, c->from + at, CHUNK_BYTES); /* the load stays until the other one is done, too */
    return NULL;
}

int copiers_start(struct copier copiers[CORES], pthread_barrier_t *start, atomic_uint *busy)
{
    int error = 0;

    atomic_store(busy, CORES);
    for (unsigned i = 0; i < CORES && !error; i++) {
        copiers[i].start = start;
        copiers[i].busy = busy;
        error = pthread_create(&copiers[i].thread, NULL, copier_main, &copiers[i]);
    }
    return error;
}

int copiers_join(struct copier copiers[CORES])
{
    int error = 0;

    for (unsigned i = 0; i < CORES && !error; i++)
        error = pthread_join(copiers[i].thread, NULL);
    return error;
}

struct loop {
    pthread_t thread;
    const struct rxc_clock *clock;
    unsigned core;
    pthread_barrier_t *start;
    uint64_t counts;
    uint32_t value;
};

/* Copies of 4 KiB to 4 KiB: both stay in the core's L1 cache. */
static uint32_t copy_words(unsigned rounds)
{
    uint32_t from[CACHE_WORDS], to[CACHE_WORDS];
    uint32_t value = 0;

    for (unsigned i = 0; i < CACHE_WORDS; i++)
        from[i] = to[i] = i;
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned i = 0; i < CACHE_WORDS; i++) {
            to[i] = from[i];
            __asm__ volatile("" : : : "memory");
        }
        value += to[round % CACHE_WORDS];
    }
    return value;
}

static void *loop_main(void *argument)
{
    struct loop *loop = argument;

    (void)measure_pin(loop->core);
    loop->value = copy_words(2); /* brings everything into the cache */
    (void)pthread_barrier_wait(loop->start);
    uint64_t start = own_counts(loop->clock);
    loop->value += copy_words(CACHE_ROUNDS);
    loop->counts = own_counts(loop->clock) - start;
    return NULL;
}

static int run_loops(const struct rxc_clock *clock, unsigned cores, uint64_t *counts)
{
    struct loop loops[CORES];
    pthread_barrier_t start;
    int error = pthread_barrier_init(&start, NULL, cores);

    *counts = 0;
    for (unsigned i = 0; i < cores && !error; i++) {
        loops[i] = (struct loop){.clock = clock, .core = i, .start = &start};
        error = pthread_create(&loops[i].thread, NULL, loop_main, &loops[i]);
    }
    for (unsigned i = 0; i < cores && !error; i++) {
        error = pthread_join(loops[i].thread, NULL);
        *counts += loops[i].counts / cores;
    }
    (void)pthread_barrier_destroy(&start);
    return error;
}

int cache_loops(const struct rxc_clock *clock, uint64_t *alone, uint64_t *together)
{
    int error = run_loops(clock, 1, alone);

    return error ? error : run_loops(clock, CORES, together);
}
