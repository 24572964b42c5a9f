/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Two descriptions of one network: the golden model in integers, and the network as it is trained, in real
 * numbers. With the weights of the golden model the ten sums must agree to the last bit: reals hold them
 * exactly. usage: test_net PICTURES LABELS
 */
#include <stdio.h>

#include "golden.h"
#include "idx.h"
#include "net.h"

#define SUM_UNIT (1.0f / 4096) /* weights in 1/128, values in 1/32 */

static struct net net, grid;

static void fill(void)
{
    for (unsigned l = 0; l < NET_LAYERS; l++)
        for (unsigned o = 0; o < net_layers[l].outputs; o++) {
            const struct net_layer *layer = &net_layers[l];

            for (unsigned i = 0; i < layer->inputs; i++)
                net.weights[layer->weights + o * layer->inputs + i] =
                    (float)zt_golden_mnist_weight(l, o, i) / 128;
            net.biases[layer->biases + o] = (float)zt_golden_mnist_bias(l, o) * layer->bias_unit;
        }
    net_round(&net, &grid);
}

static unsigned differences(const uint8_t *picture)
{
    struct zt_golden_mnist result;
    unsigned count = 0;
    float sums[10];

    zt_golden_mnist(picture, &result);
    net_forward(&grid, picture, sums);
    for (int i = 0; i < 10; i++)
        count += sums[i] != (float)result.sums[i] * SUM_UNIT;
    return count;
}

int main(int argc, char **argv)
{
    struct digits digits;
    unsigned different = 0;

    if (argc != 3 || digits_read(&digits, argv[1], argv[2])) {
        fprintf(stderr, "usage: test_net PICTURES LABELS\n");
        return 2;
    }
    fill();
    for (uint32_t i = 0; i < digits.count; i++) {
        uint8_t *picture = digits.pictures[i];

        different += differences(picture);
        for (uint32_t k = 0; k < DIGIT_BYTES; k++)
            picture[k] = (uint8_t)~picture[k];
        different += differences(picture);
    }
    printf("%u of %u sums differ\n", different, digits.count * 20);
    digits_free(&digits);
    return different == 0 ? 0 : 1;
}
