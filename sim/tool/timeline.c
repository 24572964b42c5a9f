/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "timeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

struct builder {
    struct zt_timeline *t;
    const struct zt_clock *clock;
    uint64_t core_since_ps[ZT_CORES];
    bool core_running[ZT_CORES];
    size_t transfer; /* the open one, or SIZE_MAX */
};

static struct zt_transfer *open_transfer(struct builder *b, uint64_t start_ps)
{
    struct zt_timeline *t = b->t;
    t->transfers = zt_grow(t->transfers, &t->transfer_capacity, t->transfer_count + 1, sizeof *t->transfers);
    b->transfer = t->transfer_count++;
    struct zt_transfer *transfer = &t->transfers[b->transfer];
    *transfer = (struct zt_transfer){.start_ps = start_ps, .slot = 0xffff};
    return transfer;
}

static struct zt_transfer *current_transfer(struct builder *b)
{
    return b->transfer == SIZE_MAX ? NULL : &b->t->transfers[b->transfer];
}

static void take_transfer_record(struct builder *b, const struct zt_trace_record *r)
{
    struct zt_transfer *transfer = current_transfer(b);
    if (r->kind == ZT_TRACE_DMA_START) {
        transfer = open_transfer(b, r->time_ps);
        transfer->has_dma = true;
        transfer->bytes = r->b;
    } else if (r->kind == ZT_TRACE_CONFIG_BEGIN) {
        if (!transfer || transfer->ended || r->a == 1)
            transfer = open_transfer(b, r->time_ps);
        transfer->by_pcap = r->a == 1;
    } else if (r->kind == ZT_TRACE_CONFIG_END && transfer) {
        transfer->ended = true;
        transfer->end_ps = r->time_ps;
        transfer->slot = r->source;
        transfer->result = r->c;
        transfer->sha256_head = r->b;
        if (!transfer->has_dma)
            transfer->bytes = r->a * 4;
    } else if (r->kind == ZT_TRACE_DMA_DONE && transfer && transfer->has_dma) {
        transfer->active_cycles = r->a;
        transfer->gap_cycles = r->b;
        transfer->setup_cycles = r->c;
        if (!transfer->ended)
            transfer->end_ps = r->time_ps;
    }
}

static void add_busy(struct builder *b, unsigned core, uint64_t from_ps, uint64_t to_ps)
{
    struct zt_timeline *t = b->t;
    if (to_ps <= from_ps || t->end_ps == 0)
        return;
    t->core_busy_ps[core] += to_ps - from_ps;
    double width = (double)t->end_ps / ZT_BUSY_BUCKETS;
    size_t first = (size_t)((double)from_ps / width);
    for (size_t i = first; i < ZT_BUSY_BUCKETS && (double)i * width < (double)to_ps; i++) {
        double low = (double)i * width, high = low + width;
        double from = (double)from_ps > low ? (double)from_ps : low;
        double to = (double)to_ps < high ? (double)to_ps : high;
        t->core_busy[core][i] += (float)((to - from) / width);
    }
}

static void take_core_state(struct builder *b, const struct zt_trace_record *r)
{
    if (r->source >= ZT_CORES)
        return;
    if (b->core_running[r->source])
        add_busy(b, r->source, b->core_since_ps[r->source], r->time_ps);
    b->core_running[r->source] = r->a == 1;
    b->core_since_ps[r->source] = r->time_ps;
}

static void take_end(struct builder *b, const struct zt_trace_record *r)
{
    b->t->has_end = true;
    b->t->end_reason = (unsigned)r->b;
    if (r->source < ZT_CORES)
        b->t->instructions[r->source] = r->a;
}

