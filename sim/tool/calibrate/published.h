/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What others measured on real boards: models/boards/published.yaml. A figure says what it is of, under which
 * conditions, from where, and what it may be used for. The format is described at the file's head.
 */
#ifndef ZT_PUBLISHED_H
#define ZT_PUBLISHED_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"

enum zt_use {
    ZT_USE_CALIBRATE, /* constants of board files may follow from it; its residual says how well they do */
    ZT_USE_HOLDOUT,   /* nothing follows from it: its residual says what the twin is worth */
    ZT_USE_CONTEXT,   /* shown and not judged: `why_not` says what makes it another measurement */
    ZT_USES
};

enum zt_statistic { ZT_MEDIAN, ZT_MIN, ZT_MAX, ZT_P99, ZT_MEAN, ZT_STATISTICS };

struct zt_published {
    char *id;         /* row of the sources' list */
    char *of;         /* measurement */
    char *unit;       /* must be the measurement's */
    double low, high; /* as published, times scale; equal unless sources differ */
    double scale;     /* to this board's clock, 1 when nothing was done */
    double pl_mhz;    /* PL clock that it was measured with */
    enum zt_use use;
    enum zt_statistic statistic; /* of the measurement's samples */
    char *constant;              /* cost of the board file that is the same thing, or NULL */
    char *conditions;
    char *why_not; /* with ZT_USE_CONTEXT only */
    char *source;
    struct zt_place place;
};

/* A figure that a model must not go below, for then it does what no board can. */
struct zt_floor {
    char *of;
    char *unit;
    double at_least;
    enum zt_statistic statistic;
    char *why;
    char *source;
};

struct zt_published_list {
    char *file;
    struct zt_published *figures;
    size_t count, capacity;
    struct zt_floor *floors;
    size_t floor_count, floor_capacity;
};

/* NULL after errors were reported. */
struct zt_published_list *zt_published_read(const char *file, struct zt_diag *diag);
void zt_published_free(struct zt_published_list *list);
const char *zt_use_name(enum zt_use use);
const char *zt_statistic_name(enum zt_statistic statistic);

#endif
