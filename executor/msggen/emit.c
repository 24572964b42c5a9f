/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "msggen.h"

#include <assert.h>

static const char *c_type(const struct gen_model *model, const struct gen_field *field, char *buffer,
                          size_t size)
{
    if (field->shape == 'q')
        return "struct rxc_sequence";
    if (field->primitive >= 0)
        return gen_primitives[field->primitive].c;
    snprintf(buffer, size, "struct %s", model->types[gen_find_type(model, field->type)].symbol);
    return buffer;
}

static void emit_struct(const struct gen_model *model, const struct gen_type *type, FILE *out)
{
    char buffer[MSGGEN_NAME_BYTES + 8];

    fprintf(out, "/* %s */\nstruct %s {\n", type->name, type->symbol);
    for (int i = 0; i < type->field_count; i++) {
        const struct gen_field *field = &type->fields[i];
        fprintf(out, "    %s %s", c_type(model, field, buffer, sizeof buffer), field->name);
        if (field->shape == 'a')
            fprintf(out, "[%u];\n", field->count);
        else if (field->shape == 'q' && field->count)
            fprintf(out, "; /* %s, at most %u */\n", field->type, field->count);
        else
            fprintf(out, field->shape == 'q' ? "; /* %s */\n" : ";\n", field->type);
    }
    if (type->field_count == 0)
        fprintf(out, "    uint8_t structure_needs_at_least_one_member;\n");
    fprintf(out, "};\n");
    if (type->constant_count) {
        fprintf(out, "enum {\n");
        for (int i = 0; i < type->constant_count; i++)
            fprintf(out, "    %s__%s = %lld,\n", type->symbol, type->constants[i].name,
                    type->constants[i].value);
        fprintf(out, "};\n");
    }
    fprintf(out, "extern const struct rxc_message_type rxc_type_%s;\n\n", type->symbol);
}

bool gen_emit_header(const struct gen_model *model, FILE *out)
{
    fprintf(out, "/* Made by msggen. */\n#ifndef RXC_MESSAGES_H\n#define RXC_MESSAGES_H\n\n"
                 "#include \"rxc/message.h\"\n\n");
    for (int i = 0; i < model->type_count; i++)
        emit_struct(model, &model->types[model->order[i]], out);
    for (int i = 0; i < model->service_count; i++) {
        const char *symbol = model->types[model->services[i].request].symbol;
        fprintf(out, "extern const struct rxc_service_type rxc_service_%.*s;\n",
                (int)(snprintf(NULL, 0, "%s", symbol) - 8), symbol); /* without "_Request" */
    }
    fprintf(out, "\n#endif\n");
    return !ferror(out);
}

/* A lower bound of the encoding's length: padding is left out. */
static unsigned long min_bytes(const struct gen_model *model, const struct gen_type *type)
{
    unsigned long sum = 0;

    for (int i = 0; i < type->field_count; i++) {
        const struct gen_field *field = &type->fields[i];
        unsigned long one = field->primitive >= 0
                                ? (unsigned long)gen_primitives[field->primitive].bytes
                                : min_bytes(model, &model->types[gen_find_type(model, field->type)]);
        sum += field->shape == 'q' ? 4 : field->shape == 'a' ? one * field->count : one;
    }
    return sum ? sum : 1;
}

static void emit_field(const struct gen_model *model, const struct gen_type *type,
                       const struct gen_field *field, FILE *out)
{
    fprintf(out, "    {.name = \"%s\",\n", field->name);
    fprintf(out, "     .kind = RXC_FIELD_%s,\n",
            field->primitive >= 0 ? gen_primitives[field->primitive].kind : "MESSAGE");
    fprintf(out, "     .shape = RXC_SHAPE_%s,\n",
            field->shape == 'q'   ? "SEQUENCE"
            : field->shape == 'a' ? "ARRAY"
                                  : "SINGLE");
    fprintf(out, "     .count = %u,\n     .string_bound = %u,\n", field->count, field->string_bound);
    if (field->primitive < 0)
        fprintf(out, "     .nested = &rxc_type_%s,\n",
                model->types[gen_find_type(model, field->type)].symbol);
    fprintf(out, "     .offset = (uint32_t)offsetof(struct %s, %s)},\n", type->symbol, field->name);
}

static void emit_type(const struct gen_model *model, const struct gen_type *type, FILE *out)
{
    static const struct gen_field dummy = {
        .name = "structure_needs_at_least_one_member", .type = "uint8", .primitive = 3, .shape = 's'};

    fprintf(out, "static const struct rxc_field fields_%s[] = {\n", type->symbol);
    for (int i = 0; i < type->field_count; i++)
        emit_field(model, type, &type->fields[i], out);
    if (type->field_count == 0)
        emit_field(model, type, &dummy, out);
    fprintf(out, "};\n");
    fprintf(out, "const struct rxc_message_type rxc_type_%s = {\n", type->symbol);
    fprintf(out, "    .name = \"%s\",\n    .size_bytes = (uint32_t)sizeof(struct %s),\n", type->name,
            type->symbol);
    fprintf(out, "    .min_cdr_bytes = %luu,\n    .field_count = %du,\n    .fields = fields_%s,\n};\n\n",
            min_bytes(model, type), type->field_count ? type->field_count : 1, type->symbol);
}

static void emit_services(const struct gen_model *model, FILE *out)
{
    for (int i = 0; i < model->service_count; i++) {
        const struct gen_service *service = &model->services[i];
        const char *symbol = model->types[service->request].symbol;
        fprintf(out, "const struct rxc_service_type rxc_service_%.*s = {\n",
                (int)(snprintf(NULL, 0, "%s", symbol) - 8), symbol);
        fprintf(out, "    .name = \"%s\",\n    .request = &rxc_type_%s,\n", service->name, symbol);
        fprintf(out, "    .response = &rxc_type_%s,\n};\n\n", model->types[service->response].symbol);
    }
}

static void emit_registry(const struct gen_model *model, FILE *out)
{
    fprintf(out, "const struct rxc_message_type *rxc_find_message_type(const char *name)\n{\n"
                 "    static const struct rxc_message_type *const types[] = {\n");
    for (int i = 0; i < model->type_count; i++)
        fprintf(out, "        &rxc_type_%s,\n", model->types[i].symbol);
    fprintf(out, "    };\n    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)\n"
                 "        if (strcmp(types[i]->name, name) == 0)\n            return types[i];\n"
                 "    return NULL;\n}\n\n");
    fprintf(out, "const struct rxc_service_type *rxc_find_service_type(const char *name)\n{\n"
                 "    static const struct rxc_service_type *const services[] = {\n");
    for (int i = 0; i < model->service_count; i++) {
        const char *symbol = model->types[model->services[i].request].symbol;
        fprintf(out, "        &rxc_service_%.*s,\n", (int)(snprintf(NULL, 0, "%s", symbol) - 8), symbol);
    }
    fprintf(out, "        NULL};\n    for (size_t i = 0; services[i]; i++)\n"
                 "        if (strcmp(services[i]->name, name) == 0)\n            return services[i];\n"
                 "    return NULL;\n}\n");
}

bool gen_emit_source(const struct gen_model *model, FILE *out, const char *header)
{
    assert(model->type_count > 0);
    fprintf(out, "/* Made by msggen. */\n#include \"%s\"\n\n#include <string.h>\n\n", header);
    for (int i = 0; i < model->type_count; i++)
        emit_type(model, &model->types[model->order[i]], out);
    emit_services(model, out);
    emit_registry(model, out);
    return !ferror(out);
}
