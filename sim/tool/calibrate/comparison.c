/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Measured beside published, and the judgement. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../util.h"
#include "calibrate.h"

#define PL_MHZ_OF_FLOORS 100

static bool same_unit(const struct zt_measured *measured, const char *of, const char *unit, const char *file)
{
    if (!measured || strcmp(measured->unit, unit) == 0)
        return true;
    fprintf(stderr, "%s: %s is published in '%s' and measured in '%s'\n", file, of, unit, measured->unit);
    return false;
}

static bool compare(const struct zt_published_list *published, const struct zt_measured_list *measured,
                    struct zt_calibration *c)
{
    bool good = true;
    for (size_t i = 0; i < published->count; i++) {
        const struct zt_published *p = &published->figures[i];
        const struct zt_measured *m = zt_measured_find(measured, p->of, p->pl_mhz);
        double value = m ? m->values[p->statistic] : NAN;
        c->rows[i] = (struct zt_comparison){p, m, value, zt_residual(value, p->low, p->high)};
        good = same_unit(m, p->of, p->unit, published->file) && good;
    }
    for (size_t i = 0; i < published->floor_count; i++) {
        const struct zt_floor *f = &published->floors[i];
        const struct zt_measured *m = zt_measured_find(measured, f->of, PL_MHZ_OF_FLOORS);
        double value = m ? m->values[f->statistic] : NAN;
        c->floors[i] = (struct zt_floor_check){f, m, value, value >= f->at_least};
        good = same_unit(m, f->of, f->unit, published->file) && good;
    }
    return good;
}

static void summarise(struct zt_calibration *c, enum zt_use use)
{
    double *residuals = zt_alloc(c->count, sizeof *residuals);
    for (size_t i = 0; i < c->count; i++)
        residuals[i] = c->rows[i].published->use == use ? c->rows[i].residual : NAN;
    c->summaries[use] = zt_residual_summarise(residuals, c->count);
    free(residuals);
}

bool zt_calibration_make(const struct zt_published_list *published, const struct zt_measured_list *measured,
                         bool short_version, struct zt_calibration *c)
{
    *c = (struct zt_calibration){.rows = zt_alloc(published->count, sizeof *c->rows),
                                 .count = published->count,
                                 .floors = zt_alloc(published->floor_count, sizeof *c->floors),
                                 .floor_count = published->floor_count,
                                 .short_version = short_version};
    bool good = compare(published, measured, c);
    for (int use = 0; use < ZT_USES; use++)
        summarise(c, (enum zt_use)use);
    const struct zt_residual_summary *judged = &c->summaries[ZT_USE_HOLDOUT];
    size_t held_out = 0;
    for (size_t i = 0; i < published->count; i++)
        held_out += published->figures[i].use == ZT_USE_HOLDOUT;
    /* A short version measures too little to judge the model; of a whole one a tenth may be beyond a kernel.
     */
    c->met = short_version || (judged->count > 0 && judged->count * 10 >= held_out * 9 &&
                               judged->median <= ZT_MEDIAN_BAR && judged->worst <= ZT_WORST_BAR);
    for (size_t i = 0; i < c->floor_count; i++) {
        bool left_out = short_version && isnan(c->floors[i].value);
        c->met = c->met && (c->floors[i].met || left_out);
    }
    return good;
}

void zt_calibration_free(struct zt_calibration *c)
{
    free(c->rows);
    free(c->floors);
    *c = (struct zt_calibration){0};
}
