/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The slot on /dev/reconos and /dev/zycap, with a driver that is played by this file: the linker puts the
 * __wrap_ functions in place of open, close, ioctl, mmap and munmap.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "rxc/device.h"
#include "uapi/reconos.h"
#include "uapi/zycap.h"

#define RECONOS_FD 1000
#define ZYCAP_FD 1001

int __real_open(const char *path, int flags, ...);
int __real_close(int fd);
int __real_ioctl(int fd, unsigned long request, ...);
void *__real_mmap(void *address, size_t bytes, int protection, int flags, int fd, off_t offset);
int __real_munmap(void *address, size_t bytes);

static struct {
    struct reconos_info info;
    uint32_t osif[1024];
    uint32_t timer[1024];
    uint8_t ring[8192];
    int errors[256]; /* by ioctl number: errno, 0: success */
    char log[512];   /* "request(slot,level) " */
    struct zycap_load load;
    struct reconos_fault fault;
    uint64_t wait_ns;
    int open_files, maps;
} fake = {.info = {.abi_version = RECONOS_ABI_VERSION,
                   .slots = 2,
                   .event_ring_bytes = sizeof fake.ring,
                   .global_timer_hz = 333333343}};

int __wrap_open(const char *path, int flags, ...)
{
    if (strcmp(path, RECONOS_DEVICE) != 0 && strcmp(path, ZYCAP_DEVICE) != 0) {
        va_list arguments;
        va_start(arguments, flags);
        int mode = va_arg(arguments, int);
        va_end(arguments);
        return __real_open(path, flags, mode);
    }
    fake.open_files++;
    return strcmp(path, RECONOS_DEVICE) == 0 ? RECONOS_FD : ZYCAP_FD;
}

int __wrap_close(int fd)
{
    if (fd < RECONOS_FD)
        return __real_close(fd);
    fake.open_files--;
    return 0;
}

static void note(const char *name, uint32_t slot, uint32_t level)
{
    size_t length = strlen(fake.log);
    (void)snprintf(fake.log + length, sizeof fake.log - length, "%s(%u,%u) ", name, slot, level);
}

int __wrap_ioctl(int fd, unsigned long request, ...)
{
    va_list arguments;

    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (fd < RECONOS_FD)
        return __real_ioctl(fd, request, argument);
    const struct reconos_slot_level *level = argument;
    switch (request) {
    case RECONOS_IOC_GET_INFO:
        *(struct reconos_info *)argument = fake.info;
        break;
    case RECONOS_IOC_SLOT_ACQUIRE:
        note("acquire", *(uint32_t *)argument, 0);
        break;
    case RECONOS_IOC_SLOT_RELEASE:
        note("release", *(uint32_t *)argument, 0);
        break;
    case RECONOS_IOC_SLOT_RESET:
        note("reset", level->slot, level->level);
        break;
    case RECONOS_IOC_SLOT_QUIESCE:
        note("quiesce", level->slot, level->level);
        break;
    case RECONOS_IOC_SLOT_SIGNAL:
        note("signal", level->slot, level->level);
        break;
    case RECONOS_IOC_TLB_INVALIDATE:
        note("invalidate", 0, 0);
        break;
    case RECONOS_IOC_OSIF_WAIT:
        fake.wait_ns = ((struct reconos_wait *)argument)->timeout_ns;
        break;
    case RECONOS_IOC_SLOT_FAULT:
        *(struct reconos_fault *)argument = fake.fault;
        break;
    case ZYCAP_IOC_VERSION:
        *(uint32_t *)argument = ZYCAP_ABI_VERSION;
        break;
    case ZYCAP_IOC_LOAD_COPY:
        fake.load = *(struct zycap_load *)argument;
        ((struct zycap_load *)argument)->active_cycles = fake.load.size_bytes / 4;
        ((struct zycap_load *)argument)->gap_cycles = 7;
        break;
    default:
        cr_assert(false, "unexpected request 0x%lx", request);
    }
    errno = fake.errors[request & 0xff];
    return errno ? -1 : 0;
}

void *__wrap_mmap(void *address, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    if (fd < RECONOS_FD)
        return __real_mmap(address, bytes, protection, flags, fd, offset);
    fake.maps++;
    if (offset == RECONOS_MMAP_OSIF)
        return fake.osif;
    if (offset == RECONOS_MMAP_GLOBAL_TIMER) {
        cr_assert_eq(protection, PROT_READ);
        return fake.timer;
    }
    cr_assert_eq(offset, RECONOS_MMAP_EVENT_RING);
    cr_assert_eq(bytes, sizeof fake.ring);
    return fake.ring;
}

int __wrap_munmap(void *address, size_t bytes)
{
    if (address != fake.osif && address != fake.timer && address != fake.ring)
        return __real_munmap(address, bytes);
    fake.maps--;
    return 0;
}

static struct rxc_device device;
static struct rxc_device_slot small, large;

