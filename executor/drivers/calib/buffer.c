// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/dma-mapping.h>
#include <linux/mm.h>

#include "buffer.h"
#include "device.h"

int calib_buffer_init(struct calib_device *cdev, size_t size_bytes)
{
	int err = dma_coerce_mask_and_coherent(cdev->dev, DMA_BIT_MASK(32));

	if (err)
		return err;
	cdev->buffer = dmam_alloc_coherent(cdev->dev, size_bytes, &cdev->buffer_address, GFP_KERNEL);
	if (!cdev->buffer)
		return dev_err_probe(cdev->dev, -ENOMEM, "no %zu contiguous bytes (cma= is too small?)\n",
				     size_bytes);
	cdev->buffer_bytes = size_bytes;
	return 0;
}

int calib_buffer_mmap(struct calib_device *cdev, struct vm_area_struct *vma)
{
	if (!(vma->vm_flags & VM_SHARED))
		return -EINVAL;
	return dma_mmap_coherent(cdev->dev, vma, cdev->buffer, cdev->buffer_address, cdev->buffer_bytes);
}
