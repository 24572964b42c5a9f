/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Each file of measurements gives its table. */
#ifndef CALIBRATE_GROUPS_H
#define CALIBRATE_GROUPS_H

#include "calibrate.h"

extern const struct cal_group cal_syscalls;

#endif
