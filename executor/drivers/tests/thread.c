// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <stdlib.h>

#include "drvtest.h"

#define WORD_START 0x01000000u
#define CALL_GET_INIT_DATA 0xa0u
#define CALL_EXIT 0xa2u
#define CALL_GET_ADDRESS 0xf6u
#define CALL_RESPONSE 0x910u

#define CALLS_MAX 16

static volatile uint32_t *osif_register(const struct drvtest *t, uint32_t offset)
{
	return t->osif + (16 * t->slot + offset) / 4;
}

void osif_push(const struct drvtest *t, uint32_t word)
{
	/* What the word points to is in memory before the thread can ask for it. */
#ifdef __arm__
	__asm__ volatile("dsb sy" ::: "memory");
#endif
	*osif_register(t, RECONOS_OSIF_WRITE) = word;
}

uint32_t osif_pop(const struct drvtest *t)
{
	return *osif_register(t, RECONOS_OSIF_READ);
}

uint32_t address_of(const volatile void *p)
{
	return (uint32_t)(uintptr_t)p;
}

int sort_load(const struct drvtest *t)
{
	if (slot_reset(t->reconos, t->slot, 1) || slot_quiesce(t->reconos, t->slot, 1))
		return -errno;
	if (load_stream(t, t->sort.words, t->sort.size_bytes, NULL))
		return -errno;
	return slot_quiesce(t->reconos, t->slot, 0) ? -errno : 0;
}

int sort_start(const struct drvtest *t)
{
	if (slot_reset(t->reconos, t->slot, 0))
		return -errno;
	osif_push(t, WORD_START);
	return 0;
}

static int next_word(const struct drvtest *t, uint32_t *word)
{
	if (slot_wait(t->reconos, t->slot, SERVE_TIMEOUT_NS))
		return -errno;
	*word = osif_pop(t);
	return 0;
}

static int next_word_is(const struct drvtest *t, uint32_t expected)
{
	uint32_t word = 0;
	int err = next_word(t, &word);

	if (err)
		return err;
	return word == expected ? 0 : -EPROTO;
}

static int serve_response(const struct drvtest *t)
{
	int err = next_word_is(t, 0);

	if (!err)
		err = next_word_is(t, 1);
	if (!err)
		osif_push(t, 0);
	return err;
}

int sort_serve_between(const struct drvtest *t, const struct sequence *request, const struct sequence *response,
		       int (*between)(void *), void *argument)
{
	for (int i = 0; i < CALLS_MAX; i++) {
		uint32_t call = 0;
		int err = next_word(t, &call);

		if (err)
			return err;
		switch (call) {
		case CALL_GET_INIT_DATA:
			osif_push(t, address_of(request));
			break;
		case CALL_GET_ADDRESS:
			err = next_word_is(t, 1);
			if (!err && between)
				err = between(argument);
			if (!err)
				osif_push(t, address_of(response));
			break;
		case CALL_RESPONSE:
			err = serve_response(t);
			break;
		case CALL_EXIT:
			return 0;
		default:
			return -EPROTO;
		}
		if (err)
			return err;
	}
	return -EPROTO;
}

int sort_serve(const struct drvtest *t, const struct sequence *request, const struct sequence *response)
{
	return sort_serve_between(t, request, response, NULL, NULL);
}

static uint32_t next_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static int compare_words(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

int sort_run(const struct drvtest *t, uint32_t *unsorted, uint32_t *sorted, uint32_t count, uint32_t seed)
{
	static uint32_t golden[SORT_WORDS];
	struct sequence request = { address_of(unsorted), count, count };
	struct sequence response = { address_of(sorted), count, count };
	uint32_t state = seed | 1;
	int err;

	CHECK(count <= SORT_WORDS, "%u words", count);
	for (uint32_t i = 0; i < count; i++) {
		golden[i] = next_random(&state);
		unsorted[i] = golden[i];
	}
	qsort(golden, count, sizeof(golden[0]), compare_words);

	err = sort_start(t);
	CHECK(!err, "start: %s", strerror(-err));
	err = sort_serve(t, &request, &response);
	CHECK(!err, "serve: %s", strerror(-err));
	CHECK_ERRNO(slot_reset(t->reconos, t->slot, 1), 0);
	for (uint32_t i = 0; i < count; i++)
		CHECK(sorted[i] == golden[i], "word %u is %u instead of %u", i, sorted[i], golden[i]);
	return 0;
}
