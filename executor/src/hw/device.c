/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "rxc/device.h"

#include "uapi/reconos.h"
#include "uapi/zycap.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE_BYTES 4096u

static int call(int fd, unsigned long request, void *argument)
{
    return ioctl(fd, request, argument) < 0 ? -errno : 0;
}

static void *map(int fd, size_t bytes, int protection, off_t offset)
{
    void *address = mmap(NULL, bytes, protection, MAP_SHARED, fd, offset);
    return address == MAP_FAILED ? NULL : address;
}

int rxc_device_open(struct rxc_device *device, struct rxc_error *error)
{
    struct reconos_info info;

    *device = (struct rxc_device){.reconos = -1, .zycap = -1};
    device->reconos = open(RECONOS_DEVICE, O_RDWR | O_CLOEXEC);
    if (device->reconos < 0)
        return rxc_error_set(error, errno, "%s: %s", RECONOS_DEVICE, strerror(errno));
    int rc = call(device->reconos, RECONOS_IOC_GET_INFO, &info);
    if (!rc && info.abi_version != RECONOS_ABI_VERSION)
        rc = -EPROTONOSUPPORT;
    if (rc) {
        rxc_device_close(device);
        return rxc_error_set(error, -rc, "%s: its driver does not answer as version %d: %s", RECONOS_DEVICE,
                             RECONOS_ABI_VERSION, strerror(-rc));
    }
    device->slots = info.slots < RXC_DEVICE_SLOTS_MAX ? info.slots : RXC_DEVICE_SLOTS_MAX;
    device->global_timer_hz = info.global_timer_hz;
    device->timer_page = map(device->reconos, PAGE_BYTES, PROT_READ, RECONOS_MMAP_GLOBAL_TIMER);
    if (info.event_ring_bytes) {
        device->event_bytes = info.event_ring_bytes;
        device->event_region =
            map(device->reconos, device->event_bytes, PROT_READ | PROT_WRITE, RECONOS_MMAP_EVENT_RING);
    }
    if (!device->timer_page || !device->global_timer_hz || (info.event_ring_bytes && !device->event_region)) {
        rxc_device_close(device);
        return rxc_error_set(error, ENODEV, "%s: the global timer or the event region cannot be mapped",
                             RECONOS_DEVICE);
    }
    return 0;
}

void rxc_device_close(struct rxc_device *device)
{
    if (device->osif)
        (void)munmap((void *)(uintptr_t)device->osif, PAGE_BYTES);
    if (device->timer_page)
        (void)munmap(device->timer_page, PAGE_BYTES);
    if (device->event_region)
        (void)munmap(device->event_region, device->event_bytes);
    if (device->zycap >= 0)
        (void)close(device->zycap);
    if (device->reconos >= 0)
        (void)close(device->reconos);
    *device = (struct rxc_device){.reconos = -1, .zycap = -1};
}

void rxc_device_clock(const struct rxc_device *device, struct rxc_clock *clock)
{
    const volatile uint32_t *registers =
        (const volatile uint32_t *)((const char *)device->timer_page + RECONOS_GLOBAL_TIMER_OFFSET);
    rxc_clock_init_global_timer(clock, registers, device->global_timer_hz);
}

static struct rxc_device *device_of(struct rxc_slot *slot)
{
    return ((struct rxc_device_slot *)slot)->device;
}

static int set_level(struct rxc_slot *slot, unsigned long request, bool level)
{
    struct reconos_slot_level argument = {.slot = slot->index, .level = level};
    return call(device_of(slot)->reconos, request, &argument);
}

static int device_reset(struct rxc_slot *slot, bool level)
{
    return set_level(slot, RECONOS_IOC_SLOT_RESET, level);
}

static int device_quiesce(struct rxc_slot *slot, bool level)
{
    return set_level(slot, RECONOS_IOC_SLOT_QUIESCE, level);
}

static int device_clear_signal(struct rxc_slot *slot)
{
    return set_level(slot, RECONOS_IOC_SLOT_SIGNAL, false);
}

static int device_invalidate(struct rxc_slot *slot)
{
    return call(device_of(slot)->reconos, RECONOS_IOC_TLB_INVALIDATE, NULL);
}

static int device_load(struct rxc_slot *slot, const struct rxc_bitstream *bitstream, uint32_t timeout_ms,
                       struct rxc_load_cost *cost)
{
    struct zycap_load load = {
        .data = (uintptr_t)bitstream->data, .size_bytes = bitstream->size_bytes, .timeout_ms = timeout_ms};
    int rc = call(device_of(slot)->zycap, ZYCAP_IOC_LOAD_COPY, &load);

    *cost = (struct rxc_load_cost){load.active_cycles, load.gap_cycles, load.setup_cycles};
    return rc;
}

static int device_wait(struct rxc_slot *slot, uint64_t timeout_ns)
{
    struct reconos_wait wait = {.slot = slot->index, .timeout_ns = timeout_ns};
    return call(device_of(slot)->reconos, RECONOS_IOC_OSIF_WAIT, &wait);
}

