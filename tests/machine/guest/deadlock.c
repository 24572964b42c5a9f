/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Nothing can ever happen again: both cores sleep, no timer is armed, the PL is idle. */
#include "guest.h"

int main(void)
{
    print("before\n");
    while (true)
        wfi();
}
