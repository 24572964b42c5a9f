/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A window of an SD card's image in memory. See include/zynqtwin/sd_window.h. */
#include "qemu/osdep.h"
#include "zynqtwin/sd_window.h"

static bool holds(const struct sd_window *w, uint64_t addr, uint32_t length)
{
    return addr >= w->first && addr + length <= w->first + w->bytes;
}

int sd_window_read(struct sd_window *w, BlockBackend *blk, uint64_t addr, uint32_t length, void *to)
{
    if (!holds(w, addr, length)) {
        int64_t size = blk_getlength(blk);
        uint64_t first = addr / SD_WINDOW_BYTES * SD_WINDOW_BYTES;
        int64_t bytes = MIN(size - (int64_t)first, SD_WINDOW_BYTES);
        int r;

        w->bytes = 0;
        if (size < 0 || (int64_t)(addr + length) > (int64_t)first + bytes) {
            return blk_pread(blk, addr, length, to, 0); /* across two windows, or behind the end */
        }
        r = blk_pread(blk, first, bytes, w->data, 0);
        if (r < 0) {
            return r;
        }
        w->first = first;
        w->bytes = bytes;
    }
    memcpy(to, w->data + (addr - w->first), length);
    return 0;
}

void sd_window_drop(struct sd_window *w)
{
    w->bytes = 0;
}
