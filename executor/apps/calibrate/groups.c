/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* All measurements, in the order in which they are done. */
#include "groups.h"

const struct cal_group *const cal_groups[] = {
    &cal_syscalls,
};
const size_t cal_group_count = sizeof cal_groups / sizeof cal_groups[0];
