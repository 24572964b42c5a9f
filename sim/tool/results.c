/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* results.json. Units stand in the names; times are virtual unless the name says wall. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "util.h"

static void add_ns(cJSON *object, const char *key, uint64_t ps)
{
    cJSON_AddNumberToObject(object, key, (double)ps / 1000);
}

static const char *callback_name(const struct zt_run *run, uint32_t index)
{
    return index < run->scenario->callback_count ? run->scenario->callbacks[index].name : "unknown";
}

char *zt_place_name(const struct zt_scenario *scenario, unsigned place)
{
    if (place < ZT_CORES)
        return zt_format("cpu%u", place);
    if (place == ZT_PLACE_UNKNOWN)
        return zt_copy("cpu?");
    unsigned slot = place - ZT_PLACE_SLOT;
    return slot < scenario->board->slot_count ? zt_copy(scenario->board->slots[slot].name)
                                              : zt_format("slot%u", slot);
}

static void add_executions(cJSON *root, const struct zt_run *run)
{
    cJSON *list = cJSON_AddArrayToObject(root, "executions");
    for (size_t i = 0; i < run->timeline.execution_count; i++) {
        const struct zt_execution *e = &run->timeline.executions[i];
        cJSON *object = cJSON_CreateObject();
        char *place = zt_place_name(run->scenario, e->place);
        cJSON_AddStringToObject(object, "callback", callback_name(run, e->callback));
        cJSON_AddNumberToObject(object, "number", e->number);
        cJSON_AddStringToObject(object, "place", place);
        cJSON_AddStringToObject(object, "worker", e->worker);
        if (e->has_ready)
            add_ns(object, "ready_ns", e->ready_ps);
        add_ns(object, "start_ns", e->start_ps);
        if (e->ended)
            add_ns(object, "end_ns", e->end_ps);
        else
            cJSON_AddNullToObject(object, "end_ns");
        cJSON_AddNumberToObject(object, "error_number", e->result);
        cJSON_AddItemToArray(list, object);
        free(place);
    }
}

static void add_answers(cJSON *root, const struct zt_run *run)
{
    static const char *const verdicts[] = {"right", "wrong", "timeout", "open"};
    cJSON *list = cJSON_AddArrayToObject(root, "answers");
    for (size_t i = 0; i < run->timeline.answer_count; i++) {
        const struct zt_answer *a = &run->timeline.answers[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "client", a->client);
        cJSON_AddStringToObject(object, "callback", callback_name(run, a->callback));
        cJSON_AddNumberToObject(object, "number", a->number);
        if (a->has_send)
            add_ns(object, "send_ns", a->send_ps);
        if (a->verdict != ZT_OPEN)
            add_ns(object, "done_ns", a->done_ps);
        cJSON_AddStringToObject(object, "verdict", verdicts[a->verdict]);
        cJSON_AddItemToArray(list, object);
    }
}

static void add_transfers(cJSON *root, const struct zt_run *run)
{
    const struct zt_board *board = run->scenario->board;
    double cycle_ns = 1e9 / (double)board->pl_hz;
    cJSON *list = cJSON_AddArrayToObject(root, "reconfigurations");
    for (size_t i = 0; i < run->timeline.transfer_count; i++) {
        const struct zt_transfer *t = &run->timeline.transfers[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "slot",
                                t->slot < board->slot_count ? board->slots[t->slot].name : "unknown");
        cJSON_AddStringToObject(object, "port", t->by_pcap ? "pcap" : "icap");
        cJSON_AddNumberToObject(object, "bytes", (double)t->bytes);
        add_ns(object, "start_ns", t->start_ps);
        if (t->ended)
            add_ns(object, "end_ns", t->end_ps);
        else
            cJSON_AddNullToObject(object, "end_ns");
        cJSON_AddStringToObject(object, "result",
                                t->ended ? zt_config_result_name(t->result) : "did not end");
        cJSON_AddNumberToObject(object, "active_cycles", (double)t->active_cycles);
        cJSON_AddNumberToObject(object, "gap_cycles", (double)t->gap_cycles);
        cJSON_AddNumberToObject(object, "setup_cycles", (double)t->setup_cycles);
        cJSON_AddNumberToObject(object, "cycle_ns", cycle_ns);
        cJSON_AddNumberToObject(object, "active_ns", (double)t->active_cycles * cycle_ns);
        cJSON_AddNumberToObject(object, "gap_ns", (double)t->gap_cycles * cycle_ns);
        cJSON_AddNumberToObject(object, "setup_ns", (double)t->setup_cycles * cycle_ns);
        char *head = zt_format("%016llx", (unsigned long long)t->sha256_head);
        cJSON_AddStringToObject(object, "stream_sha256_first_8_bytes", head);
        free(head);
        cJSON_AddItemToArray(list, object);
    }
}

