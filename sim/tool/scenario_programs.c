/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* programs: {NAME: {run: BINARY ARGUMENTS, results: FILE, after: NAME, start: TIME, check: golden/NAME}} */
#include <stdlib.h>
#include <string.h>

#include "scenario_keys.h"
#include "util.h"

static const char *const program_keys[] = {"run",   "results", "after", "start",
                                           "check", "modules", "files", NULL};

/* What a shell takes as it stands. */
static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+@%- ";

static void read_run(struct reader *r, const struct zt_node *node, struct zt_program *program)
{
    const struct zt_node *run = zt_node_get(node, "run");
    char *text = zt_key_text(node, "run", true, r->diag);
    if (!text)
        return;
    size_t length = strcspn(text, " ");
    program->binary = zt_format("%.*s", (int)length, text);
    program->command = zt_copy(text + length + strspn(text + length, " "));
    if (length == 0 || strspn(text, plain) != strlen(text) || strchr(program->binary, '/'))
        zt_diag_error(
            r->diag, run->place,
            "'%s' is not a program (a name of the executor's build folder and its arguments: letters, "
            "digits and _./:=,+@%%-)",
            text);
    free(text);
}

static void read_after(struct reader *r, const struct zt_node *node, struct zt_program *program)
{
    struct zt_scenario *s = r->scenario;
    const struct zt_node *after = zt_node_get(node, "after");
    const char *text = after ? zt_key_scalar(after, "after", r->diag) : NULL;
    program->after = -1;
    if (!text)
        return;
    for (unsigned i = 0; i + 1 < s->program_count; i++) {
        if (strcmp(s->programs[i].name, text) == 0)
            program->after = (int)i;
    }
    if (program->after < 0)
        zt_diag_error(r->diag, after->place, "'%s' is not a program that stands above this one", text);
}

/* A list of names. Returns how many. */
static unsigned read_names(struct reader *r, const struct zt_node *node, const char *key, char **names)
{
    const struct zt_node *list = zt_node_get(node, key);
    unsigned count = 0;
    if (!list || !zt_node_expect(list, ZT_NODE_SEQUENCE, key, r->diag))
        return 0;
    if (list->count > ZT_PROGRAM_FILES_MAX)
        zt_diag_error(r->diag, list->place, "too many %s (at most %d)", key, ZT_PROGRAM_FILES_MAX);
    for (size_t i = 0; i < list->count && count < ZT_PROGRAM_FILES_MAX; i++) {
        const char *text = zt_key_scalar(list->items[i], key, r->diag);
        if (text && (strstr(text, "..") || strspn(text, plain) != strlen(text) || strchr(text, ' ')))
            zt_diag_error(r->diag, list->items[i]->place, "'%s' is not a name for %s", text, key);
        else if (text)
            names[count++] = zt_copy(text);
    }
    return count;
}

static void read_needs(struct reader *r, const struct zt_node *node, struct zt_program *program)
{
    program->module_count = read_names(r, node, "modules", program->modules);
    program->file_count = read_names(r, node, "files", program->files);
    for (unsigned i = 0; i < program->module_count; i++) {
        if (strchr(program->modules[i], '/'))
            zt_diag_error(r->diag, zt_node_get(node, "modules")->place, "'%s' is not a kernel module's name",
                          program->modules[i]);
    }
    for (unsigned i = 0; i < program->file_count; i++) {
        if (strncmp(program->files[i], "bitstreams/", 11) != 0 &&
            strncmp(program->files[i], "inputs/", 7) != 0)
            zt_diag_error(r->diag, zt_node_get(node, "files")->place,
                          "'%s' is not a file of the build (allowed: bitstreams/NAME, inputs/NAME)",
                          program->files[i]);
    }
}

static void read_program(struct reader *r, const struct zt_node *key, const struct zt_node *node)
{
    struct zt_scenario *s = r->scenario;
    if (s->program_count == ZT_PROGRAMS_MAX) {
        zt_diag_error(r->diag, key->place, "too many programs (at most %d)", ZT_PROGRAMS_MAX);
        return;
    }
    if (!zt_node_expect(node, ZT_NODE_MAPPING, key->text, r->diag) ||
        !zt_node_check_keys(node, "a program", program_keys, r->diag))
        return;
    struct zt_program *program = &s->programs[s->program_count++];
    program->name = zt_copy(key->text);
    program->place = key->place;
    if (!zt_key_is_name(key->text))
        zt_diag_error(r->diag, key->place, "'%s' is not a program's name (1 to 16 of a-z, 0-9, _)",
                      key->text);
    for (unsigned i = 0; i < s->load_count; i++) {
        if (s->loads[i].name && strcmp(s->loads[i].name, key->text) == 0)
            zt_diag_error(r->diag, key->place, "'%s' is a client's name already", key->text);
    }
    read_run(r, node, program);
    read_after(r, node, program);
    read_needs(r, node, program);
    program->start_ns = zt_key_duration(node, "start", 0, r->diag);
    program->results = zt_key_text(node, "results", false, r->diag);
    if (program->results &&
        (strchr(program->results, '/') || strspn(program->results, plain) != strlen(program->results)))
        zt_diag_error(r->diag, zt_node_get(node, "results")->place,
                      "'%s' is not a file name (it lies in the card's folder results)", program->results);
    program->check = zt_key_text(node, "check", false, r->diag);
    if (program->check && strcmp(program->check, "golden/ddr") != 0)
        zt_diag_error(r->diag, zt_node_get(node, "check")->place,
                      "'%s' is no check of a program (allowed: golden/ddr)", program->check);
}

void zt_scenario_read_programs(struct reader *r)
{
    const struct zt_node *node = zt_node_get(r->root, "programs");
    if (!node || !zt_node_expect(node, ZT_NODE_MAPPING, "programs", r->diag))
        return;
    for (size_t i = 0; i < node->count; i++)
        read_program(r, node->keys[i], node->items[i]);
}

void zt_scenario_free_programs(struct zt_scenario *s)
{
    for (unsigned i = 0; i < s->program_count; i++) {
        struct zt_program *p = &s->programs[i];
        char *texts[] = {p->name, p->binary, p->command, p->results, p->check};
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
            free(texts[k]);
        for (unsigned k = 0; k < ZT_PROGRAM_FILES_MAX; k++) {
            free(p->modules[k]);
            free(p->files[k]);
        }
    }
}
