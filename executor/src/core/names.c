/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "rxc/names.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Length of the token at `text`, 0 when there is none. */
static size_t token_length(const char *text)
{
    size_t length = 0;

    if (!is_letter(text[0]) && text[0] != '_')
        return 0;
    while (length <= RXC_NAME_MAX &&
           (is_letter(text[length]) || is_digit(text[length]) || text[length] == '_'))
        length++;
    return length;
}

bool rxc_token_valid(const char *name)
{
    size_t length = token_length(name);
    return length > 0 && length <= RXC_NAME_MAX && name[length] == '\0';
}

bool rxc_full_name_valid(const char *name)
{
    assert(name);
    if (strnlen(name, RXC_NAME_MAX + 1) > RXC_NAME_MAX || name[0] != '/')
        return false;
    for (const char *at = name; *at;) {
        size_t length = *at == '/' ? token_length(at + 1) : 0;
        if (length == 0)
            return false;
        at += 1 + length;
    }
    return true;
}

static int finish(int length, size_t size)
{
    return length < 0 || (size_t)length >= size ? -EINVAL : 0;
}

int rxc_resolve_name(const char *name_space, const char *node, const char *name, char *out, size_t size)
{
    const char *root = strcmp(name_space, "/") == 0 ? "" : name_space;
    int length;

    if (name[0] == '/')
        length = snprintf(out, size, "%s", name);
    else if (name[0] == '~' && name[1] == '/')
        length = snprintf(out, size, "%s/%s%s", root, node, name + 1);
    else
        length = snprintf(out, size, "%s/%s", root, name);
    int rc = finish(length, size);
    return rc ? rc : rxc_full_name_valid(out) ? 0 : -EINVAL;
}

int rxc_dds_topic_name(const char *full_name, enum rxc_endpoint_role role, char *out, size_t size)
{
    static const char *const prefix[] = {"rt", "rq", "rr"};
    static const char *const suffix[] = {"", "Request", "Reply"};

    if (!rxc_full_name_valid(full_name))
        return -EINVAL;
    return finish(snprintf(out, size, "%s%s%s", prefix[role], full_name, suffix[role]), size);
}

int rxc_dds_type_name(const char *ros_type, enum rxc_endpoint_role role, char *out, size_t size)
{
    static const char *const suffix[] = {"", "Request_", "Response_"};
    const char *kind = role == RXC_ROLE_TOPIC ? "msg" : "srv";
    size_t package = token_length(ros_type);

    if (package == 0 || ros_type[package] != '/' || strncmp(ros_type + package + 1, kind, 3) != 0 ||
        ros_type[package + 4] != '/' || !rxc_token_valid(ros_type + package + 5))
        return -EINVAL;
    return finish(snprintf(out, size, "%.*s::%s::dds_::%s_%s", (int)package, ros_type, kind,
                           ros_type + package + 5, suffix[role]),
                  size);
}