static void add_faults(cJSON *root, const struct zt_run *run)
{
    const struct zt_scenario *s = run->scenario;
    cJSON *list = cJSON_AddArrayToObject(root, "faults");
    for (unsigned i = 0; i < s->fault_count; i++) {
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "what", zt_fault_name(s->faults[i].kind));
        cJSON_AddNumberToObject(object, "after_ready_ns", (double)s->faults[i].at_ns);
        if (s->faults[i].kind == ZT_FAULT_SILENT_SLOT)
            cJSON_AddStringToObject(object, "slot", s->board->slots[s->faults[i].slot].name);
        cJSON_AddItemToArray(list, object);
    }
}

static void add_counts(cJSON *root, const struct zt_run *run)
{
    cJSON *counts = cJSON_AddObjectToObject(root, "trace_counts");
    for (unsigned kind = 0; kind < ZT_TRACE_KINDS; kind++)
        cJSON_AddNumberToObject(counts, zt_trace_kind_name(kind), (double)run->timeline.kind_counts[kind]);
    cJSON *events = cJSON_AddObjectToObject(root, "event_counts");
    for (unsigned kind = 1; kind < ZT_EVENT_KINDS; kind++)
        cJSON_AddNumberToObject(events, zt_event_kind_name(kind), (double)run->timeline.event_counts[kind]);
    cJSON_AddNumberToObject(root, "events_dropped", (double)run->timeline.events_dropped);
    cJSON_AddNumberToObject(root, "events_without_time", (double)run->timeline.events_without_time);
    cJSON *cores = cJSON_AddArrayToObject(root, "cores");
    for (unsigned core = 0; core < ZT_CORES; core++) {
        cJSON *object = cJSON_CreateObject();
        cJSON_AddNumberToObject(object, "core", core);
        cJSON_AddNumberToObject(object, "instructions", (double)run->timeline.instructions[core]);
        add_ns(object, "busy_ns", run->timeline.core_busy_ps[core]);
        cJSON_AddItemToArray(cores, object);
    }
}

static void add_judgement(cJSON *root, const struct zt_run *run)
{
    cJSON *programs = cJSON_AddArrayToObject(root, "programs");
    for (unsigned i = 0; i < run->scenario->program_count; i++)
        cJSON_AddItemToArray(programs, cJSON_CreateString(run->scenario->programs[i].name));
    cJSON *metrics = cJSON_AddObjectToObject(root, "metrics");
    for (size_t i = 0; i < run->metrics.count; i++) {
        const struct zt_metric *m = &run->metrics.list[i];
        char *key = zt_metric_key(m);
        if (isfinite(m->value))
            cJSON_AddNumberToObject(metrics, key, zt_metric_number(m));
        else
            cJSON_AddNullToObject(metrics, key);
        free(key);
    }
    cJSON *list = cJSON_AddArrayToObject(root, "expectations");
    for (unsigned i = 0; i < run->scenario->expect_count; i++) {
        const struct zt_expect *expect = &run->scenario->expects[i];
        cJSON *object = cJSON_CreateObject();
        char *value = zt_value_text(run->judged[i].value, run->judged[i].unit);
        cJSON_AddStringToObject(object, "metric", expect->metric);
        cJSON_AddStringToObject(object, "range", expect->text);
        cJSON_AddStringToObject(object, "value", value);
        cJSON_AddBoolToObject(object, "met", run->judged[i].met);
        cJSON_AddNumberToObject(object, "line", expect->place.line);
        cJSON_AddItemToArray(list, object);
        free(value);
    }
}

