/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The driver's help: /dev/calib, opened once for the whole program. */
#ifndef CALIBRATE_LAB_H
#define CALIBRATE_LAB_H

#include "calibrate.h"

#include "measure.h"

/* NULL: it is not there; the result then says why and *error is the errno. */
const struct measure_calib *cal_lab_open(struct cal_result *result, int *error);

#endif
