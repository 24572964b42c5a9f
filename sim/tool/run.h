/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* One run of one scenario with one seed: from the plan to the verdict. */
#ifndef ZT_RUN_H
#define ZT_RUN_H

#include "coherence.h"
#include "hash.h"
#include "machine.h"
#include "metrics.h"
#include "plan.h"
#include "scenario.h"
#include "timeline.h"

enum zt_run_verdict { ZT_RUN_PASS, ZT_RUN_FAIL, ZT_RUN_ERROR };

struct zt_run_options {
    uint64_t seed;
    const char *folder; /* of this run; made when missing, its older results are replaced */
    const char *photo;
    uint64_t quantum;       /* 0: the machine's default */
    uint64_t pl_quantum_ns; /* 0: the machine's default */
    const char *variant;    /* label of the matrix's variant, or "" */
    bool perturb;           /* the board's figures were drawn, within this share of their value */
    double perturb_limit;   /* infinity: each within its own uncertainty */
    bool full;
    bool keep;  /* keeps card and kernel, too */
    bool plain; /* without what only makes the machine faster: the same run, slower */
    double wall_limit_s;
    double no_progress_s;
    bool show_progress;
};

struct zt_judged {
    bool met;
    double value;
    enum zt_unit unit;
};

struct zt_run {
    const struct zt_scenario *scenario;
    struct zt_run_options options;
    struct zt_machine_result machine;
    struct zt_trace trace;
    struct zt_rings rings;
    struct zt_timeline timeline;
    struct zt_coherence coherence;
    struct zt_metrics metrics;
    struct zt_judged judged[ZT_EXPECTS_MAX];
    char inputs_sha256[ZT_SHA256_HEX];
    char trace_sha256[ZT_SHA256_HEX];
    enum zt_run_verdict verdict;
    char *cause;   /* one line: why it did not pass; NULL: it passed */
    char *details; /* more lines: who waits, last transactions */
    char *replay;  /* the command that runs the same again */
};

/* Runs, judges, writes results.json, report.html into the folder. Always leaves a verdict. */
void zt_run_scenario(const struct zt_scenario *scenario, const struct zt_run_options *options,
                     struct zt_run *run);
void zt_run_free(struct zt_run *run);

/* The same in steps, for measurements: the folder and the card of a plan; what the machine left behind. */
bool zt_run_prepare(struct zt_run *run, const struct zt_plan *plan);
void zt_run_collect(struct zt_run *run);
void zt_run_clean_up(struct zt_run *run);

/* explain.c: finds why a run did not end well. NULL: it ended well. Fills run->details. */
char *zt_explain(struct zt_run *run);
/* results.c, report.c: 0 or a positive errno. */
int zt_results_write(const struct zt_run *run, const char *path);
char *zt_results_text(const struct zt_run *run); /* owned by the caller */
int zt_report_write(const struct zt_run *run, const char *path);
/* table.c: what a person wants to see at once. */
void zt_table_print(const struct zt_run *run);
/* Name of an execution's place ("cpu0", "small"); owned by the caller. */
char *zt_place_name(const struct zt_scenario *scenario, unsigned place);

#endif
