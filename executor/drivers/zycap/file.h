/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef ZYCAP_FILE_H
#define ZYCAP_FILE_H

#include <linux/fs.h>

extern const struct file_operations zycap_fops;

#endif
