// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/clk.h>
#include <linux/mm.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_clk.h>
#include <uapi/reconos.h>

#include "device.h"
#include "global_timer.h"

static int global_timer_read_node(struct reconos_device *rdev, struct device_node *node)
{
	struct resource res;
	struct clk *clk;
	int err;

	err = of_address_to_resource(node, 0, &res);
	if (err)
		return dev_err_probe(rdev->dev, err, "%pOF has no address\n", node);
	if (offset_in_page(res.start) != RECONOS_GLOBAL_TIMER_OFFSET)
		return dev_err_probe(rdev->dev, -EINVAL, "%pOF is at %pa, not 0x%x in its page\n", node,
				     &res.start, RECONOS_GLOBAL_TIMER_OFFSET);

	/* It runs already, for Linux's own use: only its rate is asked for. */
	clk = of_clk_get(node, 0);
	if (IS_ERR(clk))
		return dev_err_probe(rdev->dev, PTR_ERR(clk), "%pOF has no clock\n", node);
	rdev->timer_hz = clk_get_rate(clk);
	clk_put(clk);

	rdev->timer_phys = res.start & PAGE_MASK;
	return 0;
}

int reconos_global_timer_find(struct reconos_device *rdev)
{
	struct device_node *node = of_parse_phandle(rdev->dev->of_node, "global-timer", 0);
	int err;

	if (!node)
		return 0;
	err = global_timer_read_node(rdev, node);
	of_node_put(node);
	return err;
}
