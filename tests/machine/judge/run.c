/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "run.h"

#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_BYTES_MAX (1u << 30)
#define FAILURES_SHOWN_MAX 20u

static unsigned failure_count;

static void die(const char *path, const char *why)
{
    fprintf(stderr, "judge: %s: %s\n", path, why);
    exit(2);
}

static char *read_file(const char *folder, const char *name, size_t *size_bytes)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        die(folder, "the name is too long");
    FILE *file = fopen(path, "rb");
    if (!file)
        die(path, strerror(errno));
    if (fseek(file, 0, SEEK_END) != 0)
        die(path, strerror(errno));
    long size = ftell(file);
    if (size < 0 || size > (long)FILE_BYTES_MAX)
        die(path, "larger than 1 GiB");
    rewind(file);
    char *data = calloc(1, (size_t)size + 1);
    if (!data || fread(data, 1, (size_t)size, file) != (size_t)size)
        die(path, "cannot be read");
    fclose(file);
    *size_bytes = (size_t)size;
    return data;
}

struct run run_load(const char *folder)
{
    struct run run = {0};
    size_t trace_bytes, console_bytes;

    run.trace = (struct zt_trace_record *)(void *)read_file(folder, "trace", &trace_bytes);
    run.console = read_file(folder, "console.log", &console_bytes);
    run.records = trace_bytes / sizeof *run.trace;
    if (trace_bytes % sizeof *run.trace != 0 || run.records == 0)
        die(folder, "the trace is not a whole number of records");
    for (size_t n = 0; n < run.records; n++) {
        struct zt_trace_record *r = &run.trace[n];
        *r = (struct zt_trace_record){le64toh(r->time_ps), le16toh(r->kind), le16toh(r->source),
                                      le32toh(r->c),       le64toh(r->a),    le64toh(r->b)};
    }
    if (run.trace[0].kind != ZT_TRACE_HEADER || run.trace[0].a != ZT_TRACE_MAGIC)
        die(folder, "the trace has no header");
    return run;
}

void run_free(struct run *run)
{
    free(run->trace);
    free(run->console);
    *run = (struct run){0};
}

uint32_t run_value(const struct run *run, const char *name, unsigned n)
{
    size_t length = strlen(name);
    for (const char *line = run->console; line && *line;) {
        if (strncmp(line, name, length) == 0 && strncmp(line + length, " 0x", 3) == 0 && n-- == 0)
            return (uint32_t)strtoul(line + length + 1, NULL, 16);
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    expect(false, "the console has no further line '%s 0x...'", name);
    return 0;
}

const struct zt_trace_record *run_record(const struct run *run, unsigned kind, int source, size_t n)
{
    for (size_t i = 0; i < run->records; i++) {
        const struct zt_trace_record *r = &run->trace[i];
        if (r->kind == kind && (source < 0 || r->source == source) && n-- == 0)
            return r;
    }
    return NULL;
}

const struct zt_trace_record *run_end(const struct run *run, int source)
{
    const struct zt_trace_record *end = run_record(run, ZT_TRACE_END, source, 0);
    if (!end) {
        fprintf(stderr, "judge: the trace has no end record of source %d\n", source);
        exit(1);
    }
    return end;
}

const struct zt_trace_record *run_cost(const struct run *run, const struct zt_trace_record *record)
{
    const struct zt_trace_record *next = record + 1;
    if (next >= run->trace + run->records || next->kind != ZT_TRACE_PL_COST ||
        next->source != record->source || next->time_ps != record->time_ps) {
        fprintf(stderr, "judge: the PL access at %" PRIu64 " ps has no cost record\n", record->time_ps);
        exit(1);
    }
    return next;
}

bool expect(bool good, const char *format, ...)
{
    if (good)
        return true;
    if (failure_count++ < FAILURES_SHOWN_MAX) {
        va_list arguments;
        va_start(arguments, format);
        fputs("judge: ", stderr);
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
        va_end(arguments);
    }
    return false;
}

bool expect_range(const char *what, int64_t value, int64_t least, int64_t most)
{
    return expect(value >= least && value <= most, "%s is %" PRId64 ", expected %" PRId64 " to %" PRId64,
                  what, value, least, most);
}

unsigned failures(void)
{
    return failure_count;
}
