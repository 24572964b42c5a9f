/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The geometry and manifest files, good and bad. */
#include <criterion/criterion.h>
#include <string.h>

#include "bitstream.h"

#define HASH "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

static char err[512];

static struct zt_geometry *zedboard(void)
{
    struct zt_geometry *g = zt_geometry_read(ZEDBOARD_SLOTS, err, sizeof(err));

    cr_assert_not_null(g, "%s", err);
    return g;
}

/* The frame blocks of a partial bitstream that Vivado 2018.3 made for this device: first frame, then frames
 * of the block without its pads. A block ends where a column ends. */
Test(geometry, blocks_of_a_vivado_bitstream_end_with_columns)
{
    const struct {
        uint32_t far, frames, pads;
    } blocks[] = {{0x400d00, 216, 0}, {0x401100, 352, 0}, {0x401a00, 688, 0}, {0xc00180, 384, 2}};
    struct zt_geometry *g = zedboard();

    for (unsigned b = 0; b < 4; b++) {
        uint32_t far = blocks[b].far, next = 0, pads = 0;

        for (uint32_t i = 1; i < blocks[b].frames; i++) {
            cr_assert(zt_geometry_next(g, far, &far, &pads));
            cr_assert_eq(pads, 0u);
        }
        cr_assert(zt_geometry_next(g, far, &next, &pads));
        cr_assert_eq(next & 0x7fu, 0u, "block %u ends in the middle of a column: 0x%08x", b, next);
        cr_assert_eq(pads, blocks[b].pads);
    }
    zt_geometry_free(g);
}

Test(geometry, slots_of_the_zedboard)
{
    struct zt_geometry *g = zedboard();
    uint32_t next, pads;

    cr_assert_eq(zt_geometry_idcode(g), 0x03727093u);
    cr_assert_eq(zt_geometry_slot_count(g), 2u);
    cr_assert_str_eq(zt_geometry_slot_name(g, 0), "small");
    cr_assert_eq(zt_geometry_slot_index(g, "large"), 1);
    cr_assert_eq(zt_geometry_slot_index(g, "huge"), ZT_SLOT_NONE);
    cr_assert_null(zt_geometry_slot_name(g, 2));
    cr_assert_eq(zt_geometry_slot_frames(g, 0), 372u);
    cr_assert_eq(zt_geometry_slot_frames(g, 1), 836u);
    cr_assert_eq(zt_geometry_slot_of(g, 0x00422080), 0);
    cr_assert_eq(zt_geometry_slot_of(g, 0x0042207f), ZT_SLOT_NONE); /* column 64 has 28 frames */
    cr_assert_eq(zt_geometry_slot_of(g, 0x00422400), ZT_SLOT_NONE); /* column 72 */
    cr_assert_eq(zt_geometry_slot_of(g, 0x00c20280 + 127), 0);
    cr_assert_eq(zt_geometry_slot_of(g, 0x00401b80), 1);
    cr_assert(!zt_geometry_next(g, 0x00c202ff, &next, &pads), "the device's last frame has no next one");
    cr_assert(!zt_geometry_next(g, 0x03be0000, &next, &pads));
    zt_geometry_free(g);
}

static void refuses(const char *text, const char *what)
{
    err[0] = '\0';
    cr_assert_null(zt_geometry_parse(text, "f", err, sizeof(err)), "%s", text);
    cr_assert_not_null(strstr(err, what), "`%s` does not say `%s`", err, what);
}

Test(geometry, bad_files_name_line_and_value)
{
    refuses("idcode 0x1\nrow 0 top 0 36\nslot a\nframes 0x80 1\n",
            "f:4: no `row` above has frame address 0x00000080");
    refuses("idcode 0x1\nrow 0 top 0 36\nslot a\nframes 0x23 2\n", "f:4: 2 frames from 0x00000023");
    refuses("idcode 0x1\nrow 0 top 0 36\nslot a\nframes 0 2\nslot b\nframes 1 1\n",
            "belong to slot `a` already");
    refuses("idcode 0x1\nrow 0 left 0 36\n", "half is `left`; top or bottom");
    refuses("idcode 0x1\nrow 0 top 0 129\n", "`129`; a number from 1 to 128");
    refuses("idcode 0x1\nrow 0 top 1 36\nrow 0 top 0 36\n", "ascending");
    refuses("idcode 0x1\nrow 0 top 0 36x0\n", "`x0`");
    refuses("idcode zero\n", "f:1: idcode is `zero`");
    refuses("slot a/b\n", "`a/b`");
    refuses("slots 3\n", "f:1: `slots` begins a line");
    refuses("row 0 top 0 36\nslot a\nframes 0 1\n", "without an idcode");
    refuses("idcode 1\n", "without a slot");
    refuses("idcode 1\nslot a\n", "slot `a` has no frames");
    refuses("frames 0 1\n", "before the first `slot`");
}

Test(manifest, finds_by_hash)
{
    struct zt_manifest *m =
        zt_manifest_parse("# comment\n\n" HASH " small sobel\n" HASH " small sobel\n", "m", err, sizeof(err));
    uint8_t hash[ZT_SHA256_BYTES];

    cr_assert_not_null(m, "%s", err);
    cr_assert_eq(zt_manifest_count(m), 1u);
    for (unsigned i = 0; i < ZT_SHA256_BYTES; i++)
        hash[i] = (uint8_t)i;
    cr_assert_not_null(zt_manifest_find(m, hash));
    cr_assert_str_eq(zt_manifest_find(m, hash)->thread, "sobel");
    cr_assert_str_eq(zt_manifest_at(m, 0)->slot, "small");
    cr_assert_null(zt_manifest_at(m, 1));
    hash[31] ^= 1;
    cr_assert_null(zt_manifest_find(m, hash));
    zt_manifest_free(m);
}

Test(manifest, bad_files_name_line_and_value)
{
    cr_assert_null(zt_manifest_parse("abc small sobel\n", "m", err, sizeof(err)));
    cr_assert_not_null(strstr(err, "m:1: `abc` is no SHA-256"), "%s", err);
    cr_assert_null(zt_manifest_parse(HASH " small\n", "m", err, sizeof(err)));
    cr_assert_not_null(strstr(err, "m:1: 2 words"), "%s", err);
    cr_assert_null(zt_manifest_parse(HASH " small sobel\n" HASH " large sobel\n", "m", err, sizeof(err)));
    cr_assert_not_null(strstr(err, "m:2: this SHA-256 stands above for slot `small`"), "%s", err);
    cr_assert_null(zt_manifest_read("/nonexistent/manifest", err, sizeof(err)));
    cr_assert_not_null(strstr(err, "/nonexistent/manifest"), "%s", err);
}
