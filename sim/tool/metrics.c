/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "metrics.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coherence.h"
#include "programs.h"
#include "util.h"

static void add(struct zt_metrics *m, char *name, enum zt_unit unit, double value, const char *meaning)
{
    m->list = zt_grow(m->list, &m->capacity, m->count + 1, sizeof *m->list);
    m->list[m->count++] = (struct zt_metric){name, unit, meaning, value, 0};
}

static int by_value(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return a < b ? -1 : a > b;
}

double zt_percentile(double *values, size_t count, double percent)
{
    assert(percent >= 0 && percent <= 100);
    if (count == 0)
        return NAN;
    qsort(values, count, sizeof *values, by_value);
    size_t rank = (size_t)ceil(percent / 100.0 * (double)count);
    return values[rank ? rank - 1 : 0];
}

static double mean(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return count ? sum / (double)count : NAN;
}

static void add_times(struct zt_metrics *m, const char *prefix, double *values_ns, size_t count)
{
    double average = mean(values_ns, count);
    add(m, zt_format("%s.min", prefix), ZT_UNIT_NS, zt_percentile(values_ns, count, 0), "shortest");
    add(m, zt_format("%s.mean", prefix), ZT_UNIT_NS, average, "mean");
    add(m, zt_format("%s.p50", prefix), ZT_UNIT_NS, zt_percentile(values_ns, count, 50),
        "median (nearest rank)");
    add(m, zt_format("%s.p99", prefix), ZT_UNIT_NS, zt_percentile(values_ns, count, 99),
        "99th percentile (nearest rank)");
    add(m, zt_format("%s.max", prefix), ZT_UNIT_NS, zt_percentile(values_ns, count, 100), "longest");
}

static void add_answers(struct zt_metrics *m, const char *name, unsigned callback,
                        const struct zt_timeline *t)
{
    size_t verdicts[ZT_OPEN + 1] = {0}, responses = 0;
    double *values = zt_alloc(t->answer_count, sizeof *values);
    for (size_t i = 0; i < t->answer_count; i++) {
        const struct zt_answer *a = &t->answers[i];
        if (a->callback != callback)
            continue;
        verdicts[a->verdict]++;
        if (a->has_send && (a->verdict == ZT_RIGHT || a->verdict == ZT_WRONG))
            values[responses++] = (double)(a->done_ps - a->send_ps) / 1000;
    }
    add(m, zt_format("%s.count", name), ZT_UNIT_NONE, (double)(verdicts[ZT_RIGHT] + verdicts[ZT_WRONG]),
        "answers that its clients received");
    add(m, zt_format("%s.right", name), ZT_UNIT_NONE, (double)verdicts[ZT_RIGHT],
        "answers that the check accepts");
    add(m, zt_format("%s.wrong", name), ZT_UNIT_NONE, (double)verdicts[ZT_WRONG], "answers that it rejects");
    add(m, zt_format("%s.timeouts", name), ZT_UNIT_NONE, (double)(verdicts[ZT_TIMEOUT] + verdicts[ZT_OPEN]),
        "requests without an answer");
    char *prefix = zt_format("%s.response", name);
    add_times(m, prefix, values, responses);
    free(prefix);
    free(values);
}

static void add_executions(struct zt_metrics *m, const char *name, unsigned callback,
                           const struct zt_timeline *t)
{
    size_t count = 0, failed = 0;
    double *values = zt_alloc(t->execution_count, sizeof *values);
    for (size_t i = 0; i < t->execution_count; i++) {
        const struct zt_execution *e = &t->executions[i];
        if (e->callback != callback)
            continue;
        failed += e->ended && e->result != 0;
        if (e->ended)
            values[count++] = (double)(e->end_ps - e->start_ps) / 1000;
    }
    add(m, zt_format("%s.executions", name), ZT_UNIT_NONE, (double)count, "executions that ended");
    add(m, zt_format("%s.failed", name), ZT_UNIT_NONE, (double)failed, "executions that ended with an error");
    char *prefix = zt_format("%s.duration", name);
    add_times(m, prefix, values, count);
    free(prefix);
    free(values);
}

static void add_slot(struct zt_metrics *m, const struct zt_board_slot *slot, const struct zt_timeline *t)
{
    size_t loads = 0, executions = 0;
    double busy_ps = 0;
    for (size_t i = 0; i < t->transfer_count; i++) {
        const struct zt_transfer *transfer = &t->transfers[i];
        loads += transfer->slot == slot->index && transfer->ended && transfer->result == ZT_CONFIG_OK;
    }
    for (size_t i = 0; i < t->execution_count; i++) {
        const struct zt_execution *e = &t->executions[i];
        if (e->place != ZT_PLACE_SLOT + slot->index)
            continue;
        executions++;
        uint64_t end_ps = e->ended ? e->end_ps : t->end_ps;
        busy_ps += end_ps > e->start_ps ? (double)(end_ps - e->start_ps) : 0;
    }
    add(m, zt_format("%s.reconfigurations", slot->name), ZT_UNIT_NONE, (double)loads,
        "good bitstreams loaded");
    add(m, zt_format("%s.executions", slot->name), ZT_UNIT_NONE, (double)executions, "executions begun");
    add(m, zt_format("%s.busy", slot->name), ZT_UNIT_FRACTION, t->end_ps ? busy_ps / (double)t->end_ps : NAN,
        "share of the run in which a thread executes");
}

