/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "coherence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paths.h"
#include "util.h"

#define REPORTS_MAX 4096
#define SUSPECTS_MAX 65536
#define ARM_USER_MODE 0x10

static const struct {
    const char *name, *meaning;
} kinds[] = {
    {"missing_clean", "a PL master read bytes that were never cleaned"},
    {"written_after_clean", "a PL master read bytes that were written after the clean"},
    {"incomplete_clean", "a PL master read bytes that were cleaned in one cache only, or in the wrong order"},
    {"late_clean", "a PL master read before the clean"},
    {"device_write_dirty", "a PL master wrote into a line that a cache will write back over it"},
    {"missing_invalidate", "a core read its cache's old copy of what a master wrote"},
    {"lost_device_write", "a core read a master's bytes that a write-back had overwritten"},
    {"discarded_write", "a core read bytes whose write an invalidate had discarded"},
    {"uncached_read_dirty", "an uncached read of bytes that were still in a cache"},
    {"uncached_write_dirty", "an uncached write into a line that a cache will write back over it"},
    {"mismatched_attributes", "a page used cached and uncached in turns"},
    {"exclusive_uncached", "LDREX or STREX on memory that is not cacheable"},
    {"unaligned_device", "an unaligned access to Device memory"},
};
#define KINDS (sizeof kinds / sizeof kinds[0])

/* ---- the log ---- */

static uint64_t number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) && item->valuedouble >= 0 ? (uint64_t)item->valuedouble : 0;
}

static char *text(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? zt_copy(item->valuestring) : NULL;
}

static bool read_master(const cJSON *object, struct zt_master *master)
{
    if (!cJSON_IsObject(object))
        return false;
    master->time_ps = number(object, "time_ps");
    master->is_core = cJSON_HasObjectItem(object, "core");
    master->core = (unsigned)number(object, "core");
    master->pc = (uint32_t)number(object, "pc");
    master->lr = (uint32_t)number(object, "lr");
    master->user = number(object, "mode") == ARM_USER_MODE;
    master->as = text(object, "as");
    master->port = text(object, "port");
    return true;
}

static void read_report(struct zt_coherence *c, const cJSON *line)
{
    if (c->count == REPORTS_MAX)
        return;
    c->list = zt_grow(c->list, &c->capacity, c->count + 1, sizeof *c->list);
    struct zt_coherence_report *r = &c->list[c->count++];
    *r = (struct zt_coherence_report){.kind = text(line, "kind"), .count = 1};
    r->address = number(line, "address");
    r->size_bytes = number(line, "size_bytes");
    read_master(cJSON_GetObjectItemCaseSensitive(line, "who"), &r->who);
    r->has_other = read_master(cJSON_GetObjectItemCaseSensitive(line, "other"), &r->other);
    r->board = text(line, "board");
    r->twin = text(line, "twin");
}

/* Reports stand in the log in the order of their numbers. */
static void read_end(struct zt_coherence *c, const cJSON *line)
{
    const cJSON *item;
    size_t index = 0;
    c->complete = true;
    c->pages = number(line, "pages");
    c->more = number(line, "more");
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(line, "counts"))
    {
        if (index < c->count)
            c->list[index++].count = (uint64_t)item->valuedouble;
    }
    const cJSON *suspects = cJSON_GetObjectItemCaseSensitive(line, "suspects");
    size_t count = (size_t)cJSON_GetArraySize(suspects);
    c->suspects = zt_alloc(count + 1, sizeof *c->suspects);
    cJSON_ArrayForEach(item, suspects)
    {
        if (c->suspect_count < count && c->suspect_count < SUSPECTS_MAX)
            c->suspects[c->suspect_count++] = (uint64_t)item->valuedouble;
    }
}

int zt_coherence_read(struct zt_coherence *c, const char *log)
{
    struct zt_bytes file;
    int error = zt_read_file(log, &file);
    if (error)
        return error;
    char *rest = (char *)file.data, *start;
    while ((start = strsep(&rest, "\n"))) { /* bounded by the file */
        cJSON *line = *start ? cJSON_Parse(start) : NULL;
        if (cJSON_HasObjectItem(line, "kind"))
            read_report(c, line);
        else if (cJSON_HasObjectItem(line, "end"))
            read_end(c, line);
        else if (cJSON_HasObjectItem(line, "full") && !c->shortage)
            c->shortage = text(line, "full");
        cJSON_Delete(line);
    }
    zt_bytes_free(&file);
    return 0;
}

static void free_master(struct zt_master *master)
{
    free(master->symbol);
    free(master->caller);
    free(master->port);
    free(master->as);
}

