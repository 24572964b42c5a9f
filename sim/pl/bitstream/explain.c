/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What a stream says, packet by packet. Beside this decoder, which only reads, the configuration engine takes
 * the same words; its verdict stands in the line of the word at which it comes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream.h"
#include "packet.h"

struct decoder {
    const struct zt_explain *x;
    struct zt_config_engine *engine; /* NULL: its device is not known */
    size_t at;                       /* word being looked at */
    uint32_t reg;
    bool has_reg;
    uint32_t crc;
    uint32_t far;
    bool synced;
    /* Counts for the summary. */
    unsigned crc_good, crc_bad, streams;
    uint64_t payload_words;
    uint32_t frames;
    bool failed;    /* something is wrong */
    bool ended;     /* a DESYNC came */
    bool broken;    /* the packets cannot be followed any further */
    bool full;      /* frames of the whole device */
    bool has_event; /* last: of the engine's end of stream */
    struct zt_config_event last;
};

static const struct {
    uint32_t number;
    const char *name;
} registers[] = {{0, "CRC"},     {1, "FAR"},    {2, "FDRI"},     {3, "FDRO"},  {4, "CMD"},
                 {5, "CTL0"},    {6, "MASK"},   {7, "STAT"},     {8, "LOUT"},  {9, "COR0"},
                 {10, "MFWR"},   {11, "CBC"},   {12, "IDCODE"},  {13, "AXSS"}, {14, "COR1"},
                 {16, "WBSTAR"}, {17, "TIMER"}, {22, "BOOTSTS"}, {24, "CTL1"}, {31, "BSPI"}},
  commands[] = {{0, "NULL"},      {1, "WCFG"},      {2, "MFW"},     {3, "LFRM"},   {4, "RCFG"},
                {5, "START"},     {7, "RCRC"},      {8, "AGHIGH"},  {9, "SWITCH"}, {10, "GRESTORE"},
                {11, "SHUTDOWN"}, {12, "GCAPTURE"}, {13, "DESYNC"}, {15, "IPROG"}};

static const char *const command_meaning[16] = {
    [0] = "nothing",
    [1] = "frames may be written",
    [2] = "the last frame may be written to several addresses",
    [3] = "last frame, interconnect on",
    [4] = "frames may be read",
    [5] = "begins the start-up sequence",
    [7] = "clears the CRC and the error flags",
    [8] = "interconnect off",
    [9] = "switches the clock",
    [10] = "restores the flip-flops to their initial state",
    [11] = "begins the shut-down sequence",
    [12] = "captures the flip-flops",
    [13] = "ends the stream",
    [15] = "would restart the whole chip",
};

static const char *register_name(uint32_t reg)
{
    for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++)
        if (registers[i].number == reg)
            return registers[i].name;
    return "?";
}

/* Begins a line: the word's number, the packet. */
static void begin(const struct decoder *d, size_t word, const char *packet, const char *reg)
{
    fprintf(d->x->out, "%9zu  %-17s %-8s ", word, packet, reg);
}

/* Gives a word to the engine; what it says of it ends the line's meaning. */
static void feed(struct decoder *d, uint32_t word)
{
    uint32_t kinds = d->engine != NULL ? zt_config_engine_word(d->engine, word) : 0;

    if (kinds & ZT_CONFIG_EVENT_FRAME)
        d->frames++;
    if ((kinds & (ZT_CONFIG_EVENT_ERROR | ZT_CONFIG_EVENT_DESYNC)) == 0)
        return;
    d->last = *zt_config_engine_event(d->engine);
    d->has_event = true;
    if (kinds & ZT_CONFIG_EVENT_ERROR) {
        d->failed = true;
        fprintf(d->x->out, "!! %s ", d->last.text);
    }
}

/* The frame address in words. */
static void print_far(const struct decoder *d, uint32_t far)
{
    static const char *const blocks[8] = {"logic", "BRAM content", "masks", "reserved", "?", "?", "?", "?"};
    const struct zt_geometry *g = d->x->geometry;

    fprintf(d->x->out, "%s, %s row %u, column %u, minor %u", blocks[ZT_FAR_BLOCK_TYPE(far)],
            (far >> 22 & 1u) != 0 ? "bottom" : "top", far >> 17 & 31u, far >> 7 & 1023u, far & 127u);
    if (g != NULL && ZT_FAR_BLOCK_TYPE(far) != ZT_BLOCK_MASK) {
        int slot = zt_geometry_slot_of(g, far);

        if (slot != ZT_SLOT_NONE)
            fprintf(d->x->out, ", slot %s", zt_geometry_slot_name(g, (unsigned)slot));
        else
            fputs(zt_geometry_has_frame(g, far) ? ", in no slot" : ", no frame of the device", d->x->out);
    }
}

static void print_idcode(struct decoder *d, uint32_t word)
{
    const struct zt_geometry *g = d->x->geometry;
    bool known = g != NULL && ((word ^ zt_geometry_idcode(g)) & ZT_IDCODE_COMPARED) == 0;

    fprintf(d->x->out, "0x%08x: device %s", word, known ? zt_geometry_device(g) : "not known");
}

