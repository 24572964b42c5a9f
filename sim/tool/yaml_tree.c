/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "yaml_tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "util.h"

struct reader {
    yaml_parser_t parser;
    const char *file;
    struct zt_diag *diag;
    size_t nodes;
};

static struct zt_place place_of(const struct reader *reader, yaml_mark_t mark)
{
    return (struct zt_place){reader->file, (unsigned)mark.line + 1, (unsigned)mark.column + 1};
}

static bool next_event(struct reader *reader, yaml_event_t *event)
{
    if (yaml_parser_parse(&reader->parser, event))
        return true;
    const yaml_parser_t *p = &reader->parser;
    zt_diag_error(reader->diag, place_of(reader, p->problem_mark), "not YAML: %s%s%s",
                  p->problem ? p->problem : "unreadable", p->context ? ", " : "",
                  p->context ? p->context : "");
    return false;
}

static struct zt_node *read_node(struct reader *reader, yaml_event_t *event, unsigned depth);

static bool has_key(const struct zt_node *mapping, const char *key)
{
    return zt_node_get(mapping, key) != NULL;
}

/* One key of a mapping; its value follows. False at an error. */
static bool read_key(struct reader *reader, struct zt_node *node, yaml_event_t *event, unsigned depth)
{
    struct zt_node *key = read_node(reader, event, depth);
    if (!key)
        return false;
    if (key->kind != ZT_NODE_SCALAR || has_key(node, key->text)) {
        const char *why =
            key->kind != ZT_NODE_SCALAR ? "a key must be one word" : "this key stands here twice";
        zt_diag_error(reader->diag, key->place, "%s (%s)", why, zt_node_describe(key));
        zt_yaml_free(key);
        return false;
    }
    node->keys = zt_grow(node->keys, &node->keys_capacity, node->count + 1, sizeof(struct zt_node *));
    node->keys[node->count] = key;
    return true;
}

static bool read_children(struct reader *reader, struct zt_node *node, yaml_event_type_t end, unsigned depth)
{
    for (;;) { /* bounded: every node counts towards ZT_YAML_NODES_MAX */
        yaml_event_t event;
        if (!next_event(reader, &event))
            return false;
        if (event.type == end) {
            yaml_event_delete(&event);
            return true;
        }
        if (node->kind == ZT_NODE_MAPPING) {
            if (!read_key(reader, node, &event, depth))
                return false;
            if (!next_event(reader, &event)) {
                zt_yaml_free(node->keys[node->count]);
                return false;
            }
        }
        struct zt_node *item = read_node(reader, &event, depth);
        if (!item) {
            if (node->kind == ZT_NODE_MAPPING)
                zt_yaml_free(node->keys[node->count]);
            return false;
        }
        node->items = zt_grow(node->items, &node->items_capacity, node->count + 1, sizeof(struct zt_node *));
        node->items[node->count++] = item;
    }
}

/* Consumes the event. NULL after an error was reported. */
static struct zt_node *read_node(struct reader *reader, yaml_event_t *event, unsigned depth)
{
    struct zt_node *node = zt_alloc(1, sizeof *node);
    node->place = place_of(reader, event->start_mark);
    bool good = false;
    if (depth >= ZT_YAML_DEPTH_MAX || ++reader->nodes > ZT_YAML_NODES_MAX) {
        zt_diag_error(reader->diag, node->place, "too large: at most %d levels and %d values are read",
                      ZT_YAML_DEPTH_MAX, ZT_YAML_NODES_MAX);
    } else if (event->type == YAML_SCALAR_EVENT) {
        node->kind = ZT_NODE_SCALAR;
        node->text = zt_copy((const char *)event->data.scalar.value);
        good = true;
    } else if (event->type == YAML_SEQUENCE_START_EVENT) {
        node->kind = ZT_NODE_SEQUENCE;
        good = read_children(reader, node, YAML_SEQUENCE_END_EVENT, depth + 1);
    } else if (event->type == YAML_MAPPING_START_EVENT) {
        node->kind = ZT_NODE_MAPPING;
        good = read_children(reader, node, YAML_MAPPING_END_EVENT, depth + 1);
    } else {
        zt_diag_error(reader->diag, node->place, "aliases (*name) are not read here");
    }
    yaml_event_delete(event);
    if (good)
        return node;
    zt_yaml_free(node);
    return NULL;
}

