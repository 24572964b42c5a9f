/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "client.h"

#include "rxc/cdr.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_BYTES_MAX (256u << 20)

static int read_all(const char *path, uint8_t **bytes, size_t *size, struct rxc_error *error)
{
    FILE *file = fopen(path, "rb");
    long length = -1;

    if (!file)
        return rxc_error_set(error, errno, "%s: %s", path, strerror(errno));
    if (fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    if (length < 0 || length > (long)FILE_BYTES_MAX) {
        (void)fclose(file);
        return rxc_error_set(error, EFBIG, "%s: %ld bytes, at most %u are allowed", path, length,
                             FILE_BYTES_MAX);
    }
    rewind(file);
    *bytes = malloc((size_t)length + 1);
    *size = *bytes ? fread(*bytes, 1, (size_t)length, file) : 0;
    (void)fclose(file);
    if (*bytes && *size == (size_t)length)
        return 0;
    free(*bytes);
    *bytes = NULL;
    return rxc_error_set(error, EIO, "%s: could not be read", path);
}

static uint32_t little_endian(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Counts the records, and stores them unless `records` is NULL. Returns the offset of a bad one, or size. */
static size_t walk(uint8_t *bytes, size_t size, struct rxc_raw_message *records, uint32_t *count)
{
    size_t at = 0;

    *count = 0;
    while (at < size) {
        if (size - at < 4)
            return at;
        uint32_t length = little_endian(bytes + at);
        if (length < RXC_CDR_ENCAPSULATION_BYTES || length > size - at - 4)
            return at;
        if (records)
            records[*count] =
                (struct rxc_raw_message){.data = bytes + at + 4, .size = length, .capacity = length};
        (*count)++;
        at += 4 + (size_t)length;
    }
    return at;
}

int client_records_read(const char *path, struct client_records *records, struct rxc_error *error)
{
    size_t size = 0;

    *records = (struct client_records){0};
    int rc = read_all(path, &records->bytes, &size, error);
    if (rc)
        return rc;
    assert(records->bytes);
    size_t end = walk(records->bytes, size, NULL, &records->count);
    if (end != size || records->count == 0) {
        client_records_free(records);
        return rxc_error_set(error, EINVAL,
                             "%s: offset %zu: no record (a byte count of at least %u, then that many bytes)",
                             path, end, RXC_CDR_ENCAPSULATION_BYTES);
    }
    records->records = calloc(records->count, sizeof *records->records);
    records->crc32c = calloc(records->count, sizeof *records->crc32c);
    if (!records->records || !records->crc32c) {
        client_records_free(records);
        return rxc_error_set(error, ENOMEM, "%s: no memory", path);
    }
    (void)walk(records->bytes, size, records->records, &records->count);
    for (uint32_t i = 0; i < records->count; i++)
        records->crc32c[i] = client_crc32c(records->records[i].data + RXC_CDR_ENCAPSULATION_BYTES,
                                           records->records[i].size - RXC_CDR_ENCAPSULATION_BYTES);
    return 0;
}

void client_records_free(struct client_records *records)
{
    free(records->bytes);
    free(records->records);
    free(records->crc32c);
    *records = (struct client_records){0};
}

static bool all_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

bool client_answer_right(const struct rxc_raw_message *answer, const struct rxc_raw_message *expected,
                         size_t *compared)
{
    size_t got = answer->size - RXC_CDR_ENCAPSULATION_BYTES;
    size_t wanted = expected->size - RXC_CDR_ENCAPSULATION_BYTES;
    size_t common = got < wanted ? got : wanted;
    const uint8_t *answer_body = answer->data + RXC_CDR_ENCAPSULATION_BYTES;
    const uint8_t *expected_body = expected->data + RXC_CDR_ENCAPSULATION_BYTES;

    *compared = got;
    if (memcmp(answer->data, expected->data, 2) != 0) /* another encoding or byte order */
        return false;
    if (got - common > 3 || wanted - common > 3 || memcmp(answer_body, expected_body, common) != 0 ||
        !all_zero(answer_body + common, got - common) || !all_zero(expected_body + common, wanted - common))
        return false;
    *compared = common;
    return true;
}
