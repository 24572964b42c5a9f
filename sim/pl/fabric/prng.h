/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A small seeded generator (xorshift64*, Vigna 2016) for bits that a board leaves undefined. */
#ifndef ZT_FABRIC_PRNG_H
#define ZT_FABRIC_PRNG_H

#include <cstdint>

namespace zt
{

inline uint64_t prng_next(uint64_t &state)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1dull;
}

/* A state, never 0, for stream number `stream` of a seed. */
inline uint64_t prng_seed(uint64_t seed, uint64_t stream)
{
    uint64_t z = seed + (stream + 1) * 0x9e3779b97f4a7c15ull;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    z ^= z >> 31;
    return z != 0 ? z : 1;
}

} // namespace zt

#endif
