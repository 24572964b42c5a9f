/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * rxc-calibrate: what things cost on a board, one small measurement each. A measurement is a row in a table
 * of its file; it fills a cal_result with samples in its own unit. Everything runs in one thread on core 0
 * unless the measurement says otherwise.
 */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include "rxc/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CAL_SAMPLES_MAX 1000u
#define CAL_CONDITIONS_MAX 4u
#define CAL_REASON_BYTES 120u

struct cal_result {
    double values[CAL_SAMPLES_MAX]; /* in the measurement's unit */
    unsigned count;
    struct {
        const char *name; /* with its unit last; static text */
        double value;
    } conditions[CAL_CONDITIONS_MAX];
    unsigned condition_count;
    char reason[CAL_REASON_BYTES]; /* why there is no value */
};

struct cal_context {
    struct rxc_clock clock;
    const char *clock_name;
    double ns_per_count;
    double reading_ns;     /* what one reading of the clock takes; taken off each sample */
    double pl_mhz;         /* clock of the programmable logic, as the caller says */
    bool quick;            /* fewer samples and smaller sizes */
    const char *bitstream; /* file for the configuration port, or NULL */
    const char *program;   /* that fork_exec starts, or NULL */
};

struct cal_measurement {
    const char *id;
    const char *what; /* one line for people */
    const char *unit; /* ns, us, MB/s (10^6 bytes a second) */
    /* 0, or a positive errno with the reason in the result (cal_fail). */
    int (*run)(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result);
    unsigned long size_bytes; /* these two mean what the measurement's file says */
    unsigned long variant;
};

struct cal_group {
    const struct cal_measurement *rows;
    size_t count;
};

#define CAL_GROUP(rows)                                                                                      \
    {                                                                                                        \
        rows, sizeof(rows) / sizeof(rows)[0]                                                                 \
    }

extern const struct cal_group *const cal_groups[];
extern const size_t cal_group_count;

/* measure.c */
/* Does the thing `times` times. 0 or a positive errno. */
typedef int (*cal_body)(void *argument, unsigned times);
struct cal_plan {
    cal_body body;
    void *argument;
    unsigned times;   /* in one sample */
    unsigned samples; /* a quarter of it, at least one, with context->quick */
    double per_ns;    /* value = per_ns * ns for one time, or with is_rate per_ns / ns */
    bool is_rate;
};
/* One sample's worth of warming up, then the samples. */
int cal_measure(const struct cal_context *context, const struct cal_plan *plan, struct cal_result *result);
double cal_now_ns(const struct cal_context *context);
void cal_add(struct cal_result *result, double value);
void cal_condition(struct cal_result *result, const char *name, double value);
/* Notes why there is no value; returns the errno. */
int cal_fail(struct cal_result *result, int error, const char *what);
/* Sorts the samples. quantile: 0 to 1, the nearest rank (p99 of 100 samples is the 99th). */
void cal_sort(struct cal_result *result);
double cal_mean(const struct cal_result *result);
double cal_quantile(const struct cal_result *sorted, double quantile);

/* board.c: the clock, and what reading it costs. */
void cal_clock_init(struct cal_context *context);

/* output.c */
struct cal_output;
int cal_output_open(struct cal_output **out, const char *path, const struct cal_context *context);
void cal_output_add(struct cal_output *out, const struct cal_measurement *measurement,
                    struct cal_result *result, int error);
int cal_output_close(struct cal_output *out);

#endif
