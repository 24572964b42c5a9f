/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Why a run did not end well: the cause in one line, then who waits for what since when, and the last
 * transactions before the end. Looks at the machine's exit, the console, run.sh's status and the logs.
 */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"
#include "run.h"
#include "util.h"

#define LAST_TRANSACTIONS 8
#define LINE_MAX_BYTES 300
#define RESPONSE_SLVERR 2u /* AXI; 3 is DECERR */

struct evidence {
    char *console; /* end of the console log */
    char *machine; /* end of the machine's own log */
    char *status;  /* run.sh's notes */
    char *runner;  /* end of the runner's log */
};

static char *tail_of(const struct zt_run *run, const char *name)
{
    char *path = zt_format("%s/%s", run->options.folder, name);
    char *text = zt_file_tail(path, 20000);
    free(path);
    return text;
}

/* The line in which `word` stands, or NULL; owned by the caller. */
static char *line_with(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    if (!at)
        return NULL;
    while (at > text && at[-1] != '\n')
        at--;
    size_t length = strcspn(at, "\r\n");
    return zt_format("%.*s", (int)(length < LINE_MAX_BYTES ? length : LINE_MAX_BYTES), at);
}

/* The status behind the word in run.sh's notes ("runner 139"); 0 when it is not there. */
static int status_after(const char *notes, const char *word)
{
    const char *at = strstr(notes, word);
    long value = at ? strtol(at + strlen(word), NULL, 10) : 0;
    return value > 0 && value < 256 ? (int)value : 0;
}

static char *last_line(const char *text)
{
    size_t size = strlen(text);
    while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == ' '))
        size--;
    size_t from = size;
    while (from > 0 && text[from - 1] != '\n')
        from--;
    return zt_format("%.*s", (int)(size - from), text + from);
}

static const char *signal_text(int number)
{
    const char *text = strsignal(number);
    return text ? text : "unknown signal";
}

/* What the guest's own messages say. */
static char *guest_cause(const struct evidence *e)
{
    static const struct {
        const char *word;
        const char *cause;
    } signs[] = {
        {"Unhandled fault: external abort", "an access to an address that no block of the PL answers"},
        {"external abort on", "an access to an address that no block of the PL answers"},
        {"imprecise external abort", "an access to an address that no block of the PL answers"},
        {"Kernel panic", "the guest's kernel panicked"},
        {"Internal error: Oops", "the guest's kernel crashed"},
    };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        char *line = line_with(e->console, signs[i].word);
        if (!line)
            continue;
        char *cause = zt_format("%s: %s", signs[i].cause, line);
        free(line);
        return cause;
    }
    return NULL;
}

static char *machine_cause(const struct zt_run *run, const struct evidence *e)
{
    char *fatal = line_with(e->machine, "zynqtwin: fatal: ");
    char *cause = NULL;
    switch (run->machine.end) {
    case ZT_MACHINE_NOT_STARTED:
        cause = zt_copy(run->machine.error);
        break;
    case ZT_MACHINE_FATAL:
        cause = zt_format("the machine cannot go on: %s",
                          fatal ? fatal + strlen("zynqtwin: fatal: ") : "no reason given");
        break;
    case ZT_MACHINE_FAILED: {
        char *last = last_line(e->machine);
        int status = run->machine.status;
        cause = status < 0 ? zt_format("the machine's process ended with signal %d (%s): %s", -status,
                                       signal_text(-status), last)
                           : zt_format("the machine's process ended with exit status %d: %s", status, last);
        free(last);
        break;
    }
    case ZT_MACHINE_WALL_LIMIT:
        cause = zt_format("not done within %.0f s of wall time", run->options.wall_limit_s);
        break;
    case ZT_MACHINE_NO_PROGRESS:
        cause = zt_format("nothing happened for %.0f s of wall time", run->options.no_progress_s);
        break;
    case ZT_MACHINE_INTERRUPTED:
        cause = zt_copy("interrupted");
        break;
    case ZT_MACHINE_ENDED:
        break;
    }
    free(fatal);
    return cause;
}

/* "runner 139" in run.sh's notes: the status of the runner's process. */
static char *runner_cause(const struct evidence *e)
{
    int status = status_after(e->status, "runner ");
    if (status == 0)
        return NULL;
    char *last = last_line(e->runner);
    char *cause = status > 128 ? zt_format("the executor crashed with signal %d (%s)%s%s", status - 128,
                                           signal_text(status - 128), *last ? "; it said last: " : "", last)
                               : zt_format("the executor ended with status %d%s%s", status,
                                           *last ? "; it said last: " : "", last);
    free(last);
    return cause;
}