static struct zt_node *read_document(struct reader *reader)
{
    yaml_event_t event;
    struct zt_node *root = NULL;
    for (unsigned documents = 0;;) { /* bounded: a stream has finitely many events and ends with STREAM_END */
        if (!next_event(reader, &event)) {
            zt_yaml_free(root);
            return NULL;
        }
        yaml_event_type_t type = event.type;
        if (type == YAML_STREAM_END_EVENT) {
            yaml_event_delete(&event);
            break;
        }
        if (type == YAML_DOCUMENT_START_EVENT && ++documents > 1)
            zt_diag_error(reader->diag, place_of(reader, event.start_mark), "a file holds one document");
        if (type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_START_EVENT ||
            type == YAML_DOCUMENT_END_EVENT || root) {
            yaml_event_delete(&event);
            continue;
        }
        root = read_node(reader, &event, 0);
        if (!root)
            return NULL;
    }
    if (!root)
        zt_diag_error(reader->diag, (struct zt_place){reader->file, 0, 0}, "the file is empty");
    return root;
}

struct zt_node *zt_yaml_parse(const char *file, const char *text, size_t size, struct zt_diag *diag)
{
    struct reader reader = {.file = file, .diag = diag};
    size_t before = diag->errors;
    if (!yaml_parser_initialize(&reader.parser)) {
        zt_diag_error(diag, (struct zt_place){file, 0, 0}, "libyaml does not start");
        return NULL;
    }
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text, size);
    struct zt_node *root = read_document(&reader);
    yaml_parser_delete(&reader.parser);
    if (root && diag->errors != before) {
        zt_yaml_free(root);
        root = NULL;
    }
    return root;
}

struct zt_node *zt_yaml_read(const char *file, struct zt_diag *diag)
{
    struct zt_bytes text;
    int error = zt_read_file(file, &text);
    if (error) {
        zt_diag_error(diag, (struct zt_place){file, 0, 0}, "cannot be read: %s", strerror(error));
        return NULL;
    }
    struct zt_node *root = zt_yaml_parse(file, (const char *)text.data, text.size, diag);
    zt_bytes_free(&text);
    return root;
}

void zt_yaml_free(struct zt_node *node)
{
    if (!node)
        return;
    for (size_t i = 0; i < node->count; i++) {
        zt_yaml_free(node->items[i]);
        if (node->kind == ZT_NODE_MAPPING)
            zt_yaml_free(node->keys[i]);
    }
    free(node->items);
    free(node->keys);
    free(node->text);
    free(node);
}

const struct zt_node *zt_node_get(const struct zt_node *mapping, const char *key)
{
    assert(mapping && key);
    if (mapping->kind != ZT_NODE_MAPPING)
        return NULL;
    for (size_t i = 0; i < mapping->count; i++) {
        if (strcmp(mapping->keys[i]->text, key) == 0)
            return mapping->items[i];
    }
    return NULL;
}

const char *zt_node_describe(const struct zt_node *node)
{
    static char text[80];
    if (node->kind == ZT_NODE_SEQUENCE)
        return "a list";
    if (node->kind == ZT_NODE_MAPPING)
        return "a mapping";
    snprintf(text, sizeof text, "'%.60s'", node->text);
    return text;
}

bool zt_node_check_keys(const struct zt_node *mapping, const char *what, const char *const *allowed,
                        struct zt_diag *diag)
{
    bool good = true;
    for (size_t i = 0; i < mapping->count; i++) {
        size_t k = 0;
        while (allowed[k] && strcmp(allowed[k], mapping->keys[i]->text) != 0)
            k++;
        if (allowed[k])
            continue;
        good = false;
        struct zt_bytes list = {0};
        for (k = 0; allowed[k]; k++)
            zt_bytes_print(&list, "%s%s", k ? ", " : "", allowed[k]);
        zt_diag_error(diag, mapping->keys[i]->place, "unknown key '%s' in %s (allowed: %s)",
                      mapping->keys[i]->text, what, list.data ? (const char *)list.data : "none");
        zt_bytes_free(&list);
    }
    return good;
}

const struct zt_node *zt_node_expect(const struct zt_node *node, enum zt_node_kind kind, const char *what,
                                     struct zt_diag *diag)
{
    if (node->kind == kind)
        return node;
    static const char *const kinds[] = {"one value", "a list", "a mapping"};
    zt_diag_error(diag, node->place, "wrong type: %s must be %s (found %s)", what, kinds[kind],
                  zt_node_describe(node));
    return NULL;
}
