/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Windows: memory that two systems share (AMP). An access to one is a catch-up point, as one to a register is: the
 * core waits until the other's clock has reached its own, so what is read and written there does not depend
 * on the length of slices.
 */
#ifndef ZYNQTWIN_WINDOWS_H
#define ZYNQTWIN_WINDOWS_H

/* text: BASE+SIZE[:BASE+SIZE...], hexadecimal, whole pages of 4 KiB; NULL: none. Before any core runs, and
 * before other watchers of pages (mem_cost.h). Exits with a message when it is wrong. */
void zt_windows_init(const char *text);

#endif
