/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RECONOS_SLOT_H
#define RECONOS_SLOT_H

#include <linux/mutex.h>
#include <linux/types.h>

#include "fault.h"
#include "osif.h"
#include "pins.h"

struct file;
struct mm_struct;
struct reconos_device;

struct reconos_slot {
	struct reconos_device *rdev;
	unsigned int index;

	/*
	 * Held for every change of the slot and while a page fault is worked on, so whoever holds it
	 * knows that the owner cannot change. Taken before mmap_lock; never taken in mmap or in interrupts.
	 */
	struct mutex lock;

	/*
	 * The owner. mm is referenced with mmget as long as the slot has an owner: the slot's page faults
	 * are taken for it. files is what tells the owner's close from the close of an inherited descriptor.
	 */
	struct file *file;
	struct mm_struct *mm;
	void *files;
	bool quiesced;

	struct reconos_osif osif;
	struct reconos_fault_state fault;
	struct reconos_pins pins;
};

void reconos_slot_init(struct reconos_device *rdev, unsigned int index);
void reconos_slot_exit(struct reconos_slot *slot);

/* Locks the slot for its owner. -EINVAL: no such slot; -EPERM: not the owner's; -EINTR: killed. */
struct reconos_slot *reconos_slot_lock(struct reconos_device *rdev, u32 index, struct file *file);
void reconos_slot_unlock(struct reconos_slot *slot);

int reconos_slot_acquire(struct reconos_device *rdev, u32 index, struct file *file);
/* With the slot locked; unlocks it. */
void reconos_slot_release_unlock(struct reconos_slot *slot);
/* A descriptor of the file was closed in these files: the owner's last one ends the ownership. */
void reconos_slot_close(struct reconos_slot *slot, struct file *file, void *files);

void reconos_slot_reset(struct reconos_slot *slot, bool level);
bool reconos_slot_in_reset(const struct reconos_slot *slot);
void reconos_slot_signal(struct reconos_slot *slot, bool level);
int reconos_slot_quiesce(struct reconos_slot *slot, bool level);

#endif
