/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Files of bitstreams. A .bit begins with a field of 9 bytes and a 1, then fields of a letter, a length and
 * a text that ends with NUL: a design, b part, c date, d time; e has a 32-bit length and the words. All
 * numbers are big-endian.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream.h"

#define FILE_MAX_BYTES (64u << 20)
#define SYNC_SEARCH_BYTES 4096u

static const uint8_t bit_magic[] = {0x00, 0x09, 0x0f, 0xf0, 0x0f, 0xf0, 0x0f,
                                    0xf0, 0x0f, 0xf0, 0x00, 0x00, 0x01};

struct reader {
    const char *path;
    const uint8_t *data;
    size_t size;
    char *err;
    size_t err_size;
};

static uint8_t *read_all(const char *path, size_t *size, char *err, size_t err_size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = file != NULL ? malloc(FILE_MAX_BYTES + 1u) : NULL;
    uint8_t *fitted;

    *size = 0;
    if (file != NULL && data != NULL)
        *size = fread(data, 1, FILE_MAX_BYTES + 1u, file);
    if (file == NULL || data == NULL || ferror(file)) {
        snprintf(err, err_size, "%s: cannot be read: %s.", path, strerror(errno));
    } else if (*size > FILE_MAX_BYTES || *size < 8) {
        snprintf(err, err_size, "%s: %s of 8 bytes to %u MiB is allowed.", path,
                 *size < 8 ? "too short; a file" : "too long; a file", FILE_MAX_BYTES >> 20);
    } else {
        fclose(file);
        fitted = realloc(data, *size);
        return fitted != NULL ? fitted : data;
    }
    free(data);
    if (file != NULL)
        fclose(file);
    return NULL;
}

