/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "addrspace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* OSIF words: rxc's own delegate has them, too, but serves callbacks only. */
#define WORD_START 0x01000000u
#define CALL_GET_INIT_DATA 0xa0u
#define CALL_EXIT 0xa2u
#define CALL_GET_ADDRESS 0xf6u
#define CALL_RESPOND 0x910u
#define CALLS_MAX 16

#define WAIT_NS 1000000000u
#define LATE_NS_MAX 500000u /* a sort of all words takes about 350 us */

struct words { /* as the thread reads it */
    uint32_t data, size, capacity;
};

struct sorting {
    struct rxc_slot *slot;
    struct words input, output;
    uint32_t *memory; /* the output's */
    enum change change;
    bool is_late;  /* the change comes while the thread works */
    long delay_ns; /* then so long after it got the address */
    unsigned char *canary;
};

static uint32_t address_of(const void *p)
{
    return (uint32_t)(uintptr_t)p;
}

static int next_word(struct rxc_slot *slot, uint32_t *word)
{
    int rc = slot->ops->wait(slot, WAIT_NS);

    return rc ? rc : slot->ops->read(slot, word);
}

static int skip_words(struct rxc_slot *slot, unsigned count)
{
    uint32_t word;
    int rc = 0;

    for (unsigned i = 0; i < count && !rc; i++)
        rc = next_word(slot, &word);
    return rc;
}

static int change_late(struct sorting *s)
{
    struct timespec delay = {.tv_nsec = s->delay_ns};

    while (nanosleep(&delay, &delay) && errno == EINTR)
        ;
    return change_apply(s->change, s->slot, s->memory, &s->canary);
}

/* *over: the thread has ended. */
static int serve_call(struct sorting *s, uint32_t call, bool *over)
{
    struct rxc_slot *slot = s->slot;
    int rc;

    switch (call) {
    case CALL_GET_INIT_DATA:
        return slot->ops->write(slot, address_of(&s->input));
    case CALL_GET_ADDRESS:
        rc = skip_words(slot, 1);
        if (!rc && !s->is_late)
            rc = change_apply(s->change, slot, s->memory, &s->canary);
        if (!rc)
            rc = slot->ops->write(slot, address_of(&s->output));
        return !rc && s->is_late ? change_late(s) : rc;
    case CALL_RESPOND:
        rc = skip_words(slot, 2);
        return rc ? rc : slot->ops->write(slot, 0);
    case CALL_EXIT:
        *over = true;
        return 0;
    default:
        return -EPROTO;
    }
}

static int serve(struct sorting *s)
{
    struct rxc_slot *slot = s->slot;
    bool over = false;
    int rc = slot->ops->reset(slot, false);

    if (!rc)
        rc = slot->ops->write(slot, WORD_START);
    for (unsigned i = 0; i < CALLS_MAX && !rc && !over; i++) {
        uint32_t call;

        rc = next_word(slot, &call);
        if (!rc)
            rc = serve_call(s, call, &over);
    }
    int reset = slot->ops->reset(slot, true);
    return rc ? rc : over ? reset : -EPROTO;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Pages that came while the thread wrote have zeros where it had written before; nothing else may be there.
 */
static bool output_right(const struct sorting *s, const uint32_t *golden, uint32_t size)
{
    bool may_be_zero = s->is_late && (s->change == CHANGE_REPLACE || s->change == CHANGE_DISCARD);

    for (uint32_t i = 0; i < size; i++) {
        if (s->memory[i] != golden[i] && !(may_be_zero && s->memory[i] == 0))
            return false;
    }
    return true;
}

/* What must have come of it. */
static void judge(const struct sorting *s, int rc, const uint32_t *golden, uint32_t size,
                  struct counters *counters)
{
    bool may_be_stopped = s->change == CHANGE_PROTECT || s->change == CHANGE_UNMAP;

    if (rc == -EFAULT && may_be_stopped) {
        atomic_fetch_add(&counters->stopped, 1);
    } else if (s->change == CHANGE_PROTECT && !s->is_late) {
        atomic_fetch_add(&counters->not_stopped, 1);
    } else if (s->change != CHANGE_UNMAP || rc) { /* nobody can see the output of UNMAP */
        bool right = !rc && output_right(s, golden, size);

        atomic_fetch_add(right ? &counters->right : &counters->wrong, 1);
        if (!right)
            fprintf(stderr, "rxc-addrspace: slot %s, change %d%s: %s\n", s->slot->name, (int)s->change,
                    s->is_late ? ", late" : "", rc ? strerror(-rc) : "wrong output");
    }
    atomic_fetch_add(&counters->sorts, 1);
    atomic_fetch_add(&counters->changes[s->change], 1);
}

bool sort_once(struct rxc_slot *slot, uint32_t *output, enum change change, uint32_t *random,
               struct counters *counters)
{
    uint32_t golden[WORDS_MAX], size = 1 + next_random(random) % WORDS_MAX;
    uint32_t *input = malloc(BUFFER_BYTES);

    if (!input)
        return false;
    for (uint32_t i = 0; i < size; i++)
        input[i] = golden[i] = next_random(random);
    qsort(golden, size, sizeof *golden, compare);

    struct sorting s = {
        .slot = slot,
        .input = {address_of(input), size, size},
        .output = {address_of(output), size, size},
        .memory = output,
        .change = change,
        .is_late = next_random(random) % 2,
        .delay_ns = (long)(next_random(random) % LATE_NS_MAX),
    };
    int rc = serve(&s);
    judge(&s, rc, golden, size, counters);
    if (s.canary)
        atomic_fetch_add(&counters->foreign, canary_end(s.canary, CANARY_BYTES));
    free(input);
    rc = change_undo(change, output);
    if (rc)
        atomic_fetch_add(&counters->errors, 1);
    return !rc;
}
