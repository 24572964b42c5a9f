/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The engine against whole streams, good and broken in every way the trace can name. */
#include <criterion/criterion.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream.h"
#include "packet.h"

/* A device of two rows and two slots, small enough to count by hand. */
static const char device[] = "idcode 0x03727093\n"
                             "row 0 top 0 36 28 36\n"
                             "row 0 top 1 36 28\n"
                             "slot left\n"
                             "frames 0x00000000 36\n"
                             "slot right\n"
                             "frames 0x00000100 36\n"
                             "frames 0x00020000 2\n";
#define LEFT_FRAMES 36u
#define RIGHT_FRAMES 38u
#define WORDS_BEFORE_SYNC 12u

static struct zt_geometry *geometry;
static struct zt_manifest *manifest;
static struct zt_config_engine *engine;
static uint32_t *words;
static size_t count;
static char err[512];

/* What a run of words came to. */
static struct {
    unsigned syncs, frames, errors, desyncs;
    struct zt_config_event last; /* of the ERROR or DESYNC */
} seen;

static void feed(const uint32_t *w, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t kinds = zt_config_engine_word(engine, w[i]);

        seen.frames += (kinds & ZT_CONFIG_EVENT_FRAME) != 0;
        seen.errors += (kinds & ZT_CONFIG_EVENT_ERROR) != 0;
        seen.desyncs += (kinds & ZT_CONFIG_EVENT_DESYNC) != 0;
        if ((kinds & (ZT_CONFIG_EVENT_ERROR | ZT_CONFIG_EVENT_DESYNC)) != 0)
            seen.last = *zt_config_engine_event(engine);
        seen.syncs += (kinds & ZT_CONFIG_EVENT_SYNC) != 0;
    }
}

static void make(unsigned slot, const char *thread, bool twice)
{
    struct zt_bitstream_spec spec = {
        .geometry = geometry, .slot = (int)slot, .thread = thread, .write_twice = twice};

    free(words);
    words = zt_bitstream_make(&spec, &count, err, sizeof(err));
    cr_assert_not_null(words, "%s", err);
}

static void add_manifest(const char *slot, const char *thread)
{
    uint8_t hash[ZT_SHA256_BYTES];
    char line[256];
    size_t used = 0;

    cr_assert_eq(zt_bitstream_sha256(geometry, words, count, false, hash), 0);
    for (unsigned i = 0; i < ZT_SHA256_BYTES; i++)
        used += (size_t)snprintf(line + used, sizeof(line) - used, "%02x", hash[i]);
    snprintf(line + used, sizeof(line) - used, " %s %s\n", slot, thread);
    manifest = zt_manifest_parse(line, "manifest", err, sizeof(err));
    cr_assert_not_null(manifest, "%s", err);
}

static void open_engine(void)
{
    engine = zt_config_engine_create(geometry, manifest);
    cr_assert_not_null(engine);
    memset(&seen, 0, sizeof(seen));
}

static void setup(void)
{
    geometry = zt_geometry_parse(device, "device", err, sizeof(err));
    cr_assert_not_null(geometry, "%s", err);
    make(0, "sobel", false);
    add_manifest("left", "sobel");
    open_engine();
}

static void teardown(void)
{
    zt_config_engine_destroy(engine);
    zt_manifest_free(manifest);
    zt_geometry_free(geometry);
    free(words);
    words = NULL;
}

TestSuite(engine, .init = setup, .fini = teardown);

/* Index of the payload of the n-th single-word write to a register. */
static size_t payload_of(uint32_t reg, unsigned n)
{
    for (size_t i = WORDS_BEFORE_SYNC + 1; i + 1 < count; i++) {
        if (ZT_PACKET_TYPE(words[i]) == 2)
            i += ZT_PACKET_WORDS2(words[i]);
        else if (words[i] == ZT_PACKET_WRITE1(reg, 1u) && n-- == 0)
            return i + 1;
    }
    cr_assert_fail("no such packet");
    return 0;
}

