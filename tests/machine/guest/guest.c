/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "guest.h"

#define UART1 0xE0001000u
#define UART_SR_TX_FULL 0x10u
#define AWAIT_TURNS_MAX 100000000u /* 1 s or more */

void (*core1_function)(void);
uint32_t core1_came_early;
void (*irq_handler)(unsigned id);
void (*irq_entry)(void);
volatile struct abort_record last_abort;
void core1_start(void);
void open_console(void);
void on_irq(void);
void on_data_abort(void);
void unexpected_exception(uint32_t lr);

void open_console(void)
{
    reg_write(UART1, 0x14); /* transmitter and receiver on */
}

static void print_char(char c)
{
    for (unsigned turn = 0; turn < 1000000 && (reg_read(UART1 + 0x2C) & UART_SR_TX_FULL); turn++)
        ;
    reg_write(UART1 + 0x30, (uint8_t)c);
}

void print(const char *text)
{
    while (*text)
        print_char(*text++);
}

void report(const char *name, uint32_t value)
{
    print(name);
    print(" 0x");
    for (int shift = 28; shift >= 0; shift -= 4)
        print_char("0123456789abcdef"[value >> shift & 0xf]);
    print("\n");
}

void finish(void)
{
    report("core1_came_early", core1_came_early);
    print("END\n");
    reg_write(SLCR + 0x008, 0xDF0D);
    reg_write(SLCR + 0x200, 1);
    while (true)
        ;
}

void unexpected_exception(uint32_t lr)
{
    report("unexpected_exception", lr);
    finish();
}

void open_pl(void)
{
    reg_write(SLCR + 0x008, 0xDF0D);
    reg_write(SLCR + 0x900, 0xf);
    reg_write(SLCR + 0x240, 0);
}

void start_timer(void)
{
    reg_write(GLOBAL_TIMER + 8, 0);
    reg_write(GLOBAL_TIMER, 0);
    reg_write(GLOBAL_TIMER + 4, 0);
    reg_write(GLOBAL_TIMER + 8, 1);
}

void start_core1(void (*function)(void))
{
    core1_function = function;
    *(volatile uint32_t *)0xFFFFFFF0u = (uint32_t)(uintptr_t)core1_start;
    sev();
}

void await(const volatile uint32_t *word, uint32_t value)
{
    for (uint32_t turn = 0; turn < AWAIT_TURNS_MAX; turn++)
        if (*word >= value)
            return;
    report("waited_in_vain", (uint32_t)(uintptr_t)word);
    finish();
}

void lock(uint32_t *word)
{
    uint32_t seen, failed;
    __asm__ volatile("1:\tldrex %0, [%2]\n\t"
                     "teq %0, #0\n\t"
                     "bne 1b\n\t"
                     "strex %1, %3, [%2]\n\t"
                     "teq %1, #0\n\t"
                     "bne 1b\n\t"
                     "dmb"
                     : "=&r"(seen), "=&r"(failed)
                     : "r"(word), "r"(1)
                     : "cc", "memory");
}

void unlock(uint32_t *word)
{
    __asm__ volatile("dmb\n\tstr %1, [%0]" : : "r"(word), "r"(0) : "memory");
}

void irq_enable(unsigned id)
{
    volatile uint8_t *priority = (volatile uint8_t *)(GIC_DIST + 0x400);
    volatile uint8_t *target = (volatile uint8_t *)(GIC_DIST + 0x800);

    priority[id] = 0x80;
    if (id >= 32)
        target[id] = (uint8_t)(1u << core_number());
    reg_write(GIC_DIST + 0x100 + 4 * (id / 32), 1u << (id % 32));
    reg_write(GIC_DIST, 1);
    reg_write(GIC_CPU + 4, 0xFF);
    reg_write(GIC_CPU, 1);
}

void on_irq(void)
{
    if (irq_entry)
        irq_entry();
    uint32_t acknowledge = reg_read(GIC_CPU + 0xC);
    if ((acknowledge & 0x3FF) < 1020) {
        irq_handler(acknowledge & 0x3FF);
        reg_write(GIC_CPU + 0x10, acknowledge);
    }
}

void on_data_abort(void)
{
    uint32_t status, address;
    __asm__ volatile("mrc p15, 0, %0, c5, c0, 0" : "=r"(status));
    __asm__ volatile("mrc p15, 0, %0, c6, c0, 0" : "=r"(address));
    last_abort.status = status;
    last_abort.address = address;
    last_abort.count++;
}
