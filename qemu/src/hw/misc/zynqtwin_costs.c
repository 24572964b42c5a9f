/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The cost figures of a board. See include/zynqtwin/costs.h. */
#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "qemu/error-report.h"
#include "zynqtwin/costs.h"

struct zt_costs zt_costs = {
#define ZT_COST_DEFAULT(name, def, least, largest) .name = (def),
    ZT_COSTS(ZT_COST_DEFAULT)
#undef ZT_COST_DEFAULT
};

static const struct {
    const char *name;
    int64_t *value;
    int64_t least, largest;
} table[] = {
#define ZT_COST_ROW(n, def, lo, hi) { #n, &zt_costs.n, lo, hi },
    ZT_COSTS(ZT_COST_ROW)
#undef ZT_COST_ROW
};

static void read_line(const char *path, unsigned line, char *text)
{
    char *value = strchr(text, '=');
    int64_t number;
    size_t i;

    if (!value) {
        error_report("%s:%u: '%s' is not a line of the form name=value", path, line, text);
        exit(EXIT_FAILURE);
    }
    *value++ = '\0';
    for (i = 0; i < ARRAY_SIZE(table); i++) {
        if (strcmp(table[i].name, text) == 0) {
            break;
        }
    }
    if (i == ARRAY_SIZE(table)) {
        error_report("%s:%u: '%s' is not a cost that the machine knows", path, line, text);
        exit(EXIT_FAILURE);
    }
    if (qemu_strtoi64(value, NULL, 0, &number) < 0 || number < table[i].least || number > table[i].largest) {
        error_report("%s:%u: %s is '%s', allowed are integers from %" PRId64 " to %" PRId64, path, line, text,
                     value, table[i].least, table[i].largest);
        exit(EXIT_FAILURE);
    }
    *table[i].value = number;
}

void zt_costs_read(const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) lines = NULL;
    unsigned i;

    if (!path) {
        return;
    }
    if (!g_file_get_contents(path, &text, NULL, &error)) {
        error_report("zynqtwin: cannot read the cost figures: %s", error->message);
        exit(EXIT_FAILURE);
    }
    lines = g_strsplit(text, "\n", -1);
    for (i = 0; lines[i]; i++) {
        char *line = g_strstrip(lines[i]);

        if (*line && *line != '#') {
            read_line(path, i + 1, line);
        }
    }
}
