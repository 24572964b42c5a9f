/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "scenario.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "scenario_keys.h"
#include "util.h"

#define TIMEOUT_NS_DEFAULT 2000000000ull
#define TIMES_MAX 1000000ull
#define COUNT_MAX 2048ull /* elements that the sort hardware takes */

static const char *const root_keys[] = {"about", "board",     "run",    "matrix",    "callbacks",
                                        "load",  "programs",  "expect", "invariant", "faults",
                                        "full",  "coherence", NULL};
static const char *const run_keys[] = {"for",     "seed",          "policy", "software_workers",
                                       "quantum", "pl_quantum_ns", NULL};
static const char *const callback_keys[] = {"on", "to", "where", "does", "bitstreams", "timeout", NULL};
static const char *const on_topic_keys[] = {"topic", "type", NULL};
static const char *const on_service_keys[] = {"service", "type", NULL};
static const char *const on_timer_keys[] = {"every", NULL};
static const char *const to_keys[] = {"topic", "type", NULL};
static const char *const send_keys[] = {"send", "to", "times", "mode", "check", "timeout", "start", NULL};
static const char *const call_keys[] = {"call", "times", "mode", "check", "timeout", "count", "start", NULL};
static const char *const listen_keys[] = {"listen", "times", "check", "timeout", "start", NULL};
static const char *const fault_keys[] = {"at", "what", "slot", NULL};
static const char *const fault_names[] = {"executor-crash", "guest-panic", "empty-address", "silent-slot"};
static const char *const policies[] = {"reconros", NULL};
static const char *const full_keys[] = {"for", "times", "seeds", NULL};

/* A topic or service: a slash and words of letters, digits and _. */
static bool is_topic(const char *text)
{
    size_t length = strlen(text);
    return length > 1 && length < 128 && text[0] == '/' && text[length - 1] != '/' && !strstr(text, "//") &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/") == length;
}

static bool is_type(const char *text, const char *middle)
{
    const char *at = strchr(text, '/');
    size_t length = strlen(middle);
    return at && at != text && strncmp(at, middle, length) == 0 && at[length] != '\0' &&
           !strchr(at + length, '/') && !strchr(text, ' ');
}

static char *topic_of(const struct zt_node *map, const char *key, struct zt_diag *diag)
{
    char *text = zt_key_text(map, key, true, diag);
    if (text && !is_topic(text))
        zt_diag_error(diag, zt_node_get(map, key)->place, "'%s' is not a %s name (like /image_raw)", text,
                      key);
    return text;
}

static char *type_of(const struct zt_node *map, const char *middle, bool required, struct zt_diag *diag)
{
    char *text = zt_key_text(map, "type", required, diag);
    if (text && !is_type(text, middle))
        zt_diag_error(diag, zt_node_get(map, "type")->place, "'%s' is not a type (like package%sName)", text,
                      middle);
    return text;
}

static void read_on(struct reader *r, const struct zt_node *node, struct zt_callback *callback)
{
    if (!zt_node_expect(node, ZT_NODE_MAPPING, "on", r->diag))
        return;
    if (zt_node_get(node, "topic")) {
        callback->trigger = ZT_ON_TOPIC;
        zt_node_check_keys(node, "on", on_topic_keys, r->diag);
        callback->topic = topic_of(node, "topic", r->diag);
        callback->type = type_of(node, "/msg/", true, r->diag);
    } else if (zt_node_get(node, "service")) {
        callback->trigger = ZT_ON_SERVICE;
        zt_node_check_keys(node, "on", on_service_keys, r->diag);
        callback->topic = topic_of(node, "service", r->diag);
        callback->type = type_of(node, "/srv/", true, r->diag);
    } else if (zt_node_get(node, "every")) {
        callback->trigger = ZT_ON_TIMER;
        zt_node_check_keys(node, "on", on_timer_keys, r->diag);
        callback->period_ns = zt_key_duration(node, "every", 1, r->diag);
    } else {
        zt_diag_error(r->diag, node->place, "on must have one of: topic, service, every");
    }
}

