/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A stream of the shape that Vivado 2018.3 gives with RESET_AFTER_RECONFIG for the XC7Z020: mask frames, a
 * CRC, a shut-down, four blocks of frames written twice with CRCs around them. Register values, block
 * addresses and frame counts are those of a published file; the frames' content is not. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "bitstream.h"
#include "packet.h"

#define COLUMNS                                                                                              \
    "42 30 36x4 28 36x2 28 36x4 28 36x2 28 36x4 28 36x2 28 36x7 30 36x2 28 36x13 30 36x5 28 36x2 28 36x4 "   \
    "28 36x2 "                                                                                               \
    "28 36x4 30 42\n"
#define WORDS_MAX 400000u

static const char device[] =
    "idcode 0x03727093\n"
    "row 0 top 0 " COLUMNS "row 0 bottom 0 " COLUMNS "row 0 bottom 1 " COLUMNS
    "row 1 top 0 128x6\nrow 1 bottom 0 128x6\nrow 1 bottom 1 128x6\n"
    "slot region\n"
    "frames 0x400d00 216\nframes 0x401100 352\nframes 0x401a00 688\nframes 0xc00180 384\n";

static uint32_t *words;
static size_t count;
static uint32_t crc;

static void put(uint32_t word)
{
    cr_assert_lt(count, WORDS_MAX);
    words[count++] = word;
}

static void put_register(uint32_t reg, uint32_t value)
{
    put(ZT_PACKET_WRITE1(reg, 1u));
    put(value);
    crc = reg == ZT_REG_CMD && value == ZT_CMD_RCRC ? 0 : zt_config_crc(crc, reg, value);
}

static void put_crc(void)
{
    put(ZT_PACKET_WRITE1(ZT_REG_CRC, 1u));
    put(crc);
    crc = 0;
}

static void put_block(uint32_t far, uint32_t frames)
{
    put_register(ZT_REG_CMD, ZT_CMD_WCFG);
    put_register(ZT_REG_FAR, far);
    put(ZT_PACKET_WRITE1(ZT_REG_FDRI, 0u));
    put(ZT_PACKET_WRITE2(frames * ZT_FRAME_WORDS));
    for (uint32_t i = 0; i < frames * ZT_FRAME_WORDS; i++) {
        uint32_t word = i * 2654435761u ^ far;

        put(word);
        crc = zt_config_crc(crc, ZT_REG_FDRI, word);
    }
}

static void put_stream(void)
{
    put(ZT_SYNC_WORD);
    put(ZT_NOP_WORD);
    put_register(ZT_REG_CMD, ZT_CMD_RCRC);
    put_register(ZT_REG_IDCODE, 0x03727093u);
    put_block(0x01000000u, 228); /* masks */
    put_crc();
    put_register(ZT_REG_CMD, ZT_CMD_SHUTDOWN);
    put_crc();
    put_register(ZT_REG_CMD, ZT_CMD_NULL);
    put_register(ZT_REG_MASK, 0x100u);
    put_register(ZT_REG_CTL0, 0x100u);
    put_register(ZT_REG_MASK, 0x400u);
    put_register(ZT_REG_CTL0, 0x400u);
    for (unsigned pass = 0; pass < 2; pass++) {
        put_block(0x00400d00u, 217);
        put_block(0x00401100u, 353);
        put_block(0x00401a00u, 689);
        put_block(0x00c00180u, 386);
    }
    put_register(ZT_REG_CMD, ZT_CMD_GRESTORE);
    put_register(ZT_REG_MASK, 0x100u);
    put_register(ZT_REG_CTL0, 0u);
    put_register(ZT_REG_CMD, ZT_CMD_START);
    put_register(ZT_REG_FAR, 0x03be0000u);
    put_crc();
    put_register(ZT_REG_CMD, ZT_CMD_DESYNC);
}

Test(vivado, whole_stream_is_taken)
{
    char err[512] = "";
    struct zt_geometry *g = zt_geometry_parse(device, "device", err, sizeof(err));
    struct zt_config_engine *engine;
    uint32_t frames = 0, ends = 0;

    cr_assert_not_null(g, "%s", err);
    engine = zt_config_engine_create(g, NULL);
    words = malloc(WORDS_MAX * sizeof(*words));
    cr_assert(engine != NULL && words != NULL);
    put_stream();
    for (size_t i = 0; i < count; i++) {
        uint32_t kinds = zt_config_engine_word(engine, words[i]);

        cr_assert_eq(kinds & ZT_CONFIG_EVENT_ERROR, 0u, "word %zu: %s", i,
                     zt_config_engine_event(engine)->text);
        frames += (kinds & ZT_CONFIG_EVENT_FRAME) != 0;
        ends += (kinds & ZT_CONFIG_EVENT_DESYNC) != 0;
    }
    cr_assert_eq(ends, 1u);
    cr_assert_eq(frames, 2u * (216u + 352u + 688u + 384u));
    cr_assert_eq(zt_config_engine_event(engine)->result, ZT_CONFIG_OK);
    cr_assert_eq(zt_config_engine_event(engine)->slot, 0);
    zt_config_engine_destroy(engine);
    zt_geometry_free(g);
    free(words);
}
