/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * matrix: {run.quantum: [100, 1000], run.pl_quantum_ns: [50, 1000], seeds: 1..3}
 * invariant: [{metrics: [sobel.response.p50], within: 1 %}]
 */
#include <stdlib.h>
#include <string.h>

#include "scenario_keys.h"
#include "util.h"

static const char *const matrix_keys[] = {"run.quantum", "run.pl_quantum_ns", "seeds", NULL};
static const char *const invariant_keys[] = {"metrics", "within", NULL};

/* The values of one key of the matrix; without it the one that `run` gives. Returns their number. */
static unsigned read_values(struct reader *r, const struct zt_node *matrix, const char *key, uint64_t low,
                            uint64_t high, uint64_t given, uint64_t *values)
{
    const struct zt_node *node = zt_node_get(matrix, key);
    unsigned count = 0;
    values[0] = given;
    if (!node || !zt_node_expect(node, ZT_NODE_SEQUENCE, key, r->diag))
        return 1;
    if (node->count == 0 || node->count > ZT_VARIANTS_MAX)
        zt_diag_error(r->diag, node->place, "%zu values for %s (1 to %d)", node->count, key, ZT_VARIANTS_MAX);
    for (size_t i = 0; i < node->count && count < ZT_VARIANTS_MAX; i++) {
        const char *text = zt_key_scalar(node->items[i], key, r->diag);
        if (text && !zt_integer_parse(text, low, high, &values[count]))
            zt_diag_error(r->diag, node->items[i]->place,
                          "'%s' is not a value for %s (a whole number from %llu to %llu)", text, key,
                          (unsigned long long)low, (unsigned long long)high);
        count++;
    }
    return count ? count : 1;
}

void zt_key_seeds(const struct zt_node *map, const char *key, uint64_t *first, uint64_t *last,
                  struct zt_diag *diag)
{
    const struct zt_node *node = zt_node_get(map, key);
    const char *text = node ? zt_key_scalar(node, key, diag) : NULL;
    if (text && !zt_seeds_parse(text, first, last))
        zt_diag_error(diag, node->place, "'%s' is not a value for %s (A..B, at most %d seeds)", text, key,
                      ZT_SEEDS_MAX);
}

bool zt_seeds_parse(const char *text, uint64_t *first, uint64_t *last)
{
    const char *dots = strstr(text, "..");
    char *head = dots ? zt_format("%.*s", (int)(dots - text), text) : NULL;
    bool good = head && zt_integer_parse(head, 0, UINT32_MAX, first) &&
                zt_integer_parse(dots + 2, *first, UINT32_MAX, last) && *last - *first < ZT_SEEDS_MAX;
    free(head);
    return good;
}

static void make_variants(struct zt_scenario *s, const uint64_t *quanta, unsigned quantum_count,
                          const uint64_t *pl_quanta, unsigned pl_quantum_count)
{
    for (unsigned i = 0; i < quantum_count; i++) {
        for (unsigned k = 0; k < pl_quantum_count && s->variant_count < ZT_VARIANTS_MAX; k++) {
            struct zt_variant *v = &s->variants[s->variant_count++];
            v->quantum = quanta[i];
            v->pl_quantum_ns = pl_quanta[k];
            char *quantum = v->quantum ? zt_format("q%llu", (unsigned long long)v->quantum) : zt_copy("");
            char *pl = v->pl_quantum_ns ? zt_format("%spl%llu", v->quantum ? "-" : "",
                                                    (unsigned long long)v->pl_quantum_ns)
                                        : zt_copy("");
            v->label = zt_format("%s%s", quantum, pl);
            free(quantum);
            free(pl);
        }
    }
}

