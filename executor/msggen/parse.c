/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "msggen.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 512

const struct gen_primitive gen_primitives[] = {
    {"bool", "BOOL", "bool", 1},
    {"byte", "UINT8", "uint8_t", 1},
    {"char", "UINT8", "uint8_t", 1},
    {"uint8", "UINT8", "uint8_t", 1},
    {"int8", "INT8", "int8_t", 1},
    {"uint16", "UINT16", "uint16_t", 2},
    {"int16", "INT16", "int16_t", 2},
    {"uint32", "UINT32", "uint32_t", 4},
    {"int32", "INT32", "int32_t", 4},
    {"uint64", "UINT64", "uint64_t", 8},
    {"int64", "INT64", "int64_t", 8},
    {"float32", "FLOAT32", "float", 4},
    {"float64", "FLOAT64", "double", 8},
    {"string", "STRING", "struct rxc_string", 4},
    {NULL, NULL, NULL, 0},
};

int gen_find_primitive(const char *ros)
{
    for (int i = 0; gen_primitives[i].ros; i++)
        if (strcmp(gen_primitives[i].ros, ros) == 0)
            return i;
    return -1;
}

int gen_find_type(const struct gen_model *model, const char *name)
{
    for (int i = 0; i < model->type_count; i++)
        if (strcmp(model->types[i].name, name) == 0)
            return i;
    return -1;
}

struct position {
    const char *path;
    int line;
};

__attribute__((format(printf, 2, 3))) static bool bad(const struct position *at, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s:%d: ", at->path, at->line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

static bool valid_name(const char *name)
{
    if (!isalpha((unsigned char)name[0]))
        return false;
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return false;
    return true;
}

static bool parse_count(const struct position *at, const char *text, uint32_t *count)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);

    if (errno || end == text || *end || value == 0 || value > 0x7fffffff)
        return bad(at, "'%s' is not a count of 1 to 2147483647", text);
    *count = (uint32_t)value;
    return true;
}

/* Splits "uint32[<=5]" into the element's name and the shape. */
static bool parse_shape(const struct position *at, char *type, struct gen_field *field)
{
    char *bracket = strchr(type, '[');

    field->shape = 's';
    if (!bracket)
        return true;
    char *close = strchr(bracket, ']');
    if (!close || close[1])
        return bad(at, "'%s': an array ends with one ']'", type);
    *bracket++ = '\0';
    *close = '\0';
    if (bracket == close) {
        field->shape = 'q';
        return true;
    }
    field->shape = strncmp(bracket, "<=", 2) == 0 ? 'q' : 'a';
    return parse_count(at, field->shape == 'q' ? bracket + 2 : bracket, &field->count);
}

static bool parse_element(const struct position *at, const char *package, char *type, struct gen_field *field)
{
    char *bound = strstr(type, "<=");

    if (bound && strncmp(type, "string<=", 8) == 0) {
        if (!parse_count(at, bound + 2, &field->string_bound))
            return false;
        *bound = '\0';
    }
    field->primitive = gen_find_primitive(type);
    if (field->primitive >= 0) {
        snprintf(field->type, sizeof field->type, "%s", type);
        return true;
    }
    char *slash = strchr(type, '/');
    int length;
    if (slash) {
        *slash = '\0';
        length = snprintf(field->type, sizeof field->type, "%s/msg/%s", type, slash + 1);
    } else {
        length = snprintf(field->type, sizeof field->type, "%s/msg/%s", package, type);
    }
    if (length >= (int)sizeof field->type)
        return bad(at, "the type's name is too long");
    return true;
}

static bool parse_constant(const struct position *at, struct gen_type *type, const char *name,
                           const char *value)
{
    char *end;

    if (type->constant_count == MSGGEN_CONSTANTS_MAX)
        return bad(at, "more than %d constants", MSGGEN_CONSTANTS_MAX);
    struct gen_constant *constant = &type->constants[type->constant_count++];
    snprintf(constant->name, sizeof constant->name, "%s", name);
    errno = 0;
    constant->value = strtoll(value, &end, 0);
    if (errno || end == value || *end || constant->value > 0x7fffffff || constant->value < -0x7fffffff)
        return bad(at, "constant '%s': '%s' is not a 32-bit integer (others are not supported)", name, value);
    return true;
}

static bool parse_field(const struct position *at, const char *package, struct gen_type *type, char *line)
{
    char *save = NULL;
    char *type_text = strtok_r(line, " \t", &save);
    char *name = strtok_r(NULL, " \t", &save);
    char *rest = strtok_r(NULL, " \t", &save);

    if (!name)
        return bad(at, "expected '<type> <name>'");
    char *equals = strchr(name, '=');
    if (equals) {
        *equals = '\0';
        return parse_constant(at, type, name, equals[1] ? equals + 1 : rest ? rest : "");
    }
    if (rest && rest[0] == '=') {
        char *value = rest[1] ? rest + 1 : strtok_r(NULL, " \t", &save);
        return parse_constant(at, type, name, value ? value : "");
    }
    if (rest)
        return bad(at, "field '%s': default values are not supported", name);
    if (!valid_name(name))
        return bad(at, "'%s' is not a field name", name);
    if (type->field_count == MSGGEN_FIELDS_MAX)
        return bad(at, "more than %d fields", MSGGEN_FIELDS_MAX);
    struct gen_field *field = &type->fields[type->field_count++];
    snprintf(field->name, sizeof field->name, "%s", name);
    return parse_shape(at, type_text, field) && parse_element(at, package, type_text, field);
}

