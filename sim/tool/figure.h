/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * One figure of a board: a whole number with its unit, where it comes from, how far it may be off, and
 * what kind of knowledge it is. Read from
 *   {value: N, unit: ps, source: "...", uncertainty: "10 %", kind: estimate, lower_bound: true}
 * The unit must be the one that the name's ending says (_ps, _ns, _hz, _cycles, _mb_s, _permille; else
 * count).
 */
#ifndef ZT_FIGURE_H
#define ZT_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "yaml_tree.h"

enum zt_figure_kind { ZT_MEASURED, ZT_VENDOR, ZT_ESTIMATE, ZT_DERIVED };

struct zt_figure {
    char *name;
    const char *section; /* of the board file: "clocks", "time", "costs", "pl_params" */
    struct zt_place place;
    uint64_t value;   /* what a run uses */
    uint64_t nominal; /* what the board file says; differs from value after a draw only */
    const char *unit;
    char *source;
    char *uncertainty; /* as written */
    double span;       /* the same as plus and minus so many units; 0: exact */
    enum zt_figure_kind kind;
    bool lower_bound;        /* the board's figure is at least this one */
    uint64_t least, largest; /* what the machine or the PL takes */
};

/* A name that the machine or the PL takes, with its bounds: made from their headers by the build. */
struct zt_figure_name {
    const char *name;
    uint64_t fallback, least, largest;
};
extern const struct zt_figure_name zt_cost_names[], zt_pl_param_names[];
extern const size_t zt_cost_name_count, zt_pl_param_name_count;

/* The name in a table, or NULL. */
const struct zt_figure_name *zt_figure_name_find(const struct zt_figure_name *names, size_t count,
                                                 const char *name);
/* The names of a table for a message, the first ones; valid until the next call. */
const char *zt_figure_names_hint(const struct zt_figure_name *names, size_t count);
/* The unit that a figure's name asks for. */
const char *zt_figure_unit(const char *name);
const char *zt_figure_kind_name(enum zt_figure_kind kind);

/* Reads a figure's mapping; `least` and `largest` bound the value. The figure owns its texts. False after
 * errors were reported. */
bool zt_figure_read(const struct zt_node *node, const char *section, const struct zt_figure_name *name,
                    struct zt_figure *figure, struct zt_diag *diag);
void zt_figure_free(struct zt_figure *figure);

/* "10 %" of the value, "+-3 ps" (the figure's unit), "0" or "0 (exact)": plus and minus so many units. */
bool zt_uncertainty_parse(const char *text, uint64_t value, const char *unit, double *span);

/*
 * Draws the figure's value from a run's seed: evenly among the whole numbers within its uncertainty, and
 * within `limit` (a fraction of the nominal value; infinity: none). A lower bound is only drawn upwards.
 * Each name has a stream of its own, so that one figure more does not change the draw of another.
 */
void zt_figure_draw(struct zt_figure *figure, uint32_t seed, double limit);
/* The stream of a name. */
uint32_t zt_figure_stream(const char *name);

#endif