static void add_head(cJSON *root, const struct zt_run *run)
{
    static const char *const verdicts[] = {"pass", "fail", "error"};
    static const char *const ends[] = {"poweroff", "host", "fatal", "limit"};
    const struct zt_scenario *s = run->scenario;
    const struct zt_timeline *t = &run->timeline;
    cJSON_AddNumberToObject(root, "version", 1);
    cJSON_AddStringToObject(root, "scenario", s->name);
    cJSON_AddStringToObject(root, "about", s->about ? s->about : "");
    cJSON_AddStringToObject(root, "board", s->board->name);
    cJSON_AddStringToObject(root, "board_file", s->board->file);
    cJSON_AddStringToObject(root, "variant", run->options.variant ? run->options.variant : "");
    cJSON_AddStringToObject(root, "policy", s->policy);
    cJSON_AddStringToObject(root, "coherence_mode", zt_coherence_mode_name(s->coherence.mode));
    cJSON_AddNumberToObject(root, "seed", (double)run->options.seed);
    cJSON_AddStringToObject(root, "size", run->options.full ? "full" : "ci");
    cJSON_AddStringToObject(root, "verdict", verdicts[run->verdict]);
    cJSON_AddStringToObject(root, "cause", run->cause ? run->cause : "");
    cJSON_AddStringToObject(root, "details", run->details ? run->details : "");
    cJSON_AddStringToObject(root, "replay", run->replay ? run->replay : "");
    cJSON_AddStringToObject(root, "end", t->has_end && t->end_reason < 4 ? ends[t->end_reason] : "none");
    add_ns(root, "virtual_ns", t->end_ps);
    cJSON_AddNumberToObject(root, "wall_s", run->machine.wall_s);
    cJSON_AddNumberToObject(root, "virtual_s_per_wall_s",
                            run->machine.wall_s > 0 ? (double)t->end_ps * 1e-12 / run->machine.wall_s : 0);
    cJSON_AddNumberToObject(root, "peak_rss_mib", run->machine.peak_rss_mib);
    cJSON_AddStringToObject(root, "inputs_sha256", run->inputs_sha256);
    cJSON_AddStringToObject(root, "trace_sha256", run->trace_sha256);
}

/* The board's figures as this run used them. */
static void add_figures(cJSON *root, const struct zt_run *run)
{
    const struct zt_board *board = run->scenario->board;
    cJSON *perturb = cJSON_AddObjectToObject(root, "perturb");
    cJSON_AddBoolToObject(perturb, "drawn", run->options.perturb);
    if (run->options.perturb && isfinite(run->options.perturb_limit))
        cJSON_AddNumberToObject(perturb, "limit", run->options.perturb_limit);
    cJSON *list = cJSON_AddArrayToObject(root, "figures");
    for (size_t i = 0; i < board->figure_count; i++) {
        const struct zt_figure *f = &board->figures[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "section", f->section);
        cJSON_AddStringToObject(object, "name", f->name);
        cJSON_AddNumberToObject(object, "value", (double)f->value);
        cJSON_AddNumberToObject(object, "nominal", (double)f->nominal);
        cJSON_AddStringToObject(object, "unit", f->unit);
        cJSON_AddStringToObject(object, "uncertainty", f->uncertainty);
        cJSON_AddStringToObject(object, "kind", zt_figure_kind_name(f->kind));
        cJSON_AddBoolToObject(object, "lower_bound", f->lower_bound);
        cJSON_AddStringToObject(object, "source", f->source);
        cJSON_AddItemToArray(list, object);
    }
}

char *zt_results_text(const struct zt_run *run)
{
    cJSON *root = cJSON_CreateObject();
    add_head(root, run);
    add_counts(root, run);
    add_faults(root, run);
    add_judgement(root, run);
    add_transfers(root, run);
    cJSON_AddItemToObject(root, "coherence", zt_coherence_json(&run->coherence));
    add_figures(root, run);
    add_executions(root, run);
    add_answers(root, run);
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    return text ? text : zt_copy("{}");
}

int zt_results_write(const struct zt_run *run, const char *path)
{
    char *text = zt_results_text(run);
    char *whole = zt_format("%s\n", text);
    int error = zt_write_file(path, whole, strlen(whole));
    free(text);
    free(whole);
    return error;
}