static struct gen_type *add_type(struct gen_model *model, const char *package, const char *folder,
                                 const char *name, const char *suffix)
{
    if (model->type_count == MSGGEN_TYPES_MAX)
        return NULL;
    struct gen_type *type = &model->types[model->type_count];
    int length = snprintf(type->name, sizeof type->name, "%s/%s/%s%s", package, folder, name, suffix);
    if (length + 3 > (int)sizeof type->name)
        return NULL;
    snprintf(type->symbol, sizeof type->symbol, "%.40s__%.3s__%.60s%.10s", package, folder, name, suffix);
    model->type_count++;
    return type;
}

static bool parse_lines(struct gen_model *model, FILE *file, struct position *at, const char *package,
                        const char *name, bool service)
{
    char line[LINE_BYTES];
    struct gen_type *type =
        add_type(model, package, service ? "srv" : "msg", name, service ? "_Request" : "");
    bool in_response = false;

    if (!type)
        return bad(at, "too many types or too long a name");
    while (fgets(line, sizeof line, file)) {
        at->line++;
        if (!strchr(line, '\n') && !feof(file))
            return bad(at, "the line is longer than %d characters", LINE_BYTES - 2);
        line[strcspn(line, "#\r\n")] = '\0';
        char *text = line + strspn(line, " \t");
        if (*text == '\0')
            continue;
        if (service && !in_response && strncmp(text, "---", 3) == 0) {
            in_response = true;
            type = add_type(model, package, "srv", name, "_Response");
            if (!type)
                return bad(at, "too many types or too long a name");
            continue;
        }
        if (!parse_field(at, package, type, text))
            return false;
    }
    return !service || in_response || bad(at, "a service needs a line '---'");
}

static bool split_path(const char *path, char *package, char *folder, char *name, char *extension)
{
    char after;
    return sscanf(path, "%40[a-z0-9_]/%3[a-z]/%60[A-Za-z0-9].%3[a-z]%c", package, folder, name, extension,
                  &after) == 4 &&
           strcmp(folder, extension) == 0 && (strcmp(folder, "msg") == 0 || strcmp(folder, "srv") == 0);
}

bool gen_parse_file(struct gen_model *model, const char *root, const char *path)
{
    char package[41], folder[4], name[61], extension[4], full[4096];
    struct position at = {.path = path};

    if (!split_path(path, package, folder, name, extension))
        return bad(&at, "expected <package>/msg/<Name>.msg or <package>/srv/<Name>.srv");
    if (snprintf(full, sizeof full, "%s/%s", root, path) >= (int)sizeof full)
        return bad(&at, "the path is too long");
    FILE *file = fopen(full, "r");
    if (!file)
        return bad(&at, "%s: %s", full, strerror(errno));
    bool service = strcmp(folder, "srv") == 0;
    bool good = parse_lines(model, file, &at, package, name, service);
    fclose(file);
    if (good && service) {
        if (model->service_count == MSGGEN_SERVICES_MAX)
            return bad(&at, "more than %d services", MSGGEN_SERVICES_MAX);
        struct gen_service *entry = &model->services[model->service_count++];
        snprintf(entry->name, sizeof entry->name, "%s/srv/%s", package, name);
        entry->request = model->type_count - 2;
        entry->response = model->type_count - 1;
    }
    return good;
}

static bool visit(struct gen_model *model, int index, int *done)
{
    struct gen_type *type = &model->types[index];

    if (type->visited == 2)
        return true;
    if (type->visited == 1) {
        fprintf(stderr, "%s: contains itself\n", type->name);
        return false;
    }
    type->visited = 1;
    for (int i = 0; i < type->field_count; i++) {
        if (type->fields[i].primitive >= 0)
            continue;
        int nested = gen_find_type(model, type->fields[i].type);
        if (nested < 0) {
            fprintf(stderr, "%s: field '%s' has the unknown type '%s'\n", type->name, type->fields[i].name,
                    type->fields[i].type);
            return false;
        }
        if (!visit(model, nested, done))
            return false;
    }
    type->visited = 2;
    model->order[(*done)++] = index;
    return true;
}

bool gen_resolve(struct gen_model *model)
{
    int done = 0;

    for (int i = 0; i < model->type_count; i++)
        if (!visit(model, i, &done))
            return false;
    return true;
}
