/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * One walk over the field table writes (or, without a buffer, measures) a message; another reads one. All
 * lengths from the wire are checked against what is left of the body before memory is touched or asked for.
 */
#include "rxc/cdr.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#define CDR_MAX_BYTES 0x7fffffffu

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NATIVE_ORDER 1u
#else
#define NATIVE_ORDER 0u
#endif

struct cdr_writer {
    uint8_t *bytes; /* NULL: only measure */
    size_t capacity;
    size_t at;
};

struct cdr_reader {
    const uint8_t *bytes;
    size_t size;
    size_t at;
    bool swap;
};

static size_t aligned(size_t at, size_t alignment)
{
    return (at + alignment - 1) & ~(alignment - 1);
}

static int put(struct cdr_writer *writer, const void *data, size_t element_bytes, size_t count)
{
    size_t start = aligned(writer->at, element_bytes);

    if (start > writer->capacity || count > (writer->capacity - start) / element_bytes)
        return -ENOSPC;
    if (writer->bytes) {
        memset(writer->bytes + writer->at, 0, start - writer->at);
        memcpy(writer->bytes + start, data, count * element_bytes);
    }
    writer->at = start + count * element_bytes;
    return 0;
}

static int put_string(struct cdr_writer *writer, const struct rxc_field *field,
                      const struct rxc_string *string)
{
    if (string->size >= CDR_MAX_BYTES || (field->string_bound && string->size > field->string_bound))
        return -EINVAL;
    uint32_t length = (uint32_t)string->size + 1;
    int rc = put(writer, &length, 4, 1);
    if (!rc && string->size)
        rc = put(writer, string->data, 1, string->size);
    return rc ? rc : put(writer, "", 1, 1);
}

static int put_message(struct cdr_writer *writer, const struct rxc_message_type *type, const char *message);

static int put_elements(struct cdr_writer *writer, const struct rxc_field *field, const char *data,
                        size_t count)
{
    size_t element_bytes = rxc_field_element_size(field);
    int rc = 0;

    if (count == 0)
        return 0;
    if (field->kind < RXC_FIELD_STRING)
        return put(writer, data, element_bytes, count);
    for (size_t i = 0; i < count && !rc; i++) {
        const char *element = data + i * element_bytes;
        rc = field->kind == RXC_FIELD_STRING
                 ? put_string(writer, field, (const struct rxc_string *)(const void *)element)
                 : put_message(writer, field->nested, element);
    }
    return rc;
}

static int put_message(struct cdr_writer *writer, const struct rxc_message_type *type, const char *message)
{
    int rc = 0;

    for (uint32_t i = 0; i < type->field_count && !rc; i++) {
        const struct rxc_field *field = &type->fields[i];
        const char *member = message + field->offset;

        if (field->shape != RXC_SHAPE_SEQUENCE) {
            rc = put_elements(writer, field, member, field->shape == RXC_SHAPE_ARRAY ? field->count : 1);
            continue;
        }
        const struct rxc_sequence *sequence = (const struct rxc_sequence *)(const void *)member;
        if (sequence->size > CDR_MAX_BYTES || (field->count && sequence->size > field->count))
            return -EINVAL;
        uint32_t count = (uint32_t)sequence->size;
        rc = put(writer, &count, 4, 1);
        if (!rc)
            rc = put_elements(writer, field, sequence->data, count);
    }
    return rc;
}

size_t rxc_cdr_body_size(const struct rxc_message_type *type, const void *message)
{
    struct cdr_writer writer = {.capacity = CDR_MAX_BYTES};

    /* A bound that is broken is reported when the message is written. */
    return put_message(&writer, type, message) ? 0 : writer.at;
}

int rxc_cdr_write_body(const struct rxc_message_type *type, const void *message, uint8_t *body,
                       size_t capacity, size_t *written)
{
    assert(body || capacity == 0);
    uint8_t nothing;
    struct cdr_writer writer = {.bytes = body ? body : &nothing, .capacity = capacity};
    int rc = put_message(&writer, type, message);

    *written = writer.at;
    return rc;
}

static void swap_elements(uint8_t *data, size_t element_bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t *element = data + i * element_bytes;
        for (size_t j = 0; j < element_bytes / 2; j++) {
            uint8_t byte = element[j];
            element[j] = element[element_bytes - 1 - j];
            element[element_bytes - 1 - j] = byte;
        }
    }
}