static volatile uint32_t *window(struct rxc_slot *slot, uint32_t offset)
{
    return device_of(slot)->osif + (slot->index * 16u + offset) / sizeof(uint32_t);
}

static int device_read(struct rxc_slot *slot, uint32_t *word)
{
    if (*window(slot, RECONOS_OSIF_READ_STATUS) & RECONOS_OSIF_BLOCKED)
        return -EAGAIN;
    *word = *window(slot, RECONOS_OSIF_READ);
    return 0;
}

static int device_write(struct rxc_slot *slot, uint32_t word)
{
    if (*window(slot, RECONOS_OSIF_WRITE_STATUS) & RECONOS_OSIF_BLOCKED)
        return -EAGAIN;
    *window(slot, RECONOS_OSIF_WRITE) = word;
    return 0;
}

static void device_fault(struct rxc_slot *slot, struct rxc_slot_fault *fault)
{
    static const char *const causes[] = {
        [RECONOS_FAULT_NONE] = NULL,
        [RECONOS_FAULT_L1] = "nothing is mapped there",
        [RECONOS_FAULT_L2] = "the page is not mapped",
        [RECONOS_FAULT_PERMISSION] = "the process may not access the page so",
        [RECONOS_FAULT_WALK] = "bus error while reading the page table",
        [RECONOS_FAULT_SLAVE] = "the memory answered with an error",
        [RECONOS_FAULT_DECODE] = "no memory answers at that address",
    };
    struct reconos_fault argument = {.slot = slot->index};

    *fault = (struct rxc_slot_fault){0};
    if (call(device_of(slot)->reconos, RECONOS_IOC_SLOT_FAULT, &argument))
        return;
    fault->address = argument.address;
    fault->is_write = argument.is_write;
    if (argument.cause < sizeof causes / sizeof causes[0])
        fault->cause = causes[argument.cause];
}

static int device_address_word(struct rxc_slot *slot, const void *address, uint32_t *word)
{
    (void)slot;
    if ((uintptr_t)address > UINT32_MAX)
        return -ERANGE;
    *word = (uint32_t)(uintptr_t)address;
    return 0;
}

static const struct rxc_slot_ops device_ops = {
    .reset = device_reset,
    .quiesce = device_quiesce,
    .clear_signal = device_clear_signal,
    .invalidate = device_invalidate,
    .load = device_load,
    .wait = device_wait,
    .read = device_read,
    .write = device_write,
    .fault = device_fault,
    .address_word = device_address_word,
};

static int open_zycap(struct rxc_device *device, struct rxc_error *error)
{
    uint32_t version = 0;

    if (device->zycap >= 0)
        return 0;
    device->zycap = open(ZYCAP_DEVICE, O_RDWR | O_CLOEXEC);
    if (device->zycap < 0)
        return rxc_error_set(error, errno, "%s: %s", ZYCAP_DEVICE, strerror(errno));
    int rc = call(device->zycap, ZYCAP_IOC_VERSION, &version);
    if (!rc && version == ZYCAP_ABI_VERSION)
        return 0;
    return rxc_error_set(error, EPROTONOSUPPORT, "%s: its driver is not of version %d", ZYCAP_DEVICE,
                         ZYCAP_ABI_VERSION);
}

int rxc_device_map_osif(struct rxc_device *device, struct rxc_error *error)
{
    if (!device->osif)
        device->osif = map(device->reconos, PAGE_BYTES, PROT_READ | PROT_WRITE, RECONOS_MMAP_OSIF);
    if (device->osif)
        return 0;
    return rxc_error_set(error, errno, "%s: the OSIF windows cannot be mapped: %s", RECONOS_DEVICE,
                         strerror(errno));
}

int rxc_device_acquire(struct rxc_device *device, uint32_t index, const char *name,
                       struct rxc_device_slot *slot, struct rxc_error *error)
{
    assert(device->reconos >= 0);
    if (index >= device->slots)
        return rxc_error_set(error, ENOENT, "slot %s: index %u, but the device has %u slots", name,
                             (unsigned)index, (unsigned)device->slots);
    int rc = open_zycap(device, error);
    if (rc)
        return rc;
    rc = rxc_device_map_osif(device, error);
    if (rc)
        return rc;
    rc = call(device->reconos, RECONOS_IOC_SLOT_ACQUIRE, &index);
    if (rc)
        return rxc_error_set(error, -rc, "slot %s (index %u): %s", name, (unsigned)index,
                             rc == -EBUSY ? "another process uses it" : strerror(-rc));
    *slot = (struct rxc_device_slot){.slot = {.ops = &device_ops, .index = index, .name = name},
                                     .device = device};
    return 0;
}

void rxc_device_release(struct rxc_device_slot *slot)
{
    if (slot->device)
        (void)call(slot->device->reconos, RECONOS_IOC_SLOT_RELEASE, &slot->slot.index);
    slot->device = NULL;
}
