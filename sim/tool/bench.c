/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <stdio.h>

#include "commands.h"
#include "util.h"

int zt_command_bench(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    fputs("zynqtwin bench: not there yet\n", stderr);
    return ZT_EXIT_CANNOT_RUN;
}
