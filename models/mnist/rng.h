/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Random numbers of the digit tools: splitmix64, the same on every host. */
#ifndef ZT_MNIST_RNG_H
#define ZT_MNIST_RNG_H

#include <stdint.h>

static inline uint64_t rng_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Even between -1 and 1. */
static inline float rng_even(uint64_t *state)
{
    return (float)(rng_next(state) >> 40) / (float)(1 << 23) - 1.0f;
}

#endif
