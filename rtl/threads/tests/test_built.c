/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "../../../sim/pl/slot.h"
#include "bitstream.h"

static char err[512];

/* Feeds build/bitstreams/<thread>_<slot>.bin as a driver would: little-endian words. */
static struct zt_config_event load(struct zt_config_engine *engine, const char *thread, const char *slot)
{
    struct zt_config_event event = {.slot = ZT_SLOT_NONE};
    char path[512];
    uint8_t b[4];
    FILE *file;

    snprintf(path, sizeof(path), BUILD_DIR "/bitstreams/%s_%s.bin", thread, slot);
    file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    while (fread(b, sizeof(b), 1, file) == 1) {
        uint32_t word = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        uint32_t kinds = zt_config_engine_word(engine, word);

        cr_assert_eq(kinds & ZT_CONFIG_EVENT_ERROR, 0u, "%s: %s", path, zt_config_engine_event(engine)->text);
        if ((kinds & ZT_CONFIG_EVENT_DESYNC) != 0)
            event = *zt_config_engine_event(engine);
    }
    fclose(file);
    return event;
}

static void opens(const char *thread)
{
    const struct zt_slot_vtable *(*entry)(void);
    char path[512];
    void *library;

    snprintf(path, sizeof(path), BUILD_DIR "/slots/%s.so", thread);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    cr_assert_not_null(library, "%s", dlerror());
    *(void **)&entry = dlsym(library, "zt_slot_entry");
    cr_assert_not_null(*(void **)&entry);
    cr_assert_str_eq(entry()->name, thread);
    cr_assert_eq(entry()->abi_version, ZT_SLOT_ABI_VERSION);
}

Test(built, every_bitstream_plugs_its_thread)
{
    static const char *const threads[] = {"sobel",   "sort",  "sort_vhdl", "add_vhdl",
                                          "crc_hls", "add_v", "mnist"};
    static const char *const large_only = "mnist";
    struct zt_geometry *geometry = zt_geometry_read(BUILD_DIR "/slots/slots", err, sizeof(err));
    struct zt_manifest *manifest = zt_manifest_read(BUILD_DIR "/slots/manifest", err, sizeof(err));
    struct zt_config_engine *engine;

    cr_assert(geometry != NULL && manifest != NULL, "%s", err);
    engine = zt_config_engine_create(geometry, manifest);
    cr_assert_not_null(engine);
    for (unsigned t = 0; t < sizeof(threads) / sizeof(threads[0]); t++) {
        for (unsigned s = 0; s < zt_geometry_slot_count(geometry); s++) {
            const char *slot = zt_geometry_slot_name(geometry, s);
            struct zt_config_event event;

            if (strcmp(threads[t], large_only) == 0 && strcmp(slot, "large") != 0)
                continue;
            event = load(engine, threads[t], slot);
            cr_assert_eq(event.result, ZT_CONFIG_OK, "%s", event.text);
            cr_assert_eq(event.slot, (int)s);
            cr_assert_str_eq(event.thread, threads[t]);
        }
        opens(threads[t]);
    }
    zt_config_engine_destroy(engine);
    zt_manifest_free(manifest);
    zt_geometry_free(geometry);
}