static void add_icap(struct zt_metrics *m, const struct zt_timeline *t)
{
    uint64_t loads = 0, failures = 0, bytes = 0, active = 0, gap = 0, setup = 0, odd = 0, busy_ps = 0;
    for (size_t i = 0; i < t->transfer_count; i++) {
        const struct zt_transfer *transfer = &t->transfers[i];
        if (transfer->by_pcap)
            continue;
        loads++;
        failures += !transfer->ended || transfer->result != ZT_CONFIG_OK;
        bytes += transfer->bytes;
        active += transfer->active_cycles;
        gap += transfer->gap_cycles;
        setup += transfer->setup_cycles;
        odd += transfer->active_cycles != transfer->bytes / 4;
        busy_ps += transfer->end_ps > transfer->start_ps ? transfer->end_ps - transfer->start_ps : 0;
    }
    add(m, zt_copy("icap.transfers"), ZT_UNIT_NONE, (double)loads, "transfers begun");
    add(m, zt_copy("icap.failures"), ZT_UNIT_NONE, (double)failures, "transfers that configured nothing");
    add(m, zt_copy("icap.bytes"), ZT_UNIT_BYTES, (double)bytes, "bytes asked of the DMA");
    add(m, zt_copy("icap.active_cycles"), ZT_UNIT_NONE, (double)active, "cycles with a word");
    add(m, zt_copy("icap.gap_cycles"), ZT_UNIT_NONE, (double)gap,
        "cycles without one between first and last word");
    add(m, zt_copy("icap.setup_cycles"), ZT_UNIT_NONE, (double)setup,
        "cycles from the start to the first word");
    add(m, zt_copy("icap.odd_transfers"), ZT_UNIT_NONE, (double)odd,
        "transfers with active cycles other than bytes / 4");
    add(m, zt_copy("icap.busy"), ZT_UNIT_FRACTION, t->end_ps ? (double)busy_ps / (double)t->end_ps : NAN,
        "share of the run in which a transfer is under way");
}

/* Interrupts of the PL: from OSIF's line to the read of the word by the thread in user space. */
static void add_irq(struct zt_metrics *m, const struct zt_timeline *t)
{
    double *values = zt_alloc(t->irq_response_count, sizeof *values);
    for (size_t i = 0; i < t->irq_response_count; i++)
        values[i] = (double)t->irq_responses_ps[i] / 1000;
    add(m, zt_copy("irq.count"), ZT_UNIT_NONE, (double)t->irq_response_count,
        "interrupts of OSIF that woke a delegate");
    add_times(m, "irq.to_user", values, t->irq_response_count);
    free(values);
}

static void add_run(struct zt_metrics *m, const struct zt_timeline *t, const struct zt_host_figures *host)
{
    for (unsigned core = 0; core < ZT_CORES; core++) {
        add(m, zt_format("cpu%u.instructions", core), ZT_UNIT_NONE, (double)t->instructions[core],
            "instructions executed");
        add(m, zt_format("cpu%u.busy", core), ZT_UNIT_FRACTION,
            t->end_ps ? (double)t->core_busy_ps[core] / (double)t->end_ps : NAN,
            "share of the run not halted");
    }
    add(m, zt_copy("run.virtual"), ZT_UNIT_NS, (double)t->end_ps / 1000, "virtual time at the end");
    add(m, zt_copy("run.start"), ZT_UNIT_NS, t->has_run_start ? (double)t->run_start_ps / 1000 : NAN,
        "virtual time at which the runner was ready");
    add(m, zt_copy("run.wall"), ZT_UNIT_NS, host ? host->wall_s * 1e9 : NAN, "time on the host's clock");
    add(m, zt_copy("run.peak_rss"), ZT_UNIT_BYTES, host ? host->peak_rss_mib * 1048576 : NAN,
        "largest memory of the machine's process");
    add(m, zt_copy("run.events_dropped"), ZT_UNIT_NONE, (double)t->events_dropped,
        "events that found their ring full");
    unsigned missing = 0;
    for (unsigned kind = 1; kind < ZT_TRACE_KINDS; kind++)
        missing += t->kind_counts[kind] == 0;
    for (unsigned kind = 1; kind < ZT_EVENT_KINDS; kind++)
        missing += t->event_counts[kind] == 0;
    add(m, zt_copy("run.kinds_missing"), ZT_UNIT_NONE, missing,
        "kinds of trace records and events of which there is none");
    for (unsigned kind = 1; kind < ZT_TRACE_KINDS; kind++)
        add(m, zt_format("trace.%s", zt_trace_kind_name(kind)), ZT_UNIT_NONE, (double)t->kind_counts[kind],
            "trace records of this kind");
}