void zt_coherence_free(struct zt_coherence *c)
{
    for (size_t i = 0; i < c->count; i++) {
        free(c->list[i].kind);
        free_master(&c->list[i].who);
        free_master(&c->list[i].other);
        free(c->list[i].board);
        free(c->list[i].twin);
    }
    free(c->list);
    free(c->suspects);
    free(c->shortage);
    *c = (struct zt_coherence){0};
}

/* ---- names ---- */

static void add_kernel(struct zt_symbols *symbols)
{
    char *path_file = zt_format("%s.path", zt_artefact(ZT_KERNEL));
    char *slash = strrchr(path_file, '/');
    struct zt_bytes path;
    *slash = '\0';
    char *list = zt_format("%s/kernel.path", path_file);
    if (!zt_read_file(list, &path)) {
        char *map = zt_format("%.*s/System.map", (int)strcspn((char *)path.data, "\n"), (char *)path.data);
        if (zt_symbols_add_map(symbols, map))
            fprintf(stderr, "warning: %s cannot be read: addresses of the kernel have no names\n", map);
        free(map);
        zt_bytes_free(&path);
    }
    free(list);
    free(path_file);
}

/* A copy of /proc/modules. */
static void add_modules(struct zt_symbols *symbols, const char *results)
{
    char *path = zt_format("%s/modules", results);
    struct zt_bytes file = {0};
    char *rest = zt_read_file(path, &file) ? NULL : (char *)file.data, *line;
    while (rest && (line = strsep(&rest, "\n"))) { /* bounded by the file */
        char name[64], number[16];
        if (sscanf(line, "%63s %*s %*s %*s %*s %15s", name, number) != 2)
            continue;
        uint32_t base = (uint32_t)strtoul(number, NULL, 16);
        char *module = zt_format("%s/guest/%s.ko", zt_build_folder(), name);
        if (zt_symbols_add_module(symbols, module, base, name))
            fprintf(stderr, "warning: %s cannot be read: its addresses have no names\n", module);
        free(module);
    }
    zt_bytes_free(&file);
    free(path);
}

/* A copy of /proc/PID/maps. Shared libraries begin at their first mapping. */
static void add_process(struct zt_symbols *symbols, const char *results)
{
    char *path = zt_format("%s/runner.maps", results);
    struct zt_bytes file = {0};
    char *rest = zt_read_file(path, &file) ? NULL : (char *)file.data, *line;
    while (rest && (line = strsep(&rest, "\n"))) { /* bounded by the file */
        char range[24], access[8], place[16], name[256];
        if (sscanf(line, "%23s %7s %15s %*s %*s %255s", range, access, place, name) != 4 ||
            !strchr(access, 'x') || name[0] != '/')
            continue;
        uint32_t start = (uint32_t)strtoul(range, NULL, 16), offset = (uint32_t)strtoul(place, NULL, 16);
        const char *last = strrchr(name, '/') + 1;
        char *program = zt_format("%s/executor-arm/%s", zt_build_folder(), last);
        char *callback = zt_format("%s/%s", zt_artefact(ZT_CALLBACKS), last);
        char *library = zt_format("%s/%s", zt_artefact(ZT_GUEST_LIB), last);
        if (zt_symbols_add_elf(symbols, program, start - offset, last) &&
            zt_symbols_add_elf(symbols, callback, start - offset, last))
            zt_symbols_add_elf(symbols, library, start - offset, last);
        free(program);
        free(callback);
        free(library);
    }
    zt_bytes_free(&file);
    free(path);
}

void zt_coherence_symbols(const char *results, struct zt_symbols *symbols)
{
    add_kernel(symbols);
    add_modules(symbols, results);
    add_process(symbols, results);
    zt_symbols_sort(symbols);
}

static void name_master(struct zt_master *master, const struct zt_symbols *symbols)
{
    if (!master->is_core)
        return;
    master->symbol = zt_symbols_name(symbols, master->pc);
    master->caller = zt_symbols_name(symbols, master->lr);
}

void zt_coherence_name(struct zt_coherence *c, const struct zt_symbols *symbols)
{
    for (size_t i = 0; i < c->count; i++) {
        name_master(&c->list[i].who, symbols);
        name_master(&c->list[i].other, symbols);
    }
}

/* ---- metrics ---- */

static bool names(const char *symbol, const char *wanted)
{
    if (!symbol)
        return false;
    const char *colon = strchr(symbol, ':');
    const char *at = colon && !strchr(wanted, ':') ? colon + 1 : symbol;
    size_t length = strlen(wanted);
    return strncmp(at, wanted, length) == 0 && (at[length] == '\0' || at[length] == '+');
}