/* Sets every CRC word right again after a change elsewhere. */
static void repair_crc(void)
{
    uint32_t crc = 0, reg = 0, left = 0;

    for (size_t i = WORDS_BEFORE_SYNC + 1; i < count; i++) {
        if (left == 0) {
            if (ZT_PACKET_TYPE(words[i]) == 1 && ZT_PACKET_OP(words[i]) == ZT_OP_WRITE)
                reg = ZT_PACKET_REGISTER(words[i]), left = ZT_PACKET_WORDS1(words[i]);
            else if (ZT_PACKET_TYPE(words[i]) == 2)
                left = ZT_PACKET_WORDS2(words[i]);
            continue;
        }
        left--;
        if (reg == ZT_REG_CRC)
            words[i] = crc;
        crc = reg == ZT_REG_CRC || (reg == ZT_REG_CMD && words[i] == ZT_CMD_RCRC)
                  ? 0
                  : zt_config_crc(crc, reg, words[i]);
    }
}

/* One error of this kind, no thread, CFGERR_B low, and the engine no longer synchronised. */
static void expect_failure(enum zt_config_result result)
{
    cr_assert_eq(seen.errors, 1u, "%u errors", seen.errors);
    cr_assert_eq(seen.desyncs, 0u);
    cr_assert_eq(seen.last.result, result, "result %d: %s", seen.last.result, seen.last.text);
    cr_assert_str_empty(seen.last.thread);
    cr_assert_neq(seen.last.text[0], '\0');
    cr_assert_eq(zt_config_engine_status(engine) & 0x80, 0);
}

/* After any failure a good stream works and clears the error. */
static void expect_recovery(void)
{
    make(0, "sobel", false);
    memset(&seen, 0, sizeof(seen));
    feed(words, count);
    cr_assert_eq(seen.desyncs, 1u);
    cr_assert_eq(seen.last.result, ZT_CONFIG_OK);
    cr_assert_str_eq(seen.last.thread, "sobel");
    cr_assert_eq(zt_config_engine_status(engine), 0x9f);
}

Test(engine, a_good_stream_names_slot_and_thread)
{
    uint8_t *bytes, hash[32];
    size_t last = payload_of(ZT_REG_CMD, 4); /* RCRC, WCFG, GRESTORE, START, DESYNC */

    cr_assert_eq(words[last], ZT_CMD_DESYNC);
    cr_assert_eq(zt_config_engine_status(engine), 0x9f);
    feed(words, WORDS_BEFORE_SYNC + 1);
    cr_assert_eq(seen.syncs, 1u);
    cr_assert_eq(zt_config_engine_status(engine), 0xdf);
    feed(words + WORDS_BEFORE_SYNC + 1, count - WORDS_BEFORE_SYNC - 1);
    cr_assert_eq(seen.frames, LEFT_FRAMES);
    cr_assert_eq(seen.errors, 0u);
    cr_assert_eq(seen.desyncs, 1u);
    cr_assert_eq(seen.last.result, ZT_CONFIG_OK);
    cr_assert_eq(seen.last.slot, 0);
    cr_assert_str_eq(seen.last.thread, "sobel");
    cr_assert_eq(seen.last.words, last - WORDS_BEFORE_SYNC + 1);
    cr_assert_eq(zt_config_engine_status(engine), 0x9f);
    bytes = malloc(4 * (size_t)seen.last.words);
    cr_assert_not_null(bytes);
    for (size_t i = 0; i < 4 * (size_t)seen.last.words; i++)
        bytes[i] = (uint8_t)(words[WORDS_BEFORE_SYNC + i / 4] >> (24 - 8 * (i % 4)));
    SHA256(bytes, 4 * (size_t)seen.last.words, hash);
    free(bytes);
    cr_assert_arr_eq(seen.last.sha256, hash, 32);
    cr_assert_eq(seen.last.sha256_head >> 56, hash[0]);
}

Test(engine, frames_across_a_row_end_skip_its_pads)
{
    make(1, "sort", true);
    feed(words, count);
    cr_assert_eq(seen.frames, 2u * RIGHT_FRAMES);
    cr_assert_eq(seen.last.result, ZT_CONFIG_UNKNOWN, "%s", seen.last.text);
    cr_assert_eq(seen.last.slot, 1);
}

