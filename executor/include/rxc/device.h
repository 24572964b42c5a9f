/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The programmable logic of a Zynq through its drivers (uapi/reconos.h, uapi/zycap.h). */
#ifndef RXC_DEVICE_H
#define RXC_DEVICE_H

#include "rxc/clock.h"
#include "rxc/error.h"
#include "rxc/slot.h"

#define RXC_DEVICE_SLOTS_MAX 8u

struct rxc_device {
    int reconos;             /* file descriptor, -1: closed */
    int zycap;               /* -1: not open */
    volatile uint32_t *osif; /* windows, NULL: not mapped */
    void *timer_page;        /* with the global timer */
    void *event_region;      /* NULL: none */
    size_t event_bytes;
    uint32_t slots;
    uint32_t global_timer_hz;
};

/*
 * Opens /dev/reconos and maps the global timer and the event region. -ENOENT: there is no such device (an
 * ordinary machine).
 */
int rxc_device_open(struct rxc_device *device, struct rxc_error *error);
void rxc_device_close(struct rxc_device *device);
/* The device's global timer. */
void rxc_device_clock(const struct rxc_device *device, struct rxc_clock *clock);

/* Maps the OSIF windows (device->osif) unless they are mapped. */
int rxc_device_map_osif(struct rxc_device *device, struct rxc_error *error);

struct rxc_device_slot {
    struct rxc_slot slot; /* first */
    struct rxc_device *device;
};

/* Takes the slot `index` for this process. The first one also opens /dev/zycap. -EBUSY, -ENOENT. */
int rxc_device_acquire(struct rxc_device *device, uint32_t index, const char *name,
                       struct rxc_device_slot *slot, struct rxc_error *error);
void rxc_device_release(struct rxc_device_slot *slot);

#endif
