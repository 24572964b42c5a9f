/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Writes the stream of vivado_stream.h as region.bin and region.bit, whole and spoilt, with region.slots and
 * region.manifest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vivado_stream.h"

static int write_file(const char *name, const void *data, size_t size)
{
    FILE *file = fopen(name, "wb");
    int bad = file == NULL || fwrite(data, 1, size, file) != size;

    if (file != NULL && fclose(file) != 0)
        bad = 1;
    if (bad)
        perror(name);
    return bad;
}

int main(void)
{
    static uint32_t words[VIVADO_WORDS];
    static uint8_t bytes[VIVADO_BIN_BYTES + VIVADO_HEADER_BYTES];
    char manifest[128];
    char digits[65];
    int bad;

    vivado_stream(words);
    vivado_sha256(words, digits);
    snprintf(manifest, sizeof(manifest), "%s region sortdemo\n", digits);
    vivado_bit(words, bytes);
    bad = write_file("region.bit", bytes, sizeof(bytes));
    bad |= write_file("short.bit", bytes, sizeof(bytes) / 2);
    vivado_bin(words, bytes);
    bad |= write_file("region.bin", bytes, VIVADO_BIN_BYTES);
    bad |= write_file("short.bin", bytes, VIVADO_BIN_BYTES / 2);
    bytes[VIVADO_BIN_BYTES / 2] ^= 0x10; /* in a frame */
    bad |= write_file("flipped.bin", bytes, VIVADO_BIN_BYTES);
    vivado_bin(words, bytes);
    bytes[4 * 20 + 3] = 0x00; /* the header of the second write to CMD */
    bad |= write_file("garbage.bin", bytes, VIVADO_BIN_BYTES);
    bad |= write_file("region.slots", vivado_slots, strlen(vivado_slots));
    bad |= write_file("region.manifest", manifest, strlen(manifest));
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
