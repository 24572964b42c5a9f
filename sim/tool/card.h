/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The SD card as one image: MBR, a FAT boot partition (kernel, device tree, initramfs), an ext4 data
 * partition without a journal. Equal content gives an equal image on any host: UUIDs, serial numbers,
 * hash seed and all times are fixed, and files are written in the order of their names.
 */
#ifndef ZT_CARD_H
#define ZT_CARD_H

#include "plan.h"

#define ZT_CARD_EPOCH 1767225600 /* 2026-01-01 00:00 UTC, the guest's first second */
#define ZT_CARD_BOOT_OFFSET (1ull << 20)
#define ZT_CARD_BOOT_BYTES (24ull << 20)
#define ZT_CARD_DATA_OFFSET (ZT_CARD_BOOT_OFFSET + ZT_CARD_BOOT_BYTES)

/* Makes `image`; `folder` takes scratch files. False and *error (owned by the caller). */
bool zt_card_make(const char *image, const char *folder, const struct zt_plan *plan, char **error);
/* Copies a file of the boot partition to `to`. */
bool zt_card_get_boot(const char *image, const char *name, const char *to, const char *log, char **error);
/* Copies the data partition's folder `from` into the folder `to`. */
bool zt_card_get_data(const char *image, const char *from, const char *to, const char *log, char **error);

#endif
