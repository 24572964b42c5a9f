/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The parts of rxc-contention. Each client of the memory is measured as so many bytes in so many counts of
 * the global timer, alone and together with all others. Functions return 0 or a positive errno unless said
 * otherwise.
 */
#ifndef CONTENTION_H
#define CONTENTION_H

#include "rxc/clock.h"
#include "rxc/device.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CORES 2u
#define MASTERS 4u

/* What one client moved. */
struct flow {
    uint64_t bytes;
    uint64_t counts;
};

struct measured {
    struct flow alone, together;
};

/* hardware.c: the device's registers and memory. */
struct hardware {
    struct rxc_device device;
    struct rxc_clock clock;
    volatile uint32_t *dma;     /* ZyCAP */
    volatile uint32_t *traffic; /* traffic generator */
    volatile uint32_t *control; /* proc-control */
    unsigned char *buffer;      /* coherent memory that bus masters reach */
    uint32_t buffer_address;    /* for them */
    uint32_t buffer_bytes;
    double counts_per_cycle; /* of the PL's clock */
};

int hardware_open(struct hardware *hardware);

/* copies.c: one thread a core, each with 8 MiB to 8 MiB of cached memory; and loops that stay in the cache.
 */
struct copier {
    pthread_t thread;
    const struct rxc_clock *clock;
    unsigned core;
    unsigned char *from, *to;
    size_t size_bytes;
    pthread_barrier_t *start;
    atomic_uint *busy; /* copiers that have not done their measured copy */
    struct flow flow;  /* of the measured copy */
};

int copiers_make(struct copier copiers[CORES], const struct hardware *hardware, size_t size_bytes);
/* One copier's copy with nothing beside it. */
int copier_alone(struct copier *copier, struct flow *flow);
/* Starts both at once; each goes on until both have done their measured copy. */
int copiers_start(struct copier copiers[CORES], pthread_barrier_t *start, atomic_uint *busy);
int copiers_join(struct copier copiers[CORES]);
/* Counts of a loop in the cache, alone on core 0 and on both cores at once (mean of the two). */
int cache_loops(const struct rxc_clock *clock, uint64_t *alone, uint64_t *together);

/* masters.c: the traffic generator's bus masters, one a port. */
void masters_start(const struct hardware *hardware, unsigned mask);
void masters_stop(const struct hardware *hardware, unsigned mask);
/* Bytes moved so far, of one master. */
uint64_t master_bytes(const struct hardware *hardware, unsigned master);

/* icap.c: the configuration port's DMA in a loop. */
struct loader {
    pthread_t thread;
    const struct hardware *hardware;
    int zycap;
    uint32_t size_bytes;
    atomic_bool *stop;
    struct flow flow; /* while transfers were under way */
    uint32_t loads;
    int error;
};

/* Reads the stream into the coherent memory, takes the port and the slot that the stream is for. */
int loader_open(struct loader *loader, const struct hardware *hardware, const char *path, uint32_t slot);
/* Loads `times` times. */
int loader_run(struct loader *loader, uint32_t times, struct flow *flow);
/* Loads until *stop, in a thread. */
int loader_start(struct loader *loader, atomic_bool *stop);
int loader_join(struct loader *loader);

#endif
