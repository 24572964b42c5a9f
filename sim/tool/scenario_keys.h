/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Values of a scenario's keys. Each reports what is wrong with its place and what is allowed. */
#ifndef ZT_SCENARIO_KEYS_H
#define ZT_SCENARIO_KEYS_H

#include <stdint.h>

#include "scenario.h"
#include "yaml_tree.h"

struct reader {
    struct zt_scenario *scenario;
    struct zt_diag *diag;
    const struct zt_node *root;
    const char *boards;
    bool full;
};

/* The node's text, or NULL. */
const char *zt_key_scalar(const struct zt_node *node, const char *what, struct zt_diag *diag);
/* A copy of the key's text, owned by the caller, or NULL. */
char *zt_key_text(const struct zt_node *map, const char *key, bool required, struct zt_diag *diag);
/* A time above 0, or the fallback when the key is not there. */
uint64_t zt_key_duration(const struct zt_node *map, const char *key, uint64_t fallback_ns,
                         struct zt_diag *diag);
uint64_t zt_key_integer(const struct zt_node *map, const char *key, uint64_t fallback, uint64_t low,
                        uint64_t high, struct zt_diag *diag);
/* A..B; without the key nothing changes. */
void zt_key_seeds(const struct zt_node *map, const char *key, uint64_t *first, uint64_t *last,
                  struct zt_diag *diag);
/* 1 to 16 of a-z, 0-9 and _, not beginning with a digit. */
bool zt_key_is_name(const char *text);

/* scenario_programs.c: the key `programs`. */
void zt_scenario_read_programs(struct reader *r);
void zt_scenario_free_programs(struct zt_scenario *scenario);
/* scenario_matrix.c: the keys `matrix` (after `run`) and `invariant`. */
void zt_scenario_read_matrix(struct reader *r);
void zt_scenario_read_invariants(struct reader *r);
void zt_scenario_free_matrix(struct zt_scenario *scenario);
/* scenario_coherence.c: the key `coherence`. */
void zt_scenario_read_coherence(struct reader *r);
void zt_scenario_free_coherence(struct zt_scenario *scenario);

#endif