/* A bus error next to a refused access of the PL: names the address. */
static char *abort_cause(const struct zt_run *run, const struct evidence *e)
{
    bool by_runner = status_after(e->status, "runner ") == 128 + SIGBUS;
    if (!by_runner && status_after(e->status, "fault empty-address ") != 128 + SIGBUS)
        return NULL;
    for (size_t i = run->trace.count; i-- > 1;) {
        const struct zt_trace_record *r = &run->trace.records[i];
        bool access = r->kind == ZT_TRACE_PL_READ || r->kind == ZT_TRACE_PL_WRITE;
        if (access && (r->c >> 8 & 3u) >= RESPONSE_SLVERR)
            return zt_format(
                "%s got a bus error: core %u accessed 0x%08llx, which no block of the PL answers",
                by_runner ? "the executor" : "a program in the guest", r->source, (unsigned long long)r->a);
    }
    return NULL;
}

/* A hardware thread that began and did not come to an end. */
static char *thread_cause(const struct zt_run *run, const struct evidence *e)
{
    const struct zt_timeline *t = &run->timeline;
    int status = status_after(e->status, "runner ");
    if (status == 0 || status > 128) /* a crash explains more */
        return NULL;
    for (size_t i = 0; i < t->execution_count; i++) {
        const struct zt_execution *x = &t->executions[i];
        if (x->place < ZT_PLACE_SLOT || x->place == ZT_PLACE_UNKNOWN || (x->ended && x->result != ETIMEDOUT))
            continue;
        char *place = zt_place_name(run->scenario, x->place);
        char *last = last_line(e->runner);
        bool known = x->callback < run->scenario->callback_count;
        char *cause = zt_format(
            "the hardware thread of %s in slot %s never answered (started at %.3f ms, execution #%u)%s%s",
            known ? run->scenario->callbacks[x->callback].name : "?", place, (double)x->start_ps * 1e-9,
            x->number, *last ? "; the executor said last: " : "", last);
        free(place);
        free(last);
        return cause;
    }
    return NULL;
}

/* The first client that did not end well: "client NAME STATUS" in run.sh's notes. */
static char *client_cause(const struct zt_run *run, const struct evidence *e)
{
    for (unsigned i = 0; i < run->scenario->load_count; i++) {
        const char *name = run->scenario->loads[i].name;
        char *word = zt_format("client %s ", name);
        int status = status_after(e->status, word);
        free(word);
        if (status == 0)
            continue;
        char *file = zt_format("results/%s.log", name);
        char *log = tail_of(run, file);
        char *last = last_line(log);
        const char *what = status == 1   ? "got wrong answers"
                           : status == 3 ? "waited in vain for an answer"
                           : status == 2 ? "could not work"
                                         : "ended badly";
        char *cause = zt_format("client %s %s (status %d)%s%s", name, what, status, *last ? ": " : "", last);
        free(file);
        free(log);
        free(last);
        return cause;
    }
    return NULL;
}

/* The first program that did not end with status 0. */
static char *program_cause(const struct zt_run *run, const struct evidence *e)
{
    for (unsigned i = 0; i < run->scenario->program_count; i++) {
        const char *name = run->scenario->programs[i].name;
        char *word = zt_format("program %s ", name);
        int status = status_after(e->status, word);
        free(word);
        if (status == 0)
            continue;
        char *file = zt_format("results/%s.err", name);
        char *log = tail_of(run, file);
        char *last = last_line(log);
        char *cause = status > 128 ? zt_format("program %s ended with signal %d (%s)%s%s", name, status - 128,
                                               signal_text(status - 128), *last ? ": " : "", last)
                                   : zt_format("program %s ended with status %d%s%s", name, status,
                                               *last ? ": " : "", last);
        free(file);
        free(log);
        free(last);
        return cause;
    }
    return NULL;
}

static char *run_script_cause(const struct zt_run *run, const struct evidence *e)
{
    char *module = line_with(e->status, "module ");
    char *cause = NULL;
    if (module)
        cause = zt_format("the guest cannot load the driver %s.ko", module + strlen("module "));
    else if (strstr(e->status, "timeup"))
        cause = zt_format("the load was not done within %.3f s of virtual time",
                          (double)run->scenario->for_ns * 1e-9);
    else if (run->timeline.has_end && run->timeline.end_reason == ZT_END_LIMIT)
        cause = zt_copy("the limit of virtual time was reached before the guest shut down");
    else if (!strstr(e->console, "GUEST-UP"))
        cause = zt_copy("the guest did not reach user space");
    else if (!strstr(e->console, "RUN end"))
        cause = zt_copy("the guest shut down before run.sh was done");
    free(module);
    return cause;
}

