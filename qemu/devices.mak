# SPDX-License-Identifier: GPL-2.0-only
# SPDX-FileCopyrightText: The zynqtwin authors
# What is built into QEMU: the Zynq's device models and nothing else.
CONFIG_ZYNQ=y
CONFIG_ARM_V7M=y
CONFIG_SEMIHOSTING=y
CONFIG_ARM_COMPATIBLE_SEMIHOSTING=y
CONFIG_PL310=y
CONFIG_UNIMP=y
