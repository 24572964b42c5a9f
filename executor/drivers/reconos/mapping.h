/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RECONOS_MAPPING_H
#define RECONOS_MAPPING_H

struct reconos_device;
struct vm_area_struct;

int reconos_mapping_mmap(struct reconos_device *rdev, struct vm_area_struct *vma);

#endif
