/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A YAML file as a tree whose nodes know their place. Read with libyaml's event API; one document a
 * file; aliases, tags and duplicate keys are errors.
 */
#ifndef ZT_YAML_TREE_H
#define ZT_YAML_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"

#define ZT_YAML_DEPTH_MAX 16
#define ZT_YAML_NODES_MAX 20000

enum zt_node_kind { ZT_NODE_SCALAR, ZT_NODE_SEQUENCE, ZT_NODE_MAPPING };

struct zt_node {
    enum zt_node_kind kind;
    struct zt_place place;
    char *text;             /* scalar */
    struct zt_node **items; /* sequence: elements; mapping: values */
    struct zt_node **keys;  /* mapping: scalars */
    size_t count;
    size_t items_capacity, keys_capacity;
};

/* The root, or NULL after errors were reported. `file` must outlive the tree. */
struct zt_node *zt_yaml_read(const char *file, struct zt_diag *diag);
/* The same from memory; `file` is only named in errors. */
struct zt_node *zt_yaml_parse(const char *file, const char *text, size_t size, struct zt_diag *diag);
void zt_yaml_free(struct zt_node *node);

/* The value of a key, or NULL. */
const struct zt_node *zt_node_get(const struct zt_node *mapping, const char *key);
/* "a mapping", "a list" or "the value 'x'", for messages; valid until the next call. */
const char *zt_node_describe(const struct zt_node *node);

/* Reports every key that is not in the NULL-terminated list of allowed ones. True: none. */
bool zt_node_check_keys(const struct zt_node *mapping, const char *what, const char *const *allowed,
                        struct zt_diag *diag);
/* The node when it is of that kind; otherwise an error that says `what` is expected, and NULL. */
const struct zt_node *zt_node_expect(const struct zt_node *node, enum zt_node_kind kind, const char *what,
                                     struct zt_diag *diag);

#endif
