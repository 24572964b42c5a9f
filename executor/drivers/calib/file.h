/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef CALIB_FILE_H
#define CALIB_FILE_H

#include <linux/fs.h>

extern const struct file_operations calib_fops;

#endif
