/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A stream in Vivado's layout (vivado_stream.h) is taken as it is: mask frames, a CRC, a shut-down, four
 * blocks of frames written twice, CRCs around them; and files of both styles are read. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bitstream.h"
#include "vivado_stream.h"

static uint32_t words[VIVADO_WORDS];
static uint8_t bytes[VIVADO_BIN_BYTES + VIVADO_HEADER_BYTES];
static char err[512];

static struct zt_geometry *geometry(void)
{
    struct zt_geometry *g = zt_geometry_parse(vivado_slots, "device", err, sizeof(err));

    cr_assert_not_null(g, "%s", err);
    vivado_stream(words);
    return g;
}

static struct zt_manifest *manifest(void)
{
    char line[128];
    char digits[65];
    struct zt_manifest *m;

    vivado_sha256(words, digits);
    snprintf(line, sizeof(line), "%s region sortdemo\n", digits);
    m = zt_manifest_parse(line, "manifest", err, sizeof(err));
    cr_assert_not_null(m, "%s", err);
    return m;
}

Test(vivado, whole_stream_names_its_thread)
{
    struct zt_geometry *g = geometry();
    struct zt_manifest *m = manifest();
    struct zt_config_engine *engine = zt_config_engine_create(g, m);
    const struct zt_config_event *event = zt_config_engine_event(engine);
    uint32_t frames = 0, ends = 0;

    for (size_t i = 0; i < VIVADO_WORDS; i++) {
        uint32_t kinds = zt_config_engine_word(engine, words[i]);

        cr_assert_eq(kinds & ZT_CONFIG_EVENT_ERROR, 0u, "word %zu: %s", i, event->text);
        frames += (kinds & ZT_CONFIG_EVENT_FRAME) != 0;
        ends += (kinds & ZT_CONFIG_EVENT_DESYNC) != 0;
    }
    cr_assert_eq(ends, 1u);
    cr_assert_eq(frames, VIVADO_FRAMES);
    cr_assert_eq(event->result, ZT_CONFIG_OK, "%s", event->text);
    cr_assert_eq(event->slot, 0);
    cr_assert_str_eq(event->thread, "sortdemo");
    zt_config_engine_destroy(engine);
    zt_manifest_free(m);
    zt_geometry_free(g);
}

