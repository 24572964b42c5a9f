/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* How far measured figures are from published ones. */
#ifndef ZT_RESIDUAL_H
#define ZT_RESIDUAL_H

#include <stddef.h>

/* Signed share by which `value` misses the published range low..high: 0 inside it, otherwise
 * (value - end) / end of the nearer end. NaN when value is, or when low is not above 0 or above high. */
double zt_residual(double value, double low, double high);

struct zt_residual_summary {
    size_t count;  /* residuals that are numbers */
    double median; /* of their magnitudes; the mean of the two middle ones of an even count; NaN: none */
    double worst;
    size_t worst_index; /* in the list that was given */
};

/* Residuals that are NaN do not count. */
struct zt_residual_summary zt_residual_summarise(const double *residuals, size_t count);

#endif
