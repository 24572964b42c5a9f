/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* An access that would hang a board: with closed level shifters, or (OPEN_SHIFTERS) without a configured PL.
 */
#include "guest.h"

int main(void)
{
    uint32_t value;

#ifdef OPEN_SHIFTERS
    open_pl();
#endif
    print("before\n");
    __asm__ volatile(".global hanging_access\nhanging_access:\tldr %0, [%1]"
                     : "=r"(value)
                     : "r"(PL_PROC_CONTROL + 0x8000)
                     : "memory");
    report("after", value);
    finish();
}
