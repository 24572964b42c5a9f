/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "rings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

static_assert(sizeof(struct rxc_event) == 24, "an event has 24 bytes");

const char *zt_event_kind_name(unsigned kind)
{
    static const char *const names[ZT_EVENT_KINDS] = {
        "none",         "run_start",  "run_stop",  "callback_ready", "callback_start", "callback_end",
        "config_start", "config_end", "publish",   "take",           "client_send",    "client_done",
        "wait_start",   "wait_end",   "osif_call", "note",           "worker_cpu",
    };
    return kind < ZT_EVENT_KINDS ? names[kind] : "unknown";
}

static bool take_ring(struct zt_rings *rings, const struct rxc_ring *ring, unsigned index, char **error)
{
    uint64_t end = (uint64_t)ring->offset + (uint64_t)ring->capacity * sizeof(struct rxc_event);
    if (ring->written > ring->capacity || ring->offset < sizeof(struct rxc_ring_region) || ring->offset % 8 ||
        end > rings->size) {
        *error = zt_format("event ring %u lies outside its region (offset %u, capacity %u, written %u)",
                           index, ring->offset, ring->capacity, ring->written);
        return false;
    }
    struct zt_ring *out = &rings->rings[rings->count++];
    memcpy(out->name, ring->name, RXC_RING_NAME_BYTES);
    out->name[RXC_RING_NAME_BYTES] = '\0';
    out->events = (const struct rxc_event *)(rings->bytes + ring->offset);
    out->count = ring->written;
    out->dropped = ring->dropped;
    return true;
}

bool zt_rings_read(uint8_t *bytes, size_t size, struct zt_rings *rings, char **error)
{
    *rings = (struct zt_rings){.bytes = bytes, .size = size};
    if (size < sizeof(struct rxc_ring_region)) {
        *error = zt_format("%zu bytes hold no event rings", size);
        return false;
    }
    const struct rxc_ring_region *region = (const struct rxc_ring_region *)bytes;
    if (region->magic == 0)
        return true;
    if (region->magic != RXC_RING_MAGIC || region->version != RXC_RING_VERSION ||
        region->rings > RXC_RING_MAX) {
        *error = zt_format("the event rings are not of version %u (magic 0x%08x, version %u, %u rings)",
                           RXC_RING_VERSION, region->magic, region->version, region->rings);
        return false;
    }
    rings->used = true;
    rings->timer_hz = region->timer_hz;
    for (unsigned i = 0; i < region->rings; i++) {
        if (region->ring[i].state != 0 && !take_ring(rings, &region->ring[i], i, error))
            return false;
    }
    return true;
}

void zt_rings_free(struct zt_rings *rings)
{
    free(rings->bytes);
    *rings = (struct zt_rings){0};
}

void zt_rings_hash(const struct zt_rings *rings, struct zt_hash *hash)
{
    for (unsigned i = 0; i < rings->count; i++) {
        const struct zt_ring *ring = &rings->rings[i];
        zt_hash_add_part(hash, ring->name, ring->events, ring->count * sizeof *ring->events);
        zt_hash_add(hash, &ring->dropped, sizeof ring->dropped);
    }
}
