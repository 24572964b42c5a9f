/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RECONOS_GLOBAL_TIMER_H
#define RECONOS_GLOBAL_TIMER_H

struct reconos_device;

/* Finds the page and the rate of the A9 global timer; without them the mapping is refused. */
int reconos_global_timer_find(struct reconos_device *rdev);

#endif