void zt_scenario_read_matrix(struct reader *r)
{
    struct zt_scenario *s = r->scenario;
    const struct zt_node *matrix = zt_node_get(r->root, "matrix");
    uint64_t quanta[ZT_VARIANTS_MAX] = {s->quantum}, pl_quanta[ZT_VARIANTS_MAX] = {s->pl_quantum_ns};
    unsigned quantum_count = 1, pl_quantum_count = 1;
    s->first_seed = s->last_seed = s->seed;
    if (matrix && zt_node_expect(matrix, ZT_NODE_MAPPING, "matrix", r->diag)) {
        zt_node_check_keys(matrix, "matrix", matrix_keys, r->diag);
        quantum_count = read_values(r, matrix, "run.quantum", 1, ZT_QUANTUM_MAX, s->quantum, quanta);
        pl_quantum_count = read_values(r, matrix, "run.pl_quantum_ns", ZT_PL_QUANTUM_NS_MIN,
                                       ZT_PL_QUANTUM_NS_MAX, s->pl_quantum_ns, pl_quanta);
        zt_key_seeds(matrix, "seeds", &s->first_seed, &s->last_seed, r->diag);
        if (quantum_count * pl_quantum_count > ZT_VARIANTS_MAX)
            zt_diag_error(r->diag, matrix->place, "%u variants (at most %d)",
                          quantum_count * pl_quantum_count, ZT_VARIANTS_MAX);
    }
    make_variants(s, quanta, quantum_count, pl_quanta, pl_quantum_count);
}

static void read_invariant(struct reader *r, const struct zt_node *node)
{
    struct zt_scenario *s = r->scenario;
    if (!zt_node_expect(node, ZT_NODE_MAPPING, "an invariant", r->diag) ||
        !zt_node_check_keys(node, "an invariant", invariant_keys, r->diag))
        return;
    if (s->invariant_count == ZT_INVARIANTS_MAX) {
        zt_diag_error(r->diag, node->place, "too many invariants (at most %d)", ZT_INVARIANTS_MAX);
        return;
    }
    struct zt_invariant *invariant = &s->invariants[s->invariant_count++];
    const struct zt_node *metrics = zt_node_get(node, "metrics");
    if (!metrics)
        zt_diag_error(r->diag, node->place, "the key 'metrics' is missing");
    else if (zt_node_expect(metrics, ZT_NODE_SEQUENCE, "metrics", r->diag)) {
        if (metrics->count == 0)
            zt_diag_error(r->diag, metrics->place, "an invariant without metrics holds always");
        invariant->metrics = zt_alloc(metrics->count + 1, sizeof *invariant->metrics);
        invariant->places = zt_alloc(metrics->count + 1, sizeof *invariant->places);
        for (size_t i = 0; i < metrics->count; i++) {
            const char *text = zt_key_scalar(metrics->items[i], "a metric", r->diag);
            invariant->places[invariant->metric_count] = metrics->items[i]->place;
            invariant->metrics[invariant->metric_count++] = zt_copy(text ? text : "");
        }
    }
    struct zt_quantity within = {0};
    char *text = zt_key_text(node, "within", true, r->diag);
    if (text && (!zt_quantity_parse(text, &within) || within.unit != ZT_UNIT_FRACTION || within.value < 0))
        zt_diag_error(r->diag, zt_node_get(node, "within")->place,
                      "'%s' is not a value for within (a share of at least 0, like 1 %%)", text);
    invariant->within = within.value;
    free(text);
}

void zt_scenario_read_invariants(struct reader *r)
{
    struct zt_scenario *s = r->scenario;
    const struct zt_node *node = zt_node_get(r->root, "invariant");
    if (!node || !zt_node_expect(node, ZT_NODE_SEQUENCE, "invariant", r->diag))
        return;
    for (size_t i = 0; i < node->count; i++)
        read_invariant(r, node->items[i]);
    if (s->variant_count < 2)
        zt_diag_error(r->diag, node->place, "an invariant needs a matrix of at least two variants");
}

void zt_scenario_free_matrix(struct zt_scenario *s)
{
    for (unsigned i = 0; i < s->variant_count; i++)
        free(s->variants[i].label);
    for (unsigned i = 0; i < s->invariant_count; i++) {
        for (unsigned k = 0; k < s->invariants[i].metric_count; k++)
            free(s->invariants[i].metrics[k]);
        free(s->invariants[i].metrics);
        free(s->invariants[i].places);
    }
}
