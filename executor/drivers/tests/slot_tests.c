// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/* Ownership, waits and mappings: what needs no thread in the slot. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "drvtest.h"

#define WAIT_NS 20000000ull
#define TIMER_NS 40000000ull /* some periods of the slowest clock source, jiffies */
#define LONG_NS 5000000000ull
#define COUNT_LOW (RECONOS_GLOBAL_TIMER_OFFSET / 4)

static int test_info(const struct drvtest *t)
{
	struct reconos_info info;

	CHECK_ERRNO(ioctl(t->reconos, RECONOS_IOC_GET_INFO, &info), 0);
	CHECK(info.abi_version == RECONOS_ABI_VERSION, "ABI version %u", info.abi_version);
	CHECK(info.hw_version >> 16 == 1, "hardware version 0x%08x", info.hw_version);
	CHECK(info.slots > t->slot, "%u slots", info.slots);
	CHECK(info.osif_depth_words >= 4 && info.memif_depth_words >= 64 && info.tlb_entries >= 1,
	      "depths %u, %u, TLB %u", info.osif_depth_words, info.memif_depth_words, info.tlb_entries);
	CHECK(info.event_ring_bytes >= 4096 && info.global_timer_hz >= 1000000, "ring %u bytes, timer %u Hz",
	      info.event_ring_bytes, info.global_timer_hz);
	CHECK_ERRNO(ioctl(t->reconos, RECONOS_IOC_GET_INFO, NULL), EFAULT);
	CHECK_ERRNO(ioctl(t->reconos, _IO(RECONOS_IOC_MAGIC, 0x7f), 0), ENOTTY);
	return 0;
}

static int test_global_timer(const struct drvtest *t)
{
	volatile uint32_t *page;
	uint64_t start_ns, ns, expected;
	uint32_t start, counts;
	struct reconos_info info;

	CHECK(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, t->reconos, RECONOS_MMAP_GLOBAL_TIMER) ==
	      MAP_FAILED && errno == EPERM, "the timer can be mapped for writing");
	page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, t->reconos, RECONOS_MMAP_GLOBAL_TIMER);
	CHECK(page != MAP_FAILED, "mmap: %s", strerror(errno));
	CHECK_ERRNO(mprotect((void *)(uintptr_t)page, 4096, PROT_READ | PROT_WRITE), EACCES);

	CHECK_ERRNO(ioctl(t->reconos, RECONOS_IOC_GET_INFO, &info), 0);
	start = page[COUNT_LOW];
	start_ns = now_ns();
	do {
		ns = now_ns() - start_ns;
	} while (ns < TIMER_NS);
	counts = page[COUNT_LOW] - start;
	expected = ns * info.global_timer_hz / 1000000000;
	CHECK(counts > expected / 4 * 3 && counts < expected / 4 * 5, "%u counts in %llu ns, rate %u Hz",
	      counts, (unsigned long long)ns, info.global_timer_hz);
	munmap((void *)(uintptr_t)page, 4096);
	return 0;
}

static int test_event_ring(const struct drvtest *t)
{
	volatile uint32_t *ring;
	struct reconos_info info;
	size_t last;

	CHECK_ERRNO(ioctl(t->reconos, RECONOS_IOC_GET_INFO, &info), 0);
	ring = mmap(NULL, info.event_ring_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, t->reconos,
		    RECONOS_MMAP_EVENT_RING);
	CHECK(ring != MAP_FAILED, "mmap: %s", strerror(errno));
	last = info.event_ring_bytes / 4 - 1;
	ring[last] = 0x12345678;
	CHECK(ring[last] == 0x12345678, "last word reads 0x%08x", ring[last]);
	ring[last] = 0;
	munmap((void *)(uintptr_t)ring, info.event_ring_bytes);
	CHECK(mmap(NULL, info.event_ring_bytes + 4096, PROT_READ, MAP_SHARED, t->reconos,
		   RECONOS_MMAP_EVENT_RING) == MAP_FAILED && errno == EINVAL, "mapping larger than the ring");
	return 0;
}