static int get(struct cdr_reader *reader, void *data, size_t element_bytes, size_t count)
{
    size_t start = aligned(reader->at, element_bytes);

    if (start > reader->size || count > (reader->size - start) / element_bytes)
        return -EBADMSG;
    memcpy(data, reader->bytes + start, count * element_bytes);
    if (reader->swap && element_bytes > 1)
        swap_elements(data, element_bytes, count);
    reader->at = start + count * element_bytes;
    return 0;
}

static int get_string(struct cdr_reader *reader, const struct rxc_field *field, struct rxc_string *string)
{
    uint32_t length;
    int rc = get(reader, &length, 4, 1);

    if (rc)
        return rc;
    if (length > reader->size - reader->at)
        return -EBADMSG;
    if (length == 0) /* some writers leave out the NUL of an empty string */
        return rxc_string_assign(string, "", 0);
    const char *text = (const char *)reader->bytes + reader->at;
    if (text[length - 1] != '\0' || (field->string_bound && length - 1 > field->string_bound))
        return -EBADMSG;
    reader->at += length;
    return rxc_string_assign(string, text, length - 1);
}

static int get_message(struct cdr_reader *reader, const struct rxc_message_type *type, char *message);

static int get_elements(struct cdr_reader *reader, const struct rxc_field *field, char *data, size_t count)
{
    size_t element_bytes = rxc_field_element_size(field);
    int rc = 0;

    if (count == 0)
        return 0;
    if (field->kind < RXC_FIELD_STRING) {
        rc = get(reader, data, element_bytes, count);
        for (size_t i = 0; field->kind == RXC_FIELD_BOOL && !rc && i < count; i++)
            data[i] = data[i] != 0; /* any other value would be undefined as a bool */
        return rc;
    }
    for (size_t i = 0; i < count && !rc; i++) {
        char *element = data + i * element_bytes;
        rc = field->kind == RXC_FIELD_STRING ? get_string(reader, field, (struct rxc_string *)(void *)element)
                                             : get_message(reader, field->nested, element);
    }
    return rc;
}

static size_t min_element_bytes(const struct rxc_field *field)
{
    if (field->kind == RXC_FIELD_STRING)
        return 4;
    return field->kind == RXC_FIELD_MESSAGE ? field->nested->min_cdr_bytes : rxc_field_element_size(field);
}

static int get_sequence(struct cdr_reader *reader, const struct rxc_field *field,
                        struct rxc_sequence *sequence)
{
    uint32_t count;
    int rc = get(reader, &count, 4, 1);

    if (rc)
        return rc;
    if (count > (reader->size - reader->at) / min_element_bytes(field) ||
        (field->count && count > field->count))
        return -EBADMSG;
    rc = rxc_sequence_resize_field(field, sequence, count);
    return rc ? rc : get_elements(reader, field, sequence->data, count);
}

static int get_message(struct cdr_reader *reader, const struct rxc_message_type *type, char *message)
{
    int rc = 0;

    for (uint32_t i = 0; i < type->field_count && !rc; i++) {
        const struct rxc_field *field = &type->fields[i];
        char *member = message + field->offset;

        if (field->shape == RXC_SHAPE_SEQUENCE)
            rc = get_sequence(reader, field, (struct rxc_sequence *)(void *)member);
        else
            rc = get_elements(reader, field, member, field->shape == RXC_SHAPE_ARRAY ? field->count : 1);
    }
    return rc;
}

int rxc_cdr_read_body(const struct rxc_message_type *type, const uint8_t *body, size_t size, bool swap,
                      void *message)
{
    assert(type && message);
    if (size > CDR_MAX_BYTES)
        return -EBADMSG;
    struct cdr_reader reader = {.bytes = body, .size = size, .swap = swap};
    return get_message(&reader, type, message);
}

int rxc_cdr_read_encapsulation(const uint8_t *bytes, size_t size, bool *swap)
{
    if (size < RXC_CDR_ENCAPSULATION_BYTES || bytes[0] != 0 || bytes[1] > 1)
        return -EBADMSG;
    *swap = bytes[1] != NATIVE_ORDER;
    return 0;
}

void rxc_cdr_write_encapsulation(uint8_t *bytes)
{
    memcpy(bytes, (const uint8_t[]){0, NATIVE_ORDER, 0, 0}, RXC_CDR_ENCAPSULATION_BYTES);
}
