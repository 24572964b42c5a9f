/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The figures of a run by name, and the judgement of a scenario's expectations. The list of names
 * follows from the scenario alone, so that an expectation with a wrong name is found before the run.
 */
#ifndef ZT_METRICS_H
#define ZT_METRICS_H

#include <stdbool.h>
#include <stddef.h>

#include "quantity.h"
#include "scenario.h"
#include "timeline.h"

struct zt_metric {
    char *name;
    enum zt_unit unit;
    const char *meaning;
    double value; /* NaN: this run has none */
    double scale; /* of a program's metric: its key names the unit, one of which is so many of ours; else 0 */
};

struct zt_metrics {
    struct zt_metric *list;
    size_t count, capacity;
};

/* Figures of the host's side of a run. */
struct zt_host_figures {
    double wall_s;
    double peak_rss_mib;
};

/* Names, units and meanings; with a timeline also the values. */
void zt_metrics_compute(const struct zt_scenario *scenario, const struct zt_timeline *timeline,
                        const struct zt_host_figures *host, struct zt_metrics *metrics);
void zt_metrics_free(struct zt_metrics *metrics);
/* Sets a metric, or adds it. `scale`: see struct zt_metric. */
void zt_metrics_put(struct zt_metrics *metrics, const char *name, enum zt_unit unit, double scale,
                    double value, const char *meaning);
/* The name in JSON, with its unit ("sobel.response.p50_ns"); owned by the caller. */
char *zt_metric_key(const struct zt_metric *metric);
/* The value that belongs to that name. */
double zt_metric_number(const struct zt_metric *metric);
const struct zt_metric *zt_metrics_find(const struct zt_metrics *metrics, const char *name);
/* "ns", "bytes", "1" ... */
const char *zt_unit_name(enum zt_unit unit);
/* A value with its unit for people, e.g. "1.25 ms"; owned by the caller. */
char *zt_value_text(double value, enum zt_unit unit);

/* Reports expectations whose metric does not exist or has another unit. True: none. */
bool zt_expects_check(const struct zt_scenario *scenario, struct zt_diag *diag);

/* Nearest-rank percentile (0 to 100) of values, which it sorts; NaN of none. */
double zt_percentile(double *values, size_t count, double percent);

#endif