static void print_crc(struct decoder *d, uint32_t word)
{
    bool good = word == d->crc;

    if (good)
        d->crc_good++;
    else
        d->crc_bad++;
    if (good)
        fprintf(d->x->out, "0x%08x: good", word);
    else
        fprintf(d->x->out, "0x%08x: BAD, the words give 0x%08x", word, d->crc);
    d->failed |= !good;
}

static void print_command(struct decoder *d, uint32_t word)
{
    const char *name = "?";

    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (commands[i].number == word)
            name = commands[i].name;
    if (word < 16 && command_meaning[word] != NULL)
        fprintf(d->x->out, "%s: %s", name, command_meaning[word]);
    else
        fprintf(d->x->out, "0x%08x: no such command", word);
    if (word == ZT_CMD_DESYNC)
        d->ended = true;
}

static void print_value(struct decoder *d, uint32_t word)
{
    switch (d->reg) {
    case ZT_REG_CRC:
        print_crc(d, word);
        break;
    case ZT_REG_CMD:
        print_command(d, word);
        break;
    case ZT_REG_IDCODE:
        print_idcode(d, word);
        break;
    case ZT_REG_FAR:
        fprintf(d->x->out, "0x%08x: ", word);
        print_far(d, word);
        break;
    default:
        fprintf(d->x->out, "0x%08x", word);
    }
    fputc(' ', d->x->out);
}

static void count_crc(struct decoder *d, uint32_t word)
{
    if (d->reg == ZT_REG_CRC || (d->reg == ZT_REG_CMD && word == ZT_CMD_RCRC))
        d->crc = 0;
    else if (d->reg != ZT_REG_LOUT)
        d->crc = zt_config_crc(d->crc, d->reg, word);
}

/* The words of a write. Data of frames are not shown. */
static void write_words(struct decoder *d, uint32_t words)
{
    const struct zt_explain *x = d->x;
    const bool frames = d->reg == ZT_REG_FDRI;
    size_t left = x->count - d->at - 1;

    if (frames) {
        fprintf(x->out, "%u words = %u frames of 404 bytes", words, words / ZT_FRAME_WORDS);
        if (words % ZT_FRAME_WORDS != 0)
            fprintf(x->out, " and %u words", words % ZT_FRAME_WORDS);
        fputs(" (the last one or two only flush) ", x->out);
        d->payload_words += words;
    }
    feed(d, x->words[d->at]);
    for (uint32_t i = 0; i < words; i++) {
        if (i >= left) {
            fprintf(x->out, "!! truncated: %u of %u words are there", i, words);
            d->failed = d->broken = true;
            break;
        }
        uint32_t word = x->words[++d->at];

        if (!frames)
            print_value(d, word);
        feed(d, word);
        count_crc(d, word);
    }
    fputc('\n', x->out);
    if (d->ended)
        d->synced = false;
}

static void packet(struct decoder *d)
{
    const size_t at = d->at;
    const uint32_t word = d->x->words[at];
    const uint32_t type = ZT_PACKET_TYPE(word);
    const uint32_t op = ZT_PACKET_OP(word);
    const uint32_t words = type == 2 ? ZT_PACKET_WORDS2(word) : ZT_PACKET_WORDS1(word);
    char name[32];

    if ((type != 1 && (type != 2 || !d->has_reg)) || op > ZT_OP_WRITE) {
        begin(d, at, "?", "");
        fprintf(d->x->out, "!! 0x%08x is no packet: garbage, or the end of a broken write ", word);
        feed(d, word);
        fputc('\n', d->x->out);
        d->failed = d->broken = true;
        return;
    }
    if (type == 1) {
        d->reg = ZT_PACKET_REGISTER(word) & 31u;
        d->has_reg = true;
    }
    snprintf(name, sizeof(name), "%s %u%s", op == ZT_OP_WRITE ? "write" : "read", words,
             type == 2 ? " (type 2)" : "");
    begin(d, at, name, register_name(d->reg));
    if (op == ZT_OP_WRITE && words > 0) {
        write_words(d, words);
        return;
    }
    fputs(op == ZT_OP_WRITE ? "(the words follow in a packet of type 2)" : "(they come out of the port)",
          d->x->out);
    feed(d, word);
    fputc('\n', d->x->out);
}

/* How often the word at `at` stands there. */
static size_t times(const struct zt_explain *x, size_t at)
{
    size_t n = 1;

    while (at + n < x->count && x->words[at + n] == x->words[at])
        n++;
    return n;
}

/* Words that stand for themselves, several alike in a line. False: a packet. */
static bool plain_words(struct decoder *d)
{
    const uint32_t word = d->x->words[d->at];
    const char *name;
    char line[32];
    size_t n;

    if (word == ZT_DUMMY_WORD)
        name = "dummy";
    else if (d->synced && word == ZT_NOP_WORD)
        name = "NOP";
    else if (!d->synced && (word == ZT_BUS_WIDTH_SYNC || word == ZT_BUS_WIDTH_DETECT))
        name = "bus width";
    else if (!d->synced)
        name = d->ended ? "after the end" : "before the sync";
    else
        return false;
    n = times(d->x, d->at);
    snprintf(line, sizeof(line), n > 1 ? "%s x %zu" : "%s", name, n);
    begin(d, d->at, line, "");
    if (!d->synced)
        fprintf(d->x->out, "0x%08x, ignored", word);
    for (size_t i = 0; i < n; i++)
        feed(d, word);
    fputc('\n', d->x->out);
    d->at += n - 1;
    return true;
}

