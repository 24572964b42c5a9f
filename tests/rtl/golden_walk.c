/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "golden_walk.h"

/* Table B3-8 of the manual: access of PL0 for AP[2:0] with AFE = 0. */
static bool user_may(unsigned ap, bool write)
{
    static const struct {
        bool read, write;
    } pl0[8] = {
        [0] = {false, false}, /* no access at all */
        [1] = {false, false}, /* PL1 only */
        [2] = {true, false},  /* PL0 reads */
        [3] = {true, true},   /* all */
        [4] = {false, false}, /* reserved */
        [5] = {false, false}, /* PL1 reads */
        [6] = {true, false},  /* both read, deprecated */
        [7] = {true, false},  /* both read */
    };
    return write ? pl0[ap].write : pl0[ap].read;
}

static unsigned bits(uint32_t word, unsigned high, unsigned low)
{
    return (unsigned)((word >> low) & ((1ull << (high - low + 1)) - 1));
}

static struct golden_result result(enum golden_cause cause, uint32_t pa)
{
    struct golden_result r = {cause, pa};
    return r;
}

static struct golden_result leaf(unsigned ap, bool write, uint32_t base, uint32_t offset)
{
    if (!user_may(ap, write)) {
        return result(GOLDEN_PERMISSION, 0);
    }
    return result(GOLDEN_OK, base + offset);
}

static struct golden_result second_level(golden_read_fn read, void *context, uint32_t table, uint32_t va,
                                         bool write)
{
    uint32_t entry;

    if (!read(context, table + 4 * bits(va, 19, 12), &entry)) {
        return result(GOLDEN_BUS, 0);
    }
    unsigned ap = bits(entry, 9, 9) << 2 | bits(entry, 5, 4);
    switch (bits(entry, 1, 0)) {
    case 0:
        return result(GOLDEN_L2, 0);
    case 1: /* 64 KiB */
        return leaf(ap, write, bits(entry, 31, 16) << 16, bits(va, 15, 0));
    default: /* 4 KiB; bit 0 is XN */
        return leaf(ap, write, bits(entry, 31, 12) << 12, bits(va, 11, 0));
    }
}

struct golden_result golden_walk(golden_read_fn read, void *context, uint32_t ttbr0, uint32_t va, bool write)
{
    uint32_t entry;

    if (!read(context, (bits(ttbr0, 31, 14) << 14) + 4 * bits(va, 31, 20), &entry)) {
        return result(GOLDEN_BUS, 0);
    }
    switch (bits(entry, 1, 0)) {
    case 1:
        return second_level(read, context, bits(entry, 31, 10) << 10, va, write);
    case 2:
        if (bits(entry, 18, 18)) {
            return result(GOLDEN_L1, 0);
        }
        return leaf(bits(entry, 15, 15) << 2 | bits(entry, 11, 10), write, bits(entry, 31, 20) << 20,
                    bits(va, 19, 0));
    default:
        return result(GOLDEN_L1, 0);
    }
}
