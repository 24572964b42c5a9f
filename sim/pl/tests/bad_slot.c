/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A slot library of another ABI, which the PL has to refuse. */
#include "slot.h"

#include <stddef.h>

const struct zt_slot_vtable *zt_slot_entry(void)
{
    static const struct zt_slot_vtable vtable = {
        ZT_SLOT_ABI_VERSION + 1, "sort", "0", 0, NULL, NULL, NULL, NULL, NULL};

    return &vtable;
}
