/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* coherence: report | stale | off, or {mode: MODE, module: NAME, find: [FUNCTION, ...]} */
#include <stdlib.h>
#include <string.h>

#include "scenario_keys.h"
#include "util.h"

static const char *const coherence_keys[] = {"mode", "module", "find", NULL};
static const char *const modes[] = {"off", "report", "stale"};
static const char c_name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

const char *zt_coherence_mode_name(enum zt_coherence_mode mode)
{
    return modes[mode];
}

static void read_mode(struct reader *r, const struct zt_node *node)
{
    const char *text = zt_key_scalar(node, "coherence", r->diag);
    for (unsigned i = 0; text && i < sizeof modes / sizeof modes[0]; i++) {
        if (strcmp(text, modes[i]) == 0) {
            r->scenario->coherence.mode = (enum zt_coherence_mode)i;
            return;
        }
    }
    if (text)
        zt_diag_error(r->diag, node->place, "'%s' is not a value for coherence (allowed: report, stale, off)",
                      text);
}

static char *read_name(struct reader *r, const struct zt_node *node, const char *what)
{
    const char *text = zt_key_scalar(node, what, r->diag);
    if (text && (!*text || strspn(text, c_name) != strlen(text)))
        zt_diag_error(r->diag, node->place, "'%s' is not a name for %s (letters, digits, _)", text, what);
    return text ? zt_copy(text) : NULL;
}

void zt_scenario_read_coherence(struct reader *r)
{
    struct zt_scenario_coherence *c = &r->scenario->coherence;
    const struct zt_node *node = zt_node_get(r->root, "coherence");
    c->mode = ZT_COHERENCE_REPORT;
    if (!node)
        return;
    c->given = true;
    if (node->kind == ZT_NODE_SCALAR) {
        read_mode(r, node);
        return;
    }
    if (!zt_node_expect(node, ZT_NODE_MAPPING, "coherence", r->diag) ||
        !zt_node_check_keys(node, "coherence", coherence_keys, r->diag))
        return;
    const struct zt_node *mode = zt_node_get(node, "mode"), *module = zt_node_get(node, "module");
    const struct zt_node *find = zt_node_get(node, "find");
    if (mode)
        read_mode(r, mode);
    if (module)
        c->module = read_name(r, module, "module");
    if (!find || !zt_node_expect(find, ZT_NODE_SEQUENCE, "find", r->diag))
        return;
    if (find->count > ZT_FIND_MAX)
        zt_diag_error(r->diag, find->place, "too many functions (at most %d)", ZT_FIND_MAX);
    for (size_t i = 0; i < find->count && i < ZT_FIND_MAX; i++) {
        char *name = read_name(r, find->items[i], "find");
        if (name)
            c->find[c->find_count++] = name;
    }
}

void zt_scenario_free_coherence(struct zt_scenario *s)
{
    for (unsigned i = 0; i < s->coherence.find_count; i++)
        free(s->coherence.find[i]);
    free(s->coherence.module);
}
