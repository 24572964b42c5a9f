/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The configuration logic behind ICAP and PCAP, one word at a time. */
#include <assert.h>
#include <openssl/evp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream.h"
#include "packet.h"

#define HASH_BLOCK_BYTES 4096u

enum phase { PHASE_IDLE, PHASE_HEADER, PHASE_PAYLOAD };

struct zt_config_engine {
    const struct zt_geometry *geometry;
    const struct zt_manifest *manifest;
    enum phase phase;

    /* The packet under way. */
    enum zt_packet_op op;
    uint32_t reg;
    bool has_reg; /* a type 1 header came, so that a type 2 header has a register */
    uint32_t packet_words;
    uint32_t packet_done;

    /* The stream under way. */
    bool failed;
    bool idcode_seen;
    bool started; /* command START came */
    bool checked; /* no frame was written since the last good CRC */
    uint32_t crc;
    uint32_t command;
    uint32_t far;
    bool far_valid;
    uint32_t pads_left; /* frames that land nowhere before far */
    int slot;
    uint64_t words;
    uint64_t ignored;

    /* The device. */
    bool configured;

    /* Flags of STAT. */
    bool crc_error;
    bool id_error;
    bool other_error;

    EVP_MD_CTX *hash;
    size_t block_used;
    uint8_t block[HASH_BLOCK_BYTES];
    struct zt_config_event event;
};

struct zt_config_engine *zt_config_engine_create(const struct zt_geometry *geometry,
                                                 const struct zt_manifest *manifest)
{
    struct zt_config_engine *e = calloc(1, sizeof(*e));

    assert(geometry != NULL);
    if (e == NULL)
        return NULL;
    e->geometry = geometry;
    e->manifest = manifest;
    e->configured = true;
    e->slot = ZT_SLOT_NONE;
    e->event.slot = ZT_SLOT_NONE;
    e->hash = EVP_MD_CTX_new();
    if (e->hash == NULL) {
        free(e);
        return NULL;
    }
    return e;
}

void zt_config_engine_destroy(struct zt_config_engine *e)
{
    if (e == NULL)
        return;
    EVP_MD_CTX_free(e->hash);
    free(e);
}

/* ---- Hash of the stream ---------------------------------------------------------------------- */

static void hash_flush(struct zt_config_engine *e)
{
    if (EVP_DigestUpdate(e->hash, e->block, e->block_used) != 1)
        abort(); /* libcrypto fails here only when the context is broken */
    e->block_used = 0;
}

static void hash_begin(struct zt_config_engine *e)
{
    if (EVP_DigestInit_ex(e->hash, EVP_sha256(), NULL) != 1)
        abort();
    e->block_used = 0;
}

static void hash_word(struct zt_config_engine *e, uint32_t word)
{
    uint8_t *at = e->block + e->block_used;

    at[0] = (uint8_t)(word >> 24);
    at[1] = (uint8_t)(word >> 16);
    at[2] = (uint8_t)(word >> 8);
    at[3] = (uint8_t)word;
    e->block_used += 4;
    if (e->block_used == HASH_BLOCK_BYTES)
        hash_flush(e);
}

static void hash_end(struct zt_config_engine *e, uint8_t sha256[ZT_SHA256_BYTES])
{
    unsigned size = 0;

    hash_flush(e);
    if (EVP_DigestFinal_ex(e->hash, sha256, &size) != 1 || size != ZT_SHA256_BYTES)
        abort();
}

/* ---- Events ---------------------------------------------------------------------------------- */

