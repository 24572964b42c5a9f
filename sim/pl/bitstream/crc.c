/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* CRC-32C (Castagnoli), reflected form, and the configuration register built on it. */
#include <assert.h>

#include "bitstream.h"

#define CRC32C_REFLECTED 0x82f63b78u
#define ADDRESS_BITS 5u

/* One bit at a time; a few hundred kilobytes a run do not pay for tables kept in step. */
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
        crc = shift_bits(crc, bytes[i], 8);
    return ~crc;
}

uint32_t zt_icap_swap(uint32_t word)
{
    word = ((word >> 1) & 0x55555555u) | ((word & 0x55555555u) << 1);
    word = ((word >> 2) & 0x33333333u) | ((word & 0x33333333u) << 2);
    return ((word >> 4) & 0x0f0f0f0fu) | ((word & 0x0f0f0f0fu) << 4);
}