static void read_to(struct reader *r, const struct zt_node *node, struct zt_callback *callback)
{
    if (node->kind == ZT_NODE_SCALAR) {
        callback->to = zt_copy(node->text);
        if (!is_topic(node->text))
            zt_diag_error(r->diag, node->place, "'%s' is not a topic name (like /image_raw)", node->text);
    } else if (zt_node_expect(node, ZT_NODE_MAPPING, "to", r->diag)) {
        zt_node_check_keys(node, "to", to_keys, r->diag);
        callback->to = topic_of(node, "topic", r->diag);
        callback->to_type = type_of(node, "/msg/", true, r->diag);
    }
    if (callback->trigger == ZT_ON_SERVICE)
        zt_diag_error(r->diag, node->place, "a service answers its caller; it has no 'to'");
    if (!callback->to_type && callback->trigger == ZT_ON_TOPIC && callback->type)
        callback->to_type = zt_copy(callback->type);
    if (!callback->to_type && callback->trigger == ZT_ON_TIMER)
        zt_diag_error(r->diag, node->place,
                      "a timer's 'to' needs a type: {topic: /name, type: package/msg/Name}");
}

static void read_place(struct reader *r, const struct zt_node *node, struct zt_callback *callback)
{
    const struct zt_board *board = r->scenario->board;
    const char *text = zt_key_scalar(node, "a place", r->diag);
    if (!text)
        return;
    if (strcmp(text, "cpu") == 0) {
        callback->on_cpu = true;
        return;
    }
    int slot = zt_board_slot(board, text);
    uint64_t index = 0;
    if (slot < 0 && zt_integer_parse(text, 0, UINT32_MAX, &index) && index < board->slot_count)
        slot = (int)index;
    for (unsigned i = 0; slot >= 0 && i < callback->slot_count; i++) {
        if (callback->slots[i] == (unsigned)slot) {
            zt_diag_error(r->diag, node->place, "'%s' stands here twice", text);
            return;
        }
    }
    if (slot >= 0) {
        callback->slots[callback->slot_count++] = (unsigned)slot;
        callback->slot_places[slot] = node->place;
        return;
    }
    struct zt_bytes allowed = {0};
    for (unsigned i = 0; i < board->slot_count; i++)
        zt_bytes_print(&allowed, ", %s or %u", board->slots[i].name, i);
    zt_diag_error(r->diag, node->place, "'%s' is no place of board %s (allowed: cpu%s)", text, board->name,
                  allowed.data ? (char *)allowed.data : "");
    zt_bytes_free(&allowed);
}

static void read_where(struct reader *r, const struct zt_node *node, struct zt_callback *callback)
{
    size_t before = r->diag->errors;
    if (node && node->kind == ZT_NODE_SCALAR)
        read_place(r, node, callback);
    else if (node && zt_node_expect(node, ZT_NODE_SEQUENCE, "where", r->diag)) {
        for (size_t i = 0; i < node->count; i++)
            read_place(r, node->items[i], callback);
    }
    if (!callback->on_cpu && callback->slot_count == 0 && r->diag->errors == before)
        zt_diag_error(r->diag, node ? node->place : callback->place,
                      "callback '%s' has no place to run (where: a list of cpu and slots)", callback->name);
}

static void read_bitstreams(struct reader *r, const struct zt_node *node, struct zt_callback *callback)
{
    if (!zt_node_expect(node, ZT_NODE_MAPPING, "bitstreams", r->diag))
        return;
    for (size_t i = 0; i < node->count; i++) {
        int slot = zt_board_slot(r->scenario->board, node->keys[i]->text);
        const char *path = zt_key_scalar(node->items[i], "a bitstream", r->diag);
        bool used = false;
        for (unsigned k = 0; slot >= 0 && k < callback->slot_count; k++)
            used = used || callback->slots[k] == (unsigned)slot;
        if (!used) {
            zt_diag_error(r->diag, node->keys[i]->place, "'%s' is not among the slots of 'where'",
                          node->keys[i]->text);
        } else if (path) {
            callback->bitstreams[slot] = zt_copy(path);
            callback->slot_places[slot] = node->items[i]->place;
        }
    }
}

