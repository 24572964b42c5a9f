/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

void zt_samples_add(struct zt_samples *samples, unsigned variant, uint64_t seed, bool passed,
                    const struct zt_metrics *metrics)
{
    samples->list = zt_grow(samples->list, &samples->capacity, samples->count + 1, sizeof *samples->list);
    struct zt_sample *sample = &samples->list[samples->count++];
    *sample = (struct zt_sample){variant, seed, passed, {0}};
    for (size_t i = 0; i < metrics->count; i++) {
        const struct zt_metric *m = &metrics->list[i];
        zt_metrics_put(&sample->metrics, m->name, m->unit, m->scale, m->value, m->meaning);
    }
}

void zt_samples_free(struct zt_samples *samples)
{
    for (size_t i = 0; i < samples->count; i++)
        zt_metrics_free(&samples->list[i].metrics);
    free(samples->list);
    *samples = (struct zt_samples){0};
}

void zt_samples_interval(const struct zt_samples *samples, unsigned variant, const char *metric,
                         struct zt_interval *interval)
{
    double *values = zt_alloc(samples->count + 1, sizeof *values);
    size_t count = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const struct zt_metric *m =
            samples->list[i].variant == variant ? zt_metrics_find(&samples->list[i].metrics, metric) : NULL;
        if (m && isfinite(m->value))
            values[count++] = m->value;
    }
    *interval = (struct zt_interval){
        count,
        zt_percentile(values, count, 0),
        zt_percentile(values, count, 5),
        zt_percentile(values, count, 50),
        zt_percentile(values, count, 95),
        zt_percentile(values, count, 100),
    };
    free(values);
}

void zt_samples_movement(const struct zt_samples *samples, unsigned variants, const char *metric,
                         struct zt_movement *movement)
{
    *movement = (struct zt_movement){INFINITY, -INFINITY, NAN, variants > 0};
    for (unsigned i = 0; i < variants; i++) {
        struct zt_interval interval;
        zt_samples_interval(samples, i, metric, &interval);
        movement->complete = movement->complete && interval.count > 0;
        movement->least = fmin(movement->least, interval.median);
        movement->most = fmax(movement->most, interval.median);
    }
    if (!movement->complete)
        return;
    double distance = movement->most - movement->least;
    movement->share = distance == 0         ? 0
                      : movement->least > 0 ? distance / movement->least
                                            : (double)INFINITY; /* no share of nothing */
}
