/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Known answers: worked out by hand, or published. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"

Test(sobel, flat_image_has_no_edges)
{
    uint8_t in[5 * 4], out[5 * 4];

    memset(in, 200, sizeof(in));
    memset(out, 1, sizeof(out));
    zt_golden_sobel(in, out, 5, 4, 5, 1);
    for (unsigned i = 0; i < sizeof(out); i++)
        cr_assert_eq(out[i], 0);
}

/* One lit pixel of value 10 in the middle of 5 x 5: each neighbour sees it once, by the kernels' weights:
 * corners |1|+|1|, left and right |2|+0, above and below 0+|2|, the pixel itself 0. */
Test(sobel, impulse)
{
    static const uint8_t want[25] = {0,  0, 0, 0,  0,  0,  20, 20, 20, 0, 0, 20, 0,
                                     20, 0, 0, 20, 20, 20, 0,  0,  0,  0, 0, 0};
    uint8_t in[25] = {0}, out[25];

    in[12] = 10;
    zt_golden_sobel(in, out, 5, 5, 5, 1);
    cr_assert_arr_eq(out, want, 25);
}

/* 1 2 3 / 4 5 6 / 7 8 10: Gx = (3+12+10) - (1+8+7) = 9, Gy = (7+16+10) - (1+4+3) = 25. */
Test(sobel, nine_pixels_by_hand)
{
    const uint8_t in[9] = {1, 2, 3, 4, 5, 6, 7, 8, 10};
    uint8_t out[9];

    zt_golden_sobel(in, out, 3, 3, 3, 1);
    for (unsigned i = 0; i < 9; i++)
        cr_assert_eq(out[i], i == 4 ? 34 : 0);
}

/* A step from 0 to 63 gives 4 * 63 = 252, from 0 to 64 gives 256, which saturates. */
Test(sobel, saturates_at_255)
{
    const struct {
        uint8_t step, want;
    } cases[] = {{63, 252}, {64, 255}, {255, 255}};

    for (unsigned c = 0; c < 3; c++) {
        uint8_t in[12] = {0}, out[12];

        for (unsigned y = 0; y < 3; y++)
            in[4 * y + 2] = in[4 * y + 3] = cases[c].step;
        zt_golden_sobel(in, out, 4, 3, 4, 1);
        cr_assert_eq(out[5], cases[c].want);
        cr_assert_eq(out[6], cases[c].want);
    }
}

/* Channels do not see each other; bytes between the rows stay as they were. */
Test(sobel, channels_and_step)
{
    uint8_t in[3 * 12] = {0}, out[3 * 12];

    memset(out, 0xee, sizeof(out));
    in[1 * 12 + 3 + 1] = 7;  /* green of the middle pixel: its own output is 0 */
    in[0 * 12 + 0 + 2] = 9;  /* red, upper left: Gx = -9, Gy = -9 */
    in[2 * 12 + 3 + 0] = 30; /* blue, below: Gy = 60 */
    zt_golden_sobel(in, out, 3, 3, 12, 3);
    cr_assert_eq(out[12 + 3 + 0], 60);
    cr_assert_eq(out[12 + 3 + 1], 0);
    cr_assert_eq(out[12 + 3 + 2], 18);
    for (unsigned y = 0; y < 3; y++)
        for (unsigned i = 9; i < 12; i++)
            cr_assert_eq(out[12 * y + i], 0xee);
}

Test(sobel, images_without_an_inside_are_black)
{
    uint8_t in[8], out[8];

    memset(in, 99, sizeof(in));
    for (uint32_t width = 1; width <= 2; width++) {
        memset(out, 1, sizeof(out));
        zt_golden_sobel(in, out, width, 4, 2, 1);
        for (uint32_t y = 0; y < 4; y++)
            for (uint32_t x = 0; x < width; x++)
                cr_assert_eq(out[2 * y + x], 0);
    }
}

Test(sort, known_answers)
{
    const uint32_t in[] = {5, 0xffffffffu, 0, 5, 0x80000000u, 0x7fffffffu, 1};
    const uint32_t want[] = {0, 1, 5, 5, 0x7fffffffu, 0x80000000u, 0xffffffffu};
    uint32_t out[7], one = 3;

    zt_golden_sort(in, out, 7);
    cr_assert_arr_eq(out, want, sizeof(want));
    zt_golden_sort(&one, &one, 1);
    cr_assert_eq(one, 3u);
    zt_golden_sort(NULL, NULL, 0);
}

