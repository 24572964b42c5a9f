// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/* The device writes memory. */
#include <linux/dma-mapping.h>

#include "cohbugs.h"

#define SHARED_WORD 4 /* of the buffer's first line: the device's data begins behind it */

static noinline int bug_missing_invalidate(struct lab *lab, u32 *buffer)
{
	dma_addr_t dma = dma_map_single(lab->dev, buffer, LAB_BYTES, DMA_FROM_DEVICE);
	int err = lab_receive(lab, dma, LAB_BYTES);

	lab->source[0] = lab_sum(buffer, LAB_WORDS);
	dma_unmap_single_attrs(lab->dev, dma, LAB_BYTES, DMA_FROM_DEVICE, DMA_ATTR_SKIP_CPU_SYNC);
	return err;
}

static noinline int bug_wrong_direction(struct lab *lab, u32 *buffer)
{
	dma_addr_t dma = dma_map_single(lab->dev, buffer, LAB_BYTES, DMA_TO_DEVICE);
	int err = lab_receive(lab, dma, LAB_BYTES);

	dma_unmap_single(lab->dev, dma, LAB_BYTES, DMA_TO_DEVICE);
	lab->source[0] = lab_sum(buffer, LAB_WORDS);
	return err;
}

/* The data is there already, why wait for the rest? */
static noinline int bug_read_before_hand_back(struct lab *lab, u32 *buffer)
{
	dma_addr_t dma = dma_map_single(lab->dev, buffer, LAB_BYTES, DMA_FROM_DEVICE);
	int err = lab_receive_devcfg(lab, dma, LAB_BYTES);

	lab->source[0] = READ_ONCE(buffer[0]);
	dma_unmap_single(lab->dev, dma, LAB_BYTES, DMA_FROM_DEVICE);
	return err;
}

/* A counter lies in the line in which the buffer begins. */
static noinline int bug_shared_line(struct lab *lab, u32 *buffer)
{
	u32 *data = buffer + SHARED_WORD;
	dma_addr_t dma = dma_map_single(lab->dev, data, LAB_BYTES, DMA_FROM_DEVICE);
	int err;

	WRITE_ONCE(buffer[0], 1);
	err = lab_receive(lab, dma, LAB_BYTES);
	dma_unmap_single(lab->dev, dma, LAB_BYTES, DMA_FROM_DEVICE);
	return err;
}

const struct bug bugs_receive[] = {
	{ "missing_invalidate", bug_missing_invalidate },
	{ "wrong_direction", bug_wrong_direction },
	{ "read_before_hand_back", bug_read_before_hand_back },
	{ "shared_line", bug_shared_line },
	{ NULL, NULL },
};
