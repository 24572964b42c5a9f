/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A board: what the twin must know of it, from models/boards/NAME.yaml. Every figure there carries its
 * unit in its key and its source beside it.
 */
#ifndef ZT_BOARD_H
#define ZT_BOARD_H

#include <stdint.h>

#include "diag.h"

#define ZT_BOARD_SLOTS_MAX 8

struct zt_board_slot {
    char *name;
    unsigned index;
    uint64_t luts; /* resources inside the slot, for people */
    uint64_t bram36;
    uint64_t dsps;
};

struct zt_board {
    char *name;
    char *about;
    char *part;
    uint64_t idcode;
    uint64_t cpu_hz;
    uint64_t pl_hz;
    unsigned icount_shift; /* an instruction takes 2^shift ns */
    uint64_t memory_mib;
    struct zt_board_slot slots[ZT_BOARD_SLOTS_MAX];
    unsigned slot_count;
    char *pl_params; /* lines name=value for the PL library; may be empty */
};

/* NULL after errors were reported. */
struct zt_board *zt_board_read(const char *file, struct zt_diag *diag);
void zt_board_free(struct zt_board *board);
/* The slot's number, or -1. */
int zt_board_slot(const struct zt_board *board, const char *name);

#endif
