/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef ZYCAP_BUFFER_H
#define ZYCAP_BUFFER_H

#include <linux/types.h>

struct zycap_buffer;
struct zycap_device;

/* At least so many bytes afterwards; the content is lost. -ENOMEM: no buffer is left. */
int zycap_buffer_reserve(struct zycap_device *zdev, struct zycap_buffer *buffer, size_t size_bytes);
void zycap_buffer_free(struct zycap_device *zdev, struct zycap_buffer *buffer);

#endif
