/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "plan.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bitstream.h"
#include "paths.h"

/* Whole datagrams of the loopback interface, and a socket that takes a picture at once: with the defaults
 * (1344 bytes a fragment, the kernel's 208 KiB a socket) fragments get lost and wait for a repetition of 100
 * ms. */
static const char dds_xml[] =
    "<CycloneDDS><Domain id=\"any\"><General>"
    "<Interfaces><NetworkInterface name=\"lo\" multicast=\"true\"/></Interfaces>"
    "<MaxMessageSize>65500B</MaxMessageSize><FragmentSize>65000B</FragmentSize></General>"
    "<Internal><SocketReceiveBufferSize min=\"4MB\"/></Internal></Domain></CycloneDDS>\n";

static struct zt_card_file *add_file(struct zt_plan *plan, char *guest)
{
    plan->files = zt_grow(plan->files, &plan->capacity, plan->count + 1, sizeof *plan->files);
    struct zt_card_file *file = &plan->files[plan->count++];
    file->guest = guest;
    return file;
}

static void add_host(struct zt_plan *plan, char *guest, char *host, bool executable)
{
    struct zt_card_file *file = add_file(plan, guest);
    file->host = host;
    file->executable = executable;
}

static void add_bytes(struct zt_plan *plan, char *guest, struct zt_bytes bytes, bool seeded)
{
    struct zt_card_file *file = add_file(plan, guest);
    file->bytes = bytes;
    file->seeded = seeded;
}

const struct zt_card_file *zt_plan_find(const struct zt_plan *plan, const char *guest)
{
    for (size_t i = 0; i < plan->count; i++) {
        if (strcmp(plan->files[i].guest, guest) == 0)
            return &plan->files[i];
    }
    return NULL;
}

static bool must_exist(enum zt_artefact artefact, struct zt_diag *diag)
{
    if (zt_exists(zt_artefact(artefact)))
        return true;
    zt_diag_error(diag, (struct zt_place){zt_artefact(artefact), 0, 0},
                  "missing (build it: cmake --build %s --target %s)", zt_build_folder(),
                  zt_artefact_target(artefact));
    return false;
}

/* The guest's shared libraries with their symbolic links. */
static void add_libraries(struct zt_plan *plan, struct zt_diag *diag)
{
    DIR *dir = must_exist(ZT_GUEST_LIB, diag) ? opendir(zt_artefact(ZT_GUEST_LIB)) : NULL;
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) { /* bounded by the folder; sorted afterwards */
        char target[PATH_MAX];
        struct stat st;
        char *host = zt_format("%s/%s", zt_artefact(ZT_GUEST_LIB), entry->d_name);
        if (lstat(host, &st) || S_ISDIR(st.st_mode)) {
            free(host);
            continue;
        }
        char *guest = zt_format("lib/%s", entry->d_name);
        ssize_t size = S_ISLNK(st.st_mode) ? readlink(host, target, sizeof target - 1) : -1;
        if (size > 0 && !memchr(target, '/', (size_t)size)) {
            target[size] = '\0';
            add_file(plan, guest)->link = zt_copy(target);
            free(host);
        } else {
            add_host(plan, guest, host, true);
        }
    }
    if (dir)
        closedir(dir);
}

