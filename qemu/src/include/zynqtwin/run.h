/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The trace of a run and how a run ends. Called with the big lock held. */
#ifndef ZYNQTWIN_RUN_H
#define ZYNQTWIN_RUN_H

#include "qemu/osdep.h"
#include "zynqtwin/trace.h"

/* Opens the trace (path NULL: none). Exits with a message when the file cannot be made. */
void zynqtwin_trace_open(const char *path);
void zynqtwin_trace_flush(void);

/* One record at the caller's present time, or at time_ps. */
void zynqtwin_trace(uint16_t kind, uint16_t source, uint32_t c, uint64_t a, uint64_t b);
void zynqtwin_trace_at(uint64_t time_ps, uint16_t kind, uint16_t source, uint32_t c, uint64_t a, uint64_t b);
void zynqtwin_trace_record(const struct zt_trace_record *rec);

/* Ends the run at this instruction: stops the cores, writes the end records, closes the trace, and asks
 * QEMU to leave with `status`. Later calls do nothing. */
void zynqtwin_end(enum zt_end_reason reason, int status);

/* The run cannot go on: prints "zynqtwin: fatal: " and the text, and ends with status 3. */
void zynqtwin_fatal(const char *fmt, ...) G_GNUC_PRINTF(1, 2);

#endif
