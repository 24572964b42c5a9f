/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Pictures of digits moved, turned, scaled, slanted and bent a little, at random. */
#ifndef ZT_MNIST_WARP_H
#define ZT_MNIST_WARP_H

#include "idx.h"

struct warp {
    float turn;    /* radians, at most */
    float scale;   /* at most this share larger or smaller, each axis by itself */
    float slant;   /* at most, x per y */
    float shift;   /* pixels, at most */
    float bend;    /* pixels, at most, of a smooth field */
    float sharpen; /* at most; negative draws blur */
};

void warp_picture(const struct warp *warp, uint64_t *rng, const uint8_t in[DIGIT_BYTES],
                  uint8_t out[DIGIT_BYTES]);

#endif