static void read_trace(struct builder *b, const struct zt_trace *trace)
{
    for (size_t i = 0; i < trace->count; i++) {
        if (trace->records[i].time_ps > b->t->end_ps)
            b->t->end_ps = trace->records[i].time_ps;
    }
    for (size_t i = 0; i < trace->count; i++) {
        const struct zt_trace_record *r = &trace->records[i];
        if (r->kind < ZT_TRACE_KINDS)
            b->t->kind_counts[r->kind]++;
        if (r->kind == ZT_TRACE_CORE_STATE)
            take_core_state(b, r);
        else if (r->kind == ZT_TRACE_END)
            take_end(b, r);
        else
            take_transfer_record(b, r);
    }
    for (unsigned core = 0; core < ZT_CORES; core++) {
        if (b->core_running[core])
            add_busy(b, core, b->core_since_ps[core], b->t->end_ps);
    }
}

/* The latest execution of this callback and number in the same ring that has not ended. */
static struct zt_execution *find_execution(struct zt_timeline *t, size_t from, const struct rxc_event *event)
{
    for (size_t i = t->execution_count; i-- > from;) {
        struct zt_execution *e = &t->executions[i];
        if (e->callback == event->callback && e->number == (uint32_t)event->arg && !e->ended)
            return e;
    }
    return NULL;
}

static struct zt_execution *add_execution(struct zt_timeline *t, const struct rxc_event *event,
                                          const char *ring)
{
    t->executions =
        zt_grow(t->executions, &t->execution_capacity, t->execution_count + 1, sizeof *t->executions);
    struct zt_execution *e = &t->executions[t->execution_count++];
    *e = (struct zt_execution){.callback = event->callback, .number = (uint32_t)event->arg};
    e->place = event->worker >= ZT_PLACE_SLOT && event->worker != 0xffff ? event->worker : ZT_PLACE_UNKNOWN;
    snprintf(e->worker, sizeof e->worker, "%s", ring);
    return e;
}

static struct zt_answer *find_answer(struct zt_timeline *t, size_t from, const struct rxc_event *event)
{
    for (size_t i = t->answer_count; i-- > from;) {
        struct zt_answer *a = &t->answers[i];
        if (a->callback == event->callback && a->number == (uint32_t)event->arg && a->verdict == ZT_OPEN)
            return a;
    }
    return NULL;
}

static struct zt_answer *add_answer(struct zt_timeline *t, const struct rxc_event *event, const char *ring)
{
    t->answers = zt_grow(t->answers, &t->answer_capacity, t->answer_count + 1, sizeof *t->answers);
    struct zt_answer *a = &t->answers[t->answer_count++];
    *a = (struct zt_answer){.callback = event->callback, .number = (uint32_t)event->arg, .verdict = ZT_OPEN};
    snprintf(a->client, sizeof a->client, "%s", strncmp(ring, "client:", 7) == 0 ? ring + 7 : ring);
    return a;
}

struct ring_reader {
    struct builder *b;
    const struct zt_ring *ring;
    size_t first_execution, first_answer; /* where this ring's begin */
    unsigned core;
};

static void take_callback_event(struct ring_reader *r, const struct rxc_event *event, uint64_t time_ps)
{
    struct zt_timeline *t = r->b->t;
    struct zt_execution *e = find_execution(t, r->first_execution, event);
    if (!e)
        e = add_execution(t, event, r->ring->name);
    if (event->kind == RXC_EVENT_CALLBACK_READY) {
        e->ready_ps = time_ps;
        e->has_ready = true;
    } else if (event->kind == RXC_EVENT_CALLBACK_START) {
        e->start_ps = time_ps;
        if (e->place == ZT_PLACE_UNKNOWN)
            e->place = r->core;
    } else {
        e->end_ps = time_ps;
        e->ended = true;
        e->result = (uint32_t)(event->arg >> 32);
        if (e->start_ps == 0)
            e->start_ps = e->has_ready ? e->ready_ps : time_ps;
    }
}

