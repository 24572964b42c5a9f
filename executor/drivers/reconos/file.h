/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef RECONOS_FILE_H
#define RECONOS_FILE_H

#include <linux/fs.h>

extern const struct file_operations reconos_fops;

#endif
