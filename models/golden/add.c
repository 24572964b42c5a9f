// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
#include "golden.h"

void zt_golden_add(const uint32_t *a, const uint32_t *b, uint32_t *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = a[i] + b[i];
}
