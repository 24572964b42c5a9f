/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* bitstream: what a configuration stream says, packet by packet, and whether its device would take it. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream.h"
#include "commands.h"
#include "paths.h"
#include "util.h"

static const char usage[] = "usage: zynqtwin bitstream FILE... [--slots FILE] [--manifest FILE]\n";

struct options {
    const char *slots;    /* given, or NULL: those of the boards */
    const char *manifest; /* given, or NULL: the build folder's */
    const char **files;
    unsigned file_count;
};

static int is_slots(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".slots") == 0;
}

static bool is_of(const struct zt_geometry *geometry, uint32_t idcode)
{
    return ((zt_geometry_idcode(geometry) ^ idcode) & 0x0fffffffu) == 0; /* without the revision */
}

/* The geometry of the device with this IDCODE among those of the boards, or NULL. */
static struct zt_geometry *find_geometry(uint32_t idcode)
{
    struct dirent **entries = NULL;
    struct zt_geometry *found = NULL;
    char error[512];
    int count = scandir(zt_artefact(ZT_BOARDS), &entries, is_slots, alphasort);
    for (int i = 0; i < count; i++) {
        char *path = zt_format("%s/%s", zt_artefact(ZT_BOARDS), entries[i]->d_name);
        struct zt_geometry *geometry = found ? NULL : zt_geometry_read(path, error, sizeof error);
        if (geometry && is_of(geometry, idcode))
            found = geometry;
        else
            zt_geometry_free(geometry);
        free(path);
        free(entries[i]);
    }
    free(entries);
    return found;
}

static void print_file(const char *path, const struct zt_bitstream_file *file)
{
    static const char *const styles[] = {
        [ZT_STYLE_BIN] = ".bin as bootgen makes it (little-endian words)",
        [ZT_STYLE_BIT] = ".bit (header, big-endian words)",
        [ZT_STYLE_SWAPPED] =
            "big-endian words without a header, as Vivado's -bin_file: neither ICAP's DMA nor PCAP "
            "takes it as it is; use bootgen"};
    printf("%s: %s, %zu words from byte %zu on", path, styles[file->style], file->count, file->header_bytes);
    if (file->extra_bytes)
        printf(", %zu bytes behind them", file->extra_bytes);
    printf("\n");
    if (file->style == ZT_STYLE_BIT)
        printf("design %s\npart %s, made %s %s\n", file->design, file->part, file->date, file->time);
}

static int explain(const char *path, const struct options *o)
{
    struct zt_bitstream_file file;
    struct zt_geometry *geometry = NULL;
    struct zt_manifest *manifest = NULL;
    char error[512] = "";
    char *list = o->manifest ? zt_copy(o->manifest) : zt_format("%s/manifest", zt_artefact(ZT_SLOTS));
    int code = ZT_EXIT_CANNOT_RUN;
    if (zt_bitstream_file_read(path, &file, error, sizeof error))
        goto failed;
    geometry = o->slots ? zt_geometry_read(o->slots, error, sizeof error)
                        : find_geometry(zt_bitstream_idcode(file.words, file.count));
    if (o->slots && !geometry)
        goto failed;
    if (o->manifest || zt_exists(list)) {
        manifest = zt_manifest_read(list, error, sizeof error);
        if (!manifest)
            goto failed;
    }
    print_file(path, &file);
    const struct zt_explain x = {file.words, file.count, geometry, manifest, stdout};
    code = zt_bitstream_explain(&x) ? ZT_EXIT_PASS : ZT_EXIT_FAILED;
    printf("%s\n", code == ZT_EXIT_PASS ? "good" : "BAD");
failed:
    if (code == ZT_EXIT_CANNOT_RUN)
        fprintf(stderr, "zynqtwin bitstream: %s\n", error);
    zt_manifest_free(manifest);
    zt_geometry_free(geometry);
    zt_bitstream_file_free(&file);
    free(list);
    return code;
}

int zt_command_bitstream(int argc, char **argv)
{
    struct options o = {.files = zt_alloc((size_t)argc, sizeof *o.files)};
    int code = ZT_EXIT_PASS;
    for (int i = 1; i < argc; i++) {
        const char **value = strcmp(argv[i], "--slots") == 0      ? &o.slots
                             : strcmp(argv[i], "--manifest") == 0 ? &o.manifest
                                                                  : NULL;
        if (!value && argv[i][0] != '-') {
            o.files[o.file_count++] = argv[i];
        } else if (!value || i + 1 == argc) {
            fprintf(stderr, "zynqtwin bitstream: `%s` is no option, or has no value\n", argv[i]);
            o.file_count = 0;
            break;
        } else {
            *value = argv[++i];
        }
    }
    if (o.file_count == 0) {
        fputs(usage, stderr);
        code = ZT_EXIT_CANNOT_RUN;
    }
    for (unsigned i = 0; i < o.file_count; i++) {
        int one = explain(o.files[i], &o);
        code = one > code ? one : code;
    }
    free(o.files);
    return code;
}