static int test_bad_mappings(const struct drvtest *t)
{
	CHECK(mmap(NULL, 4096, PROT_READ, MAP_SHARED, t->reconos, 0x1000) == MAP_FAILED && errno == EINVAL,
	      "offset 0x1000 can be mapped");
	CHECK(mmap(NULL, 8192, PROT_READ, MAP_SHARED, t->reconos, RECONOS_MMAP_OSIF) == MAP_FAILED &&
	      errno == EINVAL, "two pages of OSIF can be mapped");
	CHECK(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, t->reconos, RECONOS_MMAP_OSIF) == MAP_FAILED &&
	      errno == EINVAL, "private mapping");
	return 0;
}

static int test_ownership(const struct drvtest *t)
{
	int other = open_device(RECONOS_DEVICE);

	CHECK(other >= 0, "second open: %s", strerror(errno));
	CHECK_ERRNO(slot_acquire(t->reconos, 1000), EINVAL);
	CHECK_ERRNO(slot_reset(t->reconos, t->slot, 1), EPERM);
	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), EBUSY);
	CHECK_ERRNO(slot_acquire(other, t->slot), EBUSY);
	CHECK_ERRNO(slot_release(other, t->slot), EPERM);
	CHECK_ERRNO(slot_wait(other, t->slot, 0), EPERM);
	CHECK_ERRNO(slot_reset(t->reconos, t->slot, 2), EINVAL);
	CHECK_ERRNO(slot_signal(t->reconos, t->slot, 1), 0);
	CHECK_ERRNO(slot_signal(t->reconos, t->slot, 0), 0);
	CHECK_ERRNO(slot_quiesce(t->reconos, t->slot, 1), 0);
	CHECK_ERRNO(slot_quiesce(t->reconos, t->slot, 0), 0);
	CHECK_ERRNO(ioctl(t->reconos, RECONOS_IOC_TLB_INVALIDATE), 0);
	CHECK_ERRNO(slot_release(t->reconos, t->slot), 0);
	CHECK_ERRNO(slot_release(t->reconos, t->slot), EPERM);
	CHECK_ERRNO(slot_acquire(other, t->slot), 0);
	close(other);
	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	return slot_release(t->reconos, t->slot);
}

static int test_close_of_duplicate(const struct drvtest *t)
{
	int other = open_device(RECONOS_DEVICE);
	int copy = dup(other);

	CHECK(other >= 0 && copy >= 0, "open, dup: %s", strerror(errno));
	CHECK_ERRNO(slot_acquire(other, t->slot), 0);
	close(other);
	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), EBUSY);
	CHECK_ERRNO(slot_signal(copy, t->slot, 0), 0);
	close(copy);
	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	return slot_release(t->reconos, t->slot);
}

/* The mapping keeps the file alive, but not the ownership. */
static int test_close_while_mapped(const struct drvtest *t)
{
	int other = open_device(RECONOS_DEVICE);
	volatile uint32_t *page = map_osif(other);

	CHECK(other >= 0 && page, "open, mmap: %s", strerror(errno));
	CHECK_ERRNO(slot_acquire(other, t->slot), 0);
	close(other);
	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	munmap((void *)(uintptr_t)page, 4096);
	return slot_release(t->reconos, t->slot);
}

static int test_child_is_no_owner(const struct drvtest *t)
{
	int status;
	pid_t child;

	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	child = fork();
	CHECK(child >= 0, "fork: %s", strerror(errno));
	if (!child) {
		bool good = slot_reset(t->reconos, t->slot, 1) < 0 && errno == EPERM;

		good = good && slot_acquire(t->reconos, t->slot) < 0 && errno == EBUSY;
		close(t->reconos);
		_exit(good ? 0 : 1);
	}
	CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status), "child did not exit");
	CHECK(WEXITSTATUS(status) == 0, "the child could use the slot");
	/* The child's close and exit took nothing from us. */
	CHECK_ERRNO(slot_reset(t->reconos, t->slot, 1), 0);
	return slot_release(t->reconos, t->slot);
}

