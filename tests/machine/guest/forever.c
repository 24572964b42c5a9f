/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Two cores that never end: core 0 busy, core 1 asleep. The machine's limit of virtual time ends the run. */
#include "guest.h"

int main(void)
{
    print("before\n");
    while (true)
        spin(1000);
}
