/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "calibrate.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double cal_now_ns(const struct cal_context *context)
{
    return (double)rxc_clock_count(&context->clock) * context->ns_per_count;
}

void cal_add(struct cal_result *result, double value)
{
    assert(result->count < CAL_SAMPLES_MAX);
    result->values[result->count++] = value;
}

void cal_condition(struct cal_result *result, const char *name, double value)
{
    assert(result->condition_count < CAL_CONDITIONS_MAX);
    result->conditions[result->condition_count].name = name;
    result->conditions[result->condition_count++].value = value;
}

int cal_fail(struct cal_result *result, int error, const char *what)
{
    (void)snprintf(result->reason, sizeof result->reason, "%s: %s", what, strerror(error));
    return error;
}

static int one_sample(const struct cal_context *context, const struct cal_plan *plan, double *ns_each)
{
    uint64_t start = rxc_clock_count(&context->clock);
    int error = plan->body(plan->argument, plan->times);
    uint64_t counts = rxc_clock_count(&context->clock) - start;
    double ns = (double)counts * context->ns_per_count - context->reading_ns;

    /* A thing shorter than the clock's step is not negative. */
    *ns_each = (ns > 0 ? ns : 0) / plan->times;
    return error;
}

int cal_measure(const struct cal_context *context, const struct cal_plan *plan, struct cal_result *result)
{
    unsigned samples = context->quick ? (plan->samples + 3) / 4 : plan->samples;
    double ns_each = 0;

    assert(plan->times > 0 && samples > 0 && samples <= CAL_SAMPLES_MAX);
    int error = one_sample(context, plan, &ns_each);
    for (unsigned i = 0; i < samples && !error; i++) {
        error = one_sample(context, plan, &ns_each);
        if (!error)
            cal_add(result, plan->is_rate ? plan->per_ns / ns_each : plan->per_ns * ns_each);
    }
    if (error && !result->reason[0])
        return cal_fail(result, error, "a repetition failed");
    cal_condition(result, "repeats", plan->times);
    return error;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void cal_sort(struct cal_result *result)
{
    qsort(result->values, result->count, sizeof result->values[0], compare);
}

double cal_quantile(const struct cal_result *sorted, double quantile)
{
    assert(sorted->count > 0 && quantile >= 0 && quantile <= 1);
    double rank = ceil(quantile * sorted->count);
    size_t index = rank < 1 ? 0 : (size_t)rank - 1;
    return sorted->values[index];
}

double cal_mean(const struct cal_result *result)
{
    double sum = 0;

    assert(result->count > 0);
    for (unsigned i = 0; i < result->count; i++)
        sum += result->values[i];
    return sum / result->count;
}