static void add_waiting(struct zt_run *run, struct zt_bytes *text)
{
    const struct zt_timeline *t = &run->timeline;
    unsigned shown = 0;
    for (size_t i = 0; i < t->execution_count && shown < 8; i++) {
        const struct zt_execution *e = &t->executions[i];
        bool known = e->callback < run->scenario->callback_count;
        if (e->ended && e->result == 0)
            continue;
        char *place = zt_place_name(run->scenario, e->place);
        const char *name = known ? run->scenario->callbacks[e->callback].name : "?";
        if (e->ended)
            zt_bytes_print(text, "failed: %s #%u in %s at %.3f ms: %s\n", name, e->number, place,
                           (double)e->end_ps * 1e-9, strerror((int)e->result));
        else
            zt_bytes_print(text, "waiting: the executor for %s #%u in %s since %.3f ms\n", name, e->number,
                           place, (double)(e->start_ps ? e->start_ps : e->ready_ps) * 1e-9);
        shown++;
        free(place);
    }
    for (size_t i = 0; i < t->answer_count && shown < 12; i++) {
        const struct zt_answer *a = &t->answers[i];
        if (a->verdict != ZT_OPEN && a->verdict != ZT_TIMEOUT)
            continue;
        zt_bytes_print(text, "%s: client %s for answer #%u since %.3f ms\n",
                       a->verdict == ZT_OPEN ? "waiting" : "gave up", a->client, a->number,
                       (double)a->send_ps * 1e-9);
        shown++;
    }
    for (size_t i = 0; i < t->transfer_count; i++) {
        const struct zt_transfer *transfer = &t->transfers[i];
        if (!transfer->ended || transfer->result != ZT_CONFIG_OK)
            zt_bytes_print(text, "configuration of %llu bytes begun at %.3f ms: %s\n",
                           (unsigned long long)transfer->bytes, (double)transfer->start_ps * 1e-9,
                           transfer->ended ? zt_config_result_name(transfer->result) : "did not end");
    }
}

static bool is_transaction(unsigned kind)
{
    return kind == ZT_TRACE_PL_READ || kind == ZT_TRACE_PL_WRITE || kind == ZT_TRACE_DMA_READ ||
           kind == ZT_TRACE_DMA_WRITE || kind == ZT_TRACE_OSIF_WORD || kind == ZT_TRACE_MEMIF_REQUEST ||
           kind == ZT_TRACE_PAGE_FAULT || kind == ZT_TRACE_CONFIG_END;
}

static void add_transactions(const struct zt_trace *trace, struct zt_bytes *text)
{
    size_t found[LAST_TRANSACTIONS];
    size_t count = 0;
    for (size_t i = trace->count; i-- > 1 && count < LAST_TRANSACTIONS;) {
        if (is_transaction(trace->records[i].kind))
            found[count++] = i;
    }
    if (count)
        zt_bytes_print(text, "last transactions of the PL:\n");
    while (count > 0) {
        char *line = zt_trace_line(&trace->records[found[--count]]);
        zt_bytes_print(text, "  %s\n", line);
        free(line);
    }
}

char *zt_explain(struct zt_run *run)
{
    struct evidence e = {tail_of(run, "console.log"), tail_of(run, "machine.log"),
                         tail_of(run, "results/status"), tail_of(run, "results/runner.log")};
    if (!*e.status) { /* the data partition was not written back: run.sh said the same on the console */
        free(e.status);
        e.status = zt_copy(e.console);
    }
    char *cause = abort_cause(run, &e);
    if (!cause)
        cause = guest_cause(&e);
    if (!cause)
        cause = machine_cause(run, &e);
    if (!cause)
        cause = thread_cause(run, &e);
    if (!cause)
        cause = runner_cause(&e);
    if (!cause)
        cause = client_cause(run, &e);
    if (!cause)
        cause = program_cause(run, &e);
    if (!cause)
        cause = run_script_cause(run, &e);
    if (cause) {
        struct zt_bytes text = {0};
        add_waiting(run, &text);
        add_transactions(&run->trace, &text);
        if (run->machine.end == ZT_MACHINE_FATAL || run->machine.end == ZT_MACHINE_FAILED)
            zt_bytes_print(&text, "the machine said:\n%s", e.machine);
        zt_bytes_put(&text, "", 0);
        run->details = (char *)text.data;
    }
    char **all[] = {&e.console, &e.machine, &e.status, &e.runner};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(*all[i]);
    return cause;
}
