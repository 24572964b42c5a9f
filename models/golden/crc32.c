// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// As the standard says it: the message's bits, the first 32 complemented, followed by 32 zeros, are a
// polynomial; the remainder of its division by G(x), complemented, is the value. Coefficients stay in the
// order of x^31 to x^0 here; only the result is turned round, because its first transmitted bit is the least
// significant one.
#include <stdbool.h>

#include "golden.h"

#define GENERATOR 0x04c11db7u

static bool message_bit(const uint8_t *bytes, size_t size_bytes, size_t i)
{
    bool bit = i < 8 * size_bytes && (bytes[i / 8] >> (i % 8) & 1) != 0;

    return i < 32 ? !bit : bit;
}

uint32_t zt_golden_crc32(const void *data, size_t size_bytes)
{
    uint32_t remainder = 0, value = 0;

    for (size_t i = 0; i < 8 * size_bytes + 32; i++) {
        bool out = (remainder >> 31) != 0;
        remainder = remainder << 1 | message_bit(data, size_bytes, i);
        if (out)
            remainder ^= GENERATOR;
    }
    for (unsigned i = 0; i < 32; i++)
        value |= (~remainder >> (31 - i) & 1u) << i;
    return value;
}