static void take_client_event(struct ring_reader *r, const struct rxc_event *event, uint64_t time_ps)
{
    struct zt_timeline *t = r->b->t;
    struct zt_answer *a = find_answer(t, r->first_answer, event);
    if (!a)
        a = add_answer(t, event, r->ring->name);
    if (event->kind == RXC_EVENT_CLIENT_SEND) {
        a->has_send = true;
        a->send_ps = time_ps;
        return;
    }
    uint64_t verdict = event->arg >> 32;
    a->verdict = verdict <= ZT_TIMEOUT ? (enum zt_verdict)verdict : ZT_WRONG;
    a->done_ps = time_ps;
}

/* A worker says on which core it is around CALLBACK_START; the execution may be older than the word. */
static void take_worker_cpu(struct ring_reader *r, const struct rxc_event *event)
{
    struct zt_timeline *t = r->b->t;
    r->core = event->arg < ZT_CORES ? (unsigned)event->arg : ZT_PLACE_UNKNOWN;
    struct zt_execution *last =
        t->execution_count > r->first_execution ? &t->executions[t->execution_count - 1] : NULL;
    bool in_software = last && (last->place < ZT_PLACE_SLOT || last->place == ZT_PLACE_UNKNOWN);
    if (in_software && !last->ended)
        last->place = r->core;
}

static void read_ring(struct builder *b, const struct zt_ring *ring)
{
    struct zt_timeline *t = b->t;
    struct ring_reader r = {b, ring, t->execution_count, t->answer_count, ZT_PLACE_UNKNOWN};
    t->events_dropped += ring->dropped;
    for (uint32_t i = 0; i < ring->count; i++) {
        const struct rxc_event *event = &ring->events[i];
        uint64_t time_ps = 0;
        if (event->kind < ZT_EVENT_KINDS)
            t->event_counts[event->kind]++;
        if (!zt_clock_to_ps(b->clock, event->count, &time_ps))
            t->events_without_time++;
        if (event->kind >= RXC_EVENT_CALLBACK_READY && event->kind <= RXC_EVENT_CALLBACK_END) {
            take_callback_event(&r, event, time_ps);
        } else if (event->kind == RXC_EVENT_CLIENT_SEND || event->kind == RXC_EVENT_CLIENT_DONE) {
            take_client_event(&r, event, time_ps);
        } else if (event->kind == RXC_EVENT_WORKER_CPU) {
            take_worker_cpu(&r, event);
        } else if (event->kind == RXC_EVENT_RUN_START) {
            t->has_run_start = true;
            t->run_start_ps = time_ps;
        } else if (event->kind == RXC_EVENT_RUN_STOP) {
            t->has_run_stop = true;
            t->run_stop_ps = time_ps;
            t->run_stop_status = (uint32_t)event->arg;
        }
    }
}

static int by_start(const void *one, const void *other)
{
    const struct zt_execution *a = one, *b = other;
    if (a->start_ps != b->start_ps)
        return a->start_ps < b->start_ps ? -1 : 1;
    if (a->callback != b->callback)
        return a->callback < b->callback ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

void zt_timeline_build(const struct zt_trace *trace, const struct zt_rings *rings,
                       struct zt_timeline *timeline)
{
    *timeline = (struct zt_timeline){0};
    struct zt_clock clock;
    zt_clock_read(trace, &clock);
    struct builder builder = {.t = timeline, .clock = &clock, .transfer = SIZE_MAX};
    builder.core_running[0] = true; /* core 0 runs from reset on; the others say when they are let go */
    read_trace(&builder, trace);
    for (unsigned i = 0; i < rings->count; i++)
        read_ring(&builder, &rings->rings[i]);
    zt_timeline_irq(trace, timeline);
    if (timeline->execution_count)
        qsort(timeline->executions, timeline->execution_count, sizeof *timeline->executions, by_start);
    zt_clock_free(&clock);
}

void zt_timeline_free(struct zt_timeline *timeline)
{
    free(timeline->executions);
    free(timeline->answers);
    free(timeline->transfers);
    free(timeline->irq_responses_ps);
    *timeline = (struct zt_timeline){0};
}
