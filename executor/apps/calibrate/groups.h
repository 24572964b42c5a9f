/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Each file of measurements gives its table. */
#ifndef CALIBRATE_GROUPS_H
#define CALIBRATE_GROUPS_H

#include "calibrate.h"

extern const struct cal_group cal_syscalls, cal_faults, cal_processes, cal_exchange, cal_bulk, cal_crypto;
extern const struct cal_group cal_chase, cal_copies, cal_bandwidth, cal_kinds, cal_maintenance;
extern const struct cal_group cal_wake, cal_interrupts, cal_gp, cal_ports, cal_reconfigure;

#endif
