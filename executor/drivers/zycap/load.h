/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef ZYCAP_LOAD_H
#define ZYCAP_LOAD_H

#include <linux/types.h>
#include <uapi/zycap.h>

struct zycap_device;

int zycap_load_init(struct zycap_device *zdev);

/*
 * ZYCAP_IOC_LOAD_COPY, see uapi/zycap.h, with the device locked. *ran: the stream was sent, at
 * least in part, and the out fields are set.
 */
int zycap_load_copy(struct zycap_device *zdev, struct zycap_load *load, bool *ran);

#endif
