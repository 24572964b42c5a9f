/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What happened in a run, in terms that people ask for: executions of callbacks with their place,
 * answers that clients got, transfers through the configuration port, busy time of the cores. Built
 * from the trace and the event rings; times are virtual, in ns with a fraction of three digits at most.
 */
#ifndef ZT_TIMELINE_H
#define ZT_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rings.h"
#include "trace_file.h"

#define ZT_CORES 2
#define ZT_PLACE_SLOT 0x100u     /* + slot */
#define ZT_PLACE_UNKNOWN 0xffffu /* a software worker whose core was not recorded */
#define ZT_BUSY_BUCKETS 1000

struct zt_execution {
    uint32_t callback;
    uint32_t number;
    unsigned place; /* core number, or ZT_PLACE_SLOT + slot */
    char worker[RXC_RING_NAME_BYTES + 1];
    uint64_t ready_ps, start_ps, end_ps;
    bool has_ready, ended;
    uint32_t result; /* 0 or a positive errno */
};

enum zt_verdict { ZT_RIGHT = 0, ZT_WRONG = 1, ZT_TIMEOUT = 2, ZT_OPEN = 3 };

struct zt_answer {
    uint32_t callback;
    uint32_t number;
    char client[RXC_RING_NAME_BYTES + 1];
    bool has_send;
    uint64_t send_ps, done_ps;
    enum zt_verdict verdict; /* ZT_OPEN: no answer when the run ended */
};

struct zt_transfer {
    bool by_pcap;
    unsigned slot; /* 0xffff: not known */
    uint64_t bytes;
    uint64_t start_ps, end_ps; /* LENGTH written (or sync word) .. DESYNC or the error */
    bool ended, has_dma;
    unsigned result; /* enum zt_config_result */
    uint64_t active_cycles, gap_cycles, setup_cycles;
    uint64_t sha256_head;
};

struct zt_timeline {
    struct zt_execution *executions;
    size_t execution_count, execution_capacity;
    struct zt_answer *answers;
    size_t answer_count, answer_capacity;
    struct zt_transfer *transfers;
    size_t transfer_count, transfer_capacity;
    uint64_t kind_counts[ZT_TRACE_KINDS];
    uint64_t event_counts[ZT_EVENT_KINDS];
    uint64_t events_dropped;
    uint64_t end_ps;
    uint64_t instructions[ZT_CORES];
    uint64_t core_busy_ps[ZT_CORES];
    float core_busy[ZT_CORES][ZT_BUSY_BUCKETS]; /* share of each thousandth of the run */
    bool has_end;
    unsigned end_reason; /* enum zt_end_reason */
    uint64_t run_start_ps, run_stop_ps;
    bool has_run_start, has_run_stop;
    uint32_t run_stop_status;
    uint64_t *irq_responses_ps; /* OSIF's line to the word's read in user space, each */
    size_t irq_response_count, irq_response_capacity;
    uint64_t events_without_time; /* counts that the global timer never showed */
};

void zt_timeline_build(const struct zt_trace *trace, const struct zt_rings *rings,
                       struct zt_timeline *timeline);
/* timeline_irq.c: finds irq_responses_ps (called by zt_timeline_build). */
void zt_timeline_irq(const struct zt_trace *trace, struct zt_timeline *timeline);
void zt_timeline_free(struct zt_timeline *timeline);

#endif
