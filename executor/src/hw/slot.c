/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "rxc/slot.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

int rxc_slot_load(struct rxc_slot *slot, const struct rxc_bitstream *bitstream, uint32_t timeout_ms,
                  struct rxc_load_cost *cost, struct rxc_error *error)
{
    const char *step = "reset";

    assert(bitstream);
    if (slot->loaded == bitstream)
        return 0;
    slot->loaded = NULL;
    int rc = slot->ops->reset(slot, true);
    if (!rc) {
        step = "quiesce";
        rc = slot->ops->quiesce(slot, true);
    }
    if (!rc) {
        step = "load";
        rc = slot->ops->load(slot, bitstream, timeout_ms, cost);
    }
    if (!rc) {
        step = "connect";
        rc = slot->ops->quiesce(slot, false);
    }
    if (rc) {
        const char *why = rc == -EILSEQ      ? "the device refused the stream (IDCODE, CRC or no DESYNC)"
                          : rc == -ETIMEDOUT ? "not done in time"
                                             : strerror(-rc);
        return rxc_error_set(error, -rc, "slot %s: %s of bitstream '%s' (%u bytes): %s", slot->name, step,
                             bitstream->name, (unsigned)bitstream->size_bytes, why);
    }
    slot->loaded = bitstream;
    return 0;
}
