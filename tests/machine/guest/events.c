/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* WFE, SEV and the event register; a second of sleep that costs no instructions. */
#include "guest.h"

#define SECOND 333333330u
#define MILLISECOND 333333u

static volatile uint32_t fired, flag, core1_waits, core1_done;
static uint32_t core1_woke_at, core1_wakes;

static void on_timer(unsigned id)
{
    (void)id;
    reg_write(PRIVATE_TIMER + 0xC, 1);
    fired++;
}

static void arm_timer(uint32_t counts)
{
    reg_write(PRIVATE_TIMER + 8, 0);
    reg_write(PRIVATE_TIMER, counts);
    reg_write(PRIVATE_TIMER + 8, 5); /* one shot */
}

static void core1(void)
{
    core1_waits = 1;
    while (!flag) {
        wfe();
        core1_wakes++;
    }
    core1_woke_at = timer_now();
    core1_done = 1;
}

static uint32_t counts_of_wfe(void)
{
    uint32_t start = timer_now();
    wfe();
    return timer_now() - start;
}

/* A WFE under a condition that holds, with an event registered: execution goes on right behind it. */
static uint32_t conditional_wfe(void)
{
    uint32_t count = 0;
    __asm__ volatile("dsb\n\tsev\n\tmovs r12, #1\n\twfene\n\t"
                     "add %0, %0, #1\n\tadd %0, %0, #1\n\tadd %0, %0, #1\n\tadd %0, %0, #1\n\t"
                     "add %0, %0, #1\n\tadd %0, %0, #1\n\tadd %0, %0, #1\n\tadd %0, %0, #1\n\t"
                     "wfeeq\n\tadd %0, %0, #1"
                     : "+r"(count)
                     :
                     : "r12", "cc", "memory");
    return count;
}

static void event_register(void)
{
    report("conditional_wfe", conditional_wfe());
    sev();
    report("wfe_after_sev", counts_of_wfe());
    arm_timer(MILLISECOND);
    irq_unmask();
    report("wfe_until_interrupt", counts_of_wfe());
    report("wfe_after_exception_return", counts_of_wfe());
    arm_timer(MILLISECOND);
    report("wfe_again_until_interrupt", counts_of_wfe());
    irq_mask();
    report("fired", fired);
}

int main(void)
{
    uint32_t start, slept, sent_at;

    irq_handler = on_timer;
    start_timer();
    irq_enable(IRQ_PRIVATE_TIMER);
    event_register();

    start_core1(core1);
    await(&core1_waits, 1);
    spin(1000);
    arm_timer(SECOND);
    start = timer_now();
    irq_unmask();
    for (unsigned turn = 0; turn < 100 && fired < 3; turn++)
        wfi();
    slept = timer_now() - start;
    irq_mask();
    report("slept", slept);
    flag = 1;
    sent_at = timer_now();
    sev();
    await(&core1_done, 1);
    report("wake_counts", core1_woke_at - sent_at);
    report("core1_wakes", core1_wakes);
    finish();
}
