// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/of.h>
#include <linux/of_reserved_mem.h>
#include <rxc/event_ring.h>

#include "device.h"
#include "event_ring.h"

/* Keeps the count of a mapping in 32 bits, and a wrong device tree from giving all memory away. */
#define EVENT_RING_BYTES_MAX 0x10000000

static int event_ring_clear_header(phys_addr_t phys)
{
	void __iomem *header = ioremap_wc(phys, sizeof(struct rxc_ring_region));

	if (!header)
		return -ENOMEM;
	memset_io(header, 0, sizeof(struct rxc_ring_region));
	iounmap(header);
	return 0;
}

int reconos_event_ring_find(struct reconos_device *rdev)
{
	struct device_node *node = of_parse_phandle(rdev->dev->of_node, "memory-region", 0);
	struct reserved_mem *region;
	int err;

	if (!node)
		return 0;
	region = of_reserved_mem_lookup(node);
	of_node_put(node);
	if (!region)
		return dev_err_probe(rdev->dev, -ENODEV, "memory-region is not reserved\n");
	if (!PAGE_ALIGNED(region->base) || !PAGE_ALIGNED(region->size) ||
	    region->size < sizeof(struct rxc_ring_region) || region->size > EVENT_RING_BYTES_MAX)
		return dev_err_probe(rdev->dev, -EINVAL, "memory-region %pa + %pa: not whole pages\n",
				     &region->base, &region->size);

	err = event_ring_clear_header(region->base);
	if (err)
		return err;
	rdev->ring_phys = region->base;
	rdev->ring_bytes = region->size;
	return 0;
}
