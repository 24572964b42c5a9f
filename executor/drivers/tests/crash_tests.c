// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/* Owners that are killed: the slot must be reusable as soon as the parent knows of the death. */
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "drvtest.h"

#define ROUNDS 8

/* In the child: own descriptors, for the parent's are not its own. Tells the parent with a byte. */
static void child_start(const struct drvtest *parent, struct drvtest *t, int ready)
{
	*t = *parent;
	t->reconos = open_device(RECONOS_DEVICE);
	t->osif = t->reconos < 0 ? NULL : map_osif(t->reconos);
	if (!t->osif || slot_acquire(t->reconos, t->slot) || sort_load(t) || sort_start(t))
		_exit(1);
	if (write(ready, "r", 1) != 1)
		_exit(1);
}

static void child_waits(const struct drvtest *parent, int ready)
{
	struct drvtest t;

	child_start(parent, &t, ready);
	/* The first call of the thread is popped and never answered, so the next wait lasts. */
	if (slot_wait(t.reconos, t.slot, SERVE_TIMEOUT_NS))
		_exit(1);
	osif_pop(&t);
	slot_wait(t.reconos, t.slot, 10 * SERVE_TIMEOUT_NS);
	_exit(1);
}

/* Sorts for ever into pages that are new each time, so that faults are always being worked on. */
static void child_sorts(const struct drvtest *parent, int ready)
{
	const size_t bytes = SORT_WORDS * 4;
	struct drvtest t;

	child_start(parent, &t, ready);
	for (;;) {
		uint32_t *words = mmap(NULL, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
				       -1, 0);
		struct sequence request = { address_of(words), SORT_WORDS, SORT_WORDS };
		struct sequence response = { address_of(words + SORT_WORDS), SORT_WORDS, SORT_WORDS };

		if (words == MAP_FAILED || sort_serve(&t, &request, &response) ||
		    slot_reset(t.reconos, t.slot, 1) || sort_start(&t))
			_exit(1);
		munmap(words, 2 * bytes);
	}
}

static pid_t start_child(const struct drvtest *t, void (*body)(const struct drvtest *, int))
{
	int fds[2];
	pid_t child;
	char byte;
	bool ready;

	if (pipe(fds))
		return -1;
	child = fork();
	if (!child) {
		close(fds[0]);
		body(t, fds[1]);
		_exit(1);
	}
	close(fds[1]);
	ready = child > 0 && read(fds[0], &byte, 1) == 1;
	close(fds[0]);
	return ready ? child : -1;
}

static int kill_child(pid_t child)
{
	int status;

	CHECK(!kill(child, SIGKILL), "kill: %s", strerror(errno));
	CHECK(waitpid(child, &status, 0) == child, "waitpid: %s", strerror(errno));
	CHECK(WIFSIGNALED(status), "the child ended by itself, status 0x%x", (unsigned int)status);
	return 0;
}

static int check_reusable(const struct drvtest *t, uint32_t seed)
{
	uint32_t *words = malloc(SORT_WORDS * 8);
	int err;

	CHECK(words, "no memory");
	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	CHECK_ERRNO(slot_wait(t->reconos, t->slot, 0), ETIMEDOUT); /* no word of the old owner's */
	err = sort_load(t);
	CHECK(!err, "load: %s", strerror(-err));
	if (sort_run(t, words, words + SORT_WORDS, SORT_WORDS, seed))
		return -1;
	free(words);
	return slot_release(t->reconos, t->slot);
}

static int test_kill_in_wait(const struct drvtest *t)
{
	for (uint32_t i = 0; i < ROUNDS; i++) {
		pid_t child = start_child(t, child_waits);

		CHECK(child > 0, "the child could not start");
		CHECK(task_sleeps(child, child), "the child does not sleep");
		if (kill_child(child) || check_reusable(t, 300 + i))
			return -1;
	}
	return 0;
}

static int test_kill_while_sorting(const struct drvtest *t)
{
	for (uint32_t i = 0; i < ROUNDS; i++) {
		struct timespec delay = { .tv_nsec = 37000L * (long)(i + 1) * (long)(i + 1) };
		pid_t child = start_child(t, child_sorts);

		CHECK(child > 0, "the child could not start");
		/* Not to wait for something: to strike at another point each time. */
		nanosleep(&delay, NULL);
		if (kill_child(child) || check_reusable(t, 400 + i))
			return -1;
	}
	return 0;
}

const struct test crash_tests[] = {
	{ "kill_in_wait", test_kill_in_wait },
	{ "kill_while_sorting", test_kill_while_sorting },
	{ NULL, NULL },
};
