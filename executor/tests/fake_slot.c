/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "fake_slot.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <time.h>

static struct fake_slot *fake_of(struct rxc_slot *slot)
{
    return (struct fake_slot *)slot;
}

static void log_letter(struct fake_slot *fake, char letter)
{
    size_t length = strlen(fake->log);

    if (length + 1 < FAKE_LOG)
        fake->log[length] = letter;
}

static bool push(struct fake_fifo *fifo, uint32_t word)
{
    if (fifo->count == FAKE_WORDS)
        return false;
    fifo->words[(fifo->first + fifo->count++) % FAKE_WORDS] = word;
    return true;
}

static bool pop(struct fake_fifo *fifo, uint32_t *word)
{
    if (fifo->count == 0)
        return false;
    *word = fifo->words[fifo->first];
    fifo->first = (fifo->first + 1) % FAKE_WORDS;
    fifo->count--;
    return true;
}

static void *thread_main(void *argument)
{
    struct fake_slot *fake = argument;

    fake->program->run(fake);
    return NULL;
}

static int fake_reset(struct rxc_slot *slot, bool level)
{
    struct fake_slot *fake = fake_of(slot);

    pthread_mutex_lock(&fake->mutex);
    log_letter(fake, level ? 'R' : 'r');
    fake->reset = level;
    bool join = level && fake->running;
    if (level) {
        fake->to_hw.count = fake->to_sw.count = 0;
        fake->pending_fault.cause = NULL;
        fake->running = false;
    }
    pthread_cond_broadcast(&fake->changed);
    pthread_mutex_unlock(&fake->mutex);
    if (join)
        (void)pthread_join(fake->thread, NULL);
    if (!level) {
        assert(fake->program && !fake->quiesced && !fake->running);
        fake->running = pthread_create(&fake->thread, NULL, thread_main, fake) == 0;
        assert(fake->running);
    }
    return 0;
}

static int fake_quiesce(struct rxc_slot *slot, bool level)
{
    log_letter(fake_of(slot), level ? 'Q' : 'q');
    fake_of(slot)->quiesced = level;
    return 0;
}

static int fake_clear_signal(struct rxc_slot *slot)
{
    log_letter(fake_of(slot), 'S');
    return 0;
}

static int fake_invalidate(struct rxc_slot *slot)
{
    log_letter(fake_of(slot), 'I');
    return 0;
}

static int fake_load(struct rxc_slot *slot, const struct rxc_bitstream *bitstream, uint32_t timeout_ms,
                     struct rxc_load_cost *cost)
{
    struct fake_slot *fake = fake_of(slot);
    const struct fake_program *program = bitstream->data;

    (void)timeout_ms;
    assert(fake->reset && fake->quiesced && !fake->running); /* never rewrite a slot that is connected */
    log_letter(fake, 'L');
    fake->program = program->load_result ? NULL : program;
    *cost = (struct rxc_load_cost){bitstream->size_bytes / 4, 10, 5};
    return program->load_result;
}

static int fake_wait(struct rxc_slot *slot, uint64_t timeout_ns)
{
    struct fake_slot *fake = fake_of(slot);
    struct timespec deadline;
    int rc = 0;

    (void)clock_gettime(CLOCK_REALTIME, &deadline);
    uint64_t ns = (uint64_t)deadline.tv_nsec + timeout_ns;
    deadline.tv_sec += (time_t)(ns / 1000000000u);
    deadline.tv_nsec = (long)(ns % 1000000000u);
    pthread_mutex_lock(&fake->mutex);
    while (fake->to_sw.count == 0 && !fake->pending_fault.cause && rc == 0)
        rc = pthread_cond_timedwait(&fake->changed, &fake->mutex, &deadline);
    if (fake->pending_fault.cause)
        rc = EFAULT;
    else if (fake->to_sw.count)
        rc = 0;
    pthread_mutex_unlock(&fake->mutex);
    return -rc;
}

static int fake_read(struct rxc_slot *slot, uint32_t *word)
{
    struct fake_slot *fake = fake_of(slot);

    pthread_mutex_lock(&fake->mutex);
    bool got = pop(&fake->to_sw, word);
    pthread_cond_broadcast(&fake->changed);
    pthread_mutex_unlock(&fake->mutex);
    return got ? 0 : -EAGAIN;
}

