/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "vivado_stream.h"

#include <assert.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS                                                                                              \
    "42 30 36x4 28 36x2 28 36x4 28 36x2 28 36x4 28 36x2 28 36x7 30 36x2 28 36x13 30 36x5 28 36x2 28 36x4 "   \
    "28 36x2 28 36x4 30 42\n"

const char vivado_slots[] =
    "device xc7z020\nidcode 0x03727093\n"
    "row 0 top 0 " COLUMNS "row 0 bottom 0 " COLUMNS "row 0 bottom 1 " COLUMNS
    "row 1 top 0 128x6\nrow 1 bottom 0 128x6\nrow 1 bottom 1 128x6\n"
    "slot region\n"
    "frames 0x400d00 216\nframes 0x401100 352\nframes 0x401a00 688\nframes 0xc00180 384\n";

struct stream {
    uint32_t *words;
    size_t count;
    uint32_t crc;
};

/* The polynomial 0x1EDC6F41, least significant bit first: 32 bits of data, then 5 of the register's address.
 */
static void crc_bits(struct stream *s, uint64_t bits, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t turn = (s->crc ^ (uint32_t)(bits >> i)) & 1u;

        s->crc >>= 1;
        if (turn)
            s->crc ^= 0x82f63b78u;
    }
}

static void put(struct stream *s, uint32_t word)
{
    assert(s->count < VIVADO_WORDS);
    s->words[s->count++] = word;
}

static void nops(struct stream *s, unsigned count)
{
    while (count-- > 0)
        put(s, 0x20000000u);
}

/* A write of one word: header of type 1 (001), operation 2, register, count 1. */
static void write_one(struct stream *s, uint32_t reg, uint32_t value)
{
    put(s, 1u << 29 | 2u << 27 | reg << 13 | 1u);
    put(s, value);
    crc_bits(s, (uint64_t)reg << 32 | value, 37);
}

static void command(struct stream *s, uint32_t number)
{
    write_one(s, 4, number);
    if (number == 7) /* RCRC */
        s->crc = 0;
}

static void check(struct stream *s)
{
    put(s, 0x30000001u);
    put(s, s->crc);
    s->crc = 0;
}

static void block(struct stream *s, uint32_t far, uint32_t frames)
{
    command(s, 1); /* WCFG */
    nops(s, 1);
    write_one(s, 1, far);
    put(s, 0x30004000u);                   /* FDRI, no words */
    put(s, 0x50000000u | (frames * 101u)); /* type 2 */
    for (uint32_t i = 0; i < frames * 101u; i++) {
        uint32_t word = i * 2654435761u ^ far;

        put(s, word);
        crc_bits(s, 2ull << 32 | word, 37);
    }
}

static void begin(struct stream *s)
{
    for (unsigned i = 0; i < 8; i++)
        put(s, 0xffffffffu);
    put(s, 0x000000bbu);
    put(s, 0x11220044u);
    put(s, 0xffffffffu);
    put(s, 0xffffffffu);
    assert(s->count == VIVADO_SYNC_AT);
    put(s, 0xaa995566u);
    nops(s, 1);
    command(s, 7); /* RCRC */
    nops(s, 2);
    write_one(s, 12, 0x03727093u);
    block(s, 0x01000000u, 228); /* masks */
    check(s);
    nops(s, 2);
    command(s, 11); /* SHUTDOWN */
    nops(s, 1);
    check(s);
    nops(s, 2);
    command(s, 0);
    nops(s, 1);
    write_one(s, 6, 0x100u);
    write_one(s, 5, 0x100u);
    write_one(s, 6, 0x400u);
    write_one(s, 5, 0x400u);
}

void vivado_stream(uint32_t *words)
{
    struct stream s = {.words = words};

    begin(&s);
    for (unsigned pass = 0; pass < 2; pass++) {
        block(&s, 0x00400d00u, 217);
        block(&s, 0x00401100u, 353);
        block(&s, 0x00401a00u, 689);
        block(&s, 0x00c00180u, 386);
    }
    command(&s, 10); /* GRESTORE */
    nops(&s, 1);
    write_one(&s, 6, 0x100u);
    write_one(&s, 5, 0u);
    command(&s, 5); /* START */
    nops(&s, 1);
    write_one(&s, 1, 0x03be0000u);
    check(&s);
    nops(&s, 8);
    command(&s, 13); /* DESYNC */
    nops(&s, 17);
    assert(s.count == VIVADO_WORDS);
}

void vivado_sha256(const uint32_t *words, char digits[65])
{
    const size_t count = VIVADO_WORDS - VIVADO_SYNC_AT - 17;
    uint8_t *bytes = malloc(4 * count);
    uint8_t hash[32];

    assert(bytes != NULL);
    for (size_t i = 0; i < 4 * count; i++)
        bytes[i] = (uint8_t)(words[VIVADO_SYNC_AT + i / 4] >> (24 - 8 * (i % 4)));
    SHA256(bytes, 4 * count, hash);
    free(bytes);
    for (unsigned i = 0; i < 32; i++)
        snprintf(digits + 2 * i, 3, "%02x", hash[i]);
}

void vivado_bin(const uint32_t *words, uint8_t *bytes)
{
    for (size_t i = 0; i < VIVADO_BIN_BYTES; i++)
        bytes[i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
}

void vivado_bit(const uint32_t *words, uint8_t *bytes)
{
    static const uint8_t magic[13] = {0, 9, 15, 240, 15, 240, 15, 240, 15, 240, 0, 0, 1};
    static const char *const texts[4] = {"slot_wrapper;UserID=0XFFFFFFFF;PARTIAL=TRUE;Version=2018.3",
                                         "7z020clg484", "2020/02/21", "12:34:56"};
    size_t at = sizeof(magic);

    memcpy(bytes, magic, sizeof(magic));
    for (unsigned i = 0; i < 4; i++) {
        size_t size = strlen(texts[i]) + 1;

        bytes[at++] = (uint8_t)('a' + i);
        bytes[at++] = 0;
        bytes[at++] = (uint8_t)size;
        memcpy(bytes + at, texts[i], size);
        at += size;
    }
    bytes[at++] = 'e';
    for (unsigned i = 0; i < 4; i++)
        bytes[at++] = (uint8_t)(VIVADO_BIN_BYTES >> (24 - 8 * i));
    assert(at == VIVADO_HEADER_BYTES);
    for (size_t i = 0; i < VIVADO_BIN_BYTES; i++)
        bytes[at + i] = (uint8_t)(words[i / 4] >> (24 - 8 * (i % 4)));
}
