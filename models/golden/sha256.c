/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* SHA-256, function by function as FIPS 180-4 defines it. */
#include <assert.h>
#include <string.h>

#include "golden.h"

#define BLOCK_BYTES 64u
#define ROUNDS 64u

/* 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t K[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotr(uint32_t x, unsigned n)
{
    return x >> n | x << (32u - n);
}

/* 4.1.2 */
static uint32_t ch(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) ^ (~x & z);
}

static uint32_t maj(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) ^ (x & z) ^ (y & z);
}

static uint32_t big_sigma0(uint32_t x)
{
    return rotr(x, 2) ^ rotr(x, 13) ^ rotr(x, 22);
}

static uint32_t big_sigma1(uint32_t x)
{
    return rotr(x, 6) ^ rotr(x, 11) ^ rotr(x, 25);
}

static uint32_t small_sigma0(uint32_t x)
{
    return rotr(x, 7) ^ rotr(x, 18) ^ x >> 3;
}

static uint32_t small_sigma1(uint32_t x)
{
    return rotr(x, 17) ^ rotr(x, 19) ^ x >> 10;
}

/* 6.2.2, for one block. State: a to h. */
static void block(uint32_t hash[8], const uint8_t *bytes)
{
    uint32_t w[ROUNDS];
    uint32_t s[8];

    for (unsigned t = 0; t < 16; t++)
        w[t] = (uint32_t)bytes[4 * t] << 24 | (uint32_t)bytes[4 * t + 1] << 16 |
               (uint32_t)bytes[4 * t + 2] << 8 | bytes[4 * t + 3];
    for (unsigned t = 16; t < ROUNDS; t++)
        w[t] = small_sigma1(w[t - 2]) + w[t - 7] + small_sigma0(w[t - 15]) + w[t - 16];
    memcpy(s, hash, sizeof(s));
    for (unsigned t = 0; t < ROUNDS; t++) {
        uint32_t t1 = s[7] + big_sigma1(s[4]) + ch(s[4], s[5], s[6]) + K[t] + w[t];
        uint32_t t2 = big_sigma0(s[0]) + maj(s[0], s[1], s[2]);

        memmove(s + 1, s, 7 * sizeof(s[0]));
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++)
        hash[i] += s[i];
}

void zt_golden_sha256(const void *data, size_t size_bytes, uint8_t digest[ZT_GOLDEN_SHA256_BYTES])
{
    /* 5.3.3 */
    uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *bytes = data;
    size_t whole = size_bytes - size_bytes % BLOCK_BYTES;
    size_t rest = size_bytes - whole;
    uint8_t tail[2 * BLOCK_BYTES] = {0};
    size_t tail_bytes = rest + 9 <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;

    assert(data != NULL || size_bytes == 0);
    for (size_t i = 0; i < whole; i += BLOCK_BYTES)
        block(hash, bytes + i);
    /* 5.1.1: a one bit, zeros, the length in bits */
    if (rest > 0)
        memcpy(tail, bytes + whole, rest);
    tail[rest] = 0x80;
    for (unsigned i = 0; i < 8; i++)
        tail[tail_bytes - 1 - i] = (uint8_t)((uint64_t)size_bytes * 8u >> (8 * i));
    for (size_t i = 0; i < tail_bytes; i += BLOCK_BYTES)
        block(hash, tail + i);
    for (unsigned i = 0; i < ZT_GOLDEN_SHA256_BYTES; i++)
        digest[i] = (uint8_t)(hash[i / 4] >> (24 - 8 * (i % 4)));
}
