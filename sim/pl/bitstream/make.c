/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Makes the words of a partial bitstream: real packets around frames of seeded content. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream.h"
#include "packet.h"

#define DUMMIES_BEFORE 8u
#define NOPS_AFTER 17u
#define BLOCK_WORDS 7u /* of a block of frames, before its data */
#define SIZE_MAX_BYTES (32u << 20)

struct maker {
    const struct zt_bitstream_spec *spec;
    uint32_t *words; /* NULL on the first pass, which only counts */
    size_t count;
    uint32_t crc;
};

static void put(struct maker *m, uint32_t word)
{
    if (m->words != NULL)
        m->words[m->count] = word;
    m->count++;
}

static void put_times(struct maker *m, uint32_t word, unsigned times)
{
    for (unsigned i = 0; i < times; i++)
        put(m, word);
}

static void write_register(struct maker *m, uint32_t reg, uint32_t value)
{
    put(m, ZT_PACKET_WRITE1(reg, 1u));
    put(m, value);
    m->crc = zt_config_crc(m->crc, reg, value);
    if (reg == ZT_REG_CMD && value == ZT_CMD_RCRC)
        m->crc = 0;
}

static void write_crc(struct maker *m)
{
    put(m, ZT_PACKET_WRITE1(ZT_REG_CRC, 1u));
    put(m, m->crc);
    m->crc = 0;
    put_times(m, ZT_NOP_WORD, 2);
}

/* SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static const char *slot_name(const struct zt_bitstream_spec *spec)
{
    return spec->slot == ZT_SLOT_DEVICE ? ZT_SLOT_NAME_DEVICE
                                        : zt_geometry_slot_name(spec->geometry, (unsigned)spec->slot);
}

/* FNV-1a over thread, slot and frame address, so that no two streams share a frame. */
static uint64_t frame_seed(const struct zt_bitstream_spec *spec, uint32_t far)
{
    const char *parts[2] = {spec->thread, slot_name(spec)};
    uint64_t hash = 0xcbf29ce484222325u;

    for (unsigned p = 0; p < 2; p++)
        for (const char *c = parts[p];; c++) {
            hash = (hash ^ (uint8_t)*c) * 0x100000001b3u;
            if (*c == '\0')
                break;
        }
    for (unsigned i = 0; i < 4; i++)
        hash = (hash ^ (uint8_t)(far >> (8 * i))) * 0x100000001b3u;
    return hash;
}

static void put_data(struct maker *m, uint32_t word)
{
    put(m, word);
    if (m->words != NULL)
        m->crc = zt_config_crc(m->crc, ZT_REG_FDRI, word);
}

/* Pad frames behind `frames` frames from `far`, all in one row: they flush the pipeline. */
static uint32_t pads_after(const struct zt_geometry *g, uint32_t far, uint32_t frames)
{
    uint32_t last = far;
    uint32_t next = 0;
    uint32_t pads = 0;

    for (uint32_t i = 1; i < frames; i++)
        if (!zt_geometry_next(g, last, &last, &pads))
            assert(false); /* a range lies within one row */
    (void)zt_geometry_next(g, last, &next, &pads);
    return pads == 0 ? 1 : pads;
}

static void put_frames(struct maker *m, uint32_t far, uint32_t frames)
{
    const struct zt_geometry *g = m->spec->geometry;
    uint32_t pads = pads_after(g, far, frames);
    size_t begin = m->count;

    write_register(m, ZT_REG_CMD, ZT_CMD_WCFG);
    put(m, ZT_NOP_WORD);
    write_register(m, ZT_REG_FAR, far);
    put(m, ZT_PACKET_WRITE1(ZT_REG_FDRI, 0u));
    put(m, ZT_PACKET_WRITE2((frames + pads) * ZT_FRAME_WORDS));
    assert(m->count - begin == BLOCK_WORDS);
    (void)begin;
    for (uint32_t i = 0; i < frames; i++) {
        uint64_t state = frame_seed(m->spec, far);
        uint32_t ignored;

        for (unsigned w = 0; w < ZT_FRAME_WORDS; w++)
            put_data(m, (uint32_t)next_random(&state));
        if (i + 1 < frames && !zt_geometry_next(g, far, &far, &ignored))
            assert(false);
    }
    for (uint32_t w = 0; w < pads * ZT_FRAME_WORDS; w++)
        put_data(m, 0);
}

/* Range n of what is written: of the slot, or the device's rows. */
static bool range_at(const struct zt_bitstream_spec *spec, unsigned n, uint32_t *far, uint32_t *frames)
{
    if (spec->slot == ZT_SLOT_DEVICE)
        return zt_geometry_row(spec->geometry, n, far, frames);
    return zt_geometry_slot_range(spec->geometry, (unsigned)spec->slot, n, far, frames);
}

/* Blocks of frames that take exactly `words` words, the rest no-operations. */
static void put_sized(struct maker *m, size_t words)
{
    const size_t end = m->count + words;
    uint32_t far, frames;

    for (unsigned n = 0; m->count < end; n++) { /* ends: every turn writes, or fills up */
        if (!range_at(m->spec, n, &far, &frames)) {
            n = 0;
            (void)range_at(m->spec, n, &far, &frames);
        }
        size_t room = end - m->count;
        uint32_t fits = room < BLOCK_WORDS ? 0 : (uint32_t)((room - BLOCK_WORDS) / ZT_FRAME_WORDS);
        if (fits >= frames + pads_after(m->spec->geometry, far, frames)) {
            put_frames(m, far, frames);
            continue;
        }
        if (fits > frames) /* room for the range, not for its pads */
            fits = frames;
        if (fits >= 2)
            put_frames(m, far, fits - 1);
        put_times(m, ZT_NOP_WORD, (unsigned)(end - m->count));
    }
}

