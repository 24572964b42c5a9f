/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The seeded generator of client data: xoshiro256** (Blackman, Vigna 2018), its state filled by
 * splitmix64. Stream n of a seed starts splitmix64 from seed * 2^32 + n, so that streams of one run
 * differ and a run's data follow from its seed alone, on every host.
 */
#ifndef ZT_PRNG_H
#define ZT_PRNG_H

#include <stdint.h>

struct zt_prng {
    uint64_t state[4];
};

void zt_prng_seed(struct zt_prng *prng, uint32_t seed, uint32_t stream);
uint64_t zt_prng_next(struct zt_prng *prng);

#endif
