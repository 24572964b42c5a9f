/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The coherence checker: feeds coherence_model.h with what cores, caches and masters do, and writes its
 * reports. It changes neither time nor, without `stale`, memory.
 *
 * The log has one JSON object a line: a report each (the first of its like), at last one with `end`: how often
 * each was seen, and the pages whose history was not known (see coherence_model.h).
 */
#ifndef ZYNQTWIN_COHERENCE_H
#define ZYNQTWIN_COHERENCE_H

#include "qemu/osdep.h"
#include "zynqtwin/coherence_model.h"
#include "zynqtwin/pl.h"

struct coherence_config {
    const char *mode;  /* "report", "stale", "off"; NULL: off */
    const char *log;   /* file; NULL: standard error */
    const char *pages; /* file of pages to track from the start, a hexadecimal address a line; NULL: none */
};

/* Before any core runs. Exits with a message that names the option when it is wrong. */
void coherence_init(const struct coherence_config *config);

/* A burst of the PL, or devcfg's DMA, before it happens. With the big lock held, like all of these. */
void coherence_pl_burst(enum pl_port port, uint64_t addr, size_t size_bytes, bool is_write, const uint8_t *strobe,
                        uint64_t time_ps);
void coherence_pcap(uint64_t addr, size_t size_bytes, bool is_write);

void coherence_end(void); /* completes the log; further calls do nothing */

#endif
