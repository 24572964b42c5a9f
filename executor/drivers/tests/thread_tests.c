// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/* The thread `sort` in the slot: page faults that are resolved, and those that are not. */
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "drvtest.h"

#define BYTES (SORT_WORDS * 4)

static int take_sort(const struct drvtest *t)
{
	int err;

	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	err = sort_load(t);
	CHECK(!err, "load: %s", strerror(-err));
	return 0;
}

static void *fresh_pages(int protection)
{
	void *p = mmap(NULL, BYTES, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

static uint64_t resolved_faults(const struct drvtest *t)
{
	struct reconos_fault fault = { .resolved = 0 };

	slot_fault(t->reconos, t->slot, &fault);
	return fault.resolved;
}

static int test_sort(const struct drvtest *t)
{
	uint32_t *unsorted = malloc(BYTES), *sorted = calloc(SORT_WORDS, 4);

	CHECK(unsorted && sorted, "no memory");
	if (take_sort(t))
		return -1;
	for (uint32_t i = 0; i < 4; i++) {
		if (sort_run(t, unsorted, sorted, SORT_WORDS >> i, 100 + i))
			return -1;
	}
	free(unsorted);
	free(sorted);
	return slot_release(t->reconos, t->slot);
}

/* Pages that nothing has touched: every one of the answer is a fault to resolve. */
static int test_fault_resolved(const struct drvtest *t)
{
	uint32_t *unsorted = fresh_pages(PROT_READ | PROT_WRITE);
	uint32_t *sorted = fresh_pages(PROT_READ | PROT_WRITE);

	CHECK(unsorted && sorted, "no memory");
	if (take_sort(t))
		return -1;
	CHECK(resolved_faults(t) == 0, "faults before the start");
	if (sort_run(t, unsorted, sorted, SORT_WORDS, 1))
		return -1;
	CHECK(resolved_faults(t) >= BYTES / 4096, "%llu faults", (unsigned long long)resolved_faults(t));
	munmap(unsorted, BYTES);
	munmap(sorted, BYTES);
	return slot_release(t->reconos, t->slot);
}

/* What a thread has faulted in it has the next time, too. */
static int test_pins_kept(const struct drvtest *t)
{
	uint32_t *words = fresh_pages(PROT_READ | PROT_WRITE);
	uint64_t before;

	CHECK(words, "no memory");
	if (take_sort(t) || sort_run(t, words, words + SORT_WORDS / 2, SORT_WORDS / 2, 5))
		return -1;
	before = resolved_faults(t);
	CHECK(before >= 1, "no faults");
	if (sort_run(t, words, words + SORT_WORDS / 2, SORT_WORDS / 2, 6))
		return -1;
	CHECK(resolved_faults(t) == before, "%llu faults again",
	      (unsigned long long)(resolved_faults(t) - before));
	munmap(words, BYTES);
	return slot_release(t->reconos, t->slot);
}

/* Shared memory that was only read is writable for Linux, but clean, and so read-only for the PL's walk. */
static int test_fault_clean_page(const struct drvtest *t)
{
	uint32_t *unsorted = fresh_pages(PROT_READ | PROT_WRITE);
	const int flags = MAP_SHARED | MAP_ANONYMOUS;
	volatile uint32_t *sorted = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);

	CHECK(unsorted && sorted != MAP_FAILED, "no memory");
	for (uint32_t i = 0; i < SORT_WORDS; i++)
		CHECK(sorted[i] == 0, "new pages are not zero");
	if (take_sort(t) || sort_run(t, unsorted, (uint32_t *)(uintptr_t)sorted, SORT_WORDS, 4))
		return -1;
	CHECK(resolved_faults(t) >= BYTES / 4096, "%llu faults", (unsigned long long)resolved_faults(t));
	munmap(unsorted, BYTES);
	munmap((void *)(uintptr_t)sorted, BYTES);
	return slot_release(t->reconos, t->slot);
}

/* The same addresses with other pages behind: nothing old may be left in the PL. */
static int test_remapped(const struct drvtest *t)
{
	uint32_t *unsorted = fresh_pages(PROT_READ | PROT_WRITE);
	uint32_t *sorted = fresh_pages(PROT_READ | PROT_WRITE);
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;

	CHECK(unsorted && sorted, "no memory");
	if (take_sort(t))
		return -1;
	for (uint32_t i = 0; i < 8; i++) {
		if (sort_run(t, unsorted, sorted, SORT_WORDS, 200 + i))
			return -1;
		CHECK(mmap(unsorted, BYTES, PROT_READ | PROT_WRITE, flags, -1, 0) == unsorted &&
		      mmap(sorted, BYTES, PROT_READ | PROT_WRITE, flags, -1, 0) == sorted, "mmap");
	}
	munmap(unsorted, BYTES);
	munmap(sorted, BYTES);
	return slot_release(t->reconos, t->slot);
}

/* Memory that the slot knows from the run before, and that changes before the thread writes to it. */
#define OTHERS_BYTES (512u * 4096u)
#define OTHERS_BYTE 0x5c

struct under_way {
	const struct drvtest *t;
	uint32_t *words;
	unsigned char *others; /* takes the pages that become free */
};

/*
 * A core keeps pages that it has touched lately a while longer than their owner, until it unmaps something: so
 * each does, and takes its part.
 */
static int fill_on_core(unsigned char *p, int core)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(core, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		return -errno;
	munmap(fresh_pages(PROT_READ), BYTES);
	memset(p, OTHERS_BYTE, OTHERS_BYTES / 2);
	return 0;
}

static int unmap_and_reuse(void *argument)
{
	struct under_way *u = argument;
	cpu_set_t before;
	int err;

	if (sched_getaffinity(0, sizeof(before), &before) || munmap(u->words, BYTES))
		return -errno;
	u->others = mmap(NULL, OTHERS_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (u->others == MAP_FAILED)
		return -errno;
	err = fill_on_core(u->others, 0);
	if (!err)
		err = fill_on_core(u->others + OTHERS_BYTES / 2, 1);
	return sched_setaffinity(0, sizeof(before), &before) ? -errno : err;
}

static int replace_and_invalidate(void *argument)
{
	struct under_way *u = argument;
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;

	if (mmap(u->words, BYTES, PROT_READ | PROT_WRITE, flags, -1, 0) != u->words)
		return -errno;
	return tlb_invalidate(u->t->reconos) ? -errno : 0;
}

static int run_under_way(struct under_way *u, int (*between)(void *))
{
	uint32_t *unsorted = calloc(SORT_WORDS, 4);
	const struct sequence request = { address_of(unsorted), SORT_WORDS, SORT_WORDS };
	const struct sequence response = { address_of(u->words), SORT_WORDS, SORT_WORDS };
	int err;

	CHECK(unsorted, "no memory");
	if (take_sort(u->t) || sort_run(u->t, unsorted, u->words, SORT_WORDS, 7))
		return -1;
	for (uint32_t i = 0; i < SORT_WORDS; i++)
		unsorted[i] = SORT_WORDS - i;
	err = sort_start(u->t);
	CHECK(!err, "start: %s", strerror(-err));
	err = sort_serve_between(u->t, &request, &response, between, u);
	CHECK(!err, "serve: %s", strerror(-err));
	free(unsorted);
	return slot_release(u->t->reconos, u->t->slot);
}

/* What the process has given back, and others have got, the thread must not write. */
static int test_unmapped_under_way(const struct drvtest *t)
{
	struct under_way u = { .t = t, .words = fresh_pages(PROT_READ | PROT_WRITE) };

	CHECK(u.words, "no memory");
	if (run_under_way(&u, unmap_and_reuse))
		return -1;
	for (uint32_t i = 0; i < OTHERS_BYTES; i++)
		CHECK(u.others[i] == OTHERS_BYTE, "byte %u of somebody else is 0x%02x", i, u.others[i]);
	munmap(u.others, OTHERS_BYTES);
	return 0;
}

static int test_replaced_under_way(const struct drvtest *t)
{
	struct under_way u = { .t = t, .words = fresh_pages(PROT_READ | PROT_WRITE) };

	CHECK(u.words, "no memory");
	if (run_under_way(&u, replace_and_invalidate))
		return -1;
	for (uint32_t i = 0; i < SORT_WORDS; i++)
		CHECK(u.words[i] == i + 1, "word %u is %u", i, u.words[i]);
	munmap(u.words, BYTES);
	return 0;
}

/* A child makes the parent's pages read-only for the CPU and the PL; both must get their copy. */
static int test_shared_by_fork(const struct drvtest *t)
{
	uint32_t *unsorted = malloc(BYTES), *sorted = malloc(BYTES);
	int pipe_fds[2], status;
	pid_t child;

	CHECK(unsorted && sorted && !pipe(pipe_fds), "no memory or pipe");
	memset(sorted, 0xa5, BYTES);
	if (take_sort(t))
		return -1;
	child = fork();
	CHECK(child >= 0, "fork: %s", strerror(errno));
	if (!child) {
		char byte;
		bool good;

		close(pipe_fds[1]);
		good = read(pipe_fds[0], &byte, 1) == 0; /* the parent is done */
		for (uint32_t i = 0; i < SORT_WORDS; i++)
			good = good && sorted[i] == 0xa5a5a5a5;
		_exit(good ? 0 : 1);
	}
	close(pipe_fds[0]);
	if (sort_run(t, unsorted, sorted, SORT_WORDS, 2))
		return -1;
	close(pipe_fds[1]);
	CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status),
	      "the child saw what hardware wrote for the parent");
	free(unsorted);
	free(sorted);
	return slot_release(t->reconos, t->slot);
}

