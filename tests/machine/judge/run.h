/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What a run left behind: its trace and its console. All of it is for one thread; the caller owns a run until
 * run_free(). Bad files end the process with exit status 2 and a text that names the file.
 */
#ifndef RUN_H
#define RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../../sim/pl/trace.h"

struct run {
    struct zt_trace_record *trace;
    size_t records;
    char *console; /* NUL terminated */
};

struct run run_load(const char *folder);
void run_free(struct run *run);

/* The n-th (from 0) console line "name 0xvalue"; its absence is a failure and reads as 0. */
uint32_t run_value(const struct run *run, const char *name, unsigned n);

/* The n-th record of a kind; source < 0: of any source. NULL: there is none. */
const struct zt_trace_record *run_record(const struct run *run, unsigned kind, int source, size_t n);

/* The end record of a core (0xffff: the machine); its absence ends the process. */
const struct zt_trace_record *run_end(const struct run *run, int source) __attribute__((returns_nonnull));

/* The record after `record`, which must be its cost (ZT_TRACE_PL_COST); its absence ends the process. */
const struct zt_trace_record *run_cost(const struct run *run, const struct zt_trace_record *record)
    __attribute__((returns_nonnull));

/* Says what is wrong unless `good`, and counts it. Returns good. */
bool expect(bool good, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for least <= value <= most. */
bool expect_range(const char *what, int64_t value, int64_t least, int64_t most);
unsigned failures(void);

#endif
