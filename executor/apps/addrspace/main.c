/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 *   rxc-addrspace --rounds N --sorts M SLOT:SORT.bin...
 *       N owners of the slots one after the other, each of which sorts M times in every slot while its memory
 * is unmapped, replaced, protected and forked; every other owner is killed somewhere on its way. One JSON
 * line.
 */
#include "addrspace.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS_MAX 1000u
#define SORTS_MAX 1000u
#define KILL_NS_MAX 20000000u /* within the loads of the bitstreams, or the sorts */
#define HELD_BYTES (1024u * PAGE_BYTES)

struct options {
    unsigned rounds, sorts, count;
    struct place places[SLOTS_MAX];
};

static bool parse_count(const char *text, unsigned limit, unsigned *value)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);

    *value = (unsigned)n;
    return *text && !*end && n >= 1 && n <= limit;
}

static bool parse_place(const char *text, struct place *place)
{
    char *end;
    unsigned long index = strtoul(text, &end, 10);

    *place = (struct place){.index = (uint32_t)index, .path = *end == ':' ? end + 1 : ""};
    return end != text && *end == ':' && index < RXC_DEVICE_SLOTS_MAX;
}

static bool parse(int argc, char **argv, struct options *options)
{
    static const struct option names[] = {
        {"rounds", required_argument, NULL, 'r'}, {"sorts", required_argument, NULL, 's'}, {0}};
    bool good = true;
    int option;

    *options = (struct options){.rounds = 4, .sorts = 16};
    while (good && (option = getopt_long(argc, argv, "", names, NULL)) != -1) {
        good = option == 'r'   ? parse_count(optarg, ROUNDS_MAX, &options->rounds)
               : option == 's' ? parse_count(optarg, SORTS_MAX, &options->sorts)
                               : false;
    }
    for (; good && optind < argc; optind++)
        good = options->count < SLOTS_MAX && parse_place(argv[optind], &options->places[options->count++]);
    good = good && options->count > 0;
    if (!good)
        fprintf(stderr,
                "usage: rxc-addrspace [--rounds 1..%u] [--sorts 1..%u] SLOT:SORT.bin... (at most %u slots)\n",
                ROUNDS_MAX, SORTS_MAX, SLOTS_MAX);
    return good;
}

static int read_bitstream(struct place *place)
{
    int fd = open(place->path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    void *data = MAP_FAILED;

    if (fd >= 0 && !fstat(fd, &status) && status.st_size > 0)
        data = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
    if (fd >= 0)
        (void)close(fd);
    if (data == MAP_FAILED) {
        fprintf(stderr, "rxc-addrspace: %s: %s\n", place->path, strerror(errno));
        return 2;
    }
    place->bitstream =
        (struct rxc_bitstream){.name = place->path, .data = data, .size_bytes = (uint32_t)status.st_size};
    return 0;
}

/* Kills the owner after a while. */
static void strike(pid_t owner, uint32_t *random)
{
    struct timespec delay = {.tv_nsec = (long)(next_random(random) % KILL_NS_MAX)};

    while (nanosleep(&delay, &delay) && errno == EINTR)
        ;
    (void)kill(owner, SIGKILL);
}

/* False: the owner ended badly. */
static bool round_run(const struct options *options, unsigned round, uint32_t *random,
                      struct counters *counters)
{
    bool kill_it = round % 2;
    int status = 0;
    pid_t owner = fork();

    if (owner == 0)
        _exit(owner_run(options->places, options->count, options->sorts, next_random(random), counters));
    (void)next_random(random); /* the owner's */
    if (owner < 0)
        return false;
    if (kill_it)
        strike(owner, random);
    if (waitpid(owner, &status, 0) != owner)
        return false;
    return kill_it ? WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 0)
                   : WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void show(const struct options *options, const struct counters *c, unsigned bad_owners)
{
    printf("{\"rounds\":%u,\"bad_owners\":%u,\"sorts\":%u,\"right\":%u,\"wrong\":%u,\"stopped\":%u,\"not_"
           "stopped\":%u,"
           "\"foreign_bytes\":%u,\"errors\":%u,\"forks\":%u,\"replaced\":%u,\"discarded\":%u,\"unmapped\":%u,"
           "\"pins_left\":%ld,\"complaints\":%ld}\n",
           options->rounds, bad_owners, c->sorts, c->right, c->wrong, c->stopped, c->not_stopped, c->foreign,
           c->errors, c->changes[CHANGE_FORK], c->changes[CHANGE_REPLACE], c->changes[CHANGE_DISCARD],
           c->changes[CHANGE_UNMAP], pins_left(), complaints());
}

int main(int argc, char **argv)
{
    struct options options;
    unsigned bad_owners = 0;
    uint32_t random = 0;

    if (!parse(argc, argv, &options))
        return 2;
    for (unsigned i = 0; i < options.count; i++) {
        if (read_bitstream(&options.places[i]))
            return 2;
    }
    struct counters *counters =
        mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counters == MAP_FAILED || getrandom(&random, sizeof random, 0) != sizeof random) {
        perror("rxc-addrspace");
        return 2;
    }
    random |= 1;
    for (unsigned round = 0; round < options.rounds; round++) {
        unsigned char *held = canary_new(HELD_BYTES); /* with what the owner before has left */

        bad_owners += !held || !round_run(&options, round, &random, counters);
        if (held)
            atomic_fetch_add(&counters->foreign, canary_end(held, HELD_BYTES));
    }
    show(&options, counters, bad_owners);
    return 0;
}