struct expected_fault {
	uint32_t cause;
	uint32_t cause_or;
	uint32_t address;
	bool is_write;
};

/* The thread must be stopped by this fault, and the slot must be usable again after a reset. */
static int check_fault(const struct drvtest *t, const struct sequence *request,
		       const struct sequence *response, const struct expected_fault *expected)
{
	struct reconos_fault fault;
	int err;

	err = sort_start(t);
	CHECK(!err, "start: %s", strerror(-err));
	err = sort_serve(t, request, response);
	CHECK(err == -EFAULT, "serve: %s instead of EFAULT", strerror(-err));
	CHECK_ERRNO(slot_wait(t->reconos, t->slot, SERVE_TIMEOUT_NS), EFAULT);
	CHECK_ERRNO(slot_fault(t->reconos, t->slot, &fault), 0);
	CHECK(fault.cause == expected->cause || fault.cause == expected->cause_or, "cause %u", fault.cause);
	CHECK(fault.address == expected->address, "address 0x%08x instead of 0x%08x", fault.address,
	      expected->address);
	CHECK(!fault.is_write == !expected->is_write, "is_write %u", fault.is_write);

	CHECK_ERRNO(slot_reset(t->reconos, t->slot, 1), 0);
	CHECK_ERRNO(slot_fault(t->reconos, t->slot, &fault), 0);
	CHECK(fault.cause == RECONOS_FAULT_NONE, "cause %u after reset", fault.cause);
	return 0;
}

