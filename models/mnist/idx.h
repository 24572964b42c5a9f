/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Pictures of digits with their labels, as two IDX files (the format of the MNIST files): big-endian words,
 * pictures 0x803, count, 28, 28, then bytes; labels 0x801, count, then bytes.
 */
#ifndef ZT_MNIST_IDX_H
#define ZT_MNIST_IDX_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DIGIT_SIDE 28u
#define DIGIT_BYTES (DIGIT_SIDE * DIGIT_SIDE)
#define DIGITS_MAX 100000u

struct digits {
    uint32_t count;
    uint8_t (*pictures)[DIGIT_BYTES]; /* rows from the top; 0 background, 255 ink */
    uint8_t *labels;                  /* 0 to 9 */
    const char *error;                /* why the last call failed; a text that stays */
};

/* Each returns 0, or -1 with the reason in digits->error. */

/* Reads both files; labels NULL: all 0. The caller frees with digits_free. */
int digits_read(struct digits *digits, const char *pictures, const char *labels);
int digits_write(struct digits *digits, const char *pictures, const char *labels);
/* Zeroed digits. */
int digits_alloc(struct digits *digits, uint32_t count);
void digits_free(struct digits *digits);

#ifdef __cplusplus
}
#endif
#endif
