/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Streams that mkbitstream makes: of the size that a slot's columns imply, of a wanted size, of the whole
 * device; and what the engine makes of the last two. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream.h"
#include "packet.h"

static char err[512];

static struct zt_geometry *read_board(const char *path)
{
    struct zt_geometry *g = zt_geometry_read(path, err, sizeof(err));

    cr_assert_not_null(g, "%s", err);
    return g;
}

/* Feeds a stream; the ends of it in *ends (ERROR and DESYNC). */
static const struct zt_config_event *feed(struct zt_config_engine *engine, const uint32_t *words,
                                          size_t count, uint32_t *frames, unsigned *ends)
{
    *frames = 0;
    *ends = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t kinds = zt_config_engine_word(engine, words[i]);

        *frames += (kinds & ZT_CONFIG_EVENT_FRAME) != 0;
        *ends += (kinds & (ZT_CONFIG_EVENT_ERROR | ZT_CONFIG_EVENT_DESYNC)) != 0;
    }
    return zt_config_engine_event(engine);
}

/* Columns of a clock region: CLB 36 frames, DSP and BRAM interconnect 28 each, BRAM content 128. */
static uint32_t frames_of(unsigned clb, unsigned dsp, unsigned bram, unsigned regions)
{
    return regions * (36 * clb + 28 * (dsp + bram) + 128 * bram);
}

/* The columns are those of the published pblocks (ReconROS executor, build.cfg), and of the ZedBoard's slots.
 */
Test(make, a_stream_is_as_long_as_its_slots_columns)
{
    static const struct {
        const char *board;
        const char *slot;
        unsigned clb, dsp, bram, regions, blocks, row_ends;
    } slots[] = {{ZEDBOARD_SLOTS, "small", 6, 0, 1, 1, 2, 0}, /* row_ends: blocks with two pad frames */
                 {ZEDBOARD_SLOTS, "large", 13, 2, 2, 1, 2, 0}, {MINIITX_SLOTS, "small0", 52, 8, 6, 1, 3, 0},
                 {MINIITX_SLOTS, "small1", 52, 8, 6, 1, 3, 0}, {MINIITX_SLOTS, "large0", 52, 8, 6, 2, 6, 0},
                 {MINIITX_SLOTS, "large1", 51, 7, 5, 2, 4, 0}};

    for (unsigned n = 0; n < sizeof(slots) / sizeof(slots[0]); n++) {
        struct zt_geometry *g = read_board(slots[n].board);
        struct zt_bitstream_spec spec = {.geometry = g, .thread = "sort"};
        uint32_t frames = frames_of(slots[n].clb, slots[n].dsp, slots[n].bram, slots[n].regions);
        size_t once = 0, twice = 0, around;

        spec.slot = zt_geometry_slot_index(g, slots[n].slot);
        cr_assert_eq(zt_geometry_slot_frames(g, (unsigned)spec.slot), frames, "%s", slots[n].slot);
        free(zt_bitstream_make(&spec, &once, err, sizeof(err)));
        spec.write_twice = true;
        free(zt_bitstream_make(&spec, &twice, err, sizeof(err)));
        /* Both passes are frames, a pad or two and 7 words a block; the rest is said once. */
        around = 2 * once - twice;
        cr_assert_geq(once - around, 101 * (frames + slots[n].blocks) + 7 * slots[n].blocks);
        cr_assert_leq(once - around, 101 * (frames + 2 * slots[n].blocks) + 7 * slots[n].blocks);
        cr_assert_lt(around, 80u);
        zt_geometry_free(g);
    }
}

Test(make, a_stream_of_any_wanted_size_is_taken)
{
    static const size_t sizes[] = {1100, 1104, 1500, 80000, 151792, 339248, 339652, 1000000, 6000000};
    struct zt_geometry *g = read_board(ZEDBOARD_SLOTS);
    struct zt_bitstream_spec spec = {.geometry = g, .slot = 1, .thread = "blank"};

    for (unsigned n = 0; n < sizeof(sizes) / sizeof(sizes[0]); n++) {
        struct zt_config_engine *engine = zt_config_engine_create(g, NULL);
        const struct zt_config_event *event;
        uint32_t *words, frames;
        unsigned ends;
        size_t count;

        spec.size_bytes = sizes[n];
        words = zt_bitstream_make(&spec, &count, err, sizeof(err));
        cr_assert_not_null(words, "%s", err);
        cr_assert_eq(4 * count, sizes[n]);
        event = feed(engine, words, count, &frames, &ends);
        cr_assert_eq(ends, 1u);
        cr_assert_eq(event->result, ZT_CONFIG_OK, "%zu bytes: %s", sizes[n], event->text);
        cr_assert_eq(event->slot, 1);
        /* Nearly all of it is frames. */
        cr_assert_geq(404 * (frames + 4 + sizes[n] / 100000), sizes[n] - 800, "%zu bytes: %u", sizes[n],
                      frames);
        free(words);
        zt_config_engine_destroy(engine);
    }
    zt_geometry_free(g);
}

