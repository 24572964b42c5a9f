/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "trace_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util.h"

static_assert(sizeof(struct zt_trace_record) == 32, "a trace record has 32 bytes");

__extension__ typedef unsigned __int128 uint128; /* counts times 10^12 need more than 64 bits */

static const char *const kind_names[ZT_TRACE_KINDS] = {
    "header",     "console",      "pl_read",       "pl_write",      "pl_cost",    "dma_read",
    "dma_write",  "irq_raised",   "irq_delivered", "config_begin",  "config_end", "slot_freeze",
    "slot_plug",  "slot_reset",   "icap_words",    "dma_start",     "dma_done",   "fpga_reset",
    "core_state", "global_timer", "osif_word",     "memif_request", "page_fault", "gate",
    "end",        "heartbeat",
};

const char *zt_trace_kind_name(unsigned kind)
{
    return kind < ZT_TRACE_KINDS ? kind_names[kind] : "unknown";
}

const char *zt_config_result_name(unsigned result)
{
    static const char *const names[] = {"ok",      "bad idcode", "bad crc",    "not in slot",
                                        "unknown", "bad packet", "wrong slot", "truncated"};
    return result < sizeof names / sizeof names[0] ? names[result] : "unknown result";
}

bool zt_trace_open(const char *path, struct zt_trace *trace, char **error)
{
    *trace = (struct zt_trace){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st)) {
        *error = zt_format("%s: cannot be read: %s", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        return false;
    }
    trace->map_bytes = (size_t)st.st_size;
    if (trace->map_bytes >= sizeof(struct zt_trace_record))
        trace->map = mmap(NULL, trace->map_bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (!trace->map || trace->map == MAP_FAILED) {
        *error = zt_format("%s: %zu bytes hold no trace", path, trace->map_bytes);
        trace->map = NULL;
        return false;
    }
    trace->records = trace->map;
    trace->count = trace->map_bytes / sizeof(struct zt_trace_record);
    trace->rest_bytes = trace->map_bytes % sizeof(struct zt_trace_record);
    const struct zt_trace_record *header = trace->records;
    if (header->kind == ZT_TRACE_HEADER && header->a == ZT_TRACE_MAGIC && header->b == ZT_TRACE_VERSION)
        return true;
    *error = zt_format("%s: not a trace of version %llu", path, (unsigned long long)ZT_TRACE_VERSION);
    zt_trace_close(trace);
    return false;
}

void zt_trace_close(struct zt_trace *trace)
{
    if (trace->map)
        munmap(trace->map, trace->map_bytes);
    *trace = (struct zt_trace){0};
}

char *zt_trace_line(const struct zt_trace_record *r)
{
    unsigned long long a = r->a, b = r->b;
    const char *name = zt_trace_kind_name(r->kind);
    double us = (double)r->time_ps * 1e-6;
    switch (r->kind) {
    case ZT_TRACE_PL_READ:
    case ZT_TRACE_PL_WRITE:
        return zt_format("%.3f us %s core %u address 0x%08llx data 0x%08llx size %u response %u", us, name,
                         r->source, a, b, r->c & 0xffu, (r->c >> 8) & 3u);
    case ZT_TRACE_DMA_READ:
    case ZT_TRACE_DMA_WRITE:
        return zt_format("%.3f us %s port %u address 0x%08llx %u bytes response %u crc 0x%08llx", us, name,
                         r->source, a, r->c & 0xffffu, r->c >> 16, b);
    case ZT_TRACE_CONFIG_END:
        return zt_format("%.3f us %s slot %u %s after %llu words", us, name, r->source,
                         zt_config_result_name(r->c), a);
    case ZT_TRACE_OSIF_WORD:
        return zt_format("%.3f us %s slot %u %s 0x%08llx", us, name, r->source, r->c ? "hw->sw" : "sw->hw",
                         a);
    default:
        return zt_format("%.3f us %s source %u a 0x%llx b 0x%llx c 0x%x", us, name, r->source, a, b, r->c);
    }
}

uint64_t zt_trace_last_time_ps(int fd)
{
    struct stat st;
    struct zt_trace_record last;
    if (fstat(fd, &st) || st.st_size < (off_t)sizeof last)
        return 0;
    off_t at = (st.st_size / (off_t)sizeof last - 1) * (off_t)sizeof last;
    return pread(fd, &last, sizeof last, at) == (ssize_t)sizeof last ? last.time_ps : 0;
}

size_t zt_trace_first_difference(const struct zt_trace *one, const struct zt_trace *other)
{
    size_t count = one->count < other->count ? one->count : other->count;
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&one->records[i], &other->records[i], sizeof *one->records) != 0)
            return i;
    }
    return one->count == other->count ? SIZE_MAX : count;
}

void zt_clock_read(const struct zt_trace *trace, struct zt_clock *clock)
{
    *clock = (struct zt_clock){0};
    for (size_t i = 0; i < trace->count; i++) {
        const struct zt_trace_record *r = &trace->records[i];
        if (r->kind != ZT_TRACE_GLOBAL_TIMER)
            continue;
        clock->segments =
            zt_grow(clock->segments, &clock->capacity, clock->segment_count + 1, sizeof *clock->segments);
        clock->segments[clock->segment_count++] = (struct zt_clock_segment){r->time_ps, r->a, r->b};
    }
}

void zt_clock_free(struct zt_clock *clock)
{
    free(clock->segments);
    *clock = (struct zt_clock){0};
}

bool zt_clock_to_ps(const struct zt_clock *clock, uint64_t count, uint64_t *time_ps)
{
    const uint128 ps_per_s = 1000000000000ull;
    for (size_t i = clock->segment_count; i-- > 0;) {
        const struct zt_clock_segment *s = &clock->segments[i];
        if (count < s->count || (s->hz == 0 && count != s->count))
            continue;
        uint128 ticks = count - s->count;
        uint128 ps = s->hz ? (ticks * ps_per_s + s->hz - 1) / s->hz : 0;
        uint128 time = s->time_ps + ps;
        if (i + 1 < clock->segment_count && time >= clock->segments[i + 1].time_ps)
            continue;
        *time_ps = (uint64_t)time;
        return true;
    }
    return false;
}
