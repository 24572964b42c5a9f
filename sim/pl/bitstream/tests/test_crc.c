/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <criterion/criterion.h>

#include "bitstream.h"

/* The check value of CRC-32/ISCSI in the Catalogue of parametrised CRC algorithms, and RFC 3720 B.4. */
Test(crc, check_value_of_crc32c)
{
    cr_assert_eq(zt_crc32c(0, "123456789", 9), 0xe3069283u);
}

Test(crc, rfc3720_vectors)
{
    uint8_t zeros[32] = {0}, ones[32], up[32];

    for (unsigned i = 0; i < 32; i++) {
        ones[i] = 0xff;
        up[i] = (uint8_t)i;
    }
    cr_assert_eq(zt_crc32c(0, zeros, 32), 0x8a9136aau);
    cr_assert_eq(zt_crc32c(0, ones, 32), 0x62a8ab43u);
    cr_assert_eq(zt_crc32c(0, up, 32), 0x46dd794eu);
}

Test(crc, continues_over_pieces)
{
    cr_assert_eq(zt_crc32c(zt_crc32c(0, "1234", 4), "56789", 5), 0xe3069283u);
}

/* The same polynomial by long division of the 37-bit message, most significant coefficient first. */
static uint32_t divide(uint32_t crc, uint32_t reg, uint32_t data)
{
    uint64_t message = (uint64_t)reg << 32 | data; /* bit 0 is sent first */
    uint32_t rest = 0;

    for (unsigned i = 0; i < 32; i++) /* the register, mirrored: coefficient 31 is bit 0 */
        rest |= (crc >> i & 1u) << (31u - i);
    for (unsigned i = 0; i < 37; i++) {
        uint32_t top = rest >> 31 ^ (uint32_t)(message >> i & 1u);

        rest = rest << 1 ^ (top ? 0x1edc6f41u : 0u);
    }
    crc = 0;
    for (unsigned i = 0; i < 32; i++)
        crc |= (rest >> i & 1u) << (31u - i);
    return crc;
}

Test(crc, register_is_a_37_bit_division)
{
    const uint32_t values[] = {0, 1, 0x80000000u, 0x03727093u, 0xffffffffu, 0xaa995566u};

    for (uint32_t reg = 0; reg < 32; reg++)
        for (unsigned i = 0; i < 6; i++)
            cr_assert_eq(zt_config_crc(values[5 - i], reg, values[i]), divide(values[5 - i], reg, values[i]));
    cr_assert_eq(zt_config_crc(0, 0, 0), 0u);
}

Test(icap, sync_word_on_the_pins)
{
    cr_assert_eq(zt_icap_swap(0xaa995566u), 0x5599aa66u);
    cr_assert_eq(zt_icap_swap(0x5599aa66u), 0xaa995566u);
    cr_assert_eq(zt_icap_swap(0x00000180u), 0x00008001u);
}

/* Every byte against the definition, one bit at a time. */
Test(crc, every_byte_of_crc32c)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        const uint8_t data[2] = {(uint8_t)byte, (uint8_t)~byte};
        uint32_t expect = 0xffffffffu;
        for (unsigned bit = 0; bit < 16; bit++) {
            const uint32_t feedback = (expect ^ (uint32_t)data[bit / 8] >> bit % 8) & 1u;
            expect = expect >> 1 ^ (feedback ? 0x82f63b78u : 0u);
        }
        cr_assert_eq(zt_crc32c(0, data, sizeof data), ~expect, "byte %u", byte);
    }
}
