/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Reading a run's trace (sim/pl/trace.h): a file of fixed records, mapped into memory. */
#ifndef ZT_TRACE_FILE_H
#define ZT_TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../pl/trace.h"

#define ZT_TRACE_KINDS (ZT_TRACE_HEARTBEAT + 1)

struct zt_trace {
    const struct zt_trace_record *records; /* the first is the header */
    size_t count;
    size_t rest_bytes; /* of a last record that was not written whole */
    void *map;
    size_t map_bytes;
};

/* False and a sentence in *error (owned by the caller) when the file is no trace. */
bool zt_trace_open(const char *path, struct zt_trace *trace, char **error);
void zt_trace_close(struct zt_trace *trace);
/* Lower-case name of a kind, e.g. "pl_read"; "unknown" when there is no such kind. */
const char *zt_trace_kind_name(unsigned kind);
/* Name of an enum zt_config_result. */
const char *zt_config_result_name(unsigned result);
/* One record as a line for people; owned by the caller. */
char *zt_trace_line(const struct zt_trace_record *record);
/* Virtual time of the last whole record in a file that is still being written, or 0. */
uint64_t zt_trace_last_time_ps(int fd);
/* Index of the first record in which two traces differ; the smaller count when one is the other's
 * beginning; SIZE_MAX when equal. */
size_t zt_trace_first_difference(const struct zt_trace *one, const struct zt_trace *other);

/* The A9 global timer's count as virtual time, from the trace's ZT_TRACE_GLOBAL_TIMER records. */
struct zt_clock {
    struct zt_clock_segment {
        uint64_t time_ps;
        uint64_t count;
        uint64_t hz;
    } * segments;
    size_t segment_count, capacity;
};

void zt_clock_read(const struct zt_trace *trace, struct zt_clock *clock);
void zt_clock_free(struct zt_clock *clock);
/* The first instant, in ps, at which the timer shows this count, in the last segment that reaches it.
 * False when the timer never shows it. */
bool zt_clock_to_ps(const struct zt_clock *clock, uint64_t count, uint64_t *time_ps);

#endif
