/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Reads the digit on a sensor_msgs/msg/Image, mono8, 28 x 28 (0 background, 255 ink), into a
 * std_msgs/msg/UInt32.
 *
 * LeNet-5 (LeCun et al. 1998) in 8-bit fixed point, the same numbers as in hardware: weights in 1/128, a
 * picture of -128 to 127 with an edge of -128, values in 1/32 from 0 to 127, rounded half up; sums in 32
 * bits.
 */
#include <errno.h>
#include <string.h>

#include "messages.h"
#include "rxc/callback.h"

#define SIDE 28u
#define EDGE 2u
#define PAPER (SIDE + 2 * EDGE)
#define BIAS_INPUT 64
#define MOST 127

int mnist_prepare(const struct rxc_call *call);
int mnist_callback(const struct rxc_call *call);

/* Layer by layer the weights, those of an output behind those of the one before, then the biases. */
static const int8_t numbers[] = {
#include "mnist_weights.inc"
};

struct layer {
    const int8_t *weights, *biases;
};
#define LAYER(begin, count)                                                                                  \
    {                                                                                                        \
        numbers + (begin), numbers + (begin) + (count)                                                       \
    }
static const struct layer c1 = LAYER(0, 6 * 25);
static const struct layer c3 = LAYER(156, 16 * 150);
static const struct layer c5 = LAYER(2572, 120 * 400);
static const struct layer f6 = LAYER(50692, 84 * 120);
static const struct layer f7 = LAYER(60856, 10 * 84);
_Static_assert(sizeof numbers == 60856 + 10 * 84 + 10, "all weights");

/* Which maps of the second layer each of the third looks at, one bit each (table I of the paper). */
static const uint8_t looks_at[16] = {0x07, 0x0e, 0x1c, 0x38, 0x31, 0x23, 0x0f, 0x1e,
                                     0x3c, 0x39, 0x33, 0x27, 0x1b, 0x36, 0x2d, 0x3f};

static int8_t value_of(int32_t sum, unsigned shift)
{
    int32_t rounded;

    if (sum < 0)
        return 0;
    rounded = (sum + (1 << (shift - 1))) >> shift;
    return (int8_t)(rounded < MOST ? rounded : MOST);
}

/* Adds to the sums of a map of width by width what 25 weights make of a map that is 4 wider. */
static void convolve(int32_t *sums, unsigned width, const int8_t *map, const int8_t *weights)
{
    unsigned stride = width + 4;

    for (unsigned y = 0; y < width; y++)
        for (unsigned x = 0; x < width; x++) {
            const int8_t *at = map + y * stride + x;
            int32_t sum = 0;

            for (unsigned row = 0; row < 5; row++, at += stride)
                for (unsigned column = 0; column < 5; column++)
                    sum += at[column] * weights[5 * row + column];
            sums[y * width + x] += sum;
        }
}

static void fill(int32_t *sums, unsigned count, int8_t bias)
{
    for (unsigned i = 0; i < count; i++)
        sums[i] = bias * BIAS_INPUT;
}

/* The largest of each square of four sums. */
static void pool(int8_t *values, const int32_t *sums, unsigned width, unsigned shift)
{
    for (unsigned y = 0; y < width; y += 2)
        for (unsigned x = 0; x < width; x += 2) {
            const int32_t *at = sums + y * width + x;
            int32_t above = at[0] > at[1] ? at[0] : at[1];
            int32_t below = at[width] > at[width + 1] ? at[width] : at[width + 1];

            *values++ = value_of(above > below ? above : below, shift);
        }
}

static int32_t dot(const int8_t *values, const struct layer *layer, unsigned output, unsigned count)
{
    const int8_t *weights = layer->weights + output * count;
    int32_t sum = layer->biases[output] * BIAS_INPUT;

    for (unsigned i = 0; i < count; i++)
        sum += values[i] * weights[i];
    return sum;
}

static void connect(int8_t *to, unsigned outputs, const int8_t *values, unsigned count,
                    const struct layer *layer)
{
    for (unsigned i = 0; i < outputs; i++)
        to[i] = value_of(dot(values, layer, i, count), 7);
}

/* The place of the largest sum, the first of equals. */
static uint32_t largest(const int8_t *values)
{
    int32_t best = dot(values, &f7, 0, 84);
    uint32_t digit = 0;

    for (uint32_t i = 1; i < 10; i++) {
        int32_t sum = dot(values, &f7, i, 84);

        if (sum > best) {
            best = sum;
            digit = i;
        }
    }
    return digit;
}

static uint32_t read_digit(const uint8_t *picture)
{
    int8_t paper[PAPER * PAPER], s2[6][196], s4[16 * 25], to_f6[120], to_f7[84];
    int32_t sums[SIDE * SIDE];

    memset(paper, -128, sizeof paper);
    for (unsigned y = 0; y < SIDE; y++)
        for (unsigned x = 0; x < SIDE; x++)
            paper[(y + EDGE) * PAPER + x + EDGE] = (int8_t)(picture[y * SIDE + x] - 128);
    for (unsigned m = 0; m < 6; m++) {
        fill(sums, 784, c1.biases[m]);
        convolve(sums, 28, paper, c1.weights + 25 * m);
        pool(s2[m], sums, 28, 9);
    }
    for (unsigned m = 0; m < 16; m++) {
        fill(sums, 100, c3.biases[m]);
        for (unsigned k = 0; k < 6; k++)
            if (looks_at[m] >> k & 1)
                convolve(sums, 10, s2[k], c3.weights + 150 * m + 25 * k);
        pool(s4 + 25 * m, sums, 10, 7);
    }
    connect(to_f6, 120, s4, 400, &c5);
    connect(to_f7, 84, to_f6, 120, &f6);
    return largest(to_f7);
}

/* Hardware writes the number itself. */
int mnist_prepare(const struct rxc_call *call)
{
    const struct sensor_msgs__msg__Image *in = call->input;

    if (in->encoding.size != 5 || memcmp(in->encoding.data, "mono8", 5) != 0)
        return EINVAL;
    if (in->width != SIDE || in->height != SIDE)
        return ERANGE;
    if (in->step != SIDE || in->data.size != (size_t)SIDE * SIDE)
        return EBADMSG;
    return 0;
}

int mnist_callback(const struct rxc_call *call)
{
    const struct sensor_msgs__msg__Image *in = call->input;
    struct std_msgs__msg__UInt32 *out = call->output;
    int rc = mnist_prepare(call);

    if (rc)
        return rc;
    out->data = read_digit(in->data.data);
    rc = call->publish(call);
    return rc < 0 ? -rc : 0;
}
