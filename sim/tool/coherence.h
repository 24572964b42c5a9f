/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What the machine's coherence checker found: its log, with names for addresses, as metrics and for the
 * report. The kinds are explained in qemu/src/include/zynqtwin/coherence_model.h.
 */
#ifndef ZT_COHERENCE_H
#define ZT_COHERENCE_H

#include <cjson/cJSON.h>

#include "metrics.h"
#include "scenario.h"
#include "symbols.h"

/* A master: a core with its program counter, or a port. */
struct zt_master {
    bool is_core;
    unsigned core;
    uint32_t pc, lr;
    bool user;
    char *symbol, *caller; /* of pc and of lr; NULL: not known */
    char *port;            /* of no core */
    char *as;              /* how the core reached the memory */
    uint64_t time_ps;
};

struct zt_coherence_report {
    char *kind;
    uint64_t address, size_bytes, count;
    struct zt_master who, other;
    bool has_other;
    char *board, *twin; /* bytes in hexadecimal: what the board would have, what the twin had; or NULL */
};

struct zt_coherence {
    struct zt_coherence_report *list;
    size_t count, capacity;
    uint64_t *suspects; /* pages with a history that is not known */
    size_t suspect_count;
    uint64_t pages, more;
    bool complete;  /* the log has its end */
    char *shortage; /* a limit of the checker was reached; or NULL */
};

/* Reads the log; what is not a report is left out. 0 or a positive errno. */
int zt_coherence_read(struct zt_coherence *coherence, const char *log);
void zt_coherence_name(struct zt_coherence *coherence, const struct zt_symbols *symbols);
void zt_coherence_free(struct zt_coherence *coherence);

/* The guest's symbols: `results` is the folder that the card's results were copied to. */
void zt_coherence_symbols(const char *results, struct zt_symbols *symbols);

/* coherence.* ; NULL: the names alone. */
void zt_coherence_metrics(const struct zt_scenario *scenario, const struct zt_coherence *coherence,
                          struct zt_metrics *metrics);
cJSON *zt_coherence_json(const struct zt_coherence *coherence);

#endif
