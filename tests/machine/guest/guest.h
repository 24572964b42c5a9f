/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What the machine's test programs share. They run on bare metal with the MMU off. Results go to the console
 * as lines "name 0xvalue", which the judge reads. Register numbers: UG585 and the Cortex-A9 MPCore TRM.
 */
#ifndef GUEST_H
#define GUEST_H

#include <stdbool.h>
#include <stdint.h>

#define SLCR 0xF8000000u
#define GIC_CPU 0xF8F00100u
#define GLOBAL_TIMER 0xF8F00200u
#define PRIVATE_TIMER 0xF8F00600u
#define GIC_DIST 0xF8F01000u

#define PL_ZYCAP 0x40400000u
#define PL_PROC_CONTROL 0x6FE00000u
#define PL_CYCLES_LOW (PL_PROC_CONTROL + 0x8018u)
#define PL_TLB_INVALIDATE (PL_PROC_CONTROL + 0x800Cu)

#define IRQ_PRIVATE_TIMER 29u

static inline uint32_t reg_read(uint32_t address)
{
    uint32_t value;
    __asm__ volatile("ldr %0, [%1]" : "=r"(value) : "r"(address) : "memory");
    return value;
}

static inline void reg_write(uint32_t address, uint32_t value)
{
    __asm__ volatile("str %0, [%1]" : : "r"(value), "r"(address) : "memory");
}

static inline uint32_t timer_now(void)
{
    return reg_read(GLOBAL_TIMER);
}

static inline void wfi(void)
{
    __asm__ volatile("dsb\n\twfi" : : : "memory");
}

static inline void wfe(void)
{
    __asm__ volatile("wfe" : : : "memory");
}

static inline void sev(void)
{
    __asm__ volatile("dsb\n\tsev" : : : "memory");
}

static inline void irq_unmask(void)
{
    __asm__ volatile("cpsie i" : : : "memory");
}

static inline void irq_mask(void)
{
    __asm__ volatile("cpsid i" : : : "memory");
}

static inline unsigned core_number(void)
{
    uint32_t mpidr;
    __asm__ volatile("mrc p15, 0, %0, c0, c0, 5" : "=r"(mpidr));
    return mpidr & 3;
}

/* 2 * n instructions: 4 n ns. */
static inline void spin(uint32_t n)
{
    __asm__ volatile("1:\tsubs %0, %0, #1\n\tbne 1b" : "+r"(n) : : "cc");
}

void print(const char *text);
void report(const char *name, uint32_t value);
void finish(void) __attribute__((noreturn)); /* ends the run in order */

void open_pl(void);                       /* level shifters, FPGA resets */
void start_timer(void);                   /* the global timer */
void start_core1(void (*function)(void)); /* through the boot ROM's word and SEV */

/* Waits until *word >= value; bounded: a run that waits for longer says so and ends. */
void await(const volatile uint32_t *word, uint32_t value);

void lock(uint32_t *word); /* a spin lock of LDREX and STREX */
void unlock(uint32_t *word);

void irq_enable(unsigned id); /* in the GIC, to the calling core */
/* The program's handler: called with the interrupt's ID between acknowledge and end. */
extern void (*irq_handler)(unsigned id);
/* Called first in every interrupt, before the GIC is asked; may be NULL. */
extern void (*irq_entry)(void);

struct abort_record {
    uint32_t count, status, address;
};
extern volatile struct abort_record last_abort;

#endif
