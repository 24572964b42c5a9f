// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>

#include "device.h"
#include "event_ring.h"
#include "file.h"
#include "global_timer.h"

#define VERSION_MAJOR 1

static int main_map(struct platform_device *pdev, struct reconos_device *rdev)
{
	struct resource *res;

	rdev->proc = devm_platform_ioremap_resource_byname(pdev, "proc-control");
	if (IS_ERR(rdev->proc))
		return PTR_ERR(rdev->proc);
	rdev->intc = devm_platform_ioremap_resource_byname(pdev, "osif-intc");
	if (IS_ERR(rdev->intc))
		return PTR_ERR(rdev->intc);

	res = platform_get_resource_byname(pdev, IORESOURCE_MEM, "osif");
	rdev->osif = devm_ioremap_resource(rdev->dev, res);
	if (IS_ERR(rdev->osif))
		return PTR_ERR(rdev->osif);
	rdev->osif_phys = res->start;
	return 0;
}

static int main_identify(struct reconos_device *rdev)
{
	u32 id = readl(rdev->proc + PROC_ID);
	u32 geometry;

	if (id != PROC_ID_VALUE)
		return dev_err_probe(rdev->dev, -ENODEV, "ID 0x%08x instead of 0x%08x\n", id,
				     PROC_ID_VALUE);
	rdev->hw_version = readl(rdev->proc + PROC_VERSION);
	if (PROC_VERSION_MAJOR(rdev->hw_version) != VERSION_MAJOR)
		return dev_err_probe(rdev->dev, -ENODEV, "version 0x%08x, this driver knows %u.x\n",
				     rdev->hw_version, VERSION_MAJOR);

	geometry = readl(rdev->proc + PROC_GEOMETRY);
	rdev->slots = geometry & 0xff;
	if (!rdev->slots || rdev->slots > RECONOS_SLOT_MAX)
		return dev_err_probe(rdev->dev, -ENODEV, "%u slots, 1 to %u are possible\n",
				     rdev->slots, RECONOS_SLOT_MAX);
	rdev->osif_depth_words = BIT((geometry >> 8) & 0x1f);
	rdev->memif_depth_words = BIT((geometry >> 16) & 0x1f);
	rdev->tlb_entries = BIT((geometry >> 24) & 0x1f);
	return 0;
}

static void main_hardware_reset(void *data)
{
	struct reconos_device *rdev = data;

	writel(0, rdev->intc + INTC_LINES);
	writel(1, rdev->proc + PROC_SYS_RESET);
	/* 16 clocks of the PL; the read makes sure that the delay begins after the write. */
	readl(rdev->proc + PROC_ID);
	udelay(1);
}

static void main_slots_exit(void *data)
{
	struct reconos_device *rdev = data;
	unsigned int index;

	for (index = 0; index < rdev->slots; index++)
		reconos_slot_exit(&rdev->slot[index]);
}

static void main_misc_exit(void *data)
{
	struct reconos_device *rdev = data;

	misc_deregister(&rdev->misc);
}

static int main_start_hardware(struct reconos_device *rdev)
{
	unsigned int index;
	int err;

	main_hardware_reset(rdev);
	err = devm_add_action_or_reset(rdev->dev, main_hardware_reset, rdev);
	if (err)
		return err;

	rdev->resets = rdev->slots == 32 ? U32_MAX : BIT(rdev->slots) - 1;
	for (index = 0; index < rdev->slots; index++)
		reconos_slot_init(rdev, index);
	return devm_add_action_or_reset(rdev->dev, main_slots_exit, rdev);
}

static int main_request_irq(struct platform_device *pdev, const char *name, irq_handler_t handler,
			    struct reconos_device *rdev)
{
	int irq = platform_get_irq_byname(pdev, name);

	if (irq < 0)
		return irq;
	return devm_request_irq(rdev->dev, irq, handler, 0, name, rdev);
}

static int main_probe(struct platform_device *pdev)
{
	struct reconos_device *rdev;
	int err;

	rdev = devm_kzalloc(&pdev->dev, sizeof(*rdev), GFP_KERNEL);
	if (!rdev)
		return -ENOMEM;
	rdev->dev = &pdev->dev;
	spin_lock_init(&rdev->reg_lock);
	platform_set_drvdata(pdev, rdev);

	err = main_map(pdev, rdev);
	if (err)
		return err;
	err = main_identify(rdev);
	if (err)
		return err;
	err = reconos_global_timer_find(rdev);
	if (err)
		return err;
	err = reconos_event_ring_find(rdev);
	if (err)
		return err;
	err = main_start_hardware(rdev);
	if (err)
		return err;
	err = main_request_irq(pdev, "osif", reconos_osif_interrupt, rdev);
	if (err)
		return err;
	err = main_request_irq(pdev, "page-fault", reconos_fault_interrupt, rdev);
	if (err)
		return err;

	rdev->misc.minor = MISC_DYNAMIC_MINOR;
	rdev->misc.name = "reconos";
	rdev->misc.parent = rdev->dev;
	rdev->misc.fops = &reconos_fops;
	err = misc_register(&rdev->misc);
	if (err)
		return err;
	err = devm_add_action_or_reset(rdev->dev, main_misc_exit, rdev);
	if (err)
		return err;

	dev_info(rdev->dev, "%u slots, hardware version %u.%u\n", rdev->slots,
		 rdev->hw_version >> 16, rdev->hw_version & 0xffff);
	return 0;
}

/* Nothing may be written by the PL into the memory of the kernel that starts next. */
static void main_shutdown(struct platform_device *pdev)
{
	main_hardware_reset(platform_get_drvdata(pdev));
}

static const struct of_device_id main_of_match[] = {
	{ .compatible = "reconos,control-4.0" },
	{}
};
MODULE_DEVICE_TABLE(of, main_of_match);

static struct platform_driver main_driver = {
	.probe = main_probe,
	.shutdown = main_shutdown,
	.driver = {
		.name = "reconos",
		.of_match_table = main_of_match,
		/* Open files refer to the device until the module can be removed. */
		.suppress_bind_attrs = true,
	},
};
module_platform_driver(main_driver);

MODULE_DESCRIPTION("Hardware threads in reconfigurable slots");
MODULE_LICENSE("GPL");
