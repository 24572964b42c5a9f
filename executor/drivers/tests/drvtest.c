// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/*
 * Exercises every ioctl and mapping of the drivers on the machine. One line a test: "ok NAME" or
 * "FAIL NAME: why". Exit status: 0 all good, 1 a test failed, 2 could not run.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "drvtest.h"

#define BITSTREAM_BYTES_MAX 0x1000000

static char why[256];

int fail(const char *file, int line, const char *format, ...)
{
	const char *base = strrchr(file, '/');
	int used = snprintf(why, sizeof(why), "%s:%d: ", base ? base + 1 : file, line);
	va_list args;

	va_start(args, format);
	vsnprintf(why + used, sizeof(why) - (size_t)used, format, args);
	va_end(args);
	return -1;
}

static bool read_bitstream(const char *path, struct bitstream *out)
{
	FILE *file = fopen(path, "rb");
	long size = -1;

	if (!file) {
		perror(path);
		return false;
	}
	if (!fseek(file, 0, SEEK_END))
		size = ftell(file);
	if (size < 4 || size > BITSTREAM_BYTES_MAX || size % 4) {
		fprintf(stderr, "%s: size must be 4 to %d bytes and a multiple of 4\n", path,
			BITSTREAM_BYTES_MAX);
		fclose(file);
		return false;
	}
	rewind(file);
	out->size_bytes = (size_t)size;
	out->words = malloc(out->size_bytes);
	if (!out->words || fread(out->words, 1, out->size_bytes, file) != out->size_bytes) {
		fprintf(stderr, "%s: cannot be read\n", path);
		fclose(file);
		return false;
	}
	fclose(file);
	return true;
}

static bool parse_slot(const char *text, uint32_t *slot)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	*slot = (uint32_t)value;
	return *text && !*end && value < 32;
}

static bool set_up(int argc, char **argv, struct drvtest *t)
{
	if (argc != 3 || !parse_slot(argv[1], &t->slot)) {
		fprintf(stderr, "usage: drvtest SLOT SORT.bin\n"
				"SLOT: index, 0 to 31; SORT.bin: bitstream of the thread sort for it\n");
		return false;
	}
	if (!read_bitstream(argv[2], &t->sort))
		return false;
	t->reconos = open_device(RECONOS_DEVICE);
	if (t->reconos < 0) {
		perror(RECONOS_DEVICE);
		return false;
	}
	t->zycap = open_device(ZYCAP_DEVICE);
	if (t->zycap < 0) {
		perror(ZYCAP_DEVICE);
		return false;
	}
	t->osif = map_osif(t->reconos);
	if (!t->osif) {
		perror("mmap of the OSIF windows");
		return false;
	}
	return true;
}

static int run(const struct test *tests, const struct drvtest *t)
{
	int failed = 0;

	for (; tests->name; tests++) {
		if (!tests->run(t)) {
			printf("ok %s\n", tests->name);
			continue;
		}
		printf("FAIL %s: %s\n", tests->name, why);
		failed++;
		/* So that one failure is not the next tests' too. */
		slot_release(t->reconos, t->slot);
	}
	return failed;
}

int main(int argc, char **argv)
{
	static struct drvtest t;
	int failed = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!set_up(argc, argv, &t))
		return 2;
	failed += run(slot_tests, &t);
	failed += run(load_tests, &t);
	failed += run(thread_tests, &t);
	failed += run(crash_tests, &t);
	return failed ? 1 : 0;
}
