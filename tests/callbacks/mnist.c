/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Reads pictures with the software callback and with the golden model: every answer must be the same. The
 * pictures' negatives are read, too. Prints how many are right. usage: callback_mnist PICTURES LABELS
 */
#include <inttypes.h>
#include <stdio.h>

#include "golden.h"
#include "idx.h"
#include "messages.h"
#include "rxc/callback.h"

int mnist_callback(const struct rxc_call *call);

static unsigned published;

static int publish(const struct rxc_call *call)
{
    (void)call;
    published++;
    return 0;
}

/* 10, which is no digit, when the callback does not publish once. */
static uint32_t read_by_callback(uint8_t *picture)
{
    char encoding[] = "mono8";
    struct sensor_msgs__msg__Image in = {.height = DIGIT_SIDE, .width = DIGIT_SIDE, .step = DIGIT_SIDE};
    struct std_msgs__msg__UInt32 out = {.data = 10};
    const struct rxc_call call = {.input = &in, .output = &out, .publish = publish};

    in.encoding.data = encoding;
    in.encoding.size = 5;
    in.data.data = picture;
    in.data.size = DIGIT_BYTES;
    published = 0;
    return mnist_callback(&call) == 0 && published == 1 ? out.data : 10;
}

static uint32_t read_by_model(const uint8_t *picture)
{
    struct zt_golden_mnist result;

    zt_golden_mnist(picture, &result);
    return result.digit;
}

int main(int argc, char **argv)
{
    struct digits digits;
    uint32_t right = 0, different = 0;

    if (argc != 3) {
        fprintf(stderr, "usage: callback_mnist PICTURES LABELS\n");
        return 2;
    }
    if (digits_read(&digits, argv[1], argv[2])) {
        fprintf(stderr, "%s, %s: %s\n", argv[1], argv[2], digits.error);
        return 2;
    }
    for (uint32_t i = 0; i < digits.count; i++) {
        uint8_t *picture = digits.pictures[i];
        uint32_t digit = read_by_callback(picture);

        right += digit == digits.labels[i];
        different += digit != read_by_model(picture);
        for (uint32_t k = 0; k < DIGIT_BYTES; k++)
            picture[k] = (uint8_t)~picture[k];
        different += read_by_callback(picture) != read_by_model(picture);
    }
    printf("software: %" PRIu32 " of %" PRIu32 " right: %.2f %%; %" PRIu32 " unlike the golden model\n",
           right, digits.count, 100.0 * right / digits.count, different);
    digits_free(&digits);
    return different == 0 ? 0 : 1;
}