static int test_fault_null(const struct drvtest *t)
{
	const struct expected_fault expected = { RECONOS_FAULT_L1, RECONOS_FAULT_L2, 0, false };
	uint32_t *words = malloc(BYTES);

	CHECK(words, "no memory");
	if (take_sort(t) || check_fault(t, NULL, NULL, &expected))
		return -1;
	if (sort_run(t, words, words + SORT_WORDS / 2, SORT_WORDS / 2, 3))
		return -1;
	free(words);
	return slot_release(t->reconos, t->slot);
}

static int test_fault_kernel(const struct drvtest *t)
{
	const uint32_t address = 0xc0100000;
	const struct expected_fault expected = { RECONOS_FAULT_PERMISSION, RECONOS_FAULT_PERMISSION, address,
						 false };
	uint32_t words[16] = { 1 };
	const struct sequence request = { address, 16, 16 };
	const struct sequence response = { address_of(words), 16, 16 };

	if (take_sort(t) || check_fault(t, &request, &response, &expected))
		return -1;
	return slot_release(t->reconos, t->slot);
}

static int check_not_written(const struct drvtest *t, uint32_t *constant)
{
	const struct expected_fault expected = { RECONOS_FAULT_PERMISSION, RECONOS_FAULT_PERMISSION,
						 address_of(constant), true };
	uint32_t words[16] = { 1 };
	const struct sequence request = { address_of(words), 16, 16 };
	const struct sequence response = { address_of(constant), 16, 16 };

	if (take_sort(t) || check_fault(t, &request, &response, &expected))
		return -1;
	for (uint32_t i = 0; i < SORT_WORDS; i++)
		CHECK(constant[i] == 0, "a read-only page was written");
	return slot_release(t->reconos, t->slot);
}

static int test_fault_read_only(const struct drvtest *t)
{
	uint32_t *constant = fresh_pages(PROT_READ);

	CHECK(constant, "no memory");
	/* First without a page behind, so that it is the driver that finds out; then with one. */
	if (check_not_written(t, constant))
		return -1;
	CHECK(constant[0] == 0, "new pages are not zero");
	if (check_not_written(t, constant))
		return -1;
	munmap(constant, BYTES);
	return 0;
}

const struct test thread_tests[] = {
	{ "sort", test_sort },
	{ "fault_resolved", test_fault_resolved },
	{ "pins_kept", test_pins_kept },
	{ "fault_clean_page", test_fault_clean_page },
	{ "remapped", test_remapped },
	{ "unmapped_under_way", test_unmapped_under_way },
	{ "replaced_under_way", test_replaced_under_way },
	{ "shared_by_fork", test_shared_by_fork },
	{ "fault_null", test_fault_null },
	{ "fault_kernel", test_fault_kernel },
	{ "fault_read_only", test_fault_read_only },
	{ NULL, NULL },
};