static bool report_names(const struct zt_coherence_report *r, const char *wanted)
{
    return names(r->who.symbol, wanted) || names(r->other.symbol, wanted);
}

static void put_found(const struct zt_scenario *s, const struct zt_coherence *c, struct zt_metrics *metrics)
{
    unsigned found = 0, unexpected = 0;
    for (unsigned k = 0; k < s->coherence.find_count; k++) {
        bool here = false;
        for (size_t i = 0; i < c->count && !here; i++)
            here = report_names(&c->list[i], s->coherence.find[k]);
        found += here;
    }
    for (size_t i = 0; i < c->count; i++) {
        bool wanted = false;
        for (unsigned k = 0; k < s->coherence.find_count; k++)
            wanted = wanted || report_names(&c->list[i], s->coherence.find[k]);
        unexpected += !wanted;
    }
    zt_metrics_put(metrics, "coherence.found", ZT_UNIT_NONE, 0, found,
                   "functions of `find` that a report names");
    zt_metrics_put(metrics, "coherence.unexpected", ZT_UNIT_NONE, 0, unexpected,
                   "reports that name none of them");
}

void zt_coherence_metrics(const struct zt_scenario *s, const struct zt_coherence *coherence,
                          struct zt_metrics *metrics)
{
    static const struct zt_coherence nothing;
    const struct zt_coherence *c = coherence ? coherence : &nothing;
    bool known = coherence && s->coherence.mode != ZT_COHERENCE_OFF && c->complete && !c->shortage;
    double accesses = (double)c->more;
    for (size_t k = 0; k < KINDS; k++) {
        unsigned count = 0;
        for (size_t i = 0; i < c->count; i++)
            count += c->list[i].kind && strcmp(c->list[i].kind, kinds[k].name) == 0;
        char *name = zt_format("coherence.%s", kinds[k].name);
        zt_metrics_put(metrics, name, ZT_UNIT_NONE, 0, known ? count : NAN, kinds[k].meaning);
        free(name);
    }
    for (size_t i = 0; i < c->count; i++)
        accesses += (double)c->list[i].count;
    zt_metrics_put(metrics, "coherence.reports", ZT_UNIT_NONE, 0, known ? (double)c->count : NAN,
                   "different reports of the coherence checker");
    zt_metrics_put(metrics, "coherence.accesses", ZT_UNIT_NONE, 0, known ? accesses : NAN,
                   "accesses that they stand for");
    zt_metrics_put(metrics, "coherence.suspects", ZT_UNIT_NONE, 0, known ? (double)c->suspect_count : NAN,
                   "pages that a master used with a history that is not known");
    if (s->coherence.find_count)
        put_found(s, c, metrics);
}

/* ---- results.json ---- */

static void add_text(cJSON *object, const char *key, const char *value)
{
    if (value)
        cJSON_AddStringToObject(object, key, value);
}

static cJSON *master_json(const struct zt_master *m)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "time_ns", (double)m->time_ps / 1000);
    if (m->is_core) {
        char *pc = zt_format("0x%08x", m->pc);
        cJSON_AddNumberToObject(object, "core", m->core);
        cJSON_AddStringToObject(object, "pc", pc);
        add_text(object, "symbol", m->symbol);
        add_text(object, "caller", m->caller);
        cJSON_AddStringToObject(object, "mode", m->user ? "user" : "kernel");
        add_text(object, "as", m->as);
        free(pc);
    }
    add_text(object, "port", m->port);
    return object;
}

cJSON *zt_coherence_json(const struct zt_coherence *c)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < c->count; i++) {
        const struct zt_coherence_report *r = &c->list[i];
        cJSON *object = cJSON_CreateObject();
        char *address = zt_format("0x%08llx", (unsigned long long)r->address);
        add_text(object, "kind", r->kind);
        cJSON_AddStringToObject(object, "address", address);
        cJSON_AddNumberToObject(object, "size_bytes", (double)r->size_bytes);
        cJSON_AddNumberToObject(object, "count", (double)r->count);
        cJSON_AddItemToObject(object, "who", master_json(&r->who));
        if (r->has_other)
            cJSON_AddItemToObject(object, "other", master_json(&r->other));
        add_text(object, "board_bytes", r->board);
        add_text(object, "twin_bytes", r->twin);
        cJSON_AddItemToArray(list, object);
        free(address);
    }
    return list;
}
