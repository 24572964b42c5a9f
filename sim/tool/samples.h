/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Metrics of several runs of one scenario, by variant (of its matrix) and seed: intervals over seeds, and
 * whether a metric stays the same from variant to variant.
 */
#ifndef ZT_SAMPLES_H
#define ZT_SAMPLES_H

#include "metrics.h"

struct zt_sample {
    unsigned variant;
    uint64_t seed;
    bool passed;
    struct zt_metrics metrics;
};

struct zt_samples {
    struct zt_sample *list;
    size_t count, capacity;
};

/* Of one metric over seeds; percentiles are nearest rank. */
struct zt_interval {
    size_t count;                          /* runs that have a value */
    double least, low, median, high, most; /* low to high: 90 % of the runs (5th and 95th percentile) */
};

/* Copies the metrics of a run. */
void zt_samples_add(struct zt_samples *samples, unsigned variant, uint64_t seed, bool passed,
                    const struct zt_metrics *metrics);
void zt_samples_free(struct zt_samples *samples);

/* Over the seeds of one variant. Without a value everything is NaN. */
void zt_samples_interval(const struct zt_samples *samples, unsigned variant, const char *metric,
                         struct zt_interval *interval);

struct zt_movement {
    double least, most; /* of the variants' medians over seeds */
    double share;       /* most / least - 1; 0 when both are 0; infinity when only the least is */
    bool complete;      /* every variant has a value */
};

/* How far a metric moves from variant to variant. */
void zt_samples_movement(const struct zt_samples *samples, unsigned variants, const char *metric,
                         struct zt_movement *movement);

/* Prints the intervals of the metrics that the expectations name or that end in p50 or p99, and of programs'
 * metrics, where the runs differ; writes all of them as JSON. 0 or a positive errno. */
int zt_samples_show(const struct zt_scenario *scenario, const struct zt_samples *samples, const char *path);
/* Judges and prints the scenario's invariants, writes them as JSON; *broken counts those that do not hold. */
int zt_samples_judge(const struct zt_scenario *scenario, const struct zt_samples *samples, const char *path,
                     unsigned *broken);

#endif