Test(engine, an_unknown_stream_leaves_the_slot_empty)
{
    make(0, "other", false);
    feed(words, count);
    cr_assert_eq(seen.errors, 0u);
    cr_assert_eq(seen.last.result, ZT_CONFIG_UNKNOWN);
    cr_assert_str_empty(seen.last.thread);
    cr_assert_eq(seen.last.slot, 0);
    expect_recovery();
}

Test(engine, a_stream_named_for_another_slot)
{
    zt_config_engine_destroy(engine);
    zt_manifest_free(manifest);
    add_manifest("right", "sobel");
    open_engine();
    feed(words, count);
    cr_assert_eq(seen.desyncs, 1u);
    cr_assert_eq(seen.last.result, ZT_CONFIG_WRONG_SLOT);
    cr_assert_str_empty(seen.last.thread);
}

Test(engine, wrong_idcode)
{
    words[payload_of(ZT_REG_IDCODE, 0)] = 0x03736093u; /* XC7Z100 */
    repair_crc();
    feed(words, count);
    expect_failure(ZT_CONFIG_BAD_IDCODE);
    cr_assert_eq(seen.frames, 0u);
    expect_recovery();
}

Test(engine, revision_bits_of_the_idcode_are_not_compared)
{
    words[payload_of(ZT_REG_IDCODE, 0)] = 0x23727093u;
    repair_crc();
    feed(words, count);
    cr_assert_eq(seen.errors, 0u);
    cr_assert_eq(seen.frames, LEFT_FRAMES);
}

Test(engine, frames_before_the_idcode)
{
    size_t at = payload_of(ZT_REG_IDCODE, 0);

    words[at - 1] = words[at] = ZT_NOP_WORD;
    repair_crc();
    feed(words, count);
    expect_failure(ZT_CONFIG_BAD_IDCODE);
    expect_recovery();
}

/* Every bit of one frame word, and one bit of every frame. */
Test(engine, one_wrong_bit_in_the_frames)
{
    size_t first = payload_of(ZT_REG_FAR, 0) + 3; /* type 1 and type 2 header of FDRI between */

    for (unsigned n = 0; n < 32 + LEFT_FRAMES; n++) {
        size_t at = n < 32 ? first : first + (n - 32) * ZT_FRAME_WORDS;

        make(0, "sobel", false);
        memset(&seen, 0, sizeof(seen));
        words[at] ^= 1u << n % 32;
        feed(words, count);
        expect_failure(ZT_CONFIG_BAD_CRC);
        cr_assert_eq(seen.frames, LEFT_FRAMES, "frames land before the CRC comes");
        cr_assert(!zt_config_engine_synced(engine));
    }
    expect_recovery();
}

Test(engine, no_crc_after_the_frames)
{
    size_t at[2] = {payload_of(ZT_REG_CRC, 0), payload_of(ZT_REG_CRC, 1)};

    for (unsigned n = 0; n < 2; n++)
        words[at[n] - 1] = words[at[n]] = ZT_NOP_WORD;
    feed(words, count);
    expect_failure(ZT_CONFIG_BAD_CRC);
    cr_assert_eq(seen.frames, LEFT_FRAMES);
    expect_recovery();
}

Test(engine, truncated_in_the_frames_swallows_the_next_stream)
{
    size_t cut = count / 2;

    feed(words, cut);
    cr_assert_eq(seen.errors + seen.desyncs, 0u);
    cr_assert_eq(zt_config_engine_status(engine), 0xdf, "still synchronised: how a driver sees it");
    feed(words, count);
    cr_assert_eq(seen.errors, 1u);
    cr_assert_eq(seen.desyncs, 0u);
    zt_config_engine_reset(engine);
    expect_recovery();
}

Test(engine, truncated_between_packets)
{
    feed(words, payload_of(ZT_REG_IDCODE, 0) + 1);
    cr_assert(zt_config_engine_synced(engine));
    feed(words, WORDS_BEFORE_SYNC);
    expect_failure(ZT_CONFIG_TRUNCATED);
    expect_recovery();
}

Test(engine, a_second_sync_word_gives_both_events)
{
    uint32_t sync = ZT_SYNC_WORD;

    feed(words, payload_of(ZT_REG_IDCODE, 0) + 1);
    memset(&seen, 0, sizeof(seen));
    feed(&sync, 1);
    cr_assert_eq(seen.syncs, 1u);
    expect_failure(ZT_CONFIG_TRUNCATED);
}

