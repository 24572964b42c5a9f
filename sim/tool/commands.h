/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The tool's commands. Each takes the arguments behind its name and returns the exit code. */
#ifndef ZT_COMMANDS_H
#define ZT_COMMANDS_H

int zt_command_run(int argc, char **argv);
int zt_command_list(int argc, char **argv);
int zt_command_metrics(int argc, char **argv);
int zt_command_doctor(int argc, char **argv);
int zt_command_bench(int argc, char **argv);
int zt_command_bitstream(int argc, char **argv);
int zt_command_calibrate(int argc, char **argv);

#endif
