/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What is charged by itself: instructions in both kinds of modes, exceptions and their return, the address
 * space, registers, barriers. Each is between two reads of the PL, which the judge (check_time.c) finds in
 * the trace. The program ends in user mode: without an MMU it may do there what it likes.
 */
#include "guest.h"

#define UART1_FLOW_DELAY 0xE0001038u /* a register that keeps what is written */

void modes_run(uint32_t mark, uint32_t peripheral, uint32_t gic_cpu);

/* The handlers are of as few instructions as possible. r0: a register of the PL, r1: of a peripheral, r2: the
 * GIC's CPU interface. */
__asm__("\t.balign 32\n"
        "modes_vectors:\n"
        "\tb modes_unexpected\n"
        "\tmovs pc, lr\n" /* undefined instruction: to the one after it */
        "\tmovs pc, lr\n" /* supervisor call */
        "\tb modes_unexpected\n"
        "\tb modes_unexpected\n"
        "\tb modes_unexpected\n"
        "\tb modes_irq\n"
        "modes_unexpected:\n"
        "\tb modes_unexpected\n"
        "modes_irq:\n"
        "\tldr r9, [r2, #0xC]\n"
        "\tstr r9, [r2, #0x10]\n"
        "\tsubs pc, lr, #4\n"
        "\t.global modes_run\n"
        "modes_run:\n"
        "\tpush {r4-r11, lr}\n"
        "\tmov r11, sp\n"
        "\tldr r4, =modes_vectors\n"
        "\tmcr p15, 0, r4, c12, c0, 0\n"
        "\tldr r5, =0xF8F01F00\n" /* ICDSGIR */
        "\tldr r6, =0x02000000\n" /* interrupt 0 to this core */
        "\tmov r7, #0\n"
        "\tmov r8, #1\n"
        "\tmcr p15, 0, r7, c13, c0, 1\n"
        "\tldr r3, [r0]\n" /* 0: 1000 instructions of SVC mode */
        "\tldr r4, =500\n"
        "1:\tsubs r4, r4, #1\n"
        "\tbne 1b\n"
        "\tldr r3, [r0]\n" /* 1: an undefined instruction */
        "\tudf #0\n"
        "\tldr r3, [r0]\n" /* 2: a register of a peripheral is read */
        "\tldr r3, [r1]\n"
        "\tldr r3, [r0]\n" /* 3: and written */
        "\tstr r3, [r1]\n"
        "\tldr r3, [r0]\n" /* 4: one of the private region is read */
        "\tldr r3, [r2]\n"
        "\tldr r3, [r0]\n" /* 5: the ASID changes */
        "\tmcr p15, 0, r8, c13, c0, 1\n"
        "\tldr r3, [r0]\n" /* 6: and does not */
        "\tmcr p15, 0, r8, c13, c0, 1\n"
        "\tldr r3, [r0]\n" /* 7: a barrier */
        "\tdsb\n"
        "\tldr r3, [r0]\n" /* 8: an interrupt to this core */
        "\tcpsie i\n"
        "\tstr r6, [r5]\n"
        "\tcpsid i\n"
        "\tldr r3, [r0]\n" /* 9: to user mode */
        "\tcps #0x10\n"
        "\tldr r3, [r0]\n" /* 10: 1000 instructions there */
        "\tldr r4, =500\n"
        "2:\tsubs r4, r4, #1\n"
        "\tbne 2b\n"
        "\tldr r3, [r0]\n" /* 11: a supervisor call */
        "\tsvc #0\n"
        "\tldr r3, [r0]\n" /* 12: the end */
        "\tmov sp, r11\n"
        "\tpop {r4-r11, pc}\n"
        "\t.ltorg\n");

int main(void)
{
    open_pl();
    irq_enable(0);
    modes_run(PL_CYCLES_LOW, UART1_FLOW_DELAY, GIC_CPU);
    finish();
}