static void sync_word(struct decoder *d)
{
    begin(d, d->at, "sync word", "");
    feed(d, ZT_SYNC_WORD);
    fputc('\n', d->x->out);
    d->synced = true;
    d->ended = false;
    d->has_reg = false;
    d->crc = 0;
    d->streams++;
}

/* Frames from the device's first one are a full bitstream: only after PROG_B would its device take it. */
static bool is_full(const struct zt_explain *x)
{
    uint32_t first;

    (void)zt_geometry_device_frames(x->geometry, &first);
    if (zt_geometry_slot_of(x->geometry, first) != ZT_SLOT_NONE)
        return false;
    for (size_t i = 0; i + 1 < x->count; i++) {
        if (ZT_PACKET_TYPE(x->words[i]) == 2)
            i += ZT_PACKET_WORDS2(x->words[i]);
        else if (x->words[i] == ZT_PACKET_WRITE1(ZT_REG_FAR, 1u))
            return x->words[i + 1] == first;
    }
    return false;
}

static void summary(const struct decoder *d)
{
    const struct zt_explain *x = d->x;
    const struct zt_config_event *e = &d->last;

    fprintf(x->out,
            "streams %u, payload %" PRIu64 " bytes in %" PRIu64 " frames, CRC words: %u good, %u bad\n",
            d->streams, 4 * d->payload_words, d->payload_words / ZT_FRAME_WORDS, d->crc_good, d->crc_bad);
    if (d->engine == NULL)
        fputs("device: its geometry is not known, so frames were not checked\n", x->out);
    else
        fprintf(x->out, "device %s (IDCODE 0x%08x), %u frames of it written\n",
                zt_geometry_device(x->geometry), zt_geometry_idcode(x->geometry), d->frames);
    if (d->has_event && (e->slot >= 0 || e->slot == ZT_SLOT_DEVICE)) {
        const char *slot = e->slot == ZT_SLOT_DEVICE ? "the whole device"
                                                     : zt_geometry_slot_name(x->geometry, (unsigned)e->slot);

        fprintf(x->out, "addresses %s", slot);
        if (e->slot >= 0)
            fprintf(x->out, " (slot %d, %u frames)", e->slot,
                    zt_geometry_slot_frames(x->geometry, (unsigned)e->slot));
        fputc('\n', x->out);
    }
    if (d->has_event && e->result == ZT_CONFIG_OK && x->manifest != NULL && e->slot != ZT_SLOT_NONE)
        fprintf(x->out, "hardware thread: %s\n", e->thread[0] != '\0' ? e->thread : "none (blank)");
    if (d->has_event && (e->result == ZT_CONFIG_UNKNOWN || e->result == ZT_CONFIG_WRONG_SLOT))
        fprintf(x->out, "hardware thread: %s\n", e->text);
    if (d->has_event && e->sha256_head != 0) {
        fputs("sha256 ", x->out);
        for (unsigned i = 0; i < ZT_SHA256_BYTES; i++)
            fprintf(x->out, "%02x", e->sha256[i]);
        fputs(" (sync word to DESYNC, as in a manifest)\n", x->out);
    }
    if (d->synced && !d->broken)
        fputs("!! truncated: the stream has no DESYNC\n", x->out);
    if (d->streams == 0)
        fputs("!! no sync word: every word would be ignored\n", x->out);
}

uint32_t zt_bitstream_idcode(const uint32_t *words, size_t count)
{
    size_t i = 0;

    while (i < count && words[i] != ZT_SYNC_WORD)
        i++;
    for (; i + 1 < count; i++) {
        if (ZT_PACKET_TYPE(words[i]) == 2)
            i += ZT_PACKET_WORDS2(words[i]);
        else if (words[i] == ZT_PACKET_WRITE1(ZT_REG_IDCODE, 1u))
            return words[i + 1];
    }
    return 0;
}

bool zt_bitstream_explain(const struct zt_explain *x)
{
    struct decoder d = {.x = x};

    if (x->geometry != NULL) {
        d.engine = zt_config_engine_create(x->geometry, x->manifest);
        if (d.engine == NULL)
            return false;
        d.full = is_full(x);
        if (d.full)
            (void)zt_config_engine_prog_b(d.engine);
    }
    fputs("     word  packet            register meaning\n", x->out);
    for (d.at = 0; d.at < x->count && !d.broken; d.at++) {
        if (x->words[d.at] == ZT_SYNC_WORD)
            sync_word(&d);
        else if (!plain_words(&d))
            packet(&d);
    }
    summary(&d);
    zt_config_engine_destroy(d.engine);
    return !d.failed && !d.broken && !d.synced && d.streams > 0;
}
