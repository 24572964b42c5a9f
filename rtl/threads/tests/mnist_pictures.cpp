// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Reads pictures with the hardware thread and with the golden model: every answer must be the same. Prints
// how many are right. usage: threads_mnist_pictures PICTURES LABELS
#include <cinttypes>
#include <cstdio>

#include "golden.h"
#include "idx.h"
#include "mnist_picture.hpp"

int main(int argc, char **argv)
{
    struct digits digits;
    uint32_t right = 0, different = 0;
    uint64_t cycles_max = 0;

    if (argc != 3) {
        fprintf(stderr, "usage: threads_mnist_pictures PICTURES LABELS\n");
        return 2;
    }
    if (digits_read(&digits, argv[1], argv[2]) != 0) {
        fprintf(stderr, "%s, %s: %s\n", argv[1], argv[2], digits.error);
        return 2;
    }
    Bench bench(SLOTS_DIR "/mnist.so", Options{});
    for (uint32_t i = 0; i < digits.count; i++) {
        struct zt_golden_mnist want;

        mnist_prepare(bench, digits.pictures[i]);
        if (!bench.run()) {
            fprintf(stderr, "picture %" PRIu32 ": %s\n", i, bench.error.c_str());
            return 1;
        }
        zt_golden_mnist(digits.pictures[i], &want);
        uint32_t digit = bench.memory.read(bench.output);
        different += digit != want.digit;
        right += digit == digits.labels[i];
        cycles_max = bench.cycles > cycles_max ? bench.cycles : cycles_max;
    }
    printf("hardware: %" PRIu32 " of %" PRIu32 " right: %.2f %%; %" PRIu32
           " unlike the golden model; at most %" PRIu64 " cycles\n",
           right, digits.count, 100.0 * right / digits.count, different, cycles_max);
    digits_free(&digits);
    return different == 0 ? 0 : 1;
}