static void read_callback(struct reader *r, const struct zt_node *key, const struct zt_node *node)
{
    struct zt_scenario *s = r->scenario;
    if (s->callback_count == ZT_CALLBACKS_MAX) {
        zt_diag_error(r->diag, key->place, "too many callbacks (at most %d)", ZT_CALLBACKS_MAX);
        return;
    }
    struct zt_callback *callback = &s->callbacks[s->callback_count++];
    callback->name = zt_copy(key->text);
    callback->place = callback->does_place = key->place;
    callback->does = zt_copy(key->text);
    if (!zt_key_is_name(key->text) || zt_board_slot(s->board, key->text) >= 0 ||
        strcmp(key->text, "cpu") == 0)
        zt_diag_error(r->diag, key->place,
                      "'%s' is not a callback's name (1 to 16 of a-z, 0-9, _; not a slot's or cpu)",
                      key->text);
    if (!zt_node_expect(node, ZT_NODE_MAPPING, "a callback", r->diag))
        return;
    zt_node_check_keys(node, "a callback", callback_keys, r->diag);
    const struct zt_node *part = zt_node_get(node, "on");
    if (part)
        read_on(r, part, callback);
    else
        zt_diag_error(r->diag, node->place, "the key 'on' is missing");
    if ((part = zt_node_get(node, "to")))
        read_to(r, part, callback);
    read_where(r, zt_node_get(node, "where"), callback);
    if ((part = zt_node_get(node, "bitstreams")))
        read_bitstreams(r, part, callback);
    if ((part = zt_node_get(node, "does"))) {
        const char *text = zt_key_scalar(part, "does", r->diag);
        if (text && !zt_key_is_name(text))
            zt_diag_error(r->diag, part->place, "'%s' is not a function's name (1 to 16 of a-z, 0-9, _)",
                          text);
        if (text) {
            free(callback->does);
            callback->does = zt_copy(text);
            callback->does_place = part->place;
        }
    }
    callback->timeout_ns = zt_key_duration(node, "timeout", TIMEOUT_NS_DEFAULT, r->diag);
}

