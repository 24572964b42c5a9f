/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "qemu/notify.h"
#include "hw/core/cpu.h"
#include "sysemu/cpus.h"
#include "sysemu/runstate.h"
#include "sysemu/sysemu.h"
#include "zynqtwin/coherence.h"
#include "zynqtwin/hooks.h"
#include "zynqtwin/run.h"
#include "zynqtwin/slice.h"

#define EXIT_FATAL 3
#define TRACE_BUFFER_BYTES (1 << 20)

QEMU_BUILD_BUG_ON(sizeof(struct zt_trace_record) != 32);

struct zynqtwin_hooks zynqtwin_hooks;

static FILE *trace_file;
static bool trace_failed;
static bool ended;

void zynqtwin_trace_record(const struct zt_trace_record *rec)
{
    struct zt_trace_record le = {
        .time_ps = cpu_to_le64(rec->time_ps),
        .kind = cpu_to_le16(rec->kind),
        .source = cpu_to_le16(rec->source),
        .c = cpu_to_le32(rec->c),
        .a = cpu_to_le64(rec->a),
        .b = cpu_to_le64(rec->b),
    };

    if (trace_file && fwrite(&le, sizeof(le), 1, trace_file) != 1 && !trace_failed) {
        trace_failed = true;
        zynqtwin_fatal("cannot write the trace: %s", strerror(errno));
    }
}

void zynqtwin_trace_at(uint64_t time_ps, uint16_t kind, uint16_t source, uint32_t c, uint64_t a, uint64_t b)
{
    struct zt_trace_record rec = {
        .time_ps = time_ps, .kind = kind, .source = source, .c = c, .a = a, .b = b,
    };

    zynqtwin_trace_record(&rec);
}

void zynqtwin_trace(uint16_t kind, uint16_t source, uint32_t c, uint64_t a, uint64_t b)
{
    if (trace_file) {
        zynqtwin_trace_at(slice_now_ps(), kind, source, c, a, b);
    }
}

void zynqtwin_trace_flush(void)
{
    if (trace_file && fflush(trace_file) != 0 && !trace_failed) {
        trace_failed = true;
        zynqtwin_fatal("cannot write the trace: %s", strerror(errno));
    }
}

void zynqtwin_end(enum zt_end_reason reason, int status)
{
    CPUState *cpu;

    if (ended) {
        return;
    }
    ended = true;
    slice_stop_all();
    if (reason != ZT_END_POWEROFF && zynqtwin_hooks.explain) {
        zynqtwin_hooks.explain();
    }
    coherence_end();
    CPU_FOREACH(cpu) {
        zynqtwin_trace(ZT_TRACE_END, cpu->cpu_index, 0, slice_executed(cpu), reason);
    }
    zynqtwin_trace(ZT_TRACE_END, 0xffff, 0, 0, reason);
    if (trace_file && fclose(trace_file) != 0) {
        error_report("zynqtwin: the trace is not complete: %s", strerror(errno));
        status = status ? status : 1;
    }
    trace_file = NULL;
    zynqtwin_hooks.exit_status = status;
    qemu_system_shutdown_request(SHUTDOWN_CAUSE_GUEST_SHUTDOWN);
}

void zynqtwin_fatal(const char *fmt, ...)
{
    g_autofree char *text = NULL;
    va_list ap;

    if (ended) {
        return;
    }
    va_start(ap, fmt);
    text = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    fprintf(stderr, "zynqtwin: fatal: %s\n", text);
    zynqtwin_end(ZT_END_FATAL, EXIT_FATAL);
}

/* The tool or a person ended QEMU: the events up to now must not be lost. On the main thread. */
static void on_shutdown(Notifier *n, void *data)
{
    if (!ended) {
        pause_all_vcpus(); /* the cores' counters are the vCPU thread's while it runs */
        zynqtwin_end(ZT_END_HOST, 0);
    }
}

static Notifier shutdown_notifier = { .notify = on_shutdown };

void zynqtwin_trace_open(const char *path)
{
    qemu_register_shutdown_notifier(&shutdown_notifier);
    if (!path) {
        return;
    }
    trace_file = fopen(path, "wb");
    if (!trace_file) {
        error_report("zynqtwin: cannot create trace '%s': %s", path, strerror(errno));
        exit(EXIT_FAILURE);
    }
    setvbuf(trace_file, NULL, _IOFBF, TRACE_BUFFER_BYTES);
    zynqtwin_trace_at(0, ZT_TRACE_HEADER, 0, 0, ZT_TRACE_MAGIC, ZT_TRACE_VERSION);
}
