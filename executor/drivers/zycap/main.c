// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/dma-mapping.h>
#include <linux/interrupt.h>
#include <linux/mod_devicetable.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/sizes.h>

#include "buffer.h"
#include "device.h"
#include "dma.h"
#include "file.h"
#include "load.h"
#include "port.h"

#define BUFFER_KIB_MAX (SZ_32M / SZ_1K)

static uint buffer_kib = 2048;
module_param(buffer_kib, uint, 0444);
MODULE_PARM_DESC(buffer_kib, "KiB of the stream buffer at start, 4 to 32768 (default 2048); it grows to need");

static void main_free_buffers(void *data)
{
	struct zycap_device *zdev = data;

	zycap_buffer_free(zdev, &zdev->stream);
	zycap_buffer_free(zdev, &zdev->recovery);
}

static int main_reserve_buffers(struct zycap_device *zdev)
{
	int err;

	err = dma_set_mask_and_coherent(zdev->dev, DMA_BIT_MASK(32));
	if (err)
		return err;
	err = devm_add_action_or_reset(zdev->dev, main_free_buffers, zdev);
	if (err)
		return err;
	err = zycap_load_init(zdev);
	if (err)
		return err;
	return zycap_buffer_reserve(zdev, &zdev->stream,
				    clamp_t(uint, buffer_kib, 4, BUFFER_KIB_MAX) * SZ_1K);
}

static void main_stop_dma(void *data)
{
	zycap_dma_reset(data);
}

static void main_misc_exit(void *data)
{
	struct zycap_device *zdev = data;

	misc_deregister(&zdev->misc);
}

static int main_start_dma(struct platform_device *pdev, struct zycap_device *zdev)
{
	int irq, err;

	init_completion(&zdev->done);
	err = zycap_dma_reset(zdev);
	if (err)
		return err;
	err = devm_add_action_or_reset(zdev->dev, main_stop_dma, zdev);
	if (err)
		return err;
	irq = platform_get_irq(pdev, 0);
	if (irq < 0)
		return irq;
	return devm_request_irq(zdev->dev, irq, zycap_dma_interrupt, 0, "zycap", zdev);
}

static int main_register(struct zycap_device *zdev)
{
	int err;

	zdev->misc.minor = MISC_DYNAMIC_MINOR;
	zdev->misc.name = "zycap";
	zdev->misc.parent = zdev->dev;
	zdev->misc.fops = &zycap_fops;
	err = misc_register(&zdev->misc);
	if (err)
		return err;
	return devm_add_action_or_reset(zdev->dev, main_misc_exit, zdev);
}

static int main_probe(struct platform_device *pdev)
{
	struct zycap_device *zdev;
	int err;
	u32 id;

	zdev = devm_kzalloc(&pdev->dev, sizeof(*zdev), GFP_KERNEL);
	if (!zdev)
		return -ENOMEM;
	zdev->dev = &pdev->dev;
	mutex_init(&zdev->lock);
	platform_set_drvdata(pdev, zdev);

	zdev->regs = devm_platform_ioremap_resource(pdev, 0);
	if (IS_ERR(zdev->regs))
		return PTR_ERR(zdev->regs);
	id = readl(zdev->regs + ZYCAP_ID);
	if (id != ZYCAP_ID_VALUE)
		return dev_err_probe(zdev->dev, -ENODEV, "ID 0x%08x instead of 0x%08x\n", id,
				     ZYCAP_ID_VALUE);

	err = zycap_port_find(zdev);
	if (err)
		return err;
	err = main_reserve_buffers(zdev);
	if (err)
		return err;
	err = main_start_dma(pdev, zdev);
	if (err)
		return err;
	return main_register(zdev);
}

static void main_shutdown(struct platform_device *pdev)
{
	zycap_dma_reset(platform_get_drvdata(pdev));
}

static const struct of_device_id main_of_match[] = {
	{ .compatible = "xlnx,zycap-1.0" },
	{}
};
MODULE_DEVICE_TABLE(of, main_of_match);

static struct platform_driver main_driver = {
	.probe = main_probe,
	.shutdown = main_shutdown,
	.driver = {
		.name = "zycap",
		.of_match_table = main_of_match,
		/* Open files refer to the device until the module can be removed. */
		.suppress_bind_attrs = true,
	},
};
module_platform_driver(main_driver);

MODULE_DESCRIPTION("Partial reconfiguration through ICAP with a DMA");
MODULE_LICENSE("GPL");
