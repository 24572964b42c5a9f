/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * msggen OUT.h OUT.c ROOT FILE...: makes the C structs and field tables of the interfaces ROOT/FILE, each
 * <package>/msg/<Name>.msg or <package>/srv/<Name>.srv. Runs on the build machine.
 */
#include "msggen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool write_file(const struct gen_model *model, const char *path, const char *header)
{
    FILE *out = fopen(path, "w");

    if (!out) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return false;
    }
    bool good = header ? gen_emit_source(model, out, header) : gen_emit_header(model, out);
    if (fclose(out) || !good) {
        fprintf(stderr, "%s: could not be written\n", path);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    static struct gen_model model;

    if (argc < 5) {
        fprintf(stderr, "usage: msggen OUT.h OUT.c ROOT FILE...\n");
        return EXIT_FAILURE;
    }
    for (int i = 4; i < argc; i++)
        if (!gen_parse_file(&model, argv[3], argv[i]))
            return EXIT_FAILURE;
    if (!gen_resolve(&model))
        return EXIT_FAILURE;
    const char *slash = strrchr(argv[1], '/');
    if (!write_file(&model, argv[1], NULL) || !write_file(&model, argv[2], slash ? slash + 1 : argv[1]))
        return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
