/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "prng.h"

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t value, unsigned by)
{
    return value << by | value >> (64 - by);
}

void zt_prng_seed(struct zt_prng *prng, uint32_t seed, uint32_t stream)
{
    uint64_t state = (uint64_t)seed << 32 | stream;
    for (int i = 0; i < 4; i++)
        prng->state[i] = splitmix64(&state);
}

uint64_t zt_prng_next(struct zt_prng *prng)
{
    uint64_t *s = prng->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 45);
    return result;
}