Test(engine, truncated_by_a_reset)
{
    feed(words, count / 2);
    cr_assert_eq(zt_config_engine_reset(engine), (uint32_t)ZT_CONFIG_EVENT_ERROR);
    cr_assert_eq(zt_config_engine_event(engine)->result, ZT_CONFIG_TRUNCATED);
    cr_assert_eq(zt_config_engine_event(engine)->slot, 0);
    cr_assert_eq(zt_config_engine_reset(engine), 0u);
    cr_assert_eq(zt_config_engine_status(engine), 0x9f);
    expect_recovery();
}

Test(engine, byte_swapped_never_synchronises)
{
    for (size_t i = 0; i < count; i++)
        words[i] = __builtin_bswap32(words[i]);
    feed(words, count);
    cr_assert_eq(seen.syncs + seen.frames + seen.errors + seen.desyncs, 0u);
    cr_assert_eq(zt_config_engine_ignored(engine), count);
    cr_assert_eq(zt_config_engine_status(engine), 0x9f);
}

Test(engine, frames_outside_every_slot)
{
    words[payload_of(ZT_REG_FAR, 0)] = 0x00000080u; /* the column between the slots */
    repair_crc();
    feed(words, count);
    expect_failure(ZT_CONFIG_NOT_IN_SLOT);
    cr_assert_eq(seen.frames, 0u);
    cr_assert_eq(seen.last.slot, ZT_SLOT_NONE);
    expect_recovery();
}

Test(engine, frames_that_run_out_of_the_slot)
{
    words[payload_of(ZT_REG_FAR, 0)] = 0x00000001u;
    repair_crc();
    feed(words, count);
    expect_failure(ZT_CONFIG_NOT_IN_SLOT);
    cr_assert_eq(seen.frames, LEFT_FRAMES - 1u);
    cr_assert_eq(seen.last.slot, 0);
}

Test(engine, frames_of_two_slots)
{
    make(1, "sort", true);
    words[payload_of(ZT_REG_FAR, 1)] = 0x00000000u;
    repair_crc();
    feed(words, count);
    expect_failure(ZT_CONFIG_NOT_IN_SLOT);
    cr_assert_eq(seen.frames, 36u);
    cr_assert_eq(seen.last.slot, 1);
    expect_recovery();
}

Test(engine, broken_packets)
{
    static const uint32_t bad[] = {
        0x00000000u,                        /* type 0 */
        0x60000000u,                        /* type 3 */
        0x38000001u,                        /* operation 3 */
        ZT_PACKET_WRITE1(15, 1u),           /* no such register */
        0x30040001u,                        /* register 32 */
        ZT_PACKET_WRITE1(ZT_REG_FDRI, 100u) /* less than a frame */
    };

    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        make(0, "sobel", false);
        memset(&seen, 0, sizeof(seen));
        words[payload_of(ZT_REG_IDCODE, 0) + 1] = bad[i];
        feed(words, count);
        expect_failure(ZT_CONFIG_BAD_PACKET);
        cr_assert_eq(seen.frames, 0u);
    }
    expect_recovery();
}

Test(engine, type_2_without_a_register)
{
    const uint32_t stream[] = {ZT_SYNC_WORD, ZT_PACKET_WRITE2(1u), 0};

    feed(stream, 3);
    expect_failure(ZT_CONFIG_BAD_PACKET);
}

Test(engine, commands_that_do_not_exist_or_must_not_be)
{
    const uint32_t iprog[] = {ZT_SYNC_WORD, ZT_PACKET_WRITE1(ZT_REG_CMD, 1u), ZT_CMD_IPROG};
    const uint32_t none[] = {ZT_SYNC_WORD, ZT_PACKET_WRITE1(ZT_REG_CMD, 1u), 32};

    feed(iprog, 3);
    expect_failure(ZT_CONFIG_BAD_PACKET);
    zt_config_engine_reset(engine);
    memset(&seen, 0, sizeof(seen));
    feed(none, 3);
    expect_failure(ZT_CONFIG_BAD_PACKET);
}