static int test_wait_timeout(const struct drvtest *t)
{
	struct reconos_wait bad = { .slot = t->slot, .reserved = 1 };
	uint64_t start, ns;

	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	CHECK_ERRNO(ioctl(t->reconos, RECONOS_IOC_OSIF_WAIT, &bad), EINVAL);
	CHECK_ERRNO(slot_wait(t->reconos, t->slot, 0), ETIMEDOUT);
	start = now_ns();
	CHECK_ERRNO(slot_wait(t->reconos, t->slot, WAIT_NS), ETIMEDOUT);
	ns = now_ns() - start;
	CHECK(ns >= WAIT_NS && ns < LONG_NS, "%llu ns instead of %llu", (unsigned long long)ns, WAIT_NS);
	return slot_release(t->reconos, t->slot);
}

struct waiter {
	const struct drvtest *t;
	atomic_int tid;
	int result;
};

static void *wait_long(void *data)
{
	struct waiter *waiter = data;

	atomic_store(&waiter->tid, gettid());
	waiter->result = slot_wait(waiter->t->reconos, waiter->t->slot, LONG_NS) ? errno : 0;
	return NULL;
}

/* Starts a thread and returns when it sleeps in the wait. */
static int start_waiter(struct waiter *waiter, pthread_t *thread)
{
	int err = pthread_create(thread, NULL, wait_long, waiter);

	CHECK(!err, "pthread_create: %s", strerror(err));
	while (!atomic_load(&waiter->tid))
		;
	CHECK(task_sleeps(getpid(), atomic_load(&waiter->tid)), "the waiter does not sleep");
	return 0;
}

static int test_cancel(const struct drvtest *t)
{
	struct waiter waiter = { .t = t };
	pthread_t thread;

	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	CHECK_ERRNO(slot_cancel(t->reconos, t->slot), 0);
	CHECK_ERRNO(slot_wait(t->reconos, t->slot, LONG_NS), ECANCELED);
	CHECK_ERRNO(slot_wait(t->reconos, t->slot, 0), ETIMEDOUT);

	if (start_waiter(&waiter, &thread))
		return -1;
	CHECK_ERRNO(slot_cancel(t->reconos, t->slot), 0);
	pthread_join(thread, NULL);
	CHECK(waiter.result == ECANCELED, "%s", strerror(waiter.result));
	CHECK_ERRNO(slot_wait(t->reconos, t->slot, 0), ETIMEDOUT);
	return slot_release(t->reconos, t->slot);
}

static int test_release_ends_wait(const struct drvtest *t)
{
	struct waiter waiter = { .t = t };
	pthread_t thread;

	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	if (start_waiter(&waiter, &thread))
		return -1;
	CHECK_ERRNO(slot_release(t->reconos, t->slot), 0);
	pthread_join(thread, NULL);
	CHECK(waiter.result == ECANCELED, "%s", strerror(waiter.result));
	return 0;
}

static void ignore_signal(int number)
{
	(void)number;
}

static int test_signal_ends_wait(const struct drvtest *t)
{
	struct sigaction action = { .sa_handler = ignore_signal, .sa_flags = SA_RESTART };
	struct itimerval timer = { .it_value.tv_usec = 20000 };

	CHECK_ERRNO(slot_acquire(t->reconos, t->slot), 0);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	CHECK_ERRNO(slot_wait(t->reconos, t->slot, LONG_NS), EINTR);
	return slot_release(t->reconos, t->slot);
}

const struct test slot_tests[] = {
	{ "info", test_info },
	{ "global_timer", test_global_timer },
	{ "event_ring", test_event_ring },
	{ "bad_mappings", test_bad_mappings },
	{ "ownership", test_ownership },
	{ "close_of_duplicate", test_close_of_duplicate },
	{ "close_while_mapped", test_close_while_mapped },
	{ "child_is_no_owner", test_child_is_no_owner },
	{ "wait_timeout", test_wait_timeout },
	{ "cancel", test_cancel },
	{ "release_ends_wait", test_release_ends_wait },
	{ "signal_ends_wait", test_signal_ends_wait },
	{ NULL, NULL },
};
