/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RECONOS_EVENT_RING_H
#define RECONOS_EVENT_RING_H

struct reconos_device;

/* Finds the reserved region and clears its header: events are kept, but no ring claims them. */
int reconos_event_ring_find(struct reconos_device *rdev);

#endif
