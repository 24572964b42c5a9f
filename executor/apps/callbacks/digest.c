/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * SHA-256 of a buffer of 1 MiB whose byte i is (131 i + floor(i / 256)) mod 256, published as
 * std_msgs/msg/UInt32MultiArray: the digest's eight 32-bit words, each read big endian, first word first.
 */
#include <errno.h>

#include <openssl/sha.h>

#include "messages.h"
#include "rxc/callback.h"

#define BUFFER_BYTES (1u << 20)
#define WORDS 8u

int digest_callback(const struct rxc_call *call);

/* One execution at a time, so one buffer. */
static const unsigned char *buffer(void)
{
    static unsigned char bytes[BUFFER_BYTES];

    if (bytes[1] == 0)
        for (uint32_t i = 0; i < BUFFER_BYTES; i++)
            bytes[i] = (unsigned char)(i * 131u + (i >> 8));
    return bytes;
}

int digest_callback(const struct rxc_call *call)
{
    struct std_msgs__msg__UInt32MultiArray *out = call->output;
    unsigned char digest[SHA256_DIGEST_LENGTH];

    if (!SHA256(buffer(), BUFFER_BYTES, digest))
        return EIO;
    if (rxc_sequence_resize(&out->data, sizeof(uint32_t), WORDS))
        return ENOMEM;
    uint32_t *words = out->data.data;
    for (uint32_t i = 0; i < WORDS; i++)
        words[i] = (uint32_t)digest[4 * i] << 24 | (uint32_t)digest[4 * i + 1] << 16 |
                   (uint32_t)digest[4 * i + 2] << 8 | digest[4 * i + 3];
    int rc = call->publish(call);
    return rc < 0 ? -rc : 0;
}
