/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Trains the network and writes its weights. One seed, one thread, one order: the same weights each time.
 * usage: mnist-train PICTURES LABELS TEST-PICTURES TEST-LABELS EPOCHS WEIGHTS
 * The test pictures only show how far it has come; nothing is chosen by them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"
#include "rng.h"
#include "warp.h"

#define BATCH 20u
#define MOMENTUM 0.9f
#define DECAY 0.0001f
#define RATE_FIRST 0.02f
#define RATE_LAST 0.0001f
#define EPOCHS_MAX 1000
#define WEIGHTS_A_LINE 20u

static const struct warp moved = {
    .turn = 0.26f, .scale = 0.15f, .slant = 0.25f, .shift = 2.0f, .bend = 1.3f, .sharpen = 0.8f};

static struct net net, rounded, grad, speed;

static void step(float *weight, float *velocity, float gradient, float rate)
{
    *velocity = MOMENTUM * *velocity - rate * (gradient / (float)BATCH + DECAY * *weight);
    *weight += *velocity;
    if (fabsf(*weight) > 1.98f) /* past what rounding makes of it nothing is to be had */
        *weight = copysignf(1.98f, *weight);
}

static float epoch(const struct digits *digits, const uint32_t *order, float rate, uint64_t *rng)
{
    uint8_t picture[DIGIT_BYTES];
    float loss = 0;

    for (uint32_t i = 0; i + BATCH <= digits->count; i += BATCH) {
        net_round(&net, &rounded);
        memset(&grad, 0, sizeof(grad));
        for (uint32_t k = i; k < i + BATCH; k++) {
            warp_picture(&moved, rng, digits->pictures[order[k]], picture);
            loss += net_learn(&rounded, picture, digits->labels[order[k]], &grad);
        }
        for (unsigned k = 0; k < NET_WEIGHTS; k++)
            step(&net.weights[k], &speed.weights[k], grad.weights[k], rate);
        for (unsigned k = 0; k < NET_BIASES; k++)
            step(&net.biases[k], &speed.biases[k], grad.biases[k], rate);
    }
    return loss / (float)digits->count;
}

static void shuffle(uint32_t *order, uint32_t count, uint64_t *rng)
{
    for (uint32_t i = count - 1; i > 0; i--) {
        uint32_t k = (uint32_t)(rng_next(rng) % (i + 1)), kept = order[i];

        order[i] = order[k];
        order[k] = kept;
    }
}

static uint32_t right(const struct digits *digits)
{
    uint32_t count = 0;
    float sums[10];

    net_round(&net, &rounded);
    for (uint32_t i = 0; i < digits->count; i++) {
        unsigned best = 0;

        net_forward(&rounded, digits->pictures[i], sums);
        for (unsigned k = 1; k < 10; k++)
            if (sums[k] > sums[best])
                best = k;
        count += best == digits->labels[i];
    }
    return count;
}

static void train(const struct digits *digits, const struct digits *test, uint32_t *order, int epochs)
{
    uint64_t rng = 1;

    net_start(&net, &rng);
    for (uint32_t i = 0; i < digits->count; i++)
        order[i] = i;
    for (int e = 0; e < epochs; e++) {
        float part = (float)e / (float)epochs;
        float rate = RATE_LAST + (RATE_FIRST - RATE_LAST) * 0.5f * (1 + cosf(3.14159265f * part));
        float loss;

        shuffle(order, digits->count, &rng);
        loss = epoch(digits, order, rate, &rng);
        if (e % 5 == 4 || e + 1 == epochs)
            printf("epoch %d: rate %.4f, loss %.4f, %u of %u\n", e + 1, (double)rate, (double)loss,
                   right(test), test->count);
        fflush(stdout);
    }
}

static void put(FILE *file, const float *values, unsigned count, float unit)
{
    for (unsigned i = 0; i < count; i++)
        fprintf(file, "%s%d,", i % WEIGHTS_A_LINE ? " " : "\n", (int)lrintf(values[i] / unit));
    fprintf(file, "\n");
}

/* Weights, then biases, layer by layer. */
static int save(const char *path)
{
    static const char *const names[NET_LAYERS] = {"C1: 6 maps of 5 x 5", "C3: 16 maps of 6 maps of 5 x 5",
                                                  "C5: 120 sums of 16 maps of 5 x 5", "F6: 84 sums of 120",
                                                  "F7: 10 sums of 84"};
    FILE *file = fopen(path, "w");

    if (file == NULL) {
        fprintf(stderr, "%s: cannot be written\n", path);
        return 2;
    }
    fprintf(
        file,
        "/* SPDX-License-Identifier: Apache-2.0 */\n/* SPDX-FileCopyrightText: The zynqtwin authors */\n"
        "/* Written by mnist-train. Weights in units of 1/128; biases as weights of an input of 64. */\n");
    net_round(&net, &rounded);
    for (unsigned l = 0; l < NET_LAYERS; l++) {
        const struct net_layer *layer = &net_layers[l];

        fprintf(file, "/* %s: weights, biases */", names[l]);
        put(file, rounded.weights + layer->weights, layer->outputs * layer->inputs, 1.0f / 128);
        put(file, rounded.biases + layer->biases, layer->outputs, layer->bias_unit);
    }
    return fclose(file) == 0 ? 0 : 2;
}

int main(int argc, char **argv)
{
    struct digits digits = {0}, test = {0};
    uint32_t *order = NULL;
    long epochs = argc == 7 ? strtol(argv[5], NULL, 10) : 0;
    int rc = 2;

    if (epochs < 1 || epochs > EPOCHS_MAX) {
        fprintf(stderr,
                "usage: mnist-train PICTURES LABELS TEST-PICTURES TEST-LABELS EPOCHS WEIGHTS\n"
                "EPOCHS: 1 to %d\n",
                EPOCHS_MAX);
        return 2;
    }
    if (digits_read(&digits, argv[1], argv[2]) || digits_read(&test, argv[3], argv[4])) {
        fprintf(stderr, "mnist-train: %s\n", digits.error != NULL ? digits.error : test.error);
        goto out;
    }
    order = calloc(digits.count, sizeof(*order));
    if (order == NULL)
        goto out;
    train(&digits, &test, order, (int)epochs);
    rc = save(argv[6]);
out:
    free(order);
    digits_free(&digits);
    digits_free(&test);
    return rc;
}
