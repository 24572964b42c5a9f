/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Bytes are compared with what the CDR rules (OMG, XCDR1, little endian) give by hand. */
#include <criterion/criterion.h>
#include <string.h>

#include "../cdr.h"
#include "../prng.h"

static void expect_bytes(const struct zt_bytes *got, const uint8_t *want, size_t size)
{
    cr_assert(got->size == size, "%zu bytes, %zu expected", got->size, size);
    for (size_t i = 0; i < size; i++)
        cr_expect(got->data[i] == want[i], "byte %zu is 0x%02x, 0x%02x expected", i, got->data[i], want[i]);
}

Test(cdr, image)
{
    uint8_t pixels[6] = {1, 2, 3, 4, 5, 6};
    struct zt_image image = {2, 1, pixels};
    struct zt_bytes out = {0};
    static const uint8_t want[] = {
        0, 1, 0, 0,                                  /* CDR_LE */
        0, 0, 0, 0, 0,   0,   0,   0,                /* stamp */
        7, 0, 0, 0, 'c', 'a', 'm', 'e', 'r', 'a', 0, /* frame_id */
        0,                                           /* to a multiple of 4 */
        1, 0, 0, 0, 2,   0,   0,   0,                /* height, width */
        5, 0, 0, 0, 'b', 'g', 'r', '8', 0,           /* encoding */
        0,                                           /* is_bigendian */
        0, 0,                                        /* to a multiple of 4 */
        6, 0, 0, 0,                                  /* step */
        6, 0, 0, 0, 1,   2,   3,   4,   5,   6,      /* data */
    };
    zt_cdr_image(&out, &image);
    expect_bytes(&out, want, sizeof want);
    zt_bytes_free(&out);
}

Test(cdr, sequences_and_records)
{
    static const uint32_t values[] = {1, 0xa0b0c0d0};
    static const uint8_t sequence[] = {16, 0, 0, 0, 0, 1, 0,    0,    2,    0,
                                       0,  0, 1, 0, 0, 0, 0xd0, 0xc0, 0xb0, 0xa0};
    static const uint8_t array[] = {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    struct zt_bytes sample = {0}, file = {0};
    zt_cdr_uint32_sequence(&sample, values, 2);
    zt_cdr_record(&file, &sample);
    expect_bytes(&file, sequence, sizeof sequence);
    sample.size = 0;
    zt_cdr_uint32_multi_array(&sample, values, 1);
    expect_bytes(&sample, array, sizeof array);
    zt_bytes_free(&sample);
    zt_bytes_free(&file);
}

/* First outputs of xoshiro256** from the state 1, 2, 3, 4, computed by hand from its definition: rotl(s1 * 5,
 * 7) * 9. */
Test(prng, follows_its_definition)
{
    struct zt_prng prng = {{1, 2, 3, 4}};
    cr_expect(zt_prng_next(&prng) == 11520);
    cr_expect(zt_prng_next(&prng) == 0);
    cr_expect(zt_prng_next(&prng) == 1509978240);
}

Test(prng, seeds_and_streams_differ)
{
    struct zt_prng a, b, c;
    zt_prng_seed(&a, 1, 0);
    zt_prng_seed(&b, 2, 0);
    zt_prng_seed(&c, 1, 1);
    uint64_t first = zt_prng_next(&a);
    cr_expect(first != zt_prng_next(&b) && first != zt_prng_next(&c));
    zt_prng_seed(&b, 1, 0);
    cr_expect(first == zt_prng_next(&b));
}
