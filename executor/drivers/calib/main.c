// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/* A platform device of its own making: a board's device tree need not name it. */
#include <linux/dma-mapping.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/platform_device.h>
#include <linux/sizes.h>

#include "buffer.h"
#include "device.h"
#include "file.h"

#define TIMER_LOW 0x0
#define TIMER_HIGH 0x4

static uint buffer_mib = 16;
module_param(buffer_mib, uint, 0444);
MODULE_PARM_DESC(buffer_mib, "MiB of the coherent buffer, 1 to 64 (default 16)");

static struct platform_device *main_device;

u64 calib_count(const struct calib_device *cdev)
{
	u32 high = readl_relaxed(cdev->timer + TIMER_HIGH);
	u32 low = readl_relaxed(cdev->timer + TIMER_LOW);
	u32 again = readl_relaxed(cdev->timer + TIMER_HIGH);

	if (again != high)
		low = readl_relaxed(cdev->timer + TIMER_LOW);
	return (u64)again << 32 | low;
}

static void main_unmap_timer(void *data)
{
	struct calib_device *cdev = data;

	iounmap(cdev->timer);
}

static int main_map_timer(struct calib_device *cdev)
{
	struct device_node *node = of_find_compatible_node(NULL, NULL, "arm,cortex-a9-global-timer");

	cdev->timer = node ? of_iomap(node, 0) : NULL;
	of_node_put(node);
	if (!cdev->timer)
		return dev_err_probe(cdev->dev, -ENODEV, "no global timer of a Cortex-A9\n");
	return devm_add_action_or_reset(cdev->dev, main_unmap_timer, cdev);
}

static void main_misc_exit(void *data)
{
	struct calib_device *cdev = data;

	misc_deregister(&cdev->misc);
}

static int main_probe(struct platform_device *pdev)
{
	struct calib_device *cdev;
	int err;

	cdev = devm_kzalloc(&pdev->dev, sizeof(*cdev), GFP_KERNEL);
	if (!cdev)
		return -ENOMEM;
	cdev->dev = &pdev->dev;
	mutex_init(&cdev->lock);
	spin_lock_init(&cdev->event_lock);
	init_waitqueue_head(&cdev->wait);
	platform_set_drvdata(pdev, cdev);

	err = main_map_timer(cdev);
	if (err)
		return err;
	err = calib_buffer_init(cdev, clamp_t(uint, buffer_mib, 1, 64) * SZ_1M);
	if (err)
		return err;
	cdev->misc.minor = MISC_DYNAMIC_MINOR;
	cdev->misc.name = "calib";
	cdev->misc.parent = cdev->dev;
	cdev->misc.fops = &calib_fops;
	err = misc_register(&cdev->misc);
	if (err)
		return err;
	return devm_add_action_or_reset(cdev->dev, main_misc_exit, cdev);
}

static struct platform_driver main_driver = {
	.probe = main_probe,
	.driver = {
		.name = "calib",
		/* Open files refer to the device until the module can be removed. */
		.suppress_bind_attrs = true,
	},
};

static int __init main_init(void)
{
	int err = platform_driver_register(&main_driver);

	if (err)
		return err;
	main_device = platform_device_register_simple("calib", PLATFORM_DEVID_NONE, NULL, 0);
	if (!IS_ERR(main_device))
		return 0;
	platform_driver_unregister(&main_driver);
	return PTR_ERR(main_device);
}

static void __exit main_exit(void)
{
	platform_device_unregister(main_device);
	platform_driver_unregister(&main_driver);
}

module_init(main_init);
module_exit(main_exit);

MODULE_DESCRIPTION("Uncached memory, cache maintenance and interrupts for measuring a Zynq-7000");
MODULE_LICENSE("GPL");
