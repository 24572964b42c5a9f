/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Guest memory for a host of pl.h that is no machine: the tests' and the bench's. Starts at physical 0; what
 * lies behind it answers PL_DECERR. No state of its own: as thread safe as the bytes.
 */
#ifndef ZT_PL_GUEST_MEMORY_H
#define ZT_PL_GUEST_MEMORY_H

#include <string.h>

#include "../pl.h"

/* A burst as pl_host_ops.mem_read asks for it, from `bytes` of memory_bytes. */
static inline enum pl_resp guest_memory_read(const uint8_t *bytes, size_t memory_bytes, uint64_t addr,
                                             void *buf, size_t size_bytes)
{
    if (addr + size_bytes > memory_bytes) {
        memset(buf, 0, size_bytes);
        return PL_DECERR;
    }
    memcpy(buf, bytes + addr, size_bytes);
    return PL_OKAY;
}

/* A burst as pl_host_ops.mem_write asks for it; strobe NULL: all bytes. */
static inline enum pl_resp guest_memory_write(uint8_t *bytes, size_t memory_bytes, uint64_t addr,
                                              const void *buf, const uint8_t *strobe, size_t size_bytes)
{
    if (addr + size_bytes > memory_bytes)
        return PL_DECERR;
    for (size_t i = 0; i < size_bytes; i++) {
        if (strobe == NULL || strobe[i])
            bytes[addr + i] = ((const uint8_t *)buf)[i];
    }
    return PL_OKAY;
}

#endif
