/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "addrspace.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CANARY_BYTE 0x5c
#define CORES 2u
#define READ_WRITE (PROT_READ | PROT_WRITE)

static void run_on(unsigned core)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(core, &set);
    (void)sched_setaffinity(0, sizeof set, &set); /* with one core it runs there anyway */
}

/*
 * A core keeps pages that it has touched lately a while longer than their owner, until it unmaps something:
 * so each does, and takes its part.
 */
unsigned char *canary_new(size_t bytes)
{
    unsigned char *canary = mmap(NULL, bytes, READ_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cpu_set_t before;

    if (canary == MAP_FAILED || sched_getaffinity(0, sizeof before, &before))
        return NULL;
    for (unsigned core = 0; core < CORES; core++) {
        run_on(core);
        (void)munmap(mmap(NULL, PAGE_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), PAGE_BYTES);
        memset(canary + core * (bytes / CORES), CANARY_BYTE, bytes / CORES);
    }
    (void)sched_setaffinity(0, sizeof before, &before);
    return canary;
}

unsigned canary_end(unsigned char *canary, size_t bytes)
{
    unsigned changed = 0;

    for (size_t i = 0; i < bytes; i++)
        changed += canary[i] != CANARY_BYTE;
    (void)munmap(canary, bytes);
    return changed;
}

static int new_pages(uint32_t *output)
{
    void *got = mmap(output, BUFFER_BYTES, READ_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

    return got == output ? 0 : -errno;
}

/* The parent has other threads: the child makes no call but exit. */
static int fork_and_scribble(uint32_t *output)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        for (uint32_t i = 0; i < WORDS_MAX; i++)
            ((volatile uint32_t *)output)[i] = 0xdeadbeef;
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -errno;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -ECHILD;
}

int change_apply(enum change change, const struct rxc_slot *slot, uint32_t *output, unsigned char **canary)
{
    int rc = 0;

    switch (change) {
    case CHANGE_FORK:
        return fork_and_scribble(output);
    case CHANGE_REPLACE:
        rc = new_pages(output);
        break;
    case CHANGE_DISCARD:
        rc = madvise(output, BUFFER_BYTES, MADV_DONTNEED) ? -errno : 0;
        break;
    case CHANGE_PROTECT:
        rc = mprotect(output, BUFFER_BYTES, PROT_READ) ? -errno : 0;
        break;
    case CHANGE_UNMAP: /* and nobody tells the driver; the address stays free of anything else */
        if (mmap(output, BUFFER_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != output)
            return -errno;
        *canary = canary_new(CANARY_BYTES);
        return *canary ? 0 : -ENOMEM;
    default:
        return 0;
    }
    return rc ? rc : slot->ops->invalidate((struct rxc_slot *)(uintptr_t)slot);
}

int change_undo(enum change change, uint32_t *output)
{
    return change == CHANGE_UNMAP || change == CHANGE_PROTECT ? new_pages(output) : 0;
}