static uint32_t big(const uint8_t *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static uint32_t little(const uint8_t *b)
{
    return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

/* One text field `letter` at *at. */
static int read_field(const struct reader *r, size_t *at, char letter, char *text, size_t text_size)
{
    size_t length = 0;

    if (*at + 3 <= r->size && r->data[*at] == (uint8_t)letter)
        length = (size_t)r->data[*at + 1] << 8 | r->data[*at + 2];
    if (length == 0 || length > text_size || length > r->size - *at - 3 ||
        r->data[*at + 3 + length - 1] != '\0') {
        snprintf(
            r->err, r->err_size,
            "%s: the .bit header has no field `%c` at byte %zu (a text of 1 to %zu bytes with its NUL is "
            "allowed).",
            r->path, letter, *at, text_size);
        return -1;
    }
    memcpy(text, r->data + *at + 3, length);
    *at += 3 + length;
    return 0;
}

/* The header of a .bit; *length: of the words behind it. */
static int read_header(const struct reader *r, struct zt_bitstream_file *file, size_t *length)
{
    size_t at = sizeof(bit_magic);

    if (read_field(r, &at, 'a', file->design, sizeof(file->design)) != 0 ||
        read_field(r, &at, 'b', file->part, sizeof(file->part)) != 0 ||
        read_field(r, &at, 'c', file->date, sizeof(file->date)) != 0 ||
        read_field(r, &at, 'd', file->time, sizeof(file->time)) != 0)
        return -1;
    if (at + 5 > r->size || r->data[at] != 'e') {
        snprintf(r->err, r->err_size, "%s: the .bit header has no field `e` at byte %zu.", r->path, at);
        return -1;
    }
    *length = big(r->data + at + 1);
    at += 5;
    if (*length > r->size - at) {
        snprintf(r->err, r->err_size,
                 "%s: truncated: the .bit header announces %zu bytes, the file has %zu behind it.", r->path,
                 *length, r->size - at);
        return -1;
    }
    file->header_bytes = at;
    return 0;
}

/* The style of a file without a header. */
static int find_style(const struct reader *r, struct zt_bitstream_file *file)
{
    size_t end = r->size < SYNC_SEARCH_BYTES ? r->size : SYNC_SEARCH_BYTES;

    for (size_t i = 0; i + 4 <= end; i += 4) {
        if (little(r->data + i) != ZT_SYNC_WORD && big(r->data + i) != ZT_SYNC_WORD)
            continue;
        file->style = little(r->data + i) == ZT_SYNC_WORD ? ZT_STYLE_BIN : ZT_STYLE_SWAPPED;
        return 0;
    }
    snprintf(r->err, r->err_size,
             "%s: no bitstream: neither a .bit header nor a sync word (0x%08x) in the first %zu bytes.",
             r->path, ZT_SYNC_WORD, end);
    return -1;
}

static int read_words(const struct reader *r, struct zt_bitstream_file *file, size_t length)
{
    file->count = length / 4;
    file->extra_bytes = r->size - file->header_bytes - 4 * file->count;
    file->words = malloc((file->count + 1) * sizeof(*file->words));
    if (file->words == NULL) {
        snprintf(r->err, r->err_size, "%s: no memory for %zu words.", r->path, file->count);
        return -1;
    }
    for (size_t i = 0; i < file->count; i++) {
        const uint8_t *at = r->data + file->header_bytes + 4 * i;

        file->words[i] = file->style == ZT_STYLE_BIN ? little(at) : big(at);
    }
    return 0;
}

int zt_bitstream_file_read(const char *path, struct zt_bitstream_file *file, char *err, size_t err_size)
{
    struct reader r = {.path = path, .err = err, .err_size = err_size};
    size_t length;
    uint8_t *data;
    int rc;

    memset(file, 0, sizeof(*file));
    data = read_all(path, &r.size, err, err_size);
    if (data == NULL)
        return -1;
    r.data = data;
    length = r.size;
    if (r.size > sizeof(bit_magic) && memcmp(data, bit_magic, sizeof(bit_magic)) == 0) {
        file->style = ZT_STYLE_BIT;
        rc = read_header(&r, file, &length);
    } else {
        rc = find_style(&r, file);
    }
    if (rc == 0)
        rc = read_words(&r, file, length);
    free(data);
    return rc;
}

void zt_bitstream_file_free(struct zt_bitstream_file *file)
{
    free(file->words);
    memset(file, 0, sizeof(*file));
}

static bool put_bytes(FILE *to, const void *data, size_t size)
{
    return fwrite(data, 1, size, to) == size;
}

static bool put_header(FILE *to, const struct zt_bitstream_file *file)
{
    const char *texts[4] = {file->design, file->part, file->date, file->time};
    const uint32_t length = (uint32_t)(4 * file->count);
    const uint8_t end[5] = {'e', (uint8_t)(length >> 24), (uint8_t)(length >> 16), (uint8_t)(length >> 8),
                            (uint8_t)length};
    bool good = put_bytes(to, bit_magic, sizeof(bit_magic));

    for (unsigned i = 0; i < 4; i++) {
        const size_t size = strlen(texts[i]) + 1;
        const uint8_t begin[3] = {(uint8_t)('a' + i), (uint8_t)(size >> 8), (uint8_t)size};

        good = good && put_bytes(to, begin, sizeof(begin)) && put_bytes(to, texts[i], size);
    }
    return good && put_bytes(to, end, sizeof(end));
}

int zt_bitstream_file_write(const char *path, const struct zt_bitstream_file *file, char *err,
                            size_t err_size)
{
    FILE *to = fopen(path, "wb");
    bool good = to != NULL;

    if (good && file->style == ZT_STYLE_BIT)
        good = put_header(to, file);
    for (size_t i = 0; good && i < file->count; i++) {
        const unsigned turn = file->style == ZT_STYLE_BIN ? 0 : 24;
        uint8_t bytes[4];

        for (unsigned b = 0; b < 4; b++)
            bytes[b] = (uint8_t)(file->words[i] >> ((8 * b) ^ turn));
        good = put_bytes(to, bytes, sizeof(bytes));
    }
    if (to != NULL && fclose(to) != 0)
        good = false;
    if (!good)
        snprintf(err, err_size, "%s: cannot be written: %s.", path, strerror(errno));
    return good ? 0 : -1;
}