Test(engine, a_stream_without_frames_is_no_reconfiguration)
{
    const uint32_t stream[] = {ZT_SYNC_WORD, ZT_NOP_WORD, ZT_PACKET_WRITE1(ZT_REG_CMD, 1u), ZT_CMD_DESYNC};

    feed(stream, 4);
    cr_assert_eq(seen.desyncs, 1u);
    cr_assert_eq(seen.last.result, ZT_CONFIG_OK);
    cr_assert_eq(seen.last.slot, ZT_SLOT_NONE);
    cr_assert_str_empty(seen.last.thread);
}

/* A compressed stream writes one frame to many addresses: MFWR writes the last one again. */
Test(engine, multiple_frame_write)
{
    uint32_t w[8 + ZT_FRAME_WORDS + 24] = {ZT_SYNC_WORD, ZT_PACKET_WRITE1(ZT_REG_IDCODE, 1u),
                                           0x03727093u,  ZT_PACKET_WRITE1(ZT_REG_CMD, 1u),
                                           ZT_CMD_WCFG,  ZT_PACKET_WRITE1(ZT_REG_FDRI, ZT_FRAME_WORDS)};
    size_t n = 6 + ZT_FRAME_WORDS;

    w[n++] = ZT_PACKET_WRITE1(ZT_REG_CMD, 1u), w[n++] = ZT_CMD_MFW;
    for (uint32_t far = 0; far < 3; far++) {
        w[n++] = ZT_PACKET_WRITE1(ZT_REG_FAR, 1u), w[n++] = far;
        w[n++] = ZT_PACKET_WRITE1(ZT_REG_MFWR, 2u), w[n++] = 0, w[n++] = 0;
    }
    feed(w, n);
    cr_assert_eq(seen.errors, 0u, "%s", seen.last.text);
    cr_assert_eq(seen.frames, 3u);
}

Test(engine, made_streams_differ_by_thread_and_slot_only)
{
    uint32_t *first = words;
    size_t first_count = count;

    words = NULL;
    make(0, "sobel", false);
    cr_assert_eq(count, first_count);
    cr_assert_arr_eq(words, first, count * 4);
    make(0, "sort", false);
    cr_assert_eq(count, first_count);
    cr_assert_arr_neq(words, first, count * 4);
    free(first);
}

/* Every frame of every slot lands, also those at the end of a row and of the device. */
Test(engine, streams_of_the_zedboard_write_all_frames)
{
    teardown();
    manifest = NULL;
    geometry = zt_geometry_read(ZEDBOARD_SLOTS, err, sizeof(err));
    cr_assert_not_null(geometry, "%s", err);
    for (unsigned slot = 0; slot < 2; slot++) {
        make(slot, "sobel", false);
        open_engine();
        feed(words, count);
        cr_assert_eq(seen.frames, zt_geometry_slot_frames(geometry, slot));
        cr_assert_eq(seen.last.result, ZT_CONFIG_OK, "%s", seen.last.text);
        cr_assert_eq(seen.last.slot, (int)slot);
        if (slot == 0)
            zt_config_engine_destroy(engine);
    }
}

/* Whatever bit outside the frames turns over: nothing is plugged, and the engine takes the next good stream.
 */
Test(engine, no_single_wrong_bit_plugs_a_thread)
{
    static const unsigned bits[] = {0, 2, 13, 17, 27, 28, 29, 31};
    size_t frames = payload_of(ZT_REG_FAR, 0) + 3;
    size_t end = payload_of(ZT_REG_CMD, 4);

    for (size_t at = WORDS_BEFORE_SYNC; at <= end; at++) {
        if (at == frames)
            at += ZT_PACKET_WORDS2(words[frames - 1]);
        for (unsigned b = 0; b < sizeof(bits) / sizeof(bits[0]); b++) {
            words[at] ^= 1u << bits[b];
            memset(&seen, 0, sizeof(seen));
            feed(words, count);
            cr_assert(seen.desyncs == 0 || seen.last.thread[0] == '\0', "word %zu, bit %u", at, bits[b]);
            cr_assert_leq(seen.errors, 1u);
            words[at] ^= 1u << bits[b];
            zt_config_engine_reset(engine);
        }
    }
    expect_recovery();
}