static void acquire(void)
{
    struct rxc_error error = {0};

    cr_assert_eq(rxc_device_open(&device, &error), 0, "%s", error.text);
    cr_assert_eq(rxc_device_acquire(&device, 0, "small", &small, &error), 0, "%s", error.text);
    cr_assert_eq(rxc_device_acquire(&device, 1, "large", &large, &error), 0, "%s", error.text);
}

Test(device, opens_and_gives_all_back)
{
    struct rxc_clock clock;

    acquire();
    cr_expect_eq(device.event_region, (void *)fake.ring);
    fake.timer[0x200 / 4] = 5;
    fake.timer[0x204 / 4] = 1;
    rxc_device_clock(&device, &clock);
    cr_expect_eq(rxc_clock_count(&clock), 0x100000005ull);
    cr_expect_eq(clock.hz, 333333343);
    rxc_device_release(&large);
    rxc_device_release(&small);
    rxc_device_close(&device);
    cr_expect_str_eq(fake.log, "acquire(0,0) acquire(1,0) release(1,0) release(0,0) ");
    cr_expect_eq(fake.open_files, 0);
    cr_expect_eq(fake.maps, 0);
}

/* Slot 1's windows begin at byte 16; a word is read only when there is one, written only when there is room.
 */
Test(device, osif_words)
{
    uint32_t word = 0;

    acquire();
    fake.osif[4 + 2] = 0x80000000u;
    cr_expect_eq(large.slot.ops->read(&large.slot, &word), -EAGAIN);
    fake.osif[4 + 2] = 1;
    fake.osif[4] = 0xa0;
    cr_expect_eq(large.slot.ops->read(&large.slot, &word), 0);
    cr_expect_eq(word, 0xa0);
    fake.osif[4 + 3] = 0x80000000u;
    cr_expect_eq(large.slot.ops->write(&large.slot, 9), -EAGAIN);
    cr_expect_eq(fake.osif[4 + 1], 0);
    fake.osif[4 + 3] = 8;
    cr_expect_eq(large.slot.ops->write(&large.slot, 9), 0);
    cr_expect_eq(fake.osif[4 + 1], 9);
    cr_expect_eq(fake.osif[1], 0, "slot 0 is untouched");
}

Test(device, a_load)
{
    const struct rxc_bitstream bitstream = {.name = "b", .data = fake.ring, .size_bytes = 400};
    struct rxc_load_cost cost;

    acquire();
    fake.log[0] = '\0';
    cr_expect_eq(rxc_slot_load(&large.slot, &bitstream, 250, &cost, NULL), 0);
    cr_expect_str_eq(fake.log, "reset(1,1) quiesce(1,1) quiesce(1,0) ");
    cr_expect_eq(fake.load.data, (uintptr_t)fake.ring);
    cr_expect_eq(fake.load.size_bytes, 400);
    cr_expect_eq(fake.load.timeout_ms, 250);
    cr_expect_eq(cost.active_cycles, 100);
    cr_expect_eq(cost.gap_cycles, 7);
}

Test(device, errors_come_through)
{
    const struct rxc_bitstream bitstream = {.name = "b", .data = fake.ring, .size_bytes = 400};
    struct rxc_load_cost cost;
    struct rxc_slot_fault fault;
    struct rxc_error error = {0};

    acquire();
    fake.errors[ZYCAP_IOC_LOAD_COPY & 0xff] = EILSEQ;
    cr_expect_eq(rxc_slot_load(&small.slot, &bitstream, 250, &cost, &error), -EILSEQ);
    fake.errors[RECONOS_IOC_OSIF_WAIT & 0xff] = EFAULT;
    cr_expect_eq(small.slot.ops->wait(&small.slot, 12345), -EFAULT);
    cr_expect_eq(fake.wait_ns, 12345);
    fake.fault = (struct reconos_fault){.cause = RECONOS_FAULT_DECODE, .address = 0x30, .is_write = 1};
    small.slot.ops->fault(&small.slot, &fault);
    cr_expect_str_eq(fault.cause, "no memory answers at that address");
    cr_expect_eq(fault.address, 0x30);
    cr_expect(fault.is_write);
}

Test(device, what_is_refused)
{
    struct rxc_error error = {0};

    cr_assert_eq(rxc_device_open(&device, &error), 0);
    cr_expect_eq(rxc_device_acquire(&device, 2, "third", &small, &error), -ENOENT);
    cr_expect_not_null(strstr(error.text, "slot third: index 2, but the device has 2 slots"), "%s",
                       error.text);
    fake.errors[RECONOS_IOC_SLOT_ACQUIRE & 0xff] = EBUSY;
    cr_expect_eq(rxc_device_acquire(&device, 0, "small", &small, &error), -EBUSY);
    cr_expect_not_null(strstr(error.text, "another process uses it"), "%s", error.text);
    rxc_device_close(&device);
    fake.info.abi_version = 99;
    cr_expect_eq(rxc_device_open(&device, &error), -EPROTONOSUPPORT);
    cr_expect_eq(fake.open_files, 0);
    cr_expect_eq(fake.maps, 0);
}
