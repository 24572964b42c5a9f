/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "net.h"

#include <math.h>
#include <string.h>

#include "rng.h"

#define WEIGHT_UNIT (1.0f / 128)
#define ACTIVATION_UNIT (1.0f / 32)
#define MOST 127.0f

const struct net_layer net_layers[NET_LAYERS] = {
    {6, 25, 0, 0, 1.0f / 256},        {16, 150, 150, 6, 1.0f / 64},    {120, 400, 2550, 22, 1.0f / 64},
    {84, 120, 50550, 142, 1.0f / 64}, {10, 84, 60630, 226, 1.0f / 64},
};

const uint8_t net_table[16][6] = {
    {1, 1, 1, 0, 0, 0}, {0, 1, 1, 1, 0, 0}, {0, 0, 1, 1, 1, 0}, {0, 0, 0, 1, 1, 1},
    {1, 0, 0, 0, 1, 1}, {1, 1, 0, 0, 0, 1}, {1, 1, 1, 1, 0, 0}, {0, 1, 1, 1, 1, 0},
    {0, 0, 1, 1, 1, 1}, {1, 0, 0, 1, 1, 1}, {1, 1, 0, 0, 1, 1}, {1, 1, 1, 0, 0, 1},
    {1, 1, 0, 1, 1, 0}, {0, 1, 1, 0, 1, 1}, {1, 0, 1, 1, 0, 1}, {1, 1, 1, 1, 1, 1},
};

/* Maps of a picture on its way; sums before rounding, values after. */
struct maps {
    float in[32 * 32];
    float c1[6 * 784], p1[6 * 196];
    float c3[16 * 100], p3[16 * 25];
    float c5[120], a5[120], f6[84], a6[84], f7[10];
};

static float clamp(float v, float low, float high)
{
    return v < low ? low : v > high ? high : v;
}

static float grid(float v, float unit)
{
    return unit * clamp(floorf(v / unit + 0.5f), -MOST, MOST);
}

static float activate(float sum)
{
    return ACTIVATION_UNIT * clamp(floorf(sum / ACTIVATION_UNIT + 0.5f), 0, MOST);
}

static int passes(float sum)
{
    return sum > 0 && sum < MOST * ACTIVATION_UNIT;
}

void net_start(struct net *net, uint64_t *rng)
{
    memset(net, 0, sizeof(*net));
    for (unsigned l = 0; l < NET_LAYERS; l++) {
        const struct net_layer *layer = &net_layers[l];
        float most = sqrtf(6.0f / (float)layer->inputs);

        for (unsigned i = 0; i < layer->outputs * layer->inputs; i++)
            if (l != NET_C3 || net_table[i / 150][i / 25 % 6])
                net->weights[layer->weights + i] = most * rng_even(rng);
    }
}

void net_round(const struct net *net, struct net *to)
{
    for (unsigned i = 0; i < NET_WEIGHTS; i++)
        to->weights[i] = grid(net->weights[i], WEIGHT_UNIT);
    for (unsigned l = 0; l < NET_LAYERS; l++)
        for (unsigned i = 0; i < net_layers[l].outputs; i++) {
            unsigned at = net_layers[l].biases + i;

            to->biases[at] = grid(net->biases[at], net_layers[l].bias_unit);
        }
}

