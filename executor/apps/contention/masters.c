/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Registers of the traffic generator: stream 2m reads and stream 2m + 1 writes through master m. Masters 0
 * and 2 write, 1 and 3 read, so that both directions share each controller port, and ICAP's reads have HP0's
 * read channel for themselves.
 */
#include "contention.h"

#define START (0x10 / 4)
#define STOP (0x14 / 4)
#define BUSY (0x18 / 4)
#define STREAM(m) ((0x200 + 0x40 * (2 * (m) + ((m) % 2 == 0))) / 4)
#define STREAM_BIT(m) (1u << (2 * (m) + ((m) % 2 == 0)))
#define BASE 0
#define BYTES 1
#define SHAPE 2
#define PASSES 3
#define BEATS 6
#define BEAT_BYTES 8u
#define BURST_OF_16 15u
#define OUTSTANDING (8u << 8)
#define WITHOUT_END 0u
#define STOP_LOOKS_MAX 100000 /* a stream ends within a few bursts */

static uint32_t streams(unsigned mask)
{
    uint32_t bits = 0;

    for (unsigned m = 0; m < MASTERS; m++)
        bits |= mask & 1u << m ? STREAM_BIT(m) : 0;
    return bits;
}

/* Each has a share of the buffer's second half. */
void masters_start(const struct hardware *h, unsigned mask)
{
    uint32_t share = h->buffer_bytes / 2 / MASTERS;

    for (unsigned m = 0; m < MASTERS; m++) {
        volatile uint32_t *stream = h->traffic + STREAM(m);
        if (!(mask & 1u << m))
            continue;
        stream[BASE] = h->buffer_address + h->buffer_bytes / 2 + m * share;
        stream[BYTES] = share;
        stream[SHAPE] = OUTSTANDING | BURST_OF_16;
        stream[PASSES] = WITHOUT_END;
    }
    h->traffic[START] = streams(mask);
}

void masters_stop(const struct hardware *h, unsigned mask)
{
    h->traffic[STOP] = streams(mask);
    for (int i = 0; i < STOP_LOOKS_MAX && h->traffic[BUSY] & streams(mask); i++)
        ;
}

uint64_t master_bytes(const struct hardware *h, unsigned master)
{
    return (uint64_t)h->traffic[STREAM(master) + BEATS] * BEAT_BYTES;
}
