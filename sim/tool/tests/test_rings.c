/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "../rings.h"
#include "scratch.h"

static uint8_t *make_region(struct rxc_ring_region **region, struct rxc_event **events)
{
    uint8_t *bytes = zt_alloc(65536, 1);
    *region = (struct rxc_ring_region *)bytes;
    **region = (struct rxc_ring_region){
        .magic = RXC_RING_MAGIC, .version = RXC_RING_VERSION, .rings = 2, .timer_hz = 7};
    (*region)->ring[1] = (struct rxc_ring){
        .state = 1, .capacity = 10, .offset = 4096, .written = 2, .dropped = 3, .name = "client:sort"};
    *events = (struct rxc_event *)(bytes + 4096);
    (*events)[1] = (struct rxc_event){.count = 77, .kind = RXC_EVENT_NOTE};
    return bytes;
}

Test(rings, claimed_rings_are_read)
{
    struct rxc_ring_region *region;
    struct rxc_event *events;
    struct zt_rings rings;
    char *error = NULL;
    uint8_t *bytes = make_region(&region, &events);
    cr_assert(zt_rings_read(bytes, 65536, &rings, &error));
    cr_expect(rings.used && rings.count == 1 && rings.timer_hz == 7);
    cr_expect(rings.rings[0].count == 2 && rings.rings[0].dropped == 3 &&
              rings.rings[0].events[1].count == 77);
    cr_expect_str_eq(rings.rings[0].name, "client:sort");
    zt_rings_free(&rings);
}

Test(rings, memory_never_used_is_no_error)
{
    struct zt_rings rings;
    char *error = NULL;
    cr_assert(zt_rings_read(zt_alloc(65536, 1), 65536, &rings, &error));
    cr_expect(!rings.used && rings.count == 0);
    zt_rings_free(&rings);
}

/* The guest may have written anything there. */
Test(rings, broken_regions_are_refused)
{
    for (int which = 0; which < 5; which++) {
        struct rxc_ring_region *region;
        struct rxc_event *events;
        struct zt_rings rings;
        char *error = NULL;
        uint8_t *bytes = make_region(&region, &events);
        struct rxc_ring *ring = &region->ring[1];
        switch (which) {
        case 0:
            region->rings = 1000000;
            break;
        case 1:
            ring->offset = 65530;
            break;
        case 2:
            ring->capacity = 0xffffffff;
            break;
        case 3:
            ring->written = 11;
            break;
        default:
            region->version = 2;
            break;
        }
        cr_expect_not(zt_rings_read(bytes, 65536, &rings, &error), "case %d", which);
        cr_expect_not_null(error);
        free(error);
        zt_rings_free(&rings);
    }
}

Test(rings, the_hash_sees_events_and_drops)
{
    char before[ZT_SHA256_HEX], after[ZT_SHA256_HEX], dropped[ZT_SHA256_HEX];
    struct rxc_ring_region *region;
    struct rxc_event *events;
    struct zt_rings rings;
    char *error = NULL;
    cr_assert(zt_rings_read(make_region(&region, &events), 65536, &rings, &error));
    struct zt_hash *hash = zt_hash_new();
    zt_rings_hash(&rings, hash);
    zt_hash_end(hash, before);
    events[0].arg ^= 1;
    hash = zt_hash_new();
    zt_rings_hash(&rings, hash);
    zt_hash_end(hash, after);
    rings.rings[0].dropped++;
    hash = zt_hash_new();
    zt_rings_hash(&rings, hash);
    zt_hash_end(hash, dropped);
    cr_expect(strcmp(before, after) != 0 && strcmp(after, dropped) != 0);
    zt_rings_free(&rings);
}

/* FIPS 180-4's own example: "abc". */
Test(hash, abc)
{
    char hex[ZT_SHA256_HEX];
    struct zt_hash *hash = zt_hash_new();
    zt_hash_add(hash, "abc", 3);
    zt_hash_end(hash, hex);
    cr_expect_str_eq(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
