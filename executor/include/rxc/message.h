/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Messages in memory have the rosidl C layout: a struct whose members are in the order of the .msg file;
 * a dynamic array or a string is the triple {data, size, capacity}. The tables below describe a struct so
 * that one reader and one writer serve every type. msggen makes both from the .msg texts.
 *
 * None of these functions locks: a message belongs to one thread at a time.
 */
#ifndef RXC_MESSAGE_H
#define RXC_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A dynamic array of any element type. size and capacity count elements. */
struct rxc_sequence {
    void *data;
    size_t size;
    size_t capacity;
};

/* size: without the final NUL, which is always there when data is not NULL; capacity: bytes with it. */
struct rxc_string {
    char *data;
    size_t size;
    size_t capacity;
};

enum rxc_field_kind {
    RXC_FIELD_BOOL,
    RXC_FIELD_UINT8, /* also byte, char and octet */
    RXC_FIELD_INT8,
    RXC_FIELD_UINT16,
    RXC_FIELD_INT16,
    RXC_FIELD_UINT32,
    RXC_FIELD_INT32,
    RXC_FIELD_UINT64,
    RXC_FIELD_INT64,
    RXC_FIELD_FLOAT32,
    RXC_FIELD_FLOAT64,
    RXC_FIELD_STRING,
    RXC_FIELD_MESSAGE,
};

enum rxc_field_shape { RXC_SHAPE_SINGLE, RXC_SHAPE_ARRAY, RXC_SHAPE_SEQUENCE };

struct rxc_message_type;

struct rxc_field {
    const char *name;
    enum rxc_field_kind kind;
    enum rxc_field_shape shape;
    uint32_t count;        /* elements of an array; bound of a sequence, 0: none */
    uint32_t string_bound; /* characters; 0: none */
    uint32_t offset;       /* bytes from the start of the struct */
    const struct rxc_message_type *nested;
};

struct rxc_message_type {
    const char *name;       /* "std_msgs/msg/String"; services: "pkg/srv/Name_Request" */
    uint32_t size_bytes;    /* of the struct */
    uint32_t min_cdr_bytes; /* no encoding of this type is shorter; at least 1 */
    uint32_t field_count;
    const struct rxc_field *fields;
};

struct rxc_service_type {
    const char *name; /* "sorter_msgs/srv/Sort" */
    const struct rxc_message_type *request;
    const struct rxc_message_type *response;
};

/* The types built in; NULL when unknown. */
const struct rxc_message_type *rxc_find_message_type(const char *name);
const struct rxc_service_type *rxc_find_service_type(const char *name);

/* Bytes of one element of a field in memory. */
size_t rxc_field_element_size(const struct rxc_field *field);

/* Makes a message of zeros with empty strings; cannot fail (strings have no buffer yet). */
void rxc_message_init(const struct rxc_message_type *type, void *message);
/* Frees every buffer and zeroes the message; harmless to repeat. */
void rxc_message_fini(const struct rxc_message_type *type, void *message);
/* Deep copy into an initialised message, whose buffers are reused. 0 or -ENOMEM (then `to` is valid but
 * partial). */
int rxc_message_copy(const struct rxc_message_type *type, const void *from, void *to);

/*
 * Sets the number of elements; keeps buffers that are large enough, new elements are zero. Elements of a
 * message type must be given by rxc_sequence_resize_messages. 0 or -ENOMEM (unchanged).
 */
int rxc_sequence_resize(struct rxc_sequence *sequence, size_t element_bytes, size_t size);
int rxc_sequence_resize_field(const struct rxc_field *field, struct rxc_sequence *sequence, size_t size);
/* Assigns length bytes and a NUL. 0 or -ENOMEM (unchanged). */
int rxc_string_assign(struct rxc_string *string, const char *text, size_t length);

#endif
