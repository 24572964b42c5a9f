// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/* The device reads memory. */
#include <linux/dma-mapping.h>
#include <linux/io.h>

#include "cohbugs.h"

static int send_and_wait(struct lab *lab, dma_addr_t from)
{
	lab_send_start(lab, from, LAB_BYTES);
	return lab_send_wait(lab);
}

/* The physical address is all that it takes, or is it? */
static noinline int bug_missing_clean(struct lab *lab, u32 *buffer)
{
	lab_fill(buffer, LAB_WORDS, 0x100);
	return send_and_wait(lab, virt_to_phys(buffer));
}

/* The device starts before the buffer is handed over. */
static noinline int bug_late_sync(struct lab *lab, u32 *buffer)
{
	dma_addr_t dma = dma_map_single(lab->dev, buffer, LAB_BYTES, DMA_TO_DEVICE);
	int err;

	lab_fill(buffer, LAB_WORDS, 0x200);
	lab_send_start(lab, dma, LAB_BYTES);
	dma_sync_single_for_device(lab->dev, dma, LAB_BYTES, DMA_TO_DEVICE);
	err = lab_send_wait(lab);
	dma_unmap_single(lab->dev, dma, LAB_BYTES, DMA_TO_DEVICE);
	return err;
}

/* One more word, now that the buffer is the device's. */
static noinline int bug_write_after_hand_over(struct lab *lab, u32 *buffer)
{
	dma_addr_t dma;
	int err;

	lab_fill(buffer, LAB_WORDS, 0x300);
	dma = dma_map_single(lab->dev, buffer, LAB_BYTES, DMA_TO_DEVICE);
	WRITE_ONCE(buffer[LAB_WORDS / 2], 0x3ff);
	err = send_and_wait(lab, dma);
	dma_unmap_single(lab->dev, dma, LAB_BYTES, DMA_TO_DEVICE);
	return err;
}

/* Only the header is synchronised. */
static noinline int bug_partial_clean(struct lab *lab, u32 *buffer)
{
	dma_addr_t dma = dma_map_single(lab->dev, buffer, LAB_BYTES, DMA_TO_DEVICE);
	int err;

	lab_fill(buffer, LAB_WORDS, 0x400);
	dma_sync_single_for_device(lab->dev, dma, 32, DMA_TO_DEVICE);
	err = send_and_wait(lab, dma);
	dma_unmap_single(lab->dev, dma, LAB_BYTES, DMA_TO_DEVICE);
	return err;
}

const struct bug bugs_send[] = {
	{ "missing_clean", bug_missing_clean },
	{ "late_sync", bug_late_sync },
	{ "write_after_hand_over", bug_write_after_hand_over },
	{ "partial_clean", bug_partial_clean },
	{ NULL, NULL },
};
