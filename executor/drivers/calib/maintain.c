// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/dma-mapping.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/string.h>

#include "device.h"
#include "maintain.h"

#define MAINTAIN_MIN_BYTES 32

static u64 maintain_once(struct calib_device *cdev, const struct calib_maintain *request, void *data,
			 dma_addr_t address)
{
	u64 start;

	if (request->operation == CALIB_CLEAN) {
		memset(data, (int)address, request->size_bytes);
		start = calib_count(cdev);
		dma_sync_single_for_device(cdev->dev, address, request->size_bytes, DMA_TO_DEVICE);
	} else {
		memchr_inv(data, 0, request->size_bytes);
		start = calib_count(cdev);
		dma_sync_single_for_cpu(cdev->dev, address, request->size_bytes, DMA_FROM_DEVICE);
	}
	return calib_count(cdev) - start;
}

int calib_maintain(struct calib_device *cdev, struct calib_maintain *request)
{
	enum dma_data_direction way =
		request->operation == CALIB_CLEAN ? DMA_TO_DEVICE : DMA_FROM_DEVICE;
	unsigned int order = get_order(request->size_bytes);
	dma_addr_t address;
	struct page *pages;

	if (request->operation > CALIB_INVALIDATE || request->size_bytes < MAINTAIN_MIN_BYTES ||
	    request->size_bytes > CALIB_MAINTAIN_MAX_BYTES)
		return -EINVAL;
	pages = alloc_pages(GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN, order);
	if (!pages)
		return -ENOMEM;
	address = dma_map_single(cdev->dev, page_address(pages), request->size_bytes, way);
	if (dma_mapping_error(cdev->dev, address)) {
		__free_pages(pages, order);
		return -ENOMEM;
	}
	dma_sync_single_for_cpu(cdev->dev, address, request->size_bytes, way);
	request->counts = maintain_once(cdev, request, page_address(pages), address);
	dma_unmap_single(cdev->dev, address, request->size_bytes, way);
	__free_pages(pages, order);
	return 0;
}
