/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* How many pictures the golden model reads right; exit 1 if fewer than AT-LEAST.
 * usage: mnist-accuracy PICTURES LABELS [AT-LEAST] */
#include <stdio.h>
#include <stdlib.h>

#include "golden.h"
#include "idx.h"

int main(int argc, char **argv)
{
    struct digits digits;
    struct zt_golden_mnist result;
    uint32_t right = 0;

    if (argc != 3 && argc != 4) {
        fprintf(stderr, "usage: mnist-accuracy PICTURES LABELS [AT-LEAST]\n");
        return 2;
    }
    if (digits_read(&digits, argv[1], argv[2])) {
        fprintf(stderr, "%s, %s: %s\n", argv[1], argv[2], digits.error);
        return 2;
    }
    for (uint32_t i = 0; i < digits.count; i++) {
        zt_golden_mnist(digits.pictures[i], &result);
        right += result.digit == digits.labels[i];
    }
    printf("%u of %u right: %.2f %%\n", right, digits.count, 100.0 * right / digits.count);
    digits_free(&digits);
    return argc == 4 && right < strtoul(argv[3], NULL, 10) ? 1 : 0;
}
