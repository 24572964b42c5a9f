/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Two cores read the PL's cycle counter; it must never be seen to go back. */
#include "guest.h"

#define READS 20000u /* each core */

static uint32_t word, last, backward, own_backward[2], orders, order_of[2][READS / 2], value_of[2][READS / 2];
static volatile uint32_t core1_ready, go, core1_done;

/* Every other read is made under the lock, so that both cores agree about the order. */
static void read_all(unsigned core)
{
    uint32_t own = 0;
    for (uint32_t n = 0; n < READS / 2; n++) {
        uint32_t value = reg_read(PL_CYCLES_LOW);
        own_backward[core] += value < own;
        lock(&word);
        own = reg_read(PL_CYCLES_LOW);
        backward += own < last;
        last = own;
        order_of[core][n] = orders++;
        value_of[core][n] = own;
        unlock(&word);
        own_backward[core] += own < value;
    }
}

static void core1(void)
{
    core1_ready = 1;
    await(&go, 1);
    read_all(1);
    core1_done = 1;
}

/* Merges both buffers by order and looks again; also how often the order went from one core to the other. */
static void merge(void)
{
    uint32_t at[2] = {0, 0}, before = 0, bad = 0, changes = 0, from = 0;
    for (uint32_t order = 0; order < READS; order++) {
        unsigned core = at[0] < READS / 2 && order_of[0][at[0]] == order ? 0 : 1;
        if (at[core] == READS / 2 || order_of[core][at[core]] != order) {
            bad = 0xffffffff;
            break;
        }
        uint32_t value = value_of[core][at[core]++];
        bad += value < before;
        changes += core != from;
        before = value;
        from = core;
    }
    report("merged_backward", bad);
    report("core_changes", changes);
}

int main(void)
{
    open_pl();
    start_core1(core1);
    await(&core1_ready, 1);
    go = 1;
    read_all(0);
    await(&core1_done, 1);
    report("backward", backward);
    report("own_backward_0", own_backward[0]);
    report("own_backward_1", own_backward[1]);
    merge();
    finish();
}
