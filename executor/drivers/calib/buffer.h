/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef CALIB_BUFFER_H
#define CALIB_BUFFER_H

#include <linux/types.h>

struct calib_device;
struct vm_area_struct;

/* Coherent memory that lives as long as the device. 0 or a negative errno. */
int calib_buffer_init(struct calib_device *cdev, size_t size_bytes);
int calib_buffer_mmap(struct calib_device *cdev, struct vm_area_struct *vma);

#endif
