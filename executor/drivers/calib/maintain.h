/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef CALIB_MAINTAIN_H
#define CALIB_MAINTAIN_H

struct calib_device;
struct calib_maintain;

/* Times one maintenance of cached memory. 0 or a negative errno. */
int calib_maintain(struct calib_device *cdev, struct calib_maintain *request);

#endif
