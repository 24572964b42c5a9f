/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * LeNet-5 as it is trained: real numbers, but every weight and activation on its way forward is one that
 * eight bits can hold, so that what it answers is what the fixed-point network answers
 * (models/golden/golden.h says which that is). On the way back rounding counts as nothing.
 */
#ifndef ZT_MNIST_NET_H
#define ZT_MNIST_NET_H

#include "idx.h"

enum { NET_C1, NET_C3, NET_C5, NET_F6, NET_F7, NET_LAYERS };

#define NET_WEIGHTS (6 * 25 + 16 * 6 * 25 + 120 * 400 + 84 * 120 + 10 * 84)
#define NET_BIASES (6 + 16 + 120 + 84 + 10)

struct net_layer {
    unsigned outputs, inputs; /* of one sum */
    unsigned weights, biases; /* where its own begin */
    float bias_unit;
};
extern const struct net_layer net_layers[NET_LAYERS];

/* 1: map `out` of C3 looks at map `in`. */
extern const uint8_t net_table[16][6];

struct net {
    float weights[NET_WEIGHTS]; /* [layer][output][input] */
    float biases[NET_BIASES];
};

/* Random weights. */
void net_start(struct net *net, uint64_t *rng);

/* What eight bits make of it: to is on the grid. */
void net_round(const struct net *net, struct net *to);

/* The ten sums of a picture. net must be on the grid. */
void net_forward(const struct net *net, const uint8_t picture[DIGIT_BYTES], float sums[10]);

/* Adds the gradient of the cross entropy to grad; returns the loss. net must be on the grid. */
float net_learn(const struct net *net, const uint8_t picture[DIGIT_BYTES], unsigned label, struct net *grad);

#endif
