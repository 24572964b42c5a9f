/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef DRVTEST_H
#define DRVTEST_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include "uapi/reconos.h"
#include "uapi/zycap.h"

struct bitstream {
	uint32_t *words;
	size_t size_bytes;
};

/* What all tests share. The slot is not owned between tests. */
struct drvtest {
	int reconos; /* descriptor of /dev/reconos */
	int zycap;
	uint32_t slot;
	struct bitstream sort; /* a good stream of the thread `sort` for the slot */
	volatile uint32_t *osif;
};

/* A test returns 0, or fills in why it failed: see CHECK. */
typedef int test_fn(const struct drvtest *t);
struct test {
	const char *name;
	test_fn *run;
};

extern const struct test slot_tests[];
extern const struct test load_tests[];
extern const struct test thread_tests[];
extern const struct test crash_tests[];

int fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

#define CHECK(condition, ...) \
	do { \
		if (!(condition)) \
			return fail(__FILE__, __LINE__, __VA_ARGS__); \
	} while (0)

/* The call must give the errno; 0: it must succeed. */
#define CHECK_ERRNO(call, expected) \
	do { \
		int result_ = (call) < 0 ? errno : 0; \
		CHECK(result_ == (expected), "%s: %s instead of %s", #call, strerror(result_), \
		      strerror(expected)); \
	} while (0)

/* device.c: one ioctl each; -1 and errno as ioctl(2). */
int slot_acquire(int fd, uint32_t slot);
int slot_release(int fd, uint32_t slot);
int slot_reset(int fd, uint32_t slot, uint32_t level);
int slot_signal(int fd, uint32_t slot, uint32_t level);
int slot_quiesce(int fd, uint32_t slot, uint32_t level);
int slot_wait(int fd, uint32_t slot, uint64_t timeout_ns);
int slot_cancel(int fd, uint32_t slot);
int slot_fault(int fd, uint32_t slot, struct reconos_fault *fault);
int tlb_invalidate(int fd);
int load_stream(const struct drvtest *t, const void *data, size_t size_bytes, struct zycap_load *out);
int open_device(const char *path);
volatile uint32_t *map_osif(int fd);
uint64_t now_ns(void);
/* Waits until the task (of this or another process) sleeps; false: it did not. */
bool task_sleeps(pid_t process, pid_t task);

/* thread.c: software's side of the thread `sort`. */
struct sequence {
	uint32_t data; /* 32-bit pointers: hardware reads this struct */
	uint32_t size;
	uint32_t capacity;
};

#define SORT_WORDS 2048u
#define SERVE_TIMEOUT_NS 2000000000ull

/* Quiesces, loads, connects; the slot is in reset afterwards. */
int sort_load(const struct drvtest *t);
/* Releases reset and pushes the start word. */
int sort_start(const struct drvtest *t);
/* Serves the thread's calls until it exits: 0, else a negative errno (of the wait, or EPROTO). */
int sort_serve(const struct drvtest *t, const struct sequence *request, const struct sequence *response);
/* The same; before the answer to its call for the response's address between() is called. It returns 0, or a negative errno that ends it. */
int sort_serve_between(const struct drvtest *t, const struct sequence *request, const struct sequence *response,
		       int (*between)(void *), void *argument);
/* start, serve, reset; compares with the C library's qsort. 0, or fail(). */
int sort_run(const struct drvtest *t, uint32_t *unsorted, uint32_t *sorted, uint32_t count, uint32_t seed);
void osif_push(const struct drvtest *t, uint32_t word);
uint32_t osif_pop(const struct drvtest *t);
uint32_t address_of(const volatile void *p);

#endif
