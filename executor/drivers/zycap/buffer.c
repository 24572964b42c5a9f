// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/dma-mapping.h>
#include <linux/mm.h>

#include "buffer.h"
#include "device.h"

void zycap_buffer_free(struct zycap_device *zdev, struct zycap_buffer *buffer)
{
	if (!buffer->size_bytes)
		return;
	dma_free_coherent(zdev->dev, buffer->size_bytes, buffer->data, buffer->address);
	buffer->size_bytes = 0;
}

int zycap_buffer_reserve(struct zycap_device *zdev, struct zycap_buffer *buffer, size_t size_bytes)
{
	size_t bytes = PAGE_ALIGN(size_bytes);

	if (bytes <= buffer->size_bytes)
		return 0;

	/* Freed first: contiguous memory may not be enough for both. */
	zycap_buffer_free(zdev, buffer);
	buffer->data = dma_alloc_coherent(zdev->dev, bytes, &buffer->address,
					  GFP_KERNEL | __GFP_NOWARN);
	if (!buffer->data)
		return -ENOMEM;
	buffer->size_bytes = bytes;
	return 0;
}
