// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/* Streams through zycap. Bad ones are made from the good one. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "drvtest.h"

#define WORD_SYNC 0xaa995566u
#define WORD_WRITE_IDCODE 0x30018001u

static int take_slot(const struct drvtest *t)
{
	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	CHECK_ERRNO(slot_quiesce(t->reconos, t->slot, 1), 0);
	return 0;
}

static uint32_t *copy_of_stream(const struct drvtest *t)
{
	uint32_t *words = malloc(t->sort.size_bytes);

	if (words)
		memcpy(words, t->sort.words, t->sort.size_bytes);
	return words;
}

static int test_arguments(const struct drvtest *t)
{
	struct zycap_load load = { .data = (uintptr_t)t->sort.words, .size_bytes = 4, .timeout_ms = 0 };
	uint32_t version = 0;

	CHECK_ERRNO(ioctl(t->zycap, ZYCAP_IOC_VERSION, &version), 0);
	CHECK(version == ZYCAP_ABI_VERSION, "version %u", version);
	CHECK_ERRNO(ioctl(t->zycap, ZYCAP_IOC_LOAD_COPY, &load), EINVAL);
	load.timeout_ms = 10001;
	CHECK_ERRNO(ioctl(t->zycap, ZYCAP_IOC_LOAD_COPY, &load), EINVAL);
	CHECK_ERRNO(load_stream(t, t->sort.words, 0, NULL), EINVAL);
	CHECK_ERRNO(load_stream(t, t->sort.words, 6, NULL), EINVAL);
	CHECK_ERRNO(load_stream(t, t->sort.words, ZYCAP_MAX_BYTES + 4, NULL), EINVAL);
	CHECK_ERRNO(load_stream(t, NULL, 4096, NULL), EFAULT);
	CHECK_ERRNO(load_stream(t, (void *)(uintptr_t)0xc0000000u, 4096, NULL), EFAULT);
	CHECK_ERRNO(ioctl(t->zycap, _IO(ZYCAP_IOC_MAGIC, 0x7f), 0), ENOTTY);
	return 0;
}

static int test_load_good(const struct drvtest *t)
{
	struct zycap_load load;

	if (take_slot(t))
		return -1;
	CHECK_ERRNO(load_stream(t, t->sort.words, t->sort.size_bytes, &load), 0);
	CHECK(load.active_cycles == t->sort.size_bytes / 4, "%u active cycles for %zu bytes",
	      load.active_cycles, t->sort.size_bytes);
	CHECK((load.icap_status & 0xc0) == 0x80, "ICAP status 0x%02x", load.icap_status);
	return slot_release(t->reconos, t->slot);
}

/* After a stream that must be refused, the good one must be taken at once. */
static int check_refused(const struct drvtest *t, uint32_t *words, size_t size_bytes)
{
	if (take_slot(t))
		return -1;
	CHECK_ERRNO(load_stream(t, words, size_bytes, NULL), EILSEQ);
	CHECK_ERRNO(load_stream(t, t->sort.words, t->sort.size_bytes, NULL), 0);
	free(words);
	return slot_release(t->reconos, t->slot);
}

static int test_load_swapped(const struct drvtest *t)
{
	uint32_t *words = copy_of_stream(t);

	CHECK(words, "no memory");
	for (size_t i = 0; i < t->sort.size_bytes / 4; i++)
		words[i] = __builtin_bswap32(words[i]);
	return check_refused(t, words, t->sort.size_bytes);
}

static int test_load_crc(const struct drvtest *t)
{
	uint32_t *words = copy_of_stream(t);

	CHECK(words, "no memory");
	words[t->sort.size_bytes / 8] ^= 1; /* the middle is frames */
	return check_refused(t, words, t->sort.size_bytes);
}

static int test_load_truncated(const struct drvtest *t)
{
	uint32_t *words = copy_of_stream(t);

	CHECK(words, "no memory");
	return check_refused(t, words, t->sort.size_bytes / 8 * 4);
}

static int test_load_idcode(const struct drvtest *t)
{
	uint32_t *words = copy_of_stream(t);
	size_t i = 0, last = t->sort.size_bytes / 4 - 1;

	CHECK(words, "no memory");
	while (i < last && words[i] != WORD_SYNC)
		i++;
	while (i < last && words[i] != WORD_WRITE_IDCODE)
		i++;
	CHECK(i < last, "no IDCODE in the stream");
	words[i + 1] ^= 0x1000;
	return check_refused(t, words, t->sort.size_bytes);
}

static void *load_once(void *data)
{
	const struct drvtest *t = data;

	return (void *)(intptr_t)(load_stream(t, t->sort.words, t->sort.size_bytes, NULL) ? errno : 0);
}

static int test_load_concurrent(const struct drvtest *t)
{
	pthread_t threads[4];
	void *result;

	if (take_slot(t))
		return -1;
	for (int i = 0; i < 4; i++)
		CHECK(!pthread_create(&threads[i], NULL, load_once, (void *)(uintptr_t)t), "pthread_create");
	for (int i = 0; i < 4; i++) {
		pthread_join(threads[i], &result);
		CHECK(!result, "load: %s", strerror((int)(intptr_t)result));
	}
	return slot_release(t->reconos, t->slot);
}

const struct test load_tests[] = {
	{ "load_arguments", test_arguments },
	{ "load_good", test_load_good },
	{ "load_swapped", test_load_swapped },
	{ "load_crc", test_load_crc },
	{ "load_truncated", test_load_truncated },
	{ "load_idcode", test_load_idcode },
	{ "load_concurrent", test_load_concurrent },
	{ NULL, NULL },
};
