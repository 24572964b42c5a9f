/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The executor's event rings (executor/include/rxc/event_ring.h), read from guest memory. */
#ifndef ZT_RINGS_H
#define ZT_RINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hash.h"
#include "rxc/event_ring.h"

#define ZT_RINGS_ADDRESS 0x1fe00000u
#define ZT_RINGS_BYTES 0x200000u
#define ZT_EVENT_KINDS (RXC_EVENT_WORKER_CPU + 1)

struct zt_ring {
    char name[RXC_RING_NAME_BYTES + 1];
    const struct rxc_event *events;
    uint32_t count;
    uint32_t dropped;
};

struct zt_rings {
    uint8_t *bytes; /* copy of the region */
    size_t size;
    struct zt_ring rings[RXC_RING_MAX]; /* claimed ones, in the region's order */
    unsigned count;
    uint32_t timer_hz;
    bool used; /* false: nobody laid the region out */
};

/* Takes the bytes over. False and a sentence in *error (owned by the caller) when the region breaks
 * its own rules; what is readable is still there. */
bool zt_rings_read(uint8_t *bytes, size_t size, struct zt_rings *rings, char **error);
void zt_rings_free(struct zt_rings *rings);
const char *zt_event_kind_name(unsigned kind);
/* Names, counts and events of all claimed rings, nothing else. */
void zt_rings_hash(const struct zt_rings *rings, struct zt_hash *hash);

#endif
