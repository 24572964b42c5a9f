/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Numbers with units as people write them, and ranges of them.
 *
 * Units: time ps, ns, us, ms, s (kept in ns); size B, KiB, MiB, kB, MB (kept in bytes); % (kept as a
 * fraction); none. A range is `5` (exactly), `< 5 ms`, `<= 5`, `> 5`, `>= 5`, `!= 5` or `2 ms .. 5 ms`.
 */
#ifndef ZT_QUANTITY_H
#define ZT_QUANTITY_H

#include <stdbool.h>
#include <stdint.h>

enum zt_unit { ZT_UNIT_NONE, ZT_UNIT_NS, ZT_UNIT_BYTES, ZT_UNIT_FRACTION };

struct zt_quantity {
    double value;
    enum zt_unit unit;
};

enum zt_relation { ZT_EQUAL, ZT_NOT_EQUAL, ZT_BELOW, ZT_AT_MOST, ZT_ABOVE, ZT_AT_LEAST, ZT_BETWEEN };

struct zt_range {
    enum zt_relation relation;
    struct zt_quantity low;  /* the bound, or the lower one of BETWEEN */
    struct zt_quantity high; /* BETWEEN only */
};

bool zt_quantity_parse(const char *text, struct zt_quantity *out);
/* A time of at least 0, whole nanoseconds. */
bool zt_duration_parse(const char *text, uint64_t *ns_out);
/* A whole number from low to high, decimal or 0x. */
bool zt_integer_parse(const char *text, uint64_t low, uint64_t high, uint64_t *out);
bool zt_range_parse(const char *text, struct zt_range *out);
bool zt_range_holds(const struct zt_range *range, double value);

#endif
