/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* What rxc-calibrate wrote on a board or on the twin. */
#ifndef ZT_MEASURED_H
#define ZT_MEASURED_H

#include <stdbool.h>
#include <stddef.h>

#include "published.h"

struct zt_measured {
    char *id;
    char *what;
    char *unit;
    double pl_mhz;
    double values[ZT_STATISTICS]; /* NaN: skipped */
    double samples;
    char *skipped;    /* why, or NULL */
    char *conditions; /* "size_bytes 65536, repeats 4" or "" */
};

struct zt_measured_list {
    struct zt_measured *rows;
    size_t count, capacity;
};

/* Adds the file's rows. False after a message to stderr that names the file and what is wrong. */
bool zt_measured_read(const char *file, struct zt_measured_list *list);
/* Adds what rxc-pingpong printed, as the row dds_round_trip. */
bool zt_measured_read_dds(const char *file, double pl_mhz, struct zt_measured_list *list);
/* The row of this measurement with this PL clock (to a tenth of a MHz), or NULL. */
const struct zt_measured *zt_measured_find(const struct zt_measured_list *list, const char *id,
                                           double pl_mhz);
void zt_measured_free(struct zt_measured_list *list);

#endif