static int callback_index(const struct zt_scenario *s, const char *name)
{
    for (unsigned i = 0; i < s->callback_count; i++) {
        if (strcmp(s->callbacks[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

/* Which callback a load is for, and whether that callback can be its partner. */
static void read_target(struct reader *r, const struct zt_node *node, const char *key, struct zt_load *load)
{
    const struct zt_node *target = zt_node_get(node, key);
    const char *text = target ? zt_key_scalar(target, key, r->diag) : NULL;
    if (!target)
        zt_diag_error(r->diag, node->place, "the key '%s' is missing", key);
    if (!text)
        return;
    int index = callback_index(r->scenario, text);
    if (index < 0) {
        zt_diag_error(r->diag, target->place, "'%s' is not a callback of this file", text);
        return;
    }
    load->callback = (unsigned)index;
    const struct zt_callback *callback = &r->scenario->callbacks[index];
    if (load->kind == ZT_LOAD_SEND && callback->trigger != ZT_ON_TOPIC)
        zt_diag_error(r->diag, target->place, "'%s' is not started by a topic, so nothing can be sent to it",
                      text);
    if (load->kind == ZT_LOAD_CALL && callback->trigger != ZT_ON_SERVICE)
        zt_diag_error(r->diag, target->place, "'%s' is not a service, so it cannot be called", text);
    if (load->kind != ZT_LOAD_CALL && !callback->to)
        zt_diag_error(r->diag, target->place, "'%s' publishes nothing (no 'to'), so no answer can be seen",
                      text);
    unsigned same = 1;
    for (unsigned i = 0; i + 1 < r->scenario->load_count; i++)
        same += r->scenario->loads[i].callback == load->callback;
    load->name = same == 1 ? zt_copy(text) : zt_format("%s-%u", text, same);
}

static void read_check(struct reader *r, const struct zt_node *node, struct zt_load *load)
{
    load->check = zt_key_text(node, "check", false, r->diag);
    if (load->check && (strncmp(load->check, "golden/", 7) != 0 || !zt_key_is_name(load->check + 7)))
        zt_diag_error(r->diag, zt_node_get(node, "check")->place,
                      "'%s' is no check (golden/NAME, a model of models/golden)", load->check);
}

static void read_load(struct reader *r, const struct zt_node *node)
{
    struct zt_scenario *s = r->scenario;
    if (!zt_node_expect(node, ZT_NODE_MAPPING, "an entry of load", r->diag))
        return;
    if (s->load_count == ZT_LOADS_MAX) {
        zt_diag_error(r->diag, node->place, "too many entries in load (at most %d)", ZT_LOADS_MAX);
        return;
    }
    struct zt_load *load = &s->loads[s->load_count++];
    load->place = node->place;
    const char *key = "call";
    if (zt_node_get(node, "send")) {
        load->kind = ZT_LOAD_SEND;
        key = "to";
        zt_node_check_keys(node, "a send", send_keys, r->diag);
        load->input = zt_key_text(node, "send", true, r->diag);
        load->input_place = zt_node_get(node, "send")->place;
    } else if (zt_node_get(node, "call")) {
        load->kind = ZT_LOAD_CALL;
        zt_node_check_keys(node, "a call", call_keys, r->diag);
    } else if (zt_node_get(node, "listen")) {
        load->kind = ZT_LOAD_LISTEN;
        key = "listen";
        zt_node_check_keys(node, "a listen", listen_keys, r->diag);
    } else {
        zt_diag_error(r->diag, node->place, "an entry of load must have one of: send, call, listen");
        return;
    }
    read_target(r, node, key, load);
    read_check(r, node, load);
    load->times = zt_key_integer(node, "times", load->kind == ZT_LOAD_LISTEN ? 0 : 1,
                                 load->kind == ZT_LOAD_LISTEN ? 0 : 1, TIMES_MAX, r->diag);
    load->count = zt_key_integer(node, "count", COUNT_MAX, 1, COUNT_MAX, r->diag);
    load->timeout_ns = zt_key_duration(node, "timeout", TIMEOUT_NS_DEFAULT, r->diag);
    load->start_ns = zt_key_duration(node, "start", 0, r->diag);
    if (load->start_ns > 0 && load->start_ns >= s->for_ns)
        zt_diag_error(r->diag, zt_node_get(node, "start")->place,
                      "this client would start after the run's end (allowed: less than run.for, %llu ns)",
                      (unsigned long long)s->for_ns);
    const struct zt_node *mode = zt_node_get(node, "mode");
    if (mode && zt_key_scalar(mode, "mode", r->diag) && strcmp(mode->text, "closed-loop") != 0)
        zt_diag_error(r->diag, mode->place, "'%s' is no mode (allowed: closed-loop)", mode->text);
}

static void read_expect(struct reader *r, const struct zt_node *key, const struct zt_node *node)
{
    struct zt_scenario *s = r->scenario;
    const char *text = zt_key_scalar(node, "an expectation", r->diag);
    if (!text)
        return;
    if (s->expect_count == ZT_EXPECTS_MAX) {
        zt_diag_error(r->diag, key->place, "too many expectations (at most %d)", ZT_EXPECTS_MAX);
        return;
    }
    struct zt_expect *expect = &s->expects[s->expect_count++];
    expect->place = key->place;
    expect->metric = zt_copy(key->text);
    expect->text = zt_copy(text);
    if (!zt_range_parse(text, &expect->range))
        zt_diag_error(r->diag, node->place, "'%s' is not a range (like 0, < 20 ms, >= 2, != 3 or 1 .. 5)",
                      text);
}

const char *zt_fault_name(enum zt_fault_kind kind)
{
    return fault_names[kind];
}

static void read_fault(struct reader *r, const struct zt_node *node)
{
    struct zt_scenario *s = r->scenario;
    if (!zt_node_expect(node, ZT_NODE_MAPPING, "a fault", r->diag) ||
        !zt_node_check_keys(node, "a fault", fault_keys, r->diag))
        return;
    if (s->fault_count == ZT_FAULTS_MAX) {
        zt_diag_error(r->diag, node->place, "too many faults (at most %d)", ZT_FAULTS_MAX);
        return;
    }
    struct zt_fault *fault = &s->faults[s->fault_count++];
    fault->at_ns = zt_key_duration(node, "at", 0, r->diag);
    char *what = zt_key_text(node, "what", true, r->diag);
    size_t kind = 0;
    while (what && kind < sizeof fault_names / sizeof fault_names[0] && strcmp(what, fault_names[kind]) != 0)
        kind++;
    if (kind == sizeof fault_names / sizeof fault_names[0])
        zt_diag_error(r->diag, zt_node_get(node, "what")->place,
                      "'%s' is no fault (allowed: executor-crash, guest-panic, empty-address, silent-slot)",
                      what);
    fault->kind = (enum zt_fault_kind)kind;
    free(what);
    const struct zt_node *slot = zt_node_get(node, "slot");
    const char *name = slot ? zt_key_scalar(slot, "slot", r->diag) : NULL;
    int index = name ? zt_board_slot(s->board, name) : -1;
    if (fault->kind == ZT_FAULT_SILENT_SLOT && index < 0)
        zt_diag_error(r->diag, slot ? slot->place : node->place, "silent-slot needs a slot of board %s",
                      s->board->name);
    else if (fault->kind != ZT_FAULT_SILENT_SLOT && slot)
        zt_diag_error(r->diag, slot->place, "only silent-slot has a slot");
    fault->slot = index < 0 ? 0 : (unsigned)index;
}

static void read_run(struct reader *r)
{
    struct zt_scenario *s = r->scenario;
    s->software_workers = 2;
    const struct zt_node *run = zt_node_get(r->root, "run");
    if (!run) {
        zt_diag_error(r->diag, r->root->place, "the key 'run' is missing");
        return;
    }
    if (!zt_node_expect(run, ZT_NODE_MAPPING, "run", r->diag))
        return;
    zt_node_check_keys(run, "run", run_keys, r->diag);
    if (!zt_node_get(run, "for"))
        zt_diag_error(r->diag, run->place, "the key 'for' is missing");
    s->for_ns = zt_key_duration(run, "for", 1000000000, r->diag);
    s->seed = zt_key_integer(run, "seed", 1, 0, UINT32_MAX, r->diag);
    s->software_workers = (unsigned)zt_key_integer(run, "software_workers", 2, 1, 8, r->diag);
    s->quantum = zt_key_integer(run, "quantum", 0, 1, ZT_QUANTUM_MAX, r->diag);
    s->pl_quantum_ns =
        zt_key_integer(run, "pl_quantum_ns", 0, ZT_PL_QUANTUM_NS_MIN, ZT_PL_QUANTUM_NS_MAX, r->diag);
    s->policy = zt_key_text(run, "policy", false, r->diag);
    if (!s->policy)
        s->policy = zt_copy(policies[0]);
    if (strcmp(s->policy, policies[0]) != 0)
        zt_diag_error(r->diag, zt_node_get(run, "policy")->place, "'%s' is no policy (allowed: %s)",
                      s->policy, policies[0]);
}

/* full: {for: 60 s, times: 10} makes a longer run of the same: `times` multiplies every load. */
static void read_full(struct reader *r)
{
    struct zt_scenario *s = r->scenario;
    const struct zt_node *full = zt_node_get(r->root, "full");
    if (!full || !zt_node_expect(full, ZT_NODE_MAPPING, "full", r->diag))
        return;
    zt_node_check_keys(full, "full", full_keys, r->diag);
    uint64_t for_ns = zt_key_duration(full, "for", s->for_ns, r->diag);
    uint64_t factor = zt_key_integer(full, "times", 1, 1, 10000, r->diag);
    uint64_t first = s->first_seed, last = s->last_seed;
    zt_key_seeds(full, "seeds", &first, &last, r->diag);
    if (!r->full)
        return;
    s->first_seed = first;
    s->last_seed = last;
    s->for_ns = for_ns;
    for (unsigned i = 0; i < s->load_count; i++)
        s->loads[i].times *= factor;
}

static bool read_board(struct reader *r)
{
    const struct zt_node *node = zt_node_get(r->root, "board");
    const char *name = node ? zt_key_scalar(node, "board", r->diag) : NULL;
    if (!node)
        zt_diag_error(r->diag, r->root->place, "the key 'board' is missing");
    if (!name)
        return false;
    char *path = zt_format("%s/%s.yaml", r->boards, name);
    if (strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") != strlen(name) || !zt_exists(path))
        zt_diag_error(r->diag, node->place, "'%s' is not a known board (no file %s)", name, path);
    else
        r->scenario->board = zt_board_read(path, r->diag);
    free(path);
    return r->scenario->board != NULL;
}

static void read_root(struct reader *r)
{
    const struct zt_node *root = r->root;
    zt_node_check_keys(root, "a scenario", root_keys, r->diag);
    r->scenario->about = zt_key_text(root, "about", false, r->diag);
    if (!read_board(r))
        return;
    read_run(r);
    zt_scenario_read_matrix(r);
    zt_scenario_read_coherence(r);
    const struct zt_node *node = zt_node_get(root, "callbacks");
    if (!node && !zt_node_get(root, "programs") && !r->scenario->coherence.module)
        zt_diag_error(r->diag, root->place, "the key 'callbacks' is missing (or 'programs')");
    else if (node && zt_node_expect(node, ZT_NODE_MAPPING, "callbacks", r->diag)) {
        for (size_t i = 0; i < node->count; i++)
            read_callback(r, node->keys[i], node->items[i]);
    }
    node = zt_node_get(root, "load");
    if (node && zt_node_expect(node, ZT_NODE_SEQUENCE, "load", r->diag)) {
        for (size_t i = 0; i < node->count; i++)
            read_load(r, node->items[i]);
    }
    zt_scenario_read_programs(r);
    node = zt_node_get(root, "expect");
    if (node && zt_node_expect(node, ZT_NODE_MAPPING, "expect", r->diag)) {
        for (size_t i = 0; i < node->count; i++)
            read_expect(r, node->keys[i], node->items[i]);
    }
    zt_scenario_read_invariants(r);
    node = zt_node_get(root, "faults");
    if (node && zt_node_expect(node, ZT_NODE_SEQUENCE, "faults", r->diag)) {
        for (size_t i = 0; i < node->count; i++)
            read_fault(r, node->items[i]);
    }
    read_full(r);
}

static char *name_of_file(const char *file)
{
    const char *slash = strrchr(file, '/');
    char *name = zt_copy(slash ? slash + 1 : file);
    char *dot = strrchr(name, '.');
    if (dot && dot != name)
        *dot = '\0';
    return name;
}

struct zt_scenario *zt_scenario_read(const char *file, const char *boards, bool full, struct zt_diag *diag)
{
    size_t before = diag->errors;
    struct zt_scenario *scenario = zt_alloc(1, sizeof *scenario);
    scenario->file = zt_copy(file);
    scenario->name = name_of_file(file);
    struct zt_node *root = zt_yaml_read(scenario->file, diag);
    if (root && zt_node_expect(root, ZT_NODE_MAPPING, "a scenario", diag)) {
        struct reader reader = {scenario, diag, root, boards, full};
        read_root(&reader);
    }
    zt_yaml_free(root);
    if (diag->errors == before)
        return scenario;
    zt_scenario_free(scenario);
    return NULL;
}

void zt_scenario_free(struct zt_scenario *s)
{
    if (!s)
        return;
    for (unsigned i = 0; i < s->callback_count; i++) {
        struct zt_callback *callback = &s->callbacks[i];
        char *texts[] = {callback->name, callback->topic,   callback->type,
                         callback->to,   callback->to_type, callback->does};
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
            free(texts[k]);
        for (unsigned k = 0; k < ZT_BOARD_SLOTS_MAX; k++)
            free(callback->bitstreams[k]);
    }
    for (unsigned i = 0; i < s->load_count; i++) {
        free(s->loads[i].name);
        free(s->loads[i].input);
        free(s->loads[i].check);
    }
    zt_scenario_free_programs(s);
    zt_scenario_free_coherence(s);
    zt_scenario_free_matrix(s);
    for (unsigned i = 0; i < s->expect_count; i++) {
        free(s->expects[i].metric);
        free(s->expects[i].text);
    }
    zt_board_free(s->board);
    free(s->file);
    free(s->name);
    free(s->about);
    free(s->policy);
    free(s);
}
