/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Instructions that access devices. See include/zynqtwin/io_marks.h. */
#include "qemu/osdep.h"
#include "zynqtwin/io_marks.h"

#define PAGE_BITS 12
#define PAGES 1024 /* with marks; further ones are not remembered, which costs time only */
#define HALFWORDS ((1 << PAGE_BITS) / 2)

struct page {
    uint64_t number; /* of the page, plus one; 0: free */
    uint64_t bits[HALFWORDS / 64];
};

static struct page pages[PAGES];

/* The page's slot, or the free one where it would be; NULL: all are taken. */
static struct page *find(uint64_t ram_addr)
{
    uint64_t number = (ram_addr >> PAGE_BITS) + 1;
    unsigned first = (number * UINT64_C(0x9E3779B97F4A7C15)) >> 54;

    QEMU_BUILD_BUG_ON(PAGES != 1 << (64 - 54));
    for (unsigned i = 0; i < PAGES; i++) {
        struct page *p = &pages[(first + i) % PAGES];

        if (p->number == number || p->number == 0) {
            return p;
        }
    }
    return NULL;
}

static unsigned halfword(uint64_t ram_addr)
{
    return (ram_addr % (1 << PAGE_BITS)) / 2;
}

bool zt_io_mark(uint64_t ram_addr)
{
    struct page *p = find(ram_addr);
    unsigned at = halfword(ram_addr);

    if (!p || (p->bits[at / 64] >> at % 64 & 1)) {
        return false;
    }
    p->number = (ram_addr >> PAGE_BITS) + 1;
    p->bits[at / 64] |= UINT64_C(1) << at % 64;
    return true;
}

bool zt_io_marked(uint64_t ram_addr)
{
    const struct page *p = find(ram_addr);
    unsigned at = halfword(ram_addr);

    return p && p->number != 0 && (p->bits[at / 64] >> at % 64 & 1);
}