Test(sort, reversed_in_place)
{
    uint32_t values[2048];

    for (uint32_t i = 0; i < 2048; i++)
        values[i] = 2047 - i;
    zt_golden_sort(values, values, 2048);
    for (uint32_t i = 0; i < 2048; i++)
        cr_assert_eq(values[i], i);
}

static void sha_is(const void *data, size_t size_bytes, const char *want)
{
    uint8_t digest[ZT_GOLDEN_SHA256_BYTES];
    char hex[2 * ZT_GOLDEN_SHA256_BYTES + 1];

    zt_golden_sha256(data, size_bytes, digest);
    for (unsigned i = 0; i < ZT_GOLDEN_SHA256_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    cr_assert_str_eq(hex, want);
}

/* NIST, "Examples with intermediate values" and the NESSIE long message. */
Test(sha256, published_vectors)
{
    const char *two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    char *million = malloc(1000000);

    cr_assert_not_null(million);
    memset(million, 'a', 1000000);
    sha_is("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha_is("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sha_is(two_blocks, 56, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    sha_is(million, 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(million);
}

/* Table I of LeCun et al. 1998: which of the six maps of S2 each map of C3 looks at. */
Test(mnist, looks_at_the_maps_of_the_table)
{
    static const char *const table[16] = {"012",  "123",  "234",  "345",  "045",  "015",  "0123", "1234",
                                          "2345", "0345", "0145", "0125", "0134", "1245", "0235", "012345"};

    for (uint32_t map = 0; map < 16; map++)
        for (uint32_t i = 0; i < 150; i++)
            if (strchr(table[map], (int)('0' + i / 25)) == NULL)
                cr_assert_eq(zt_golden_mnist_weight(1, map, i), 0, "map %u, weight %u", map, i);
}

/* Away from the edge every window of C1 on a flat picture of shade p holds p - 128: its sum is 64 times the
 * bias and that times all weights. Half of 512 is 256. */
Test(mnist, flat_pictures)
{
    uint8_t picture[ZT_GOLDEN_MNIST_BYTES];
    struct zt_golden_mnist result;
    unsigned between = 0;

    for (int32_t shade = 0; shade < 256; shade += 15) {
        memset(picture, shade, sizeof(picture));
        zt_golden_mnist(picture, &result);
        for (uint32_t map = 0; map < 6; map++) {
            int32_t sum = 64 * zt_golden_mnist_bias(0, map);
            int32_t want = 0;

            for (uint32_t i = 0; i < 25; i++)
                sum += (shade - 128) * zt_golden_mnist_weight(0, map, i);
            while (want < 127 && 512 * (want + 1) <= sum + 256)
                want++;
            between += want > 0 && want < 127;
            for (uint32_t i = 0; i < 12 * 12; i++)
                cr_assert_eq(result.s2[map][1 + i / 12][1 + i % 12], want, "shade %d, map %u", shade, map);
        }
    }
    cr_assert_gt(between, 10u);
}

/* The answer is where the largest sum is, and values stay in their range. */
Test(mnist, ranges_and_answer)
{
    uint8_t picture[ZT_GOLDEN_MNIST_BYTES];
    struct zt_golden_mnist result;

    for (unsigned n = 0; n < 20; n++) {
        for (uint32_t i = 0; i < sizeof(picture); i++)
            picture[i] = (uint8_t)((i * i * (n + 3) + i * 7919u) >> 5);
        zt_golden_mnist(picture, &result);
        for (uint32_t i = 0; i < 120; i++)
            cr_assert_geq(result.c5[i], 0);
        cr_assert_lt(result.digit, 10);
        for (uint32_t i = 0; i < 10; i++)
            cr_assert(result.sums[i] < result.sums[result.digit] ||
                      (result.sums[i] == result.sums[result.digit] && i >= result.digit));
    }
}

static const struct zt_golden_ddr memory = {1000, 1, 1, 1, 600, 600, 400};

static void shares_are(const struct zt_golden_ddr *ddr, struct zt_golden_ddr_client *clients, size_t count,
                       const double *want)
{
    zt_golden_ddr_shares(ddr, clients, count);
    for (size_t i = 0; i < count; i++)
        cr_expect_float_eq(clients[i].share_mb_s, want[i], 0.01, "client %zu: %g, not %g", i,
                           clients[i].share_mb_s, want[i]);
}

Test(ddr, enough_for_all)
{
    struct zt_golden_ddr_client clients[] = {{ZT_GOLDEN_DDR_CPU, 100, 1, 0}, {ZT_GOLDEN_DDR_HP01, 300, 1, 0}};
    shares_are(&memory, clients, 2, (const double[]){100, 300});
}

/* 1000 among four that want more and one that wants 100: (1000 - 100) / 4 = 225. */
Test(ddr, memory_is_full)
{
    struct zt_golden_ddr_client clients[] = {{ZT_GOLDEN_DDR_HP01, 500, 1, 0},
                                             {ZT_GOLDEN_DDR_HP01, 500, 1, 0},
                                             {ZT_GOLDEN_DDR_HP23, 500, 1, 0},
                                             {ZT_GOLDEN_DDR_HP23, 100, 1, 0},
                                             {ZT_GOLDEN_DDR_CPU, 500, 1, 0}};
    shares_are(&memory, clients, 5, (const double[]){225, 225, 225, 100, 225});
}

/* The cores' port is full at 2 * 200; the two of HP01 at 2 * 300 take what is left of 1000. */
Test(ddr, ports_are_full)
{
    struct zt_golden_ddr_client clients[] = {{ZT_GOLDEN_DDR_CPU, 900, 1, 0},
                                             {ZT_GOLDEN_DDR_CPU, 900, 1, 0},
                                             {ZT_GOLDEN_DDR_HP01, 900, 1, 0},
                                             {ZT_GOLDEN_DDR_HP01, 900, 1, 0}};
    shares_are(&memory, clients, 4, (const double[]){200, 200, 300, 300});
}

/* One reads, one writes: m = 1, the mixed efficiency 0.5 of 1000 is left, 250 each. Two that read: 900. */
Test(ddr, mixing_costs)
{
    const struct zt_golden_ddr mixed = {1000, 0.9, 0.9, 0.5, 2000, 2000, 2000};
    struct zt_golden_ddr_client clients[] = {{ZT_GOLDEN_DDR_HP01, 800, 1, 0},
                                             {ZT_GOLDEN_DDR_HP23, 800, 0, 0}};
    struct zt_golden_ddr_client readers[] = {{ZT_GOLDEN_DDR_HP01, 800, 1, 0},
                                             {ZT_GOLDEN_DDR_HP23, 800, 1, 0}};
    shares_are(&mixed, clients, 2, (const double[]){250, 250});
    shares_are(&mixed, readers, 2, (const double[]){450, 450});
}

Test(add, wraps)
{
    const uint32_t a[3] = {1, 0xffffffffu, 0x80000000u}, b[3] = {2, 1, 0x80000001u};
    const uint32_t want[3] = {3, 0, 1};
    uint32_t out[4] = {7, 7, 7, 7};

    zt_golden_add(a, b, out, 3);
    for (unsigned i = 0; i < 3; i++)
        cr_assert_eq(out[i], want[i]);
    cr_assert_eq(out[3], 7u);
}

/* The check value of CRC-32/ISO-HDLC in the catalogues, and what a frame's own CRC leaves behind its data. */
Test(crc32, published_values)
{
    uint8_t frame[13] = "123456789";
    uint32_t crc = zt_golden_crc32(frame, 9);

    cr_assert_eq(crc, 0xcbf43926u);
    cr_assert_eq(zt_golden_crc32("", 0), 0u);
    cr_assert_eq(zt_golden_crc32("a", 1), 0xe8b7be43u);
    for (unsigned i = 0; i < 4; i++)
        frame[9 + i] = (uint8_t)(crc >> (8 * i));
    cr_assert_eq(zt_golden_crc32(frame, 13), 0x2144df1cu);
}
