/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "residual.h"

#include <math.h>
#include <stdlib.h>

#include "util.h"

double zt_residual(double value, double low, double high)
{
    if (!isfinite(value) || !(low > 0) || !(high >= low))
        return NAN;
    if (value < low)
        return (value - low) / low;
    return value > high ? (value - high) / high : 0;
}

static int by_size(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

struct zt_residual_summary zt_residual_summarise(const double *residuals, size_t count)
{
    struct zt_residual_summary summary = {.median = NAN, .worst = NAN};
    double *sizes = zt_alloc(count, sizeof *sizes);
    for (size_t i = 0; i < count; i++) {
        if (isnan(residuals[i]))
            continue;
        double size = fabs(residuals[i]);
        if (summary.count == 0 || size > summary.worst) {
            summary.worst = size;
            summary.worst_index = i;
        }
        sizes[summary.count++] = size;
    }
    qsort(sizes, summary.count, sizeof *sizes, by_size);
    size_t half = summary.count / 2;
    if (summary.count > 0)
        summary.median = summary.count % 2 ? sizes[half] : (sizes[half - 1] + sizes[half]) / 2;
    free(sizes);
    return summary;
}