void zt_metrics_compute(const struct zt_scenario *s, const struct zt_timeline *timeline,
                        const struct zt_host_figures *host, struct zt_metrics *metrics)
{
    static const struct zt_timeline nothing;
    const struct zt_timeline *t = timeline ? timeline : &nothing;
    *metrics = (struct zt_metrics){0};
    for (unsigned i = 0; i < s->callback_count; i++) {
        bool loaded = false;
        for (unsigned k = 0; k < s->load_count; k++)
            loaded = loaded || s->loads[k].callback == i;
        if (loaded)
            add_answers(metrics, s->callbacks[i].name, i, t);
        add_executions(metrics, s->callbacks[i].name, i, t);
    }
    for (unsigned i = 0; i < s->board->slot_count; i++)
        add_slot(metrics, &s->board->slots[i], t);
    add_icap(metrics, t);
    add_irq(metrics, t);
    add_run(metrics, t, host);
    zt_coherence_metrics(s, NULL, metrics);
}

void zt_metrics_put(struct zt_metrics *m, const char *name, enum zt_unit unit, double scale, double value,
                    const char *meaning)
{
    struct zt_metric *metric = (struct zt_metric *)zt_metrics_find(m, name);
    if (!metric) {
        add(m, zt_copy(name), unit, value, meaning);
        metric = &m->list[m->count - 1];
    }
    metric->value = value;
    metric->scale = scale;
}

char *zt_metric_key(const struct zt_metric *metric)
{
    const char *unit = metric->scale != 0 ? "" : zt_unit_name(metric->unit);
    return zt_format("%s%s%s", metric->name, *unit ? "_" : "", unit);
}

double zt_metric_number(const struct zt_metric *metric)
{
    return metric->scale != 0 ? metric->value / metric->scale : metric->value;
}

void zt_metrics_free(struct zt_metrics *metrics)
{
    for (size_t i = 0; i < metrics->count; i++)
        free(metrics->list[i].name);
    free(metrics->list);
    *metrics = (struct zt_metrics){0};
}

const struct zt_metric *zt_metrics_find(const struct zt_metrics *metrics, const char *name)
{
    for (size_t i = 0; i < metrics->count; i++) {
        if (strcmp(metrics->list[i].name, name) == 0)
            return &metrics->list[i];
    }
    return NULL;
}

const char *zt_unit_name(enum zt_unit unit)
{
    static const char *const names[] = {"", "ns", "bytes", "fraction"};
    return names[unit];
}

char *zt_value_text(double value, enum zt_unit unit)
{
    if (!isfinite(value))
        return zt_copy("none");
    double size = fabs(value);
    switch (unit) {
    case ZT_UNIT_NS:
        return size >= 1e9   ? zt_format("%.6g s", value * 1e-9)
               : size >= 1e6 ? zt_format("%.6g ms", value * 1e-6)
               : size >= 1e3 ? zt_format("%.6g us", value * 1e-3)
                             : zt_format("%.6g ns", value);
    case ZT_UNIT_BYTES:
        return size >= 1048576 ? zt_format("%.6g MiB", value / 1048576) : zt_format("%.10g B", value);
    case ZT_UNIT_FRACTION:
        return zt_format("%.4g %%", value * 100);
    case ZT_UNIT_NONE:
        break;
    }
    return zt_format("%.15g", value);
}

bool zt_expects_check(const struct zt_scenario *scenario, struct zt_diag *diag)
{
    size_t before = diag->errors;
    struct zt_metrics metrics;
    zt_metrics_compute(scenario, NULL, NULL, &metrics);
    for (unsigned i = 0; i < scenario->expect_count; i++) {
        const struct zt_expect *expect = &scenario->expects[i];
        const struct zt_metric *metric = zt_metrics_find(&metrics, expect->metric);
        enum zt_unit unit = metric ? metric->unit : ZT_UNIT_NONE;
        if (!metric && !zt_program_owns(scenario, expect->metric, &unit)) {
            zt_diag_error(diag, expect->place,
                          "'%s' is not a metric of this scenario (zynqtwin metrics %s lists them)",
                          expect->metric, scenario->file);
        } else if (expect->range.low.unit != unit && expect->range.low.value != 0 &&
                   !(unit == ZT_UNIT_FRACTION && expect->range.low.unit == ZT_UNIT_NONE)) {
            static const char *const wanted[] = {"a plain number", "a time (ns, us, ms, s)",
                                                 "a size (B, KiB, MiB)", "a share (0.5 or 50 %)"};
            zt_diag_error(diag, expect->place, "'%s' has the wrong unit for %s (%s)", expect->text,
                          expect->metric, wanted[unit]);
        }
    }
    for (unsigned i = 0; i < scenario->invariant_count; i++) {
        const struct zt_invariant *invariant = &scenario->invariants[i];
        enum zt_unit unit;
        for (unsigned k = 0; k < invariant->metric_count; k++) {
            if (!zt_metrics_find(&metrics, invariant->metrics[k]) &&
                !zt_program_owns(scenario, invariant->metrics[k], &unit))
                zt_diag_error(diag, invariant->places[k],
                              "'%s' is not a metric of this scenario (zynqtwin metrics %s lists them)",
                              invariant->metrics[k], scenario->file);
        }
    }
    zt_metrics_free(&metrics);
    return diag->errors == before;
}
