// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/bitfield.h>
#include <linux/clk.h>
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <uapi/reconos.h>

#include "device.h"
#include "global_timer.h"

#define CONTROL 0x08 /* from the timer's own first register */
#define CONTROL_ENABLE BIT(0)
#define CONTROL_PRESCALER GENMASK(15, 8) /* less one */

/*
 * The count's rate is not the clock's: Linux's driver sets a prescaler (2 on a Zynq unless
 * configured otherwise), and adapts it when the clock changes, so that the count's rate stays.
 */
static int global_timer_read_rate(struct reconos_device *rdev, phys_addr_t phys, unsigned long clk_hz)
{
	void __iomem *regs = ioremap(phys, CONTROL + sizeof(u32));
	u32 control;

	if (!regs)
		return -ENOMEM;
	control = readl(regs + CONTROL);
	iounmap(regs);
	if (!(control & CONTROL_ENABLE))
		return dev_err_probe(rdev->dev, -ENODEV, "the global timer does not run\n");

	rdev->timer_hz = clk_hz / (FIELD_GET(CONTROL_PRESCALER, control) + 1);
	return 0;
}

static int global_timer_read_node(struct reconos_device *rdev, struct device_node *node)
{
	struct resource res;
	unsigned long clk_hz;
	struct clk *clk;
	int err;

	err = of_address_to_resource(node, 0, &res);
	if (err)
		return dev_err_probe(rdev->dev, err, "%pOF has no address\n", node);
	if (offset_in_page(res.start) != RECONOS_GLOBAL_TIMER_OFFSET)
		return dev_err_probe(rdev->dev, -EINVAL, "%pOF is at %pa, not 0x%x in its page\n", node,
				     &res.start, RECONOS_GLOBAL_TIMER_OFFSET);

	/* Linux uses the timer itself and keeps the clock on: only its rate is asked for. */
	clk = of_clk_get(node, 0);
	if (IS_ERR(clk))
		return dev_err_probe(rdev->dev, PTR_ERR(clk), "%pOF has no clock\n", node);
	clk_hz = clk_get_rate(clk);
	clk_put(clk);

	err = global_timer_read_rate(rdev, res.start, clk_hz);
	if (err)
		return err;
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
