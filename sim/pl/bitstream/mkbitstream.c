/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* mkbitstream: makes the partial bitstream that stands for one hardware thread in one slot. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream.h"

struct options {
    const char *slots;
    const char *slot;
    const char *thread;
    const char *out;
    const char *manifest;
    const char *bytes;
    bool twice;
};

static int usage(FILE *to, int rc)
{
    fputs("usage: mkbitstream --slots FILE --slot NAME --thread NAME --out FILE [--manifest FILE] [--twice]\n"
          "                   [--bytes N]\n"
          "  --slots     the device's columns and the frames of its slots\n"
          "  --slot      one of them, or `device`: a full bitstream, for PCAP after PROG_B\n"
          "  --thread    what the stream carries; `blank`: nothing\n"
          "  --out       NAME.bit: with Vivado's header, big-endian words; any other name: as bootgen makes "
          "a .bin\n"
          "  --manifest  append the line `<sha256> <slot> <thread>` to this file\n"
          "  --twice     write every frame twice, as Vivado's RESET_AFTER_RECONFIG flow does\n"
          "  --bytes     words of exactly so many bytes: frames from the slot's first on, fewer than all, or "
          "again\n"
          "              and again\n",
          to);
    return rc;
}

static int parse_options(int argc, char **argv, struct options *o)
{
    static const char *const names[] = {"--slots", "--slot", "--thread", "--out", "--manifest", "--bytes"};
    const char **const values[] = {&o->slots, &o->slot, &o->thread, &o->out, &o->manifest, &o->bytes};

    for (int i = 1; i < argc; i++) {
        size_t n = 0;

        if (strcmp(argv[i], "--twice") == 0) {
            o->twice = true;
            continue;
        }
        while (n < sizeof(names) / sizeof(names[0]) && strcmp(argv[i], names[n]) != 0)
            n++;
        if (n == sizeof(names) / sizeof(names[0]) || i + 1 == argc) {
            fprintf(stderr, "mkbitstream: `%s` is no option, or has no value.\n", argv[i]);
            return usage(stderr, -1);
        }
        *values[n] = argv[++i];
    }
    if (o->slots == NULL || o->slot == NULL || o->thread == NULL || o->out == NULL)
        return usage(stderr, -1);
    return 0;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);

    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static int write_file(const struct options *o, const struct zt_geometry *geometry, uint32_t *words,
                      size_t count)
{
    /* A fixed date: equal inputs make equal files. */
    struct zt_bitstream_file file = {.style = ends_with(o->out, ".bit") ? ZT_STYLE_BIT : ZT_STYLE_BIN,
                                     .date = "1970/01/01",
                                     .time = "00:00:00",
                                     .words = words,
                                     .count = count};
    char err[512];

    snprintf(file.design, sizeof(file.design), "%s_%s;UserID=0XFFFFFFFF%s", o->thread, o->slot,
             strcmp(o->slot, ZT_SLOT_NAME_DEVICE) == 0 ? "" : ";PARTIAL=TRUE");
    snprintf(file.part, sizeof(file.part), "%s", zt_geometry_device(geometry));
    if (zt_bitstream_file_write(o->out, &file, err, sizeof(err)) == 0)
        return 0;
    fprintf(stderr, "mkbitstream: %s\n", err);
    return -1;
}

static int append_manifest(const struct options *o, const uint8_t *sha256)
{
    FILE *file = fopen(o->manifest, "a");
    bool good = file != NULL;

    for (unsigned i = 0; good && i < ZT_SHA256_BYTES; i++)
        good = fprintf(file, "%02x", sha256[i]) == 2;
    good = good && fprintf(file, " %s %s\n", o->slot, o->thread) > 0;
    if (file != NULL && fclose(file) != 0)
        good = false;
    if (!good)
        fprintf(stderr, "mkbitstream: %s: cannot be written: %s.\n", o->manifest, strerror(errno));
    return good ? 0 : -1;
}

static int make(const struct options *o, const struct zt_geometry *geometry)
{
    char err[512];
    uint8_t sha256[ZT_SHA256_BYTES];
    bool full = strcmp(o->slot, ZT_SLOT_NAME_DEVICE) == 0;
    int slot = full ? ZT_SLOT_DEVICE : zt_geometry_slot_index(geometry, o->slot);
    struct zt_bitstream_spec spec = {
        .geometry = geometry, .slot = slot, .thread = o->thread, .write_twice = o->twice};
    size_t count;
    uint32_t *words;
    int rc = -1;

    if (slot == ZT_SLOT_NONE) {
        fprintf(stderr, "mkbitstream: %s: no slot `%s`.\n", o->slots, o->slot);
        return -1;
    }
    if (o->bytes != NULL) {
        char *end = NULL;

        spec.size_bytes = strtoul(o->bytes, &end, 10);
        if (*end != '\0' || spec.size_bytes == 0) {
            fprintf(stderr, "mkbitstream: --bytes `%s` is no size.\n", o->bytes);
            return -1;
        }
    }
    words = zt_bitstream_make(&spec, &count, err, sizeof(err));
    if (words == NULL)
        fprintf(stderr, "mkbitstream: %s\n", err);
    else if (zt_bitstream_sha256(geometry, words, count, full, sha256) != 0)
        fprintf(stderr, "mkbitstream: the stream made for slot `%s` does not pass the engine.\n", o->slot);
    else
        rc = write_file(o, geometry, words, count);
    if (rc == 0 && o->manifest != NULL)
        rc = append_manifest(o, sha256);
    free(words);
    return rc;
}

int main(int argc, char **argv)
{
    struct options o = {0};
    struct zt_geometry *geometry;
    char err[512];
    int rc;

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return usage(stdout, 0);
    if (parse_options(argc, argv, &o) != 0)
        return 2;
    geometry = zt_geometry_read(o.slots, err, sizeof(err));
    if (geometry == NULL) {
        fprintf(stderr, "mkbitstream: %s\n", err);
        return 2;
    }
    rc = make(&o, geometry);
    zt_geometry_free(geometry);
    return rc == 0 ? 0 : 2;
}
