/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <assert.h>
#include <string.h>

#include "golden.h"

/* Insertion: slow and plainly right. */
void zt_golden_sort(const uint32_t *in, uint32_t *out, size_t count)
{
    assert((in != NULL && out != NULL) || count == 0);
    if (in != out && count > 0)
        memcpy(out, in, count * sizeof(*out));
    for (size_t i = 1; i < count; i++) {
        uint32_t value = out[i];
        size_t place = i;

        while (place > 0 && out[place - 1] > value) {
            out[place] = out[place - 1];
            place--;
        }
        out[place] = value;
    }
}