/* Reads the stream as the configuration logic would. */
static void check_bitstream(const struct zt_scenario *s, const char *path, unsigned slot,
                            struct zt_place place, struct zt_diag *diag)
{
    char text[256] = "";
    char *slots = zt_format("%s/slots", zt_artefact(ZT_SLOTS));
    char *list = zt_format("%s/manifest", zt_artefact(ZT_SLOTS));
    struct zt_geometry *geometry = zt_geometry_read(slots, text, sizeof text);
    struct zt_manifest *manifest = geometry ? zt_manifest_read(list, text, sizeof text) : NULL;
    struct zt_config_engine *engine = manifest ? zt_config_engine_create(geometry, manifest) : NULL;
    struct zt_bytes file = {0};
    uint32_t kinds = 0;
    if (!engine || zt_read_file(path, &file)) {
        zt_diag_error(diag, place, "%s: cannot be checked: %s", path, text[0] ? text : "unreadable");
    } else {
        for (size_t i = 0; i + 4 <= file.size && !(kinds & (ZT_CONFIG_EVENT_ERROR | ZT_CONFIG_EVENT_DESYNC));
             i += 4) {
            const uint8_t *b = file.data + i;
            kinds = zt_config_engine_word(engine, (uint32_t)b[0] | (uint32_t)b[1] << 8 |
                                                      (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24);
        }
        const struct zt_config_event *event = zt_config_engine_event(engine);
        const char *name = s->board->slots[slot].name;
        if (!(kinds & (ZT_CONFIG_EVENT_ERROR | ZT_CONFIG_EVENT_DESYNC)))
            zt_diag_error(diag, place,
                          "%s: no whole bitstream in it (sync word to DESYNC, in bootgen's byte order)",
                          path);
        else if (event->result != ZT_CONFIG_OK)
            zt_diag_error(diag, place, "%s: not a bitstream for slot %s: %s", path, name, event->text);
        else if (event->slot != (int)slot)
            zt_diag_error(diag, place, "%s: a bitstream for slot %s (slot %s is wanted)", path,
                          event->slot >= 0 && event->slot < (int)s->board->slot_count
                              ? s->board->slots[event->slot].name
                              : "none",
                          name);
    }
    zt_bytes_free(&file);
    zt_config_engine_destroy(engine);
    zt_manifest_free(manifest);
    zt_geometry_free(geometry);
    free(slots);
    free(list);
}

/* The build holds the slots, threads and bitstreams of one device. */
static void check_device(const struct zt_scenario *s, struct zt_diag *diag)
{
    char text[256] = "";
    char *path = zt_format("%s/slots", zt_artefact(ZT_SLOTS));
    struct zt_geometry *geometry = zt_geometry_read(path, text, sizeof text);
    const struct zt_callback *in_slot = NULL;
    for (unsigned i = 0; i < s->callback_count; i++)
        in_slot = in_slot || s->callbacks[i].slot_count == 0 ? in_slot : &s->callbacks[i];
    uint32_t other =
        geometry ? (uint32_t)((zt_geometry_idcode(geometry) ^ s->board->idcode) & 0x0fffffffu) : 0;
    if (in_slot && other)
        zt_diag_error(
            diag, in_slot->place,
            "slots of board %s are not in this build: %s is for IDCODE 0x%08x (another build folder: cmake "
            "-DZT_BOARD_SLOTS=models/boards/%s.slots)",
            s->board->name, path, zt_geometry_idcode(geometry), s->board->name);
    zt_geometry_free(geometry);
    free(path);
}

char *zt_callback_bitstream(const struct zt_scenario *s, const struct zt_callback *callback, unsigned slot)
{
    const char *given = callback->bitstreams[slot];
    if (!given)
        return zt_format("%s/%s_%s.bin", zt_artefact(ZT_BITSTREAMS), callback->does,
                         s->board->slots[slot].name);
    const char *slash = strrchr(s->file, '/');
    if (given[0] == '/' || !slash)
        return zt_copy(given);
    return zt_format("%.*s%s", (int)(slash - s->file + 1), s->file, given);
}

static void add_callback(struct zt_plan *plan, const struct zt_scenario *s,
                         const struct zt_callback *callback, struct zt_diag *diag)
{
    for (unsigned i = 0; i < callback->slot_count; i++) {
        unsigned slot = callback->slots[i];
        char *host = zt_callback_bitstream(s, callback, slot);
        if (!zt_exists(host))
            zt_diag_error(diag, callback->slot_places[slot],
                          "no bitstream of '%s' for slot %s: %s does not exist", callback->does,
                          s->board->slots[slot].name, host);
        else
            check_bitstream(s, host, slot, callback->slot_places[slot], diag);
        add_host(plan, zt_format("bitstreams/%s_%s.bin", callback->name, s->board->slots[slot].name), host,
                 false);
    }
    bool has_function = zt_callback_has(callback, "callback");
    bool has_prepare = zt_callback_has(callback, "prepare");
    char *library = zt_callback_library(callback);
    if (callback->on_cpu && !has_function)
        zt_diag_error(diag, callback->does_place, "'%s' cannot run on cpu: %s has no function %s_callback",
                      callback->name, library, callback->does);
    char *guest = zt_format("callbacks/lib%s.so", callback->does);
    if ((has_function || has_prepare) && !zt_plan_find(plan, guest))
        add_host(plan, zt_copy(guest), zt_copy(library), true);
    free(guest);
    free(library);
}

static void add_load(struct zt_plan *plan, const struct zt_scenario *s, const struct zt_load *load,
                     const struct zt_plan_options *options, struct zt_diag *diag)
{
    struct zt_bytes input = {0}, expected = {0};
    zt_load_data(s, load, options, &input, &expected, diag);
    bool seeded = load->kind == ZT_LOAD_CALL;
    if (input.size)
        add_bytes(plan, zt_format("inputs/%s.in", load->name), input, seeded);
    if (expected.size)
        add_bytes(plan, zt_format("inputs/%s.expect", load->name), expected, seeded);
}

static void add_needed(struct zt_plan *plan, const struct zt_program *program, const char *guest,
                       const char *host, struct zt_diag *diag)
{
    if (!zt_exists(host))
        zt_diag_error(diag, program->place, "program %s needs %s, which is not there", program->name, host);
    else if (!zt_plan_find(plan, guest))
        add_host(plan, zt_copy(guest), zt_copy(host), false);
}

static void add_program(struct zt_plan *plan, const struct zt_program *program, struct zt_diag *diag)
{
    char *host = zt_format("%s/executor-arm/%s", zt_build_folder(), program->binary);
    char *guest = zt_format("bin/%s", program->binary);
    if (!zt_exists(host))
        zt_diag_error(diag, program->place, "no program %s (build it: cmake --build %s --target %s)", host,
                      zt_build_folder(), zt_artefact_target(ZT_RUNNER));
    else if (!zt_plan_find(plan, guest))
        add_host(plan, zt_copy(guest), zt_copy(host), true);
    free(host);
    free(guest);
    for (unsigned i = 0; i < program->module_count; i++) {
        char *module = zt_format("modules/%s.ko", program->modules[i]);
        char *built = zt_format("%s/guest/%s.ko", zt_build_folder(), program->modules[i]);
        add_needed(plan, program, module, built, diag);
        free(module);
        free(built);
    }
    for (unsigned i = 0; i < program->file_count; i++) {
        char *built = zt_format("%s/%s", zt_build_folder(), program->files[i]);
        add_needed(plan, program, program->files[i], built, diag);
        free(built);
    }
}

static void add_coherence_module(struct zt_plan *plan, const struct zt_scenario *s, struct zt_diag *diag)
{
    if (!s->coherence.module)
        return;
    char *host = zt_format("%s/guest/%s.ko", zt_build_folder(), s->coherence.module);
    if (zt_exists(host))
        add_host(plan, zt_format("modules/%s.ko", s->coherence.module), zt_copy(host), false);
    else
        zt_diag_error(diag, (struct zt_place){host, 0, 0}, "missing: the scenario's coherence.module");
    free(host);
}

static int by_guest(const void *one, const void *other)
{
    return strcmp(((const struct zt_card_file *)one)->guest, ((const struct zt_card_file *)other)->guest);
}

void zt_plan_put(struct zt_plan *plan, const char *guest, const char *host, const char *text)
{
    struct zt_card_file *file = (struct zt_card_file *)zt_plan_find(plan, guest);
    if (!file)
        file = add_file(plan, zt_copy(guest));
    free(file->host);
    zt_bytes_free(&file->bytes);
    file->host = host ? zt_copy(host) : NULL;
    file->executable = true;
    if (text)
        zt_bytes_put(&file->bytes, text, strlen(text));
    qsort(plan->files, plan->count, sizeof *plan->files, by_guest);
}

bool zt_plan_make(const struct zt_scenario *s, const struct zt_plan_options *options, struct zt_plan *plan,
                  struct zt_diag *diag)
{
    static const struct {
        const char *guest;
        enum zt_artefact artefact;
        bool executable;
    } fixed[] = {{"bin/runner", ZT_RUNNER, true},
                 {"bin/rxc-client", ZT_CLIENT, true},
                 {"modules/reconos.ko", ZT_RECONOS_KO, false},
                 {"modules/zycap.ko", ZT_ZYCAP_KO, false}};
    size_t before = diag->errors;
    *plan = (struct zt_plan){0};
    check_device(s, diag);
    for (unsigned i = 0; i < s->callback_count && diag->errors == before; i++)
        add_callback(plan, s, &s->callbacks[i], diag);
    for (unsigned i = 0; i < s->load_count; i++)
        add_load(plan, s, &s->loads[i], options, diag);
    if (diag->errors == before) { /* what is wrong in the scenario comes before what is not built */
        for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
            if (must_exist(fixed[i].artefact, diag))
                add_host(plan, zt_copy(fixed[i].guest), zt_copy(zt_artefact(fixed[i].artefact)),
                         fixed[i].executable);
        }
        for (unsigned i = 0; i < s->program_count; i++)
            add_program(plan, &s->programs[i], diag);
        add_coherence_module(plan, s, diag);
        add_libraries(plan, diag);
    }
    struct zt_bytes text = {0};
    char *deployment = zt_deployment_text(s);
    zt_bytes_put(&text, deployment, strlen(deployment));
    free(deployment);
    add_bytes(plan, zt_copy("deployment.json"), text, false);
    text = (struct zt_bytes){0};
    zt_run_script(s, &text);
    add_bytes(plan, zt_copy("run.sh"), text, false);
    plan->files[plan->count - 1].executable = true;
    text = (struct zt_bytes){0};
    zt_bytes_put(&text, dds_xml, sizeof dds_xml - 1);
    add_bytes(plan, zt_copy("dds.xml"), text, false);
    qsort(plan->files, plan->count, sizeof *plan->files, by_guest);
    if (diag->errors == before)
        return true;
    zt_plan_free(plan);
    return false;
}

void zt_plan_free(struct zt_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct zt_card_file *file = &plan->files[i];
        free(file->guest);
        free(file->host);
        free(file->link);
        zt_bytes_free(&file->bytes);
    }
    free(plan->files);
    *plan = (struct zt_plan){0};
}
