/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* All measurements, in the order in which they are done. */
#include "groups.h"

const struct cal_group *const cal_groups[] = {
    &cal_syscalls,   &cal_faults, &cal_processes, &cal_exchange,    &cal_bulk,        &cal_crypto,
    &cal_chase,      &cal_copies, &cal_bandwidth, &cal_kinds,       &cal_maintenance, &cal_wake,
    &cal_interrupts, &cal_gp,     &cal_ports,     &cal_reconfigure,
};
const size_t cal_group_count = sizeof cal_groups / sizeof cal_groups[0];