static void put_head(struct maker *m)
{
    put_times(m, ZT_DUMMY_WORD, DUMMIES_BEFORE);
    put(m, ZT_BUS_WIDTH_SYNC);
    put(m, ZT_BUS_WIDTH_DETECT);
    put_times(m, ZT_DUMMY_WORD, 2);
    put(m, ZT_SYNC_WORD);
    put(m, ZT_NOP_WORD);
    write_register(m, ZT_REG_CMD, ZT_CMD_RCRC);
    put_times(m, ZT_NOP_WORD, 2);
    write_register(m, ZT_REG_IDCODE, zt_geometry_idcode(m->spec->geometry));
}

static void put_tail(struct maker *m)
{
    write_crc(m);
    write_register(m, ZT_REG_CMD, ZT_CMD_GRESTORE);
    put(m, ZT_NOP_WORD);
    write_register(m, ZT_REG_MASK, 0x100u); /* CTL0 bit 8: GLUTMASK_B */
    write_register(m, ZT_REG_CTL0, 0u);
    write_register(m, ZT_REG_CMD, ZT_CMD_START);
    put(m, ZT_NOP_WORD);
    write_register(m, ZT_REG_FAR, 0x03be0000u);
    write_crc(m);
    write_register(m, ZT_REG_CMD, ZT_CMD_DESYNC);
    put_times(m, ZT_NOP_WORD, NOPS_AFTER);
}

/* Words around the frames. */
static size_t overhead_words(const struct zt_bitstream_spec *spec)
{
    struct maker m = {.spec = spec};

    put_head(&m);
    put_tail(&m);
    return m.count;
}

static void put_stream(struct maker *m)
{
    const struct zt_bitstream_spec *spec = m->spec;
    uint32_t far, frames;

    m->crc = 0;
    put_head(m);
    if (spec->size_bytes != 0)
        put_sized(m, spec->size_bytes / 4 - overhead_words(spec));
    for (unsigned pass = spec->size_bytes != 0 ? 2 : spec->write_twice ? 0 : 1; pass < 2; pass++)
        for (unsigned n = 0; range_at(spec, n, &far, &frames); n++)
            put_frames(m, far, frames);
    put_tail(m);
}

static bool spec_is_good(const struct zt_bitstream_spec *spec, char *err, size_t err_size)
{
    size_t least = 4 * (overhead_words(spec) + BLOCK_WORDS + 2u * ZT_FRAME_WORDS);

    if ((spec->slot != ZT_SLOT_DEVICE &&
         (spec->slot < 0 || (unsigned)spec->slot >= zt_geometry_slot_count(spec->geometry))) ||
        spec->thread[0] == '\0' || strlen(spec->thread) >= ZT_NAME_MAX)
        snprintf(err, err_size, "No such slot (%d), or a thread name not of 1 to %u characters.", spec->slot,
                 ZT_NAME_MAX - 1u);
    else if (spec->size_bytes != 0 && (spec->slot == ZT_SLOT_DEVICE || spec->write_twice))
        snprintf(err, err_size, "A size goes neither with the whole device nor with frames written twice.");
    else if (spec->size_bytes != 0 &&
             (spec->size_bytes % 4 != 0 || spec->size_bytes < least || spec->size_bytes > SIZE_MAX_BYTES))
        snprintf(err, err_size, "A size of %zu bytes; a multiple of 4 from %zu to %u is allowed.",
                 spec->size_bytes, least, SIZE_MAX_BYTES);
    else
        return true;
    return false;
}

uint32_t *zt_bitstream_make(const struct zt_bitstream_spec *spec, size_t *count, char *err, size_t err_size)
{
    struct maker m = {.spec = spec};
    size_t size;

    if (!spec_is_good(spec, err, err_size))
        return NULL;
    put_stream(&m);
    size = m.count;
    m.words = malloc(size * sizeof(*m.words));
    if (m.words == NULL) {
        snprintf(err, err_size, "No memory for a bitstream of %zu words.", size);
        return NULL;
    }
    m.count = 0;
    put_stream(&m);
    assert(m.count == size);
    *count = size;
    return m.words;
}

int zt_bitstream_sha256(const struct zt_geometry *geometry, const uint32_t *words, size_t count, bool full,
                        uint8_t sha256[ZT_SHA256_BYTES])
{
    struct zt_config_engine *engine = zt_config_engine_create(geometry, NULL);
    int rc = -1;

    if (engine == NULL)
        return -1;
    if (full)
        (void)zt_config_engine_prog_b(engine);
    for (size_t i = 0; i < count && rc != 0; i++) {
        uint32_t kinds = zt_config_engine_word(engine, words[i]);

        if ((kinds & ZT_CONFIG_EVENT_ERROR) != 0)
            break;
        if ((kinds & ZT_CONFIG_EVENT_DESYNC) != 0) {
            memcpy(sha256, zt_config_engine_event(engine)->sha256, ZT_SHA256_BYTES);
            rc = 0;
        }
    }
    zt_config_engine_destroy(engine);
    return rc;
}