/* A wrong bit anywhere in the frames of either pass is seen at the CRC that covers it. */
Test(vivado, a_wrong_bit_in_either_pass)
{
    struct zt_geometry *g = geometry();
    static const size_t at[] = {100, 50000, 150000, 200000, 340000};

    for (unsigned n = 0; n < sizeof(at) / sizeof(at[0]); n++) {
        struct zt_config_engine *engine = zt_config_engine_create(g, NULL);
        uint32_t kinds = 0;

        words[at[n]] ^= 1u << n;
        for (size_t i = 0; i < VIVADO_WORDS; i++)
            kinds |= zt_config_engine_word(engine, words[i]);
        words[at[n]] ^= 1u << n;
        cr_assert_eq(kinds & (ZT_CONFIG_EVENT_ERROR | ZT_CONFIG_EVENT_DESYNC),
                     (uint32_t)ZT_CONFIG_EVENT_ERROR);
        cr_assert_eq(zt_config_engine_event(engine)->result, ZT_CONFIG_BAD_CRC);
        zt_config_engine_destroy(engine);
    }
    zt_geometry_free(g);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static char path[] = "/tmp/zt_vivado_XXXXXX";

static void write_bytes(const void *data, size_t size)
{
    int fd = mkstemp(path);
    ssize_t done;

    cr_assert_geq(fd, 0);
    done = write(fd, data, size);
    cr_assert_eq(done, (ssize_t)size);
    close(fd);
}

static int read_back(struct zt_bitstream_file *file)
{
    int rc = zt_bitstream_file_read(path, file, err, sizeof(err));

    unlink(path);
    return rc;
}

Test(files, a_bin_gives_the_native_words)
{
    struct zt_bitstream_file file;

    vivado_stream(words);
    vivado_bin(words, bytes);
    write_bytes(bytes, VIVADO_BIN_BYTES);
    cr_assert_eq(read_back(&file), 0, "%s", err);
    cr_assert_eq(file.style, ZT_STYLE_BIN);
    cr_assert_eq(file.count, VIVADO_WORDS);
    cr_assert_arr_eq(file.words, words, VIVADO_BIN_BYTES);
    zt_bitstream_file_free(&file);
}

Test(files, a_bit_gives_header_and_words)
{
    struct zt_bitstream_file file;

    vivado_stream(words);
    vivado_bit(words, bytes);
    write_bytes(bytes, sizeof(bytes));
    cr_assert_eq(read_back(&file), 0, "%s", err);
    cr_assert_eq(file.style, ZT_STYLE_BIT);
    cr_assert_eq(file.header_bytes, VIVADO_HEADER_BYTES);
    cr_assert_eq(file.count, VIVADO_WORDS);
    cr_assert_arr_eq(file.words, words, VIVADO_BIN_BYTES);
    cr_assert_str_eq(file.part, "7z020clg484");
    cr_assert_str_eq(file.date, "2020/02/21");
    cr_assert_not_null(strstr(file.design, "PARTIAL=TRUE"));
    zt_bitstream_file_free(&file);
}

Test(files, words_in_the_other_order_are_told)
{
    struct zt_bitstream_file file;

    vivado_stream(words);
    vivado_bit(words, bytes);
    write_bytes(bytes + VIVADO_HEADER_BYTES, VIVADO_BIN_BYTES);
    cr_assert_eq(read_back(&file), 0, "%s", err);
    cr_assert_eq(file.style, ZT_STYLE_SWAPPED);
    cr_assert_arr_eq(file.words, words, VIVADO_BIN_BYTES);
    zt_bitstream_file_free(&file);
}

/* What is written in either style is what Vivado and bootgen write for these words. */
Test(files, written_as_the_tools_write)
{
    struct zt_bitstream_file file = {.words = words, .count = VIVADO_WORDS};
    static uint8_t got[sizeof(bytes) + 1];

    vivado_stream(words);
    strcpy(file.design, "slot_wrapper;UserID=0XFFFFFFFF;PARTIAL=TRUE;Version=2018.3");
    strcpy(file.part, "7z020clg484");
    strcpy(file.date, "2020/02/21");
    strcpy(file.time, "12:34:56");
    for (unsigned bit = 0; bit < 2; bit++) {
        size_t size = VIVADO_BIN_BYTES + (bit ? VIVADO_HEADER_BYTES : 0);
        char name[] = "/tmp/zt_vivado_XXXXXX";
        int fd = mkstemp(name);
        FILE *in;

        cr_assert_geq(fd, 0);
        close(fd);
        file.style = bit ? ZT_STYLE_BIT : ZT_STYLE_BIN;
        cr_assert_eq(zt_bitstream_file_write(name, &file, err, sizeof(err)), 0, "%s", err);
        (bit ? vivado_bit : vivado_bin)(words, bytes);
        in = fopen(name, "rb");
        cr_assert_eq(fread(got, 1, sizeof(got), in), size);
        fclose(in);
        unlink(name);
        cr_assert_arr_eq(got, bytes, size);
    }
}

Test(files, bad_files_say_why)
{
    struct zt_bitstream_file file;
    static uint8_t noise[4096];

    vivado_stream(words);
    vivado_bit(words, bytes);
    write_bytes(bytes, sizeof(bytes) - 1);
    cr_assert_eq(read_back(&file), -1);
    cr_assert_not_null(
        strstr(err, "truncated: the .bit header announces 1421856 bytes, the file has 1421855"), "%s", err);
    strcpy(path, "/tmp/zt_vivado_XXXXXX");
    bytes[13] = 'x';
    write_bytes(bytes, sizeof(bytes));
    cr_assert_eq(read_back(&file), -1);
    cr_assert_not_null(strstr(err, "no field `a` at byte 13"), "%s", err);
    strcpy(path, "/tmp/zt_vivado_XXXXXX");
    write_bytes(noise, sizeof(noise));
    cr_assert_eq(read_back(&file), -1);
    cr_assert_not_null(strstr(err, "neither a .bit header nor a sync word"), "%s", err);
    strcpy(path, "/tmp/zt_vivado_XXXXXX");
    write_bytes(noise, 3);
    cr_assert_eq(read_back(&file), -1);
    cr_assert_not_null(strstr(err, "too short"), "%s", err);
    cr_assert_eq(zt_bitstream_file_read("/nonexistent", &file, err, sizeof(err)), -1);
    cr_assert_not_null(strstr(err, "/nonexistent: cannot be read"), "%s", err);
}
