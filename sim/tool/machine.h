/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * One run of the machine: starts it, watches it, ends it in order, and keeps guest memory readable
 * however the run ended (the memory is the tool's own).
 */
#ifndef ZT_MACHINE_H
#define ZT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"

#define ZT_MACHINE_EXIT_FATAL 3

enum zt_machine_end {
    ZT_MACHINE_ENDED,  /* exit status 0: the guest asked for it, or the limit of virtual time was reached */
    ZT_MACHINE_FATAL,  /* the machine or the PL cannot go on; its log says why */
    ZT_MACHINE_FAILED, /* any other exit status or signal */
    ZT_MACHINE_WALL_LIMIT,  /* the tool ended it */
    ZT_MACHINE_NO_PROGRESS, /* the tool ended it: no trace, no console output */
    ZT_MACHINE_INTERRUPTED, /* the tool was asked to end */
    ZT_MACHINE_NOT_STARTED,
};

/* A text on the console and when the host saw it first: for measurements of the host's time. */
struct zt_mark {
    const char *text;
    double wall_s; /* since the start; negative: not seen */
    double cpu_s;  /* that the machine's process had used by then: other work on the host is not in it */
};

struct zt_machine_options {
    const struct zt_board *board;
    const char *folder; /* holds card.img, zImage, zynq.dtb, initramfs.cpio.gz; takes the outputs */
    uint64_t seed;
    uint64_t limit_ns;
    double wall_limit_s;
    double no_progress_s;
    bool show_progress;
    uint64_t quantum;       /* instructions of a core's slice; 0: the machine's default */
    uint64_t pl_quantum_ns; /* how far the PL runs at a time while cores run; 0: the machine's default */
    bool without_pl;        /* no PL: leaves out pl=, for measurements */
    bool flat_costs;        /* no file `costs`: every instruction 2 ns and nothing else, for measurements */
    const char *coherence;  /* mode of the coherence checker; NULL: the machine is not asked for it */
    const char *coherence_pages; /* file of pages to track from the start, or NULL */
    bool slow;                   /* fast=off: without the machine's optimisations, for measurements */
    const char *more_append;     /* further words of the kernel's command line, or NULL */
    struct zt_mark *marks;       /* looked for a hundred times a second, or NULL */
    size_t mark_count;
};

struct zt_machine_result {
    enum zt_machine_end end;
    int status; /* exit status, or signal when negative */
    double wall_s;
    double peak_rss_mib;
    int memory_fd; /* guest memory; -1 when the machine was not started. The caller closes it. */
    char *error;   /* of ZT_MACHINE_NOT_STARTED; owned by the caller */
};

void zt_machine_run(const struct zt_machine_options *options, struct zt_machine_result *result);

#endif
