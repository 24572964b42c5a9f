/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A window of an SD card's image in memory. QEMU reads a card 512 bytes at a time, and each read hops to
 * another host thread and back; a guest reads a file in a row. The guest sees no difference.
 */
#ifndef ZYNQTWIN_SD_WINDOW_H
#define ZYNQTWIN_SD_WINDOW_H

#include "qemu/osdep.h"
#include "sysemu/block-backend.h"

#define SD_WINDOW_BYTES (64 * 1024)

struct sd_window {
    uint64_t first;
    uint32_t bytes; /* valid ones; 0: none */
    uint8_t data[SD_WINDOW_BYTES];
};

/* 0, or what blk_pread says. length <= 512. */
int sd_window_read(struct sd_window *window, BlockBackend *blk, uint64_t addr, uint32_t length, void *to);
/* The image was written, or is another one. */
void sd_window_drop(struct sd_window *window);

#endif
