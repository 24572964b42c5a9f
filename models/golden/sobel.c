/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"

static const int kernel_x[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
static const int kernel_y[3][3] = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};

static uint8_t pixel(const uint8_t *centre, size_t step, uint32_t channels)
{
    int gx = 0;
    int gy = 0;
    int sum;

    for (ptrdiff_t row = -1; row <= 1; row++)
        for (ptrdiff_t column = -1; column <= 1; column++) {
            int value = centre[row * (ptrdiff_t)step + column * (ptrdiff_t)channels];

            gx += kernel_x[row + 1][column + 1] * value;
            gy += kernel_y[row + 1][column + 1] * value;
        }
    sum = abs(gx) + abs(gy);
    return (uint8_t)(sum > 255 ? 255 : sum);
}

void zt_golden_sobel(const uint8_t *in, uint8_t *out, uint32_t width, uint32_t height, uint32_t step,
                     uint32_t channels)
{
    assert(in != NULL && out != NULL && channels > 0);
    assert((size_t)width * channels <= step);
    for (size_t y = 0; y < height; y++) {
        const uint8_t *row = in + y * step;

        memset(out + y * step, 0, (size_t)width * channels);
        if (y == 0 || y + 1 == height)
            continue;
        for (size_t i = channels; i + channels < (size_t)width * channels; i++)
            out[y * step + i] = pixel(row + i, step, channels);
    }
}