/* Adds a map of side n + 4 under 25 weights to a map of side n. */
static void convolve(float *to, const float *from, const float *w, int n)
{
    for (int k = 0; k < 25; k++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
                to[y * n + x] += w[k] * from[(y + k / 5) * (n + 4) + x + k % 5];
}

/* The gradients of a map's 25 weights. */
static void convolve_weights(float *grad, const float *from, const float *d, int n)
{
    for (int k = 0; k < 25; k++) {
        float sums[16] = {0};

        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
                sums[x & 15] += d[y * n + x] * from[(y + k / 5) * (n + 4) + x + k % 5];
        for (int i = 0; i < 16; i++)
            grad[k] += sums[i];
    }
}

/* The gradient of the map that was looked at. */
static void convolve_back(float *to, const float *d, const float *w, int n)
{
    for (int k = 0; k < 25; k++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
                to[(y + k / 5) * (n + 4) + x + k % 5] += w[k] * d[y * n + x];
}

static void connect(float *to, const float *from, const struct net *net, unsigned l)
{
    const struct net_layer *layer = &net_layers[l];

    for (unsigned o = 0; o < layer->outputs; o++) {
        const float *w = net->weights + layer->weights + (size_t)o * layer->inputs;
        float sums[8] = {0}, sum = net->biases[layer->biases + o];
        unsigned i = 0;

        for (; i + 8 <= layer->inputs; i += 8)
            for (unsigned k = 0; k < 8; k++)
                sums[k] += w[i + k] * from[i + k];
        for (; i < layer->inputs; i++)
            sum += w[i] * from[i];
        for (unsigned k = 0; k < 8; k++)
            sum += sums[k];
        to[o] = sum;
    }
}

/* The place in a map of side 2 n of the largest of the four sums of a pool. */
static int largest(const float *map, int at, int n)
{
    int first = at / n * 4 * n + at % n * 2, best = first;

    for (int k = 1; k < 4; k++) {
        int here = first + k / 2 * 2 * n + k % 2;

        if (map[here] > map[best])
            best = here;
    }
    return best;
}

static void pool(float *to, const float *map, int n)
{
    for (int i = 0; i < n * n; i++)
        to[i] = activate(map[largest(map, i, n)]);
}

static void forward(const struct net *net, const uint8_t *picture, struct maps *m)
{
    memset(m, 0, sizeof(*m));
    for (int i = 0; i < 32 * 32; i++) {
        int y = i / 32 - 2, x = i % 32 - 2;

        m->in[i] = y < 0 || x < 0 || y > 27 || x > 27 ? -1.0f : ((float)picture[y * 28 + x] - 128) / 128;
    }
    for (int o = 0; o < 6; o++) {
        for (int i = 0; i < 784; i++)
            m->c1[o * 784 + i] = net->biases[o];
        convolve(m->c1 + o * 784, m->in, net->weights + (size_t)o * 25, 28);
        pool(m->p1 + o * 196, m->c1 + o * 784, 14);
    }
    for (int o = 0; o < 16; o++) {
        for (int i = 0; i < 100; i++)
            m->c3[o * 100 + i] = net->biases[6 + o];
        for (int c = 0; c < 6; c++)
            if (net_table[o][c])
                convolve(m->c3 + o * 100, m->p1 + c * 196,
                         net->weights + 150 + (size_t)o * 150 + (size_t)c * 25, 10);
        pool(m->p3 + o * 25, m->c3 + o * 100, 5);
    }
    connect(m->c5, m->p3, net, NET_C5);
    for (int i = 0; i < 120; i++)
        m->a5[i] = activate(m->c5[i]);
    connect(m->f6, m->a5, net, NET_F6);
    for (int i = 0; i < 84; i++)
        m->a6[i] = activate(m->f6[i]);
    connect(m->f7, m->a6, net, NET_F7);
}

void net_forward(const struct net *net, const uint8_t picture[DIGIT_BYTES], float sums[10])
{
    struct maps m;

    forward(net, picture, &m);
    memcpy(sums, m.f7, sizeof(m.f7));
}

/* Gradients of a fully connected layer; back: of what it looked at. */
static void connect_back(const struct net *net, unsigned l, const float *from, const float *d,
                         struct net *grad, float *back)
{
    const struct net_layer *layer = &net_layers[l];

    for (unsigned o = 0; o < layer->outputs; o++) {
        const float *w = net->weights + layer->weights + (size_t)o * layer->inputs;
        float *g = grad->weights + layer->weights + (size_t)o * layer->inputs;

        if (d[o] == 0)
            continue;
        grad->biases[layer->biases + o] += d[o];
        for (unsigned i = 0; i < layer->inputs; i++) {
            g[i] += d[o] * from[i];
            back[i] += d[o] * w[i];
        }
    }
}

/* The gradient of a pooled map's sums, and its bias. */
static void pool_back(float *to, const float *map, const float *d, int n, float *bias)
{
    for (int i = 0; i < n * n; i++) {
        int at = largest(map, i, n);

        if (!passes(map[at]))
            continue;
        to[at] = d[i];
        *bias += d[i];
    }
}

static void backward(const struct net *net, const struct maps *m, struct maps *d, struct net *grad)
{
    connect_back(net, NET_F7, m->a6, d->f7, grad, d->a6);
    for (int i = 0; i < 84; i++)
        d->f6[i] = passes(m->f6[i]) ? d->a6[i] : 0;
    connect_back(net, NET_F6, m->a5, d->f6, grad, d->a5);
    for (int i = 0; i < 120; i++)
        d->c5[i] = passes(m->c5[i]) ? d->a5[i] : 0;
    connect_back(net, NET_C5, m->p3, d->c5, grad, d->p3);
    for (int o = 0; o < 16; o++) {
        pool_back(d->c3 + o * 100, m->c3 + o * 100, d->p3 + o * 25, 5, &grad->biases[6 + o]);
        for (int c = 0; c < 6; c++) {
            size_t w = 150 + (size_t)o * 150 + (size_t)c * 25;

            if (!net_table[o][c])
                continue;
            convolve_weights(grad->weights + w, m->p1 + c * 196, d->c3 + o * 100, 10);
            convolve_back(d->p1 + c * 196, d->c3 + o * 100, net->weights + w, 10);
        }
    }
    for (int o = 0; o < 6; o++) {
        pool_back(d->c1 + o * 784, m->c1 + o * 784, d->p1 + o * 196, 14, &grad->biases[o]);
        convolve_weights(grad->weights + (size_t)o * 25, m->in, d->c1 + o * 784, 28);
    }
}

float net_learn(const struct net *net, const uint8_t picture[DIGIT_BYTES], unsigned label, struct net *grad)
{
    struct maps m, d = {0};
    float most, sum = 0;

    forward(net, picture, &m);
    most = m.f7[0];
    for (int i = 1; i < 10; i++)
        most = fmaxf(most, m.f7[i]);
    for (int i = 0; i < 10; i++)
        sum += d.f7[i] = expf(m.f7[i] - most);
    for (int i = 0; i < 10; i++)
        d.f7[i] = d.f7[i] / sum - (i == (int)label ? 1.0f : 0.0f);
    backward(net, &m, &d, grad);
    return logf(sum) + most - m.f7[label];
}
