/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef CALIB_INTERRUPT_H
#define CALIB_INTERRUPT_H

struct calib_device;
struct calib_event;
struct calib_interrupt;

/* With the device's lock held. 0 or a negative errno. */
int calib_interrupt_take(struct calib_device *cdev, const struct calib_interrupt *request);
void calib_interrupt_give(struct calib_device *cdev);
/* Without the lock. -EAGAIN: none within a second; -ERESTARTSYS: a signal came. */
int calib_interrupt_wait(struct calib_device *cdev, struct calib_event *event);

#endif
