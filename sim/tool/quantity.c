/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "quantity.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    enum zt_unit unit;
    double factor;
} units[] = {
    {"ps", ZT_UNIT_NS, 1e-3},        {"ns", ZT_UNIT_NS, 1},         {"us", ZT_UNIT_NS, 1e3},
    {"ms", ZT_UNIT_NS, 1e6},         {"s", ZT_UNIT_NS, 1e9},        {"B", ZT_UNIT_BYTES, 1},
    {"kB", ZT_UNIT_BYTES, 1e3},      {"MB", ZT_UNIT_BYTES, 1e6},    {"KiB", ZT_UNIT_BYTES, 1024},
    {"MiB", ZT_UNIT_BYTES, 1 << 20}, {"%", ZT_UNIT_FRACTION, 0.01}, {"", ZT_UNIT_NONE, 1},
};

static const char *skip_spaces(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* Reads one quantity and moves *at behind it. */
static bool read_quantity(const char **at, struct zt_quantity *out)
{
    const char *start = skip_spaces(*at);
    if (!isdigit((unsigned char)*start) && *start != '-' && *start != '+')
        return false; /* keeps out inf, nan and hexadecimal surprises of strtod */
    /* strtod would take the first dot of "1..5" for the number's own. */
    char number[64];
    size_t n = 0;
    while (n < sizeof number - 1 && (isdigit((unsigned char)start[n]) || strchr("+-eE.", start[n])) &&
           start[n]) {
        if (start[n] == '.' && start[n + 1] == '.')
            break;
        number[n] = start[n];
        n++;
    }
    number[n] = '\0';
    char *end = NULL;
    double value = strtod(number, &end);
    if (end == number || *end || !isfinite(value))
        return false;
    const char *unit = skip_spaces(start + n);
    size_t length = 0;
    while (isalpha((unsigned char)unit[length]) || unit[length] == '%')
        length++;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strlen(units[i].name) != length || strncmp(units[i].name, unit, length) != 0)
            continue;
        *out = (struct zt_quantity){value * units[i].factor, units[i].unit};
        *at = skip_spaces(unit + length);
        return true;
    }
    return false;
}

bool zt_quantity_parse(const char *text, struct zt_quantity *out)
{
    return read_quantity(&text, out) && *text == '\0';
}

bool zt_duration_parse(const char *text, uint64_t *ns_out)
{
    struct zt_quantity quantity;
    if (!zt_quantity_parse(text, &quantity) || quantity.unit != ZT_UNIT_NS)
        return false;
    double ns = round(quantity.value);
    if (ns < 0 || ns > 9e15)
        return false;
    *ns_out = (uint64_t)ns;
    return true;
}

bool zt_integer_parse(const char *text, uint64_t low, uint64_t high, uint64_t *out)
{
    if (!isdigit((unsigned char)*text))
        return false;
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, text[0] == '0' && (text[1] | 32) == 'x' ? 16 : 10);
    if (errno || *end || value < low || value > high)
        return false;
    *out = value;
    return true;
}

bool zt_range_parse(const char *text, struct zt_range *out)
{
    static const struct {
        const char *sign;
        enum zt_relation relation;
    } signs[] = {{"<=", ZT_AT_MOST}, {">=", ZT_AT_LEAST}, {"!=", ZT_NOT_EQUAL},
                 {"==", ZT_EQUAL},   {"<", ZT_BELOW},     {">", ZT_ABOVE}};
    const char *at = skip_spaces(text);
    out->relation = ZT_EQUAL;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (strncmp(at, signs[i].sign, strlen(signs[i].sign)) == 0) {
            out->relation = signs[i].relation;
            at += strlen(signs[i].sign);
            return read_quantity(&at, &out->low) && *at == '\0';
        }
    }
    if (!read_quantity(&at, &out->low))
        return false;
    if (*at == '\0')
        return true;
    if (strncmp(at, "..", 2) != 0)
        return false;
    at += 2;
    out->relation = ZT_BETWEEN;
    return read_quantity(&at, &out->high) && *at == '\0' && out->high.unit == out->low.unit &&
           out->high.value >= out->low.value;
}

bool zt_range_holds(const struct zt_range *range, double value)
{
    double bound = range->low.value;
    if (!isfinite(value))
        return false; /* a metric without a value meets no expectation */
    switch (range->relation) {
    case ZT_EQUAL:
        return value == bound;
    case ZT_NOT_EQUAL:
        return value != bound;
    case ZT_BELOW:
        return value < bound;
    case ZT_AT_MOST:
        return value <= bound;
    case ZT_ABOVE:
        return value > bound;
    case ZT_AT_LEAST:
        return value >= bound;
    case ZT_BETWEEN:
        return value >= bound && value <= range->high.value;
    }
    return false;
}
