/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What the scenario's programs measured: numbers in the JSON that they left become metrics NAME.KEY. A key of
 * an object inside is NAME.KEY.KEY, an element of a list NAME.KEY.0. The unit follows from the key's
 * ending: _ps, _ns, _us, _ms are times, _bytes sizes, _share and _error shares; all others plain numbers.
 */
#ifndef ZT_PROGRAMS_H
#define ZT_PROGRAMS_H

#include "metrics.h"

/* Adds the metrics of one program from its JSON text (one value, or one value a line). False: no JSON in it.
 */
bool zt_program_metrics(const char *name, const char *json, struct zt_metrics *metrics);
/* Adds those of every program; `folder` holds the guest's results. */
void zt_programs_collect(const struct zt_scenario *scenario, const char *folder, struct zt_metrics *metrics);
/* The file in the results folder that holds a program's JSON; owned by the caller. */
char *zt_program_results(const struct zt_program *program);
/* check_ddr.c, `check: golden/ddr`: adds what the golden model says of the program's clients of the memory.
 */
void zt_check_ddr(const struct zt_board *board, const char *program, struct zt_metrics *metrics);
/* Can a metric of that name come from a program? Gives its unit. */
bool zt_program_owns(const struct zt_scenario *scenario, const char *metric, enum zt_unit *unit);
/* Unit of a key and the factor into the unit's base. */
enum zt_unit zt_program_unit(const char *key, double *factor);

#endif
