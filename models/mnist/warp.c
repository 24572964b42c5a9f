/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "warp.h"

#include <math.h>

#include "rng.h"

#define SIDE ((int)DIGIT_SIDE)
#define KNOTS 5 /* of the field that bends, in each direction */

static float at(const uint8_t *picture, int x, int y)
{
    return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? 0.0f : (float)picture[y * SIDE + x];
}

static float between(const uint8_t *picture, float x, float y)
{
    int x0 = (int)floorf(x), y0 = (int)floorf(y);
    float fx = x - (float)x0, fy = y - (float)y0;

    return (1 - fy) * ((1 - fx) * at(picture, x0, y0) + fx * at(picture, x0 + 1, y0)) +
           fy * ((1 - fx) * at(picture, x0, y0 + 1) + fx * at(picture, x0 + 1, y0 + 1));
}

static float field(float knots[KNOTS][KNOTS], int x, int y)
{
    float u = (float)(x * (KNOTS - 1)) / (float)SIDE, v = (float)(y * (KNOTS - 1)) / (float)SIDE;
    int i = (int)u, j = (int)v;
    float fu = u - (float)i, fv = v - (float)j;

    return (1 - fv) * ((1 - fu) * knots[j][i] + fu * knots[j][i + 1]) +
           fv * ((1 - fu) * knots[j + 1][i] + fu * knots[j + 1][i + 1]);
}

static uint8_t byte_of(float value)
{
    return value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t)floorf(value + 0.5f);
}

static void sharpen(uint8_t picture[DIGIT_BYTES], float amount)
{
    uint8_t in[DIGIT_BYTES];

    for (unsigned i = 0; i < DIGIT_BYTES; i++)
        in[i] = picture[i];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            float mean = 0;

            for (int k = 0; k < 9; k++)
                mean += at(in, x + k % 3 - 1, y + k / 3 - 1) / 9.0f;
            picture[y * SIDE + x] = byte_of(at(in, x, y) + amount * (at(in, x, y) - mean));
        }
}

void warp_picture(const struct warp *warp, uint64_t *rng, const uint8_t in[DIGIT_BYTES],
                  uint8_t out[DIGIT_BYTES])
{
    const float middle = (float)(SIDE - 1) / 2;
    float turn = warp->turn * rng_even(rng), slant = warp->slant * rng_even(rng);
    float sx = 1 / (1 + warp->scale * rng_even(rng)), sy = 1 / (1 + warp->scale * rng_even(rng));
    float dx = warp->shift * rng_even(rng), dy = warp->shift * rng_even(rng);
    float c = cosf(turn), s = sinf(turn);
    float knots[2][KNOTS][KNOTS];

    for (int k = 0; k < 2 * KNOTS * KNOTS; k++)
        knots[k / (KNOTS * KNOTS)][k / KNOTS % KNOTS][k % KNOTS] = warp->bend * rng_even(rng);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            float u = (float)x - middle - dx, v = (float)y - middle - dy;
            float p = sx * (c * u + s * v) + slant * v, q = sy * (c * v - s * u);

            out[y * SIDE + x] =
                byte_of(between(in, p + middle + field(knots[0], x, y), q + middle + field(knots[1], x, y)));
        }
    if (warp->sharpen > 0)
        sharpen(out, warp->sharpen * rng_even(rng));
}
