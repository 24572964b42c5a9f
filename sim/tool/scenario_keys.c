/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "scenario_keys.h"

#include <string.h>

#include "quantity.h"
#include "util.h"

const char *zt_key_scalar(const struct zt_node *node, const char *what, struct zt_diag *diag)
{
    return zt_node_expect(node, ZT_NODE_SCALAR, what, diag) ? node->text : NULL;
}

char *zt_key_text(const struct zt_node *map, const char *key, bool required, struct zt_diag *diag)
{
    const struct zt_node *node = zt_node_get(map, key);
    if (!node) {
        if (required)
            zt_diag_error(diag, map->place, "the key '%s' is missing", key);
        return NULL;
    }
    const char *text = zt_key_scalar(node, key, diag);
    return text ? zt_copy(text) : NULL;
}

uint64_t zt_key_duration(const struct zt_node *map, const char *key, uint64_t fallback_ns,
                         struct zt_diag *diag)
{
    const struct zt_node *node = zt_node_get(map, key);
    uint64_t ns = fallback_ns;
    const char *text = node ? zt_key_scalar(node, key, diag) : NULL;
    if (text && (!zt_duration_parse(text, &ns) || ns == 0))
        zt_diag_error(diag, node->place,
                      "'%s' is not a time for %s (a number above 0 and ps, ns, us, ms or s)", text, key);
    return ns;
}

uint64_t zt_key_integer(const struct zt_node *map, const char *key, uint64_t fallback, uint64_t low,
                        uint64_t high, struct zt_diag *diag)
{
    const struct zt_node *node = zt_node_get(map, key);
    uint64_t value = fallback;
    const char *text = node ? zt_key_scalar(node, key, diag) : NULL;
    if (text && !zt_integer_parse(text, low, high, &value))
        zt_diag_error(diag, node->place, "'%s' is not a value for %s (a whole number from %llu to %llu)",
                      text, key, (unsigned long long)low, (unsigned long long)high);
    return value;
}

bool zt_key_is_name(const char *text)
{
    size_t length = strlen(text);
    return length > 0 && length <= 16 && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == length &&
           (text[0] < '0' || text[0] > '9');
}