static uint32_t fail(struct zt_config_engine *e, enum zt_config_result result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static uint32_t fail(struct zt_config_engine *e, enum zt_config_result result, const char *format, ...)
{
    struct zt_config_event *event = &e->event;
    va_list args;

    if (result == ZT_CONFIG_BAD_CRC)
        e->crc_error = true;
    else if (result == ZT_CONFIG_BAD_IDCODE)
        e->id_error = true;
    else
        e->other_error = true;
    if (e->failed)
        return 0;
    e->failed = true;
    event->result = result;
    event->slot = e->slot;
    event->words = e->words;
    event->sha256_head = 0;
    event->thread[0] = '\0';
    memset(event->sha256, 0, sizeof(event->sha256));
    va_start(args, format);
    vsnprintf(event->text, sizeof(event->text), format, args);
    va_end(args);
    return ZT_CONFIG_EVENT_ERROR;
}

static uint32_t begin_stream(struct zt_config_engine *e)
{
    e->phase = PHASE_HEADER;
    e->has_reg = false;
    e->failed = false;
    e->idcode_seen = false;
    e->started = false;
    e->checked = true;
    e->crc = 0;
    e->command = ZT_CMD_NULL;
    e->far_valid = false;
    e->pads_left = 0;
    e->slot = ZT_SLOT_NONE;
    e->words = 1;
    e->ignored = 0;
    hash_begin(e);
    hash_word(e, ZT_SYNC_WORD);
    return ZT_CONFIG_EVENT_SYNC;
}

static const char *name_of(const struct zt_config_engine *e, int slot)
{
    return slot == ZT_SLOT_DEVICE ? ZT_SLOT_NAME_DEVICE : zt_geometry_slot_name(e->geometry, (unsigned)slot);
}

/* Which thread does the stream carry? */
static void identify(struct zt_config_engine *e)
{
    struct zt_config_event *event = &e->event;
    const struct zt_manifest_entry *entry;
    const char *slot_name;

    event->result = ZT_CONFIG_OK;
    event->thread[0] = '\0';
    event->text[0] = '\0';
    if (e->manifest == NULL || e->slot == ZT_SLOT_NONE)
        return;
    slot_name = name_of(e, e->slot);
    entry = zt_manifest_find(e->manifest, event->sha256);
    if (entry == NULL) {
        event->result = ZT_CONFIG_UNKNOWN;
        snprintf(event->text, sizeof(event->text), "The manifest does not name this stream for slot `%s`.",
                 slot_name);
    } else if (strcmp(entry->slot, slot_name) != 0) {
        event->result = ZT_CONFIG_WRONG_SLOT;
        snprintf(event->text, sizeof(event->text),
                 "The manifest names slot `%s`, the frames are of slot `%s`.", entry->slot, slot_name);
    } else if (strcmp(entry->thread, ZT_THREAD_BLANK) != 0) {
        memcpy(event->thread, entry->thread, sizeof(event->thread));
    }
}

static uint32_t end_stream(struct zt_config_engine *e)
{
    struct zt_config_event *event = &e->event;
    uint32_t kinds = 0;

    e->phase = PHASE_IDLE;
    if (!e->failed && !e->checked)
        kinds = fail(e, ZT_CONFIG_BAD_CRC, "DESYNC came without a CRC check after the last frame.");
    if (e->failed)
        return kinds;
    hash_end(e, event->sha256);
    event->sha256_head = 0;
    for (unsigned i = 0; i < 8; i++)
        event->sha256_head = event->sha256_head << 8 | event->sha256[i];
    event->slot = e->slot;
    event->words = e->words;
    identify(e);
    if (e->slot == ZT_SLOT_DEVICE && e->started && event->result == ZT_CONFIG_OK)
        e->configured = true;
    return ZT_CONFIG_EVENT_DESYNC;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static uint32_t write_frame(struct zt_config_engine *e)
{
    uint32_t far = e->far;
    int slot;

    if (e->failed || ZT_FAR_BLOCK_TYPE(far) == ZT_BLOCK_MASK)
        return 0;
    if (!e->far_valid)
        return fail(e, ZT_CONFIG_NOT_IN_SLOT, "A frame after the device's last one.");
    slot = e->configured ? zt_geometry_slot_of(e->geometry, far) : ZT_SLOT_DEVICE;
    if (slot == ZT_SLOT_NONE)
        return fail(e, ZT_CONFIG_NOT_IN_SLOT, "Frame 0x%08x is in no slot.", far);
    if (e->slot != ZT_SLOT_NONE && slot != e->slot)
        return fail(e, ZT_CONFIG_NOT_IN_SLOT, "Frame 0x%08x is of slot `%s`, the frames before of slot `%s`.",
                    far, zt_geometry_slot_name(e->geometry, (unsigned)slot),
                    zt_geometry_slot_name(e->geometry, (unsigned)e->slot));
    e->slot = slot;
    e->checked = false;
    e->event.far = far;
    e->event.slot = slot;
    return ZT_CONFIG_EVENT_FRAME;
}

/* The chip writes a frame while the next one comes in: the last frame of a packet lands nowhere. */
static uint32_t frame_done(struct zt_config_engine *e)
{
    uint32_t kinds;

    if (e->packet_done == e->packet_words)
        return 0;
    if (e->pads_left > 0) {
        e->pads_left--;
        return 0;
    }
    kinds = write_frame(e);
    if (ZT_FAR_BLOCK_TYPE(e->far) != ZT_BLOCK_MASK)
        e->far_valid = zt_geometry_next(e->geometry, e->far, &e->far, &e->pads_left);
    return kinds;
}

static uint32_t write_fdri(struct zt_config_engine *e)
{
    if (!e->idcode_seen && !e->failed)
        return fail(e, ZT_CONFIG_BAD_IDCODE, "Frames came before the IDCODE.");
    if (e->command != ZT_CMD_WCFG && !e->failed)
        return fail(e, ZT_CONFIG_BAD_PACKET, "Frames came without command WCFG (command is %u).", e->command);
    return e->packet_done % ZT_FRAME_WORDS == 0 ? frame_done(e) : 0;
}

/* ---- Registers ------------------------------------------------------------------------------- */

static uint32_t write_command(struct zt_config_engine *e, uint32_t word)
{
    e->command = word;
    switch (word) {
    case ZT_CMD_RCRC:
        e->crc = 0;
        e->crc_error = e->id_error = e->other_error = false;
        return 0;
    case ZT_CMD_START:
        e->started = true;
        return 0;
    case ZT_CMD_DESYNC:
        return end_stream(e);
    case ZT_CMD_IPROG:
        return fail(e, ZT_CONFIG_BAD_PACKET, "Command IPROG would restart the whole chip.");
    default:
        return word < 32 ? 0 : fail(e, ZT_CONFIG_BAD_PACKET, "Command 0x%08x does not exist.", word);
    }
}

static uint32_t write_crc(struct zt_config_engine *e, uint32_t word)
{
    if (word != e->crc)
        return fail(e, ZT_CONFIG_BAD_CRC, "The stream's CRC is 0x%08x, its words give 0x%08x.", word, e->crc);
    e->crc = 0;
    e->checked = true;
    return 0;
}

static uint32_t write_idcode(struct zt_config_engine *e, uint32_t word)
{
    uint32_t ours = zt_geometry_idcode(e->geometry);

    if (((word ^ ours) & ZT_IDCODE_COMPARED) != 0)
        return fail(e, ZT_CONFIG_BAD_IDCODE, "The stream is for IDCODE 0x%08x, the device has 0x%08x.", word,
                    ours);
    e->idcode_seen = true;
    return 0;
}

static uint32_t write_register(struct zt_config_engine *e, uint32_t word)
{
    if (e->reg != ZT_REG_CRC && e->reg != ZT_REG_LOUT)
        e->crc = zt_config_crc(e->crc, e->reg, word);
    switch (e->reg) {
    case ZT_REG_CRC:
        return write_crc(e, word);
    case ZT_REG_FAR:
        e->far = word;
        e->far_valid = zt_geometry_has_frame(e->geometry, word);
        e->pads_left = 0;
        return 0;
    case ZT_REG_FDRI:
        return write_fdri(e);
    case ZT_REG_MFWR: /* writes the frame that came last once more, at FAR */
        return e->packet_done == e->packet_words ? write_frame(e) : 0;
    case ZT_REG_CMD:
        return write_command(e, word);
    case ZT_REG_IDCODE:
        return write_idcode(e, word);
    default:
        return 0;
    }
}

/* ---- Packets --------------------------------------------------------------------------------- */

static uint32_t bad_header(struct zt_config_engine *e, const char *why, uint32_t word)
{
    e->phase = PHASE_IDLE;
    return fail(e, ZT_CONFIG_BAD_PACKET, "Packet header 0x%08x %s.", word, why);
}

static uint32_t begin_packet(struct zt_config_engine *e, uint32_t word, uint32_t words)
{
    e->op = ZT_PACKET_OP(word);
    e->packet_words = words;
    e->packet_done = 0;
    if (e->op > ZT_OP_WRITE)
        return bad_header(e, "has operation 3", word);
    if (e->op != ZT_OP_WRITE)
        return 0; /* the words of a read come out of the port, not in */
    if (e->reg == ZT_REG_FDRI && words % ZT_FRAME_WORDS != 0)
        return bad_header(e, "writes frames of which the last is not whole", word);
    if (words > 0)
        e->phase = PHASE_PAYLOAD;
    return 0;
}

static uint32_t header(struct zt_config_engine *e, uint32_t word)
{
    uint32_t kinds;

    if (word == ZT_DUMMY_WORD)
        return 0;
    if (word == ZT_SYNC_WORD || word == ZT_BUS_WIDTH_SYNC) {
        kinds = fail(e, ZT_CONFIG_TRUNCATED, "A new stream began before DESYNC.");
        e->phase = PHASE_IDLE;
        return word == ZT_SYNC_WORD ? kinds | begin_stream(e) : kinds;
    }
    if (ZT_PACKET_TYPE(word) == 1) {
        e->reg = ZT_PACKET_REGISTER(word);
        if (ZT_PACKET_OP(word) != ZT_OP_NOP && (e->reg > 31 || (ZT_REGISTERS_KNOWN >> e->reg & 1u) == 0))
            return bad_header(e, "names a register that does not exist", word);
        e->has_reg = ZT_PACKET_OP(word) != ZT_OP_NOP;
        return begin_packet(e, word, ZT_PACKET_WORDS1(word));
    }
    if (ZT_PACKET_TYPE(word) == 2 && e->has_reg)
        return begin_packet(e, word, ZT_PACKET_WORDS2(word));
    return bad_header(e, ZT_PACKET_TYPE(word) == 2 ? "has no register before it" : "has no type 1 or 2",
                      word);
}

static uint32_t payload(struct zt_config_engine *e, uint32_t word)
{
    e->packet_done++;
    assert(e->packet_done <= e->packet_words);
    if (e->packet_done == e->packet_words)
        e->phase = PHASE_HEADER; /* before the write: DESYNC goes on to idle */
    return write_register(e, word);
}

uint32_t zt_config_engine_word(struct zt_config_engine *e, uint32_t word)
{
    uint32_t kinds = 0;

    if (e->phase == PHASE_IDLE) {
        if (word == ZT_SYNC_WORD)
            kinds = begin_stream(e);
        else
            e->ignored++;
    } else {
        e->words++;
        hash_word(e, word);
        kinds = e->phase == PHASE_HEADER ? header(e, word) : payload(e, word);
    }
    if (kinds != 0)
        e->event.kinds = kinds;
    return kinds;
}

uint32_t zt_config_engine_reset(struct zt_config_engine *e)
{
    uint32_t kinds = 0;

    if (e->phase != PHASE_IDLE)
        kinds = fail(e, ZT_CONFIG_TRUNCATED, "A reset came before DESYNC.");
    e->phase = PHASE_IDLE;
    e->crc_error = e->id_error = e->other_error = false;
    e->ignored = 0;
    if (kinds != 0)
        e->event.kinds = kinds;
    return kinds;
}

uint32_t zt_config_engine_prog_b(struct zt_config_engine *e)
{
    e->configured = false;
    return zt_config_engine_reset(e);
}

bool zt_config_engine_done(const struct zt_config_engine *e)
{
    return e->configured;
}

const struct zt_config_event *zt_config_engine_event(const struct zt_config_engine *e)
{
    return &e->event;
}

uint8_t zt_config_engine_status(const struct zt_config_engine *e)
{
    bool error = e->crc_error || e->id_error || e->other_error;

    return (uint8_t)(0x1fu | (error ? 0u : 0x80u) | (zt_config_engine_synced(e) ? 0x40u : 0u));
}

bool zt_config_engine_synced(const struct zt_config_engine *e)
{
    return e->phase != PHASE_IDLE;
}

uint64_t zt_config_engine_ignored(const struct zt_config_engine *e)
{
    return e->ignored;
}
