/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A board: what the twin must know of it, from models/boards/NAME.yaml. Every figure there carries its
 * unit, its source, its uncertainty and its kind (figure.h). The figures of `time` and `costs` are together
 * what the machine takes, those of `pl_params` what the PL takes: none may be missing.
 */
#ifndef ZT_BOARD_H
#define ZT_BOARD_H

#include <stdint.h>

#include "diag.h"
#include "figure.h"

#define ZT_BOARD_SLOTS_MAX 8

struct zt_board_slot {
    char *name;
    unsigned index;
    uint64_t luts; /* resources inside the slot, for people */
    uint64_t bram36;
    uint64_t dsps;
};

struct zt_board {
    char *file;
    char *name;
    char *about;
    char *part;
    char *like; /* the board that the figures not given here are taken from, or NULL */
    uint64_t idcode;
    uint64_t cpu_hz;
    uint64_t pl_hz;
    uint64_t memory_mib;
    struct zt_board_slot slots[ZT_BOARD_SLOTS_MAX];
    unsigned slot_count;
    struct zt_figure *figures; /* in the order of the file */
    size_t figure_count, figure_capacity;
};

/* NULL after errors were reported. */
struct zt_board *zt_board_read(const char *file, struct zt_diag *diag);
void zt_board_free(struct zt_board *board);
/* The slot's number, or -1. */
int zt_board_slot(const struct zt_board *board, const char *name);
/* A figure of a section ("costs", "pl_params", "time", "clocks"), or NULL. */
struct zt_figure *zt_board_figure(const struct zt_board *board, const char *section, const char *name);
/* Lines name=value for the machine, and for the PL library; owned by the caller. */
char *zt_board_costs_text(const struct zt_board *board);
char *zt_board_params_text(const struct zt_board *board);
/* Draws every figure within its uncertainty and `limit` (zt_figure_draw). The clocks stay. */
void zt_board_draw(struct zt_board *board, uint32_t seed, double limit);
/* The board with another clock of the PL (its figures in cycles stay). */
void zt_board_set_pl_hz(struct zt_board *board, uint64_t pl_hz);
/* Gives every figure its nominal value again. */
void zt_board_reset(struct zt_board *board);
/* A name that stands in the PL's header and is no property of a board (limits and faults of tests). */
bool zt_board_is_own_param(const char *name);

#endif
