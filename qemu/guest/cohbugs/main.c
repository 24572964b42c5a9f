// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
#include <linux/dma-mapping.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/of_platform.h>
#include <linux/platform_device.h>

#include "cohbugs.h"

#define ZYCAP 0x40400000
#define TRAFFIC 0x43c00000
#define DEVCFG 0xf8007000
#define BUGS_MAX 16

static struct lab lab;
static u32 *pages[BUGS_MAX]; /* kept to the end, so that no fault meets another one's page */
static unsigned int pages_taken;

static int lab_open(void)
{
	struct device_node *node = of_find_compatible_node(NULL, NULL, "xlnx,zycap-1.0");
	struct platform_device *pdev = node ? of_find_device_by_node(node) : NULL;

	of_node_put(node);
	if (!pdev)
		return -ENODEV;
	lab.dev = &pdev->dev;
	lab.zycap = ioremap(ZYCAP, 0x1000);
	lab.devcfg = ioremap(DEVCFG, 0x1000);
	lab.traffic = ioremap(TRAFFIC, 0x1000);
	lab.source = dma_alloc_coherent(lab.dev, PAGE_SIZE, &lab.source_dma, GFP_KERNEL);
	if (!lab.zycap || !lab.devcfg || !lab.traffic || !lab.source)
		return -ENOMEM;
	lab_fill(lab.source, LAB_WORDS, 0x1000);
	return 0;
}

static void lab_close(void)
{
	while (pages_taken)
		free_page((unsigned long)pages[--pages_taken]);
	if (lab.source)
		dma_free_coherent(lab.dev, PAGE_SIZE, lab.source, lab.source_dma);
	if (lab.traffic)
		iounmap(lab.traffic);
	if (lab.devcfg)
		iounmap(lab.devcfg);
	if (lab.zycap)
		iounmap(lab.zycap);
	if (lab.dev)
		put_device(lab.dev);
}

static int run_all(const struct bug *bug)
{
	int err;

	for (; bug->name; bug++) {
		u32 *page = (u32 *)__get_free_page(GFP_KERNEL);

		if (!page)
			return -ENOMEM;
		pages[pages_taken++] = page;
		err = bug->run(&lab, page);
		if (err) {
			pr_err("cohbugs: %s: %d\n", bug->name, err);
			return err;
		}
	}
	return 0;
}

static int __init cohbugs_init(void)
{
	int err = lab_open();

	if (!err)
		err = run_all(bugs_send);
	if (!err)
		err = run_all(bugs_receive);
	if (!err)
		err = run_all(bugs_attributes);
	if (err)
		lab_close();
	return err;
}
module_init(cohbugs_init);

static void __exit cohbugs_exit(void)
{
	lab_close();
}
module_exit(cohbugs_exit);

MODULE_DESCRIPTION("Faults of drivers, made on purpose");
MODULE_LICENSE("GPL");
