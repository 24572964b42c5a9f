/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Both cores' first instructions, and the vectors. Each core has 32 KiB of stacks: 16 KiB of SVC mode, then 8 KiB each of
 * IRQ and abort mode. Core 0 enters main(), core 1 the function that start_core1() was given.
 */
    .syntax unified
    .arm
    .section .text.start, "ax"
    .global _start
_start:
    mrc p15, 0, r0, c0, c0, 5
    ands r0, r0, #3
    beq 1f
    /* Core 1 belongs in the boot ROM's loop. That it came here is reported by finish(). */
    ldr r1, =core1_came_early
    mov r2, #1
    str r2, [r1]
2:  wfe
    ldr r1, =0xFFFFFFF0
    ldr r1, [r1]
    tst r1, r1
    beq 2b
    bx r1
1:  bl set_up
    bl open_console
    bl main
    bl finish
3:  b 3b

    .global core1_start
core1_start:
    mov r0, #1
    bl set_up
    ldr r0, =core1_function
    ldr r0, [r0]
    blx r0
4:  wfe
    b 4b

/* r0: core. Vectors, three stacks, interrupts masked, SVC mode. */
set_up:
    ldr r1, =vectors
    mcr p15, 0, r1, c12, c0, 0
    ldr r1, =stacks_end
    sub r1, r1, r0, lsl #15
    cps #0x17
    mov sp, r1
    sub r1, r1, #0x2000
    cps #0x12
    mov sp, r1
    sub r1, r1, #0x2000
    cpsid if, #0x13
    mov sp, r1
    bx lr

    .balign 32
vectors:
    b unexpected
    b unexpected
    b unexpected
    b unexpected
    b data_abort
    b unexpected
    b irq
    b unexpected

unexpected:
    mov r0, lr
    bl unexpected_exception
5:  b 5b

data_abort:
    sub lr, lr, #4 /* the instruction after the aborted one */
    push {r0-r3, r12, lr}
    bl on_data_abort
    ldm sp!, {r0-r3, r12, pc}^

irq:
    sub lr, lr, #4
    push {r0-r3, r12, lr}
    bl on_irq
    ldm sp!, {r0-r3, r12, pc}^
