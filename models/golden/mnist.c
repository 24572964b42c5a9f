/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <assert.h>
#include <stddef.h>

#include "golden.h"

enum { C1, C3, C5, F6, F7, LAYERS };

/* Weights and biases of C1, then of C3, and so on. */
static const int8_t numbers[] = {
#include "mnist_weights.inc"
};

static const struct {
    uint32_t outputs, inputs;
} sizes[LAYERS] = {{6, 25}, {16, 150}, {120, 400}, {84, 120}, {10, 84}};

#define PAPER_SIDE 32
#define EDGE 2

static const int8_t *layer_numbers(uint32_t layer)
{
    const int8_t *at = numbers;

    assert(layer < LAYERS);
    for (uint32_t l = 0; l < layer; l++)
        at += sizes[l].outputs * (sizes[l].inputs + 1);
    return at;
}

int32_t zt_golden_mnist_weight(uint32_t layer, uint32_t output, uint32_t input)
{
    assert(layer < LAYERS && output < sizes[layer].outputs && input < sizes[layer].inputs);
    return layer_numbers(layer)[output * sizes[layer].inputs + input];
}

int32_t zt_golden_mnist_bias(uint32_t layer, uint32_t output)
{
    assert(layer < LAYERS && output < sizes[layer].outputs);
    return layer_numbers(layer)[sizes[layer].outputs * sizes[layer].inputs + output];
}

static int8_t rounded(int32_t sum, int32_t shift)
{
    int32_t divisor = 1 << shift;
    int32_t shifted = sum + divisor / 2;
    int32_t quotient = shifted / divisor;

    if (shifted <= 0)
        return 0; /* whatever the quotient: floor is not above 0 */
    return (int8_t)(quotient > 127 ? 127 : quotient);
}

/* The sum of one output over `maps` windows of 5 x 5 whose upper left corners are `stride` apart, in maps of
 * `side` columns. */
static int32_t window(uint32_t layer, uint32_t output, const int8_t *corner, uint32_t maps, uint32_t stride,
                      uint32_t side)
{
    int32_t sum = 64 * zt_golden_mnist_bias(layer, output);

    for (uint32_t m = 0; m < maps; m++)
        for (uint32_t y = 0; y < 5; y++)
            for (uint32_t x = 0; x < 5; x++)
                sum += zt_golden_mnist_weight(layer, output, 25 * m + 5 * y + x) *
                       corner[m * stride + y * side + x];
    return sum;
}

/* The largest of the four sums whose windows begin at and beside (2 x, 2 y). */
static int32_t pooled(uint32_t layer, uint32_t output, const int8_t *maps, uint32_t count, uint32_t side,
                      uint32_t x, uint32_t y)
{
    int32_t best = INT32_MIN;

    for (uint32_t k = 0; k < 4; k++) {
        const int8_t *corner = maps + (2 * y + k / 2) * side + 2 * x + k % 2;
        int32_t sum = window(layer, output, corner, count, side * side, side);

        if (sum > best)
            best = sum;
    }
    return best;
}

static int32_t full(uint32_t layer, uint32_t output, const int8_t *from)
{
    int32_t sum = 64 * zt_golden_mnist_bias(layer, output);

    for (uint32_t i = 0; i < sizes[layer].inputs; i++)
        sum += zt_golden_mnist_weight(layer, output, i) * from[i];
    return sum;
}

void zt_golden_mnist(const uint8_t picture[ZT_GOLDEN_MNIST_BYTES], struct zt_golden_mnist *out)
{
    int8_t paper[PAPER_SIDE][PAPER_SIDE];

    _Static_assert(sizeof(numbers) == 6 * 26 + 16 * 151 + 120 * 401 + 84 * 121 + 10 * 85, "all weights");
    assert(picture != NULL && out != NULL);
    for (int y = 0; y < PAPER_SIDE; y++)
        for (int x = 0; x < PAPER_SIDE; x++) {
            int row = y - EDGE, column = x - EDGE;
            int inside = row >= 0 && row < 28 && column >= 0 && column < 28;

            paper[y][x] = (int8_t)(inside ? picture[28 * row + column] - 128 : -128);
        }
    for (uint32_t m = 0; m < 6; m++)
        for (uint32_t i = 0; i < 14 * 14; i++)
            out->s2[m][i / 14][i % 14] = rounded(pooled(C1, m, paper[0], 1, PAPER_SIDE, i % 14, i / 14), 9);
    for (uint32_t m = 0; m < 16; m++)
        for (uint32_t i = 0; i < 5 * 5; i++)
            out->s4[m][i / 5][i % 5] = rounded(pooled(C3, m, out->s2[0][0], 6, 14, i % 5, i / 5), 7);
    for (uint32_t i = 0; i < 120; i++)
        out->c5[i] = rounded(full(C5, i, out->s4[0][0]), 7);
    for (uint32_t i = 0; i < 84; i++)
        out->f6[i] = rounded(full(F6, i, out->c5), 7);
    out->digit = 0;
    for (uint32_t i = 0; i < 10; i++) {
        out->sums[i] = full(F7, i, out->f6);
        if (out->sums[i] > out->sums[out->digit])
            out->digit = i;
    }
}
