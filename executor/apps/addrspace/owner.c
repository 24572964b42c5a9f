/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "addrspace.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

#define LOAD_TIMEOUT_MS 1000

struct worker {
    pthread_t thread;
    struct rxc_device_slot slot;
    const struct place *place;
    struct counters *counters;
    uint32_t random;
    unsigned sorts;
    bool failed;
};

static void *worker_main(void *argument)
{
    struct worker *worker = argument;
    uint32_t *output = mmap(NULL, BUFFER_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    worker->failed = output == MAP_FAILED;
    for (unsigned i = 0; i < worker->sorts && !worker->failed; i++) {
        enum change change = (enum change)(next_random(&worker->random) % CHANGES);

        worker->failed = !sort_once(&worker->slot.slot, output, change, &worker->random, worker->counters);
    }
    return NULL;
}

static int take(struct rxc_device *device, struct worker *worker, struct rxc_error *error)
{
    struct rxc_load_cost cost;
    int rc = rxc_device_acquire(device, worker->place->index, worker->place->path, &worker->slot, error);

    return rc ? rc
              : rxc_slot_load(&worker->slot.slot, &worker->place->bitstream, LOAD_TIMEOUT_MS, &cost, error);
}

int owner_run(const struct place *places, unsigned count, unsigned sorts, uint32_t seed,
              struct counters *counters)
{
    struct worker workers[SLOTS_MAX] = {0};
    struct rxc_error error = {0};
    struct rxc_device device;
    unsigned started = 0;
    int rc = rxc_device_open(&device, &error);

    for (unsigned i = 0; i < count && !rc; i++) {
        workers[i] = (struct worker){
            .place = &places[i],
            .counters = counters,
            .random = (seed + i * 0x9e3779b9u) | 1,
            .sorts = sorts,
        };
        rc = take(&device, &workers[i], &error);
    }
    for (unsigned i = 0; i < count && !rc; i++) {
        rc = -pthread_create(&workers[i].thread, NULL, worker_main, &workers[i]);
        started += !rc;
    }
    for (unsigned i = 0; i < started; i++) {
        (void)pthread_join(workers[i].thread, NULL);
        rc = workers[i].failed ? -1 : rc;
    }
    if (error.code)
        fprintf(stderr, "rxc-addrspace: %s\n", error.text);
    return rc ? 1 : 0; /* the end of the process gives the slots back */
}
