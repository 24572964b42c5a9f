// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "drvtest.h"

#define SLEEPS_LOOKS_MAX 1000000

int slot_acquire(int fd, uint32_t slot)
{
	return ioctl(fd, RECONOS_IOC_SLOT_ACQUIRE, &slot);
}

int slot_release(int fd, uint32_t slot)
{
	return ioctl(fd, RECONOS_IOC_SLOT_RELEASE, &slot);
}

static int set_level(int fd, unsigned long request, uint32_t slot, uint32_t level)
{
	struct reconos_slot_level in = { .slot = slot, .level = level };

	return ioctl(fd, request, &in);
}

int slot_reset(int fd, uint32_t slot, uint32_t level)
{
	return set_level(fd, RECONOS_IOC_SLOT_RESET, slot, level);
}

int slot_signal(int fd, uint32_t slot, uint32_t level)
{
	return set_level(fd, RECONOS_IOC_SLOT_SIGNAL, slot, level);
}

int slot_quiesce(int fd, uint32_t slot, uint32_t level)
{
	return set_level(fd, RECONOS_IOC_SLOT_QUIESCE, slot, level);
}

int slot_wait(int fd, uint32_t slot, uint64_t timeout_ns)
{
	struct reconos_wait in = { .slot = slot, .timeout_ns = timeout_ns };

	return ioctl(fd, RECONOS_IOC_OSIF_WAIT, &in);
}

int slot_cancel(int fd, uint32_t slot)
{
	return ioctl(fd, RECONOS_IOC_WAIT_CANCEL, &slot);
}

int slot_fault(int fd, uint32_t slot, struct reconos_fault *fault)
{
	fault->slot = slot;
	return ioctl(fd, RECONOS_IOC_SLOT_FAULT, fault);
}

int tlb_invalidate(int fd)
{
	return ioctl(fd, RECONOS_IOC_TLB_INVALIDATE);
}

int load_stream(const struct drvtest *t, const void *data, size_t size_bytes, struct zycap_load *out)
{
	struct zycap_load load = {
		.data = (uintptr_t)data,
		.size_bytes = (uint32_t)size_bytes,
		.timeout_ms = 1000,
	};
	int result = ioctl(t->zycap, ZYCAP_IOC_LOAD_COPY, &load);

	if (out)
		*out = load;
	return result;
}

int open_device(const char *path)
{
	return open(path, O_RDWR | O_CLOEXEC);
}

volatile uint32_t *map_osif(int fd)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, RECONOS_MMAP_OSIF);

	return p == MAP_FAILED ? NULL : p;
}

uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static char task_state(pid_t process, pid_t task)
{
	char path[64], text[512];
	const char *end;
	size_t bytes;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", (int)process, (int)task);
	file = fopen(path, "r");
	if (!file)
		return 0;
	bytes = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[bytes] = 0;
	end = strrchr(text, ')'); /* the name before may have anything in it */
	return end && end[1] ? end[2] : 0;
}

bool task_sleeps(pid_t process, pid_t task)
{
	for (int i = 0; i < SLEEPS_LOOKS_MAX; i++) {
		if (task_state(process, task) == 'S')
			return true;
		sched_yield();
	}
	return false;
}
