/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* What a callback in software is, and the function that prepares the output of one in hardware. */
#ifndef RXC_CALLBACK_H
#define RXC_CALLBACK_H

#include <stdint.h>

/* One execution. The messages belong to the callback until it returns. */
struct rxc_call {
    const void *input; /* received message, request or response; NULL: timer */
    void *output;      /* message to publish, or the response; keeps its contents between calls; NULL: none */
    uint64_t number;   /* of this execution, from 0 */
    /* Publishes `output`, or answers the request with it. 0 or a negative errno. */
    int (*publish)(const struct rxc_call *call);
};

/*
 * Returns 0, or a positive errno when the input is refused: then nothing else happens to it and the refusal
 * is counted. A prepare function has the same form; it must not publish.
 */
typedef int (*rxc_callback_fn)(const struct rxc_call *call);

#endif
