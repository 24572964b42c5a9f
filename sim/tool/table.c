/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The result of a run on the terminal. */
#include <stdio.h>
#include <stdlib.h>

#include "run.h"
#include "util.h"

#define COHERENCE_LINES_MAX 20

static char *value_of(const struct zt_run *run, const char *name, const char *what)
{
    char *full = zt_format("%s.%s", name, what);
    const struct zt_metric *metric = zt_metrics_find(&run->metrics, full);
    char *text = metric ? zt_value_text(metric->value, metric->unit) : zt_copy("");
    free(full);
    return text;
}

static void print_row(const struct zt_run *run, const char *name, const char *const *columns, int width)
{
    printf("  %-12s", name);
    for (size_t i = 0; columns[i]; i++) {
        char *text = value_of(run, name, columns[i]);
        printf(" %*s", width, text);
        free(text);
    }
    putchar('\n');
}

static void print_header(const char *first, const char *const *columns, int width)
{
    printf("  %-12s", first);
    for (size_t i = 0; columns[i]; i++)
        printf(" %*s", width, columns[i]);
    putchar('\n');
}

static void print_coherence(const struct zt_coherence *c)
{
    for (size_t i = 0; i < c->count && i < COHERENCE_LINES_MAX; i++) {
        const struct zt_coherence_report *r = &c->list[i];
        const char *who = r->who.symbol ? r->who.symbol : r->who.port;
        const char *other = r->other.symbol ? r->other.symbol : r->other.port;
        printf("  coherence: %s at 0x%08llx by %s%s%s\n", r->kind, (unsigned long long)r->address,
               who ? who : "?", other ? ", written by " : "", other ? other : "");
    }
    if (c->count > COHERENCE_LINES_MAX)
        printf("  coherence: %zu more\n", c->count - COHERENCE_LINES_MAX);
}

void zt_table_print(const struct zt_run *run)
{
    static const char *const callback_columns[] = {"executions",   "duration.mean", "right",        "wrong",
                                                   "response.p50", "response.p99",  "response.max", NULL};
    static const char *const slot_columns[] = {"reconfigurations", "executions", "busy", NULL};
    static const char *const icap_columns[] = {"transfers",  "bytes",        "active_cycles",
                                               "gap_cycles", "setup_cycles", NULL};
    static const char *const verdicts[] = {"PASS", "FAIL", "ERROR"};
    const struct zt_scenario *s = run->scenario;
    print_header("callback", callback_columns, 14);
    for (unsigned i = 0; i < s->callback_count; i++)
        print_row(run, s->callbacks[i].name, callback_columns, 14);
    print_header("slot", slot_columns, 16);
    for (unsigned i = 0; i < s->board->slot_count; i++)
        print_row(run, s->board->slots[i].name, slot_columns, 16);
    print_header("port", icap_columns, 14);
    print_row(run, "icap", icap_columns, 14);
    for (unsigned i = 0; i < s->expect_count; i++) {
        char *value = zt_value_text(run->judged[i].value, run->judged[i].unit);
        printf("  %s %s: %s (expected %s)\n", run->judged[i].met ? "met   " : "NOT MET", s->expects[i].metric,
               value, s->expects[i].text);
        free(value);
    }
    print_coherence(&run->coherence);
    if (run->cause)
        printf("  cause: %s\n%s  again: %s\n", run->cause, run->details ? run->details : "", run->replay);
    printf("  trace_sha256 %s\n  inputs_sha256 %s\n", run->trace_sha256, run->inputs_sha256);
    printf("%s %s seed %llu: %.3f s virtual, %.1f s wall, %.0f MiB; %s\n", verdicts[run->verdict], s->name,
           (unsigned long long)run->options.seed, (double)run->timeline.end_ps * 1e-12, run->machine.wall_s,
           run->machine.peak_rss_mib, run->options.folder);
}
