/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* CRC-32C (Castagnoli), reflected form, and the configuration register built on it. */
#include <assert.h>

#include "bitstream.h"

#define CRC32C_REFLECTED 0x82f63b78u
#define ADDRESS_BITS 5u

/* What eight zero bits make of a CRC of one byte: linear, so eight numbers give all 256 (each is the bitwise
 * shift of one bit; the test of zt_crc32c covers every byte). */
#define BYTE(n)                                                                                              \
    (((n)&1 ? 0xf26b8303u : 0) ^ ((n)&2 ? 0xe13b70f7u : 0) ^ ((n)&4 ? 0xc79a971fu : 0) ^                     \
     ((n)&8 ? 0x8ad958cfu : 0) ^ ((n)&16 ? 0x105ec76fu : 0) ^ ((n)&32 ? 0x20bd8edeu : 0) ^                   \
     ((n)&64 ? 0x417b1dbcu : 0) ^ ((n)&128 ? 0x82f63b78u : 0))
#define BYTES4(n) BYTE(n), BYTE((n) + 1), BYTE((n) + 2), BYTE((n) + 3)
#define BYTES16(n) BYTES4(n), BYTES4((n) + 4), BYTES4((n) + 8), BYTES4((n) + 12)
#define BYTES64(n) BYTES16(n), BYTES16((n) + 16), BYTES16((n) + 32), BYTES16((n) + 48)

static const uint32_t byte_crc[256] = {BYTES64(0), BYTES64(64), BYTES64(128), BYTES64(192)};

/* One bit at a time: for words of a bitstream. */
static uint32_t shift_bits(uint32_t crc, uint32_t data, unsigned bits)
{
    assert(bits <= 32);
    for (unsigned i = 0; i < bits; i++) {
        uint32_t feedback = (crc ^ (data >> i)) & 1u;

        crc = (crc >> 1) ^ (CRC32C_REFLECTED & (0u - feedback));
    }
    return crc;
}

uint32_t zt_config_crc(uint32_t crc, uint32_t reg, uint32_t data)
{
    assert(reg < 32);
    return shift_bits(shift_bits(crc, data, 32), reg, ADDRESS_BITS);
}

uint32_t zt_crc32c(uint32_t crc, const void *data, size_t size_bytes)
{
    const uint8_t *bytes = data;

    assert(data != NULL || size_bytes == 0);
    crc = ~crc;
    for (size_t i = 0; i < size_bytes; i++)
        crc = (crc >> 8) ^ byte_crc[(crc ^ bytes[i]) & 0xffu];
    return ~crc;
}

uint32_t zt_icap_swap(uint32_t word)
{
    word = ((word >> 1) & 0x55555555u) | ((word & 0x55555555u) << 1);
    word = ((word >> 2) & 0x33333333u) | ((word & 0x33333333u) << 2);
    return ((word >> 4) & 0x0f0f0f0fu) | ((word & 0x0f0f0f0fu) << 4);
}
