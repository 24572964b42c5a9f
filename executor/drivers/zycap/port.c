// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/*
 * Linux's own driver of devcfg (zynq-fpga) holds its register region and sets PCAP_PR for every load of
 * its own without ever clearing it. So the registers are mapped here without a claim, and the bit is
 * looked at before every load.
 */
#include <linux/clk.h>
#include <linux/of.h>
#include <linux/of_address.h>

#include "device.h"
#include "port.h"

static void port_put_clk(void *data)
{
	clk_put(data);
}

static int port_read_node(struct zycap_device *zdev, struct device_node *node)
{
	struct resource res;
	int err;

	err = of_address_to_resource(node, 0, &res);
	if (err)
		return dev_err_probe(zdev->dev, err, "%pOF has no address\n", node);
	zdev->devcfg = devm_ioremap(zdev->dev, res.start, resource_size(&res));
	if (!zdev->devcfg)
		return -ENOMEM;

	zdev->devcfg_clk = of_clk_get_by_name(node, "ref_clk");
	if (IS_ERR(zdev->devcfg_clk))
		return dev_err_probe(zdev->dev, PTR_ERR(zdev->devcfg_clk), "%pOF: no ref_clk\n",
				     node);
	return devm_add_action_or_reset(zdev->dev, port_put_clk, zdev->devcfg_clk);
}

int zycap_port_find(struct zycap_device *zdev)
{
	struct device_node *node = of_parse_phandle(zdev->dev->of_node, "devcfg", 0);
	int err;

	if (!node)
		return dev_err_probe(zdev->dev, -ENODEV, "no devcfg in the device tree\n");
	err = port_read_node(zdev, node);
	of_node_put(node);
	return err;
}

static bool port_is_pcap(struct zycap_device *zdev)
{
	return readl(zdev->devcfg + DEVCFG_CTRL) & DEVCFG_CTRL_PCAP_PR;
}

static void port_set_pcap(struct zycap_device *zdev, bool pcap)
{
	u32 ctrl = readl(zdev->devcfg + DEVCFG_CTRL);

	ctrl = pcap ? ctrl | DEVCFG_CTRL_PCAP_PR : ctrl & ~DEVCFG_CTRL_PCAP_PR;
	writel(ctrl, zdev->devcfg + DEVCFG_CTRL);
}

int zycap_port_take(struct zycap_device *zdev)
{
	if (!port_is_pcap(zdev))
		return 0;
	if (!(readl(zdev->devcfg + DEVCFG_STATUS) & DEVCFG_STATUS_DMA_QUEUE_EMPTY))
		return -EBUSY;

	port_set_pcap(zdev, false);
	if (!port_is_pcap(zdev))
		return 0;

	/* Any other value would lock the registers until the next power-up, so not without need. */
	writel(DEVCFG_UNLOCK_KEY, zdev->devcfg + DEVCFG_UNLOCK);
	port_set_pcap(zdev, false);
	if (!port_is_pcap(zdev))
		return 0;
	dev_err(zdev->dev, "devcfg does not give the configuration port to ICAP\n");
	return -EIO;
}

int zycap_port_open(struct zycap_device *zdev)
{
	int err = clk_prepare_enable(zdev->devcfg_clk);

	if (err)
		return err;
	zdev->pcap_had_port = port_is_pcap(zdev);
	err = zycap_port_take(zdev);
	if (err)
		clk_disable_unprepare(zdev->devcfg_clk);
	return err;
}

void zycap_port_close(struct zycap_device *zdev)
{
	if (zdev->pcap_had_port)
		port_set_pcap(zdev, true);
	clk_disable_unprepare(zdev->devcfg_clk);
}