Test(make, sizes_that_cannot_be)
{
    static const size_t sizes[] = {4, 800, 80002, 40u << 20};
    struct zt_geometry *g = read_board(ZEDBOARD_SLOTS);
    struct zt_bitstream_spec spec = {.geometry = g, .slot = 0, .thread = "blank"};
    size_t count;

    for (unsigned n = 0; n < sizeof(sizes) / sizeof(sizes[0]); n++) {
        spec.size_bytes = sizes[n];
        cr_assert_null(zt_bitstream_make(&spec, &count, err, sizeof(err)));
        cr_assert_not_null(strstr(err, "a multiple of 4 from "), "%s", err);
    }
    zt_geometry_free(g);
}

/* ---- The whole device ------------------------------------------------------------------------ */

static struct zt_geometry *zed;
static struct zt_manifest *manifest;
static struct zt_config_engine *engine;
static uint32_t *full, *part;
static size_t full_count, part_count;

static size_t manifest_line(char *line, size_t size, const uint32_t *words, size_t count, bool whole,
                            const char *names)
{
    uint8_t hash[ZT_SHA256_BYTES];
    size_t used = 0;

    cr_assert_eq(zt_bitstream_sha256(zed, words, count, whole, hash), 0);
    for (unsigned i = 0; i < ZT_SHA256_BYTES; i++)
        used += (size_t)snprintf(line + used, size - used, "%02x", hash[i]);
    return used + (size_t)snprintf(line + used, size - used, " %s\n", names);
}

static void setup(void)
{
    struct zt_bitstream_spec spec = {.slot = ZT_SLOT_DEVICE, .thread = "static"};
    char text[512];
    size_t used;

    zed = read_board(ZEDBOARD_SLOTS);
    spec.geometry = zed;
    full = zt_bitstream_make(&spec, &full_count, err, sizeof(err));
    spec.slot = 0;
    spec.thread = "blank";
    part = zt_bitstream_make(&spec, &part_count, err, sizeof(err));
    cr_assert(full != NULL && part != NULL);
    used = manifest_line(text, sizeof(text), full, full_count, true, "device static");
    (void)manifest_line(text + used, sizeof(text) - used, part, part_count, false, "small blank");
    manifest = zt_manifest_parse(text, "manifest", err, sizeof(err));
    cr_assert_not_null(manifest, "%s", err);
    engine = zt_config_engine_create(zed, manifest);
}

static void teardown(void)
{
    zt_config_engine_destroy(engine);
    zt_manifest_free(manifest);
    zt_geometry_free(zed);
    free(full);
    free(part);
}

TestSuite(device, .init = setup, .fini = teardown);

Test(device, a_full_stream_after_prog_b_raises_done)
{
    const struct zt_config_event *event;
    uint32_t frames;
    unsigned ends;

    cr_assert(zt_config_engine_done(engine), "a boot loader has configured it");
    cr_assert_eq(zt_config_engine_prog_b(engine), 0u);
    cr_assert(!zt_config_engine_done(engine));
    event = feed(engine, full, full_count, &frames, &ends);
    cr_assert_eq(frames, 9996u); /* 3 rows of 2564 and 3 of 768: the columns of the XC7Z020 */
    cr_assert_eq(ends, 1u);
    cr_assert_eq(event->result, ZT_CONFIG_OK, "%s", event->text);
    cr_assert_eq(event->slot, ZT_SLOT_DEVICE);
    cr_assert_str_eq(event->thread, "static");
    cr_assert(zt_config_engine_done(engine));
}

Test(device, a_full_stream_into_a_configured_device_is_refused)
{
    uint32_t frames;
    unsigned ends;
    const struct zt_config_event *event = feed(engine, full, full_count, &frames, &ends);

    cr_assert_eq(event->result, ZT_CONFIG_NOT_IN_SLOT);
    cr_assert(zt_config_engine_done(engine), "what runs stays configured");
}

Test(device, a_partial_or_spoilt_stream_does_not_configure_it)
{
    uint32_t frames;
    unsigned ends;

    (void)zt_config_engine_prog_b(engine);
    (void)feed(engine, part, part_count, &frames, &ends);
    cr_assert(!zt_config_engine_done(engine));
    full[full_count / 2] ^= 1;
    (void)feed(engine, full, full_count, &frames, &ends);
    cr_assert_eq(zt_config_engine_event(engine)->result, ZT_CONFIG_BAD_CRC);
    cr_assert(!zt_config_engine_done(engine));
    full[full_count / 2] ^= 1;
    (void)feed(engine, full, full_count, &frames, &ends);
    cr_assert(zt_config_engine_done(engine));
}

Test(device, without_start_done_stays_low)
{
    uint32_t frames;
    unsigned ends;
    size_t at = full_count;

    while (full[at - 1] != ZT_CMD_START || full[at - 2] != ZT_PACKET_WRITE1(ZT_REG_CMD, 1u))
        at--;
    full[at - 1] = ZT_CMD_NULL;
    (void)zt_config_engine_prog_b(engine);
    (void)feed(engine, full, full_count, &frames, &ends);
    cr_assert(!zt_config_engine_done(engine));
}

Test(device, a_blank_stream_is_good_and_leaves_the_slot_empty)
{
    uint32_t frames;
    unsigned ends;
    const struct zt_config_event *event = feed(engine, part, part_count, &frames, &ends);

    cr_assert_eq(event->result, ZT_CONFIG_OK, "%s", event->text);
    cr_assert_eq(event->slot, 0);
    cr_assert_str_empty(event->thread);
}
