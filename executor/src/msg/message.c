/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "rxc/message.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t primitive_bytes[] = {
    [RXC_FIELD_BOOL] = 1,  [RXC_FIELD_UINT8] = 1,   [RXC_FIELD_INT8] = 1,    [RXC_FIELD_UINT16] = 2,
    [RXC_FIELD_INT16] = 2, [RXC_FIELD_UINT32] = 4,  [RXC_FIELD_INT32] = 4,   [RXC_FIELD_UINT64] = 8,
    [RXC_FIELD_INT64] = 8, [RXC_FIELD_FLOAT32] = 4, [RXC_FIELD_FLOAT64] = 8,
};

size_t rxc_field_element_size(const struct rxc_field *field)
{
    if (field->kind == RXC_FIELD_STRING)
        return sizeof(struct rxc_string);
    if (field->kind == RXC_FIELD_MESSAGE)
        return field->nested->size_bytes;
    assert((size_t)field->kind < sizeof primitive_bytes);
    return primitive_bytes[field->kind];
}

void rxc_message_init(const struct rxc_message_type *type, void *message)
{
    assert(type && message);
    memset(message, 0, type->size_bytes);
}

static bool owns_memory(const struct rxc_field *field)
{
    return field->kind == RXC_FIELD_STRING || field->kind == RXC_FIELD_MESSAGE;
}

static void fini_elements(const struct rxc_field *field, char *data, size_t count)
{
    size_t element_bytes = rxc_field_element_size(field);

    for (size_t i = 0; i < count; i++) {
        if (field->kind == RXC_FIELD_MESSAGE) {
            rxc_message_fini(field->nested, data + i * element_bytes);
        } else {
            struct rxc_string *string = (struct rxc_string *)(void *)(data + i * element_bytes);
            free(string->data);
            *string = (struct rxc_string){0};
        }
    }
}

void rxc_message_fini(const struct rxc_message_type *type, void *message)
{
    for (uint32_t i = 0; i < type->field_count; i++) {
        const struct rxc_field *field = &type->fields[i];
        char *member = (char *)message + field->offset;

        if (field->shape == RXC_SHAPE_SEQUENCE) {
            struct rxc_sequence *sequence = (struct rxc_sequence *)(void *)member;
            /* Elements beyond size up to capacity keep their buffers for reuse. */
            if (owns_memory(field))
                fini_elements(field, sequence->data, sequence->capacity);
            free(sequence->data);
        } else if (owns_memory(field)) {
            fini_elements(field, member, field->shape == RXC_SHAPE_ARRAY ? field->count : 1);
        }
    }
    memset(message, 0, type->size_bytes);
}

/* What lies between the old and the new capacity is zero; a large new buffer costs nothing until it is
 * touched. */
static int sequence_reserve(struct rxc_sequence *sequence, size_t element_bytes, size_t count)
{
    size_t old = sequence->capacity;
    void *data;

    if (count <= old)
        return 0;
    if (count > SIZE_MAX / 2 / element_bytes)
        return -ENOMEM;
    data = old ? realloc(sequence->data, count * element_bytes) : calloc(count, element_bytes);
    if (!data)
        return -ENOMEM;
    if (old)
        memset((char *)data + old * element_bytes, 0, (count - old) * element_bytes);
    else
        free(sequence->data);
    sequence->data = data;
    sequence->capacity = count;
    return 0;
}

int rxc_sequence_resize(struct rxc_sequence *sequence, size_t element_bytes, size_t size)
{
    assert(element_bytes > 0);
    size_t dirty_end = sequence->capacity < size ? sequence->capacity : size;
    int rc = sequence_reserve(sequence, element_bytes, size);
    if (rc)
        return rc;
    if (dirty_end > sequence->size) /* shrinking left old elements behind */
        memset((char *)sequence->data + sequence->size * element_bytes, 0,
               (dirty_end - sequence->size) * element_bytes);
    sequence->size = size;
    return 0;
}

int rxc_sequence_resize_field(const struct rxc_field *field, struct rxc_sequence *sequence, size_t size)
{
    size_t element_bytes = rxc_field_element_size(field);

    assert(field->shape == RXC_SHAPE_SEQUENCE);
    if (!owns_memory(field))
        return rxc_sequence_resize(sequence, element_bytes, size);
    int rc = sequence_reserve(sequence, element_bytes, size);
    if (rc)
        return rc;
    sequence->size = size;
    return 0;
}

int rxc_string_assign(struct rxc_string *string, const char *text, size_t length)
{
    if (length + 1 > string->capacity) {
        if (length > SIZE_MAX / 2)
            return -ENOMEM;
        char *data = realloc(string->data, length + 1);
        if (!data)
            return -ENOMEM;
        string->data = data;
        string->capacity = length + 1;
    }
    if (length)
        memmove(string->data, text, length);
    string->data[length] = '\0';
    string->size = length;
    return 0;
}

static int copy_elements(const struct rxc_field *field, const char *from, char *to, size_t count)
{
    size_t element_bytes = rxc_field_element_size(field);

    if (!owns_memory(field)) {
        if (count)
            memcpy(to, from, count * element_bytes);
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        const char *source = from + i * element_bytes;
        char *target = to + i * element_bytes;
        int rc;

        if (field->kind == RXC_FIELD_MESSAGE) {
            rc = rxc_message_copy(field->nested, source, target);
        } else {
            const struct rxc_string *string = (const struct rxc_string *)(const void *)source;
            rc = rxc_string_assign((struct rxc_string *)(void *)target, string->data, string->size);
        }
        if (rc)
            return rc;
    }
    return 0;
}

int rxc_message_copy(const struct rxc_message_type *type, const void *from, void *to)
{
    for (uint32_t i = 0; i < type->field_count; i++) {
        const struct rxc_field *field = &type->fields[i];
        const char *source = (const char *)from + field->offset;
        char *target = (char *)to + field->offset;
        int rc;

        if (field->shape == RXC_SHAPE_SEQUENCE) {
            const struct rxc_sequence *in = (const struct rxc_sequence *)(const void *)source;
            struct rxc_sequence *out = (struct rxc_sequence *)(void *)target;
            rc = rxc_sequence_resize_field(field, out, in->size);
            if (!rc)
                rc = copy_elements(field, in->data, out->data, in->size);
        } else {
            rc = copy_elements(field, source, target, field->shape == RXC_SHAPE_ARRAY ? field->count : 1);
        }
        if (rc)
            return rc;
    }
    return 0;
}
