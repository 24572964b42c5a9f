/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The parts of the generator: a model of the interfaces, a parser that fills it, an emitter that prints it.
 */
#ifndef MSGGEN_H
#define MSGGEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define MSGGEN_NAME_BYTES 128
#define MSGGEN_FIELDS_MAX 64
#define MSGGEN_CONSTANTS_MAX 64
#define MSGGEN_TYPES_MAX 128
#define MSGGEN_SERVICES_MAX 64

struct gen_field {
    char name[MSGGEN_NAME_BYTES];
    char type[MSGGEN_NAME_BYTES]; /* primitive, "string" or the full name of a message */
    int primitive;                /* index in gen_primitives, -1: message */
    uint32_t string_bound;
    char shape; /* 's'ingle, 'a'rray, 'q': sequence */
    uint32_t count;
};

struct gen_constant {
    char name[MSGGEN_NAME_BYTES];
    long long value;
};

struct gen_type {
    char name[MSGGEN_NAME_BYTES];   /* pkg/msg/Name */
    char symbol[MSGGEN_NAME_BYTES]; /* pkg__msg__Name */
    int field_count;
    struct gen_field fields[MSGGEN_FIELDS_MAX];
    int constant_count;
    struct gen_constant constants[MSGGEN_CONSTANTS_MAX];
    int visited; /* 0 no, 1 in progress, 2 done */
};

struct gen_service {
    char name[MSGGEN_NAME_BYTES];
    int request; /* index in types */
    int response;
};

struct gen_model {
    int type_count;
    struct gen_type types[MSGGEN_TYPES_MAX];
    int order[MSGGEN_TYPES_MAX]; /* a type comes after those that it contains */
    int service_count;
    struct gen_service services[MSGGEN_SERVICES_MAX];
};

struct gen_primitive {
    const char *ros;
    const char *kind; /* enumerator without RXC_FIELD_ */
    const char *c;
    int bytes; /* in CDR; string: its length word */
};

extern const struct gen_primitive gen_primitives[];
int gen_find_primitive(const char *ros); /* -1: none */
int gen_find_type(const struct gen_model *model, const char *name);

/* Each prints its message on standard error and returns false on failure. */
bool gen_parse_file(struct gen_model *model, const char *root, const char *path);
bool gen_resolve(struct gen_model *model);
bool gen_emit_header(const struct gen_model *model, FILE *out);
bool gen_emit_source(const struct gen_model *model, FILE *out, const char *header);

#endif