static int fake_write(struct rxc_slot *slot, uint32_t word)
{
    struct fake_slot *fake = fake_of(slot);

    pthread_mutex_lock(&fake->mutex);
    bool put = push(&fake->to_hw, word);
    pthread_cond_broadcast(&fake->changed);
    pthread_mutex_unlock(&fake->mutex);
    return put ? 0 : -EAGAIN;
}

static void fake_get_fault(struct rxc_slot *slot, struct rxc_slot_fault *fault)
{
    *fault = fake_of(slot)->pending_fault;
}

/* Numbers from 0x1000 in steps of 16; 0 stays 0. */
static int fake_address_word(struct rxc_slot *slot, const void *address, uint32_t *word)
{
    struct fake_slot *fake = fake_of(slot);
    uint32_t i = 0;

    while (i < fake->address_count && fake->addresses[i] != address)
        i++;
    if (i == 64)
        return -ERANGE;
    fake->addresses[i] = address;
    if (i == fake->address_count)
        fake->address_count++;
    *word = 0x1000 + 16 * i;
    return 0;
}

static const struct rxc_slot_ops fake_ops = {
    .reset = fake_reset,
    .quiesce = fake_quiesce,
    .clear_signal = fake_clear_signal,
    .invalidate = fake_invalidate,
    .load = fake_load,
    .wait = fake_wait,
    .read = fake_read,
    .write = fake_write,
    .fault = fake_get_fault,
    .address_word = fake_address_word,
};

void fake_slot_init(struct fake_slot *fake, uint32_t index, const char *name)
{
    memset(fake, 0, sizeof *fake);
    fake->slot = (struct rxc_slot){.ops = &fake_ops, .index = index, .name = name};
    fake->reset = true;
    pthread_mutex_init(&fake->mutex, NULL);
    pthread_cond_init(&fake->changed, NULL);
}

void fake_slot_fini(struct fake_slot *fake)
{
    assert(!fake->running);
    pthread_cond_destroy(&fake->changed);
    pthread_mutex_destroy(&fake->mutex);
}

bool fake_get(struct fake_slot *fake, uint32_t *word)
{
    bool got = false;

    pthread_mutex_lock(&fake->mutex);
    while (!fake->reset && !(got = pop(&fake->to_hw, word)))
        pthread_cond_wait(&fake->changed, &fake->mutex);
    pthread_mutex_unlock(&fake->mutex);
    return got;
}

bool fake_put(struct fake_slot *fake, uint32_t word)
{
    bool put = false;

    pthread_mutex_lock(&fake->mutex);
    while (!fake->reset && !(put = push(&fake->to_sw, word)))
        pthread_cond_wait(&fake->changed, &fake->mutex);
    pthread_cond_broadcast(&fake->changed);
    pthread_mutex_unlock(&fake->mutex);
    return put;
}

void *fake_address(struct fake_slot *fake, uint32_t word)
{
    uint32_t index = (word - 0x1000) / 16;
    return word && index < fake->address_count ? (void *)(uintptr_t)fake->addresses[index] : NULL;
}

bool fake_begin(struct fake_slot *fake, const void **input, void **output)
{
    uint32_t word;

    if (!fake_get(fake, &word) || word != 0x01000000)
        return false;
    if (!fake_put(fake, 0xa0) || !fake_get(fake, &word))
        return false;
    *input = fake_address(fake, word);
    if (!fake_put(fake, 0xf6) || !fake_put(fake, 1) || !fake_get(fake, &word))
        return false;
    *output = fake_address(fake, word);
    return true;
}

void fake_end(struct fake_slot *fake, uint32_t command)
{
    uint32_t rc;

    if (fake_put(fake, command) && fake_put(fake, 0) && fake_put(fake, 1) && fake_get(fake, &rc) && rc == 0)
        (void)fake_put(fake, 0xa2);
    fake_hang(fake);
}

void fake_hang(struct fake_slot *fake)
{
    pthread_mutex_lock(&fake->mutex);
    while (!fake->reset)
        pthread_cond_wait(&fake->changed, &fake->mutex);
    pthread_mutex_unlock(&fake->mutex);
}

void fake_fault(struct fake_slot *fake, const char *cause, uint32_t address, bool is_write)
{
    pthread_mutex_lock(&fake->mutex);
    fake->pending_fault = (struct rxc_slot_fault){cause, address, is_write};
    pthread_cond_broadcast(&fake->changed);
    pthread_mutex_unlock(&fake->mutex);
    fake_hang(fake);
}
