/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* One check a test; each takes the runs that its test makes and reports through expect(). */
#ifndef CHECKS_H
#define CHECKS_H

#include "run.h"

#define TICK_PS 2000          /* one instruction, unless the run has a file of costs */
#define PERIPH_HZ 333333330ll /* 33.333333 MHz x 40 / 2 / 2 */
#define TIMER_TICK_PS 3001

void check_counter(const struct run *runs);
void check_stall(const struct run *runs); /* without and with the stall */
void check_charge(const struct run *runs);
void check_pairing(const struct run *runs);
void check_f2p(const struct run *runs);
void check_multiple(const struct run *runs);
void check_f2p_stall(const struct run *runs);
void check_shared_time(const struct run *runs);
void check_forever(const struct run *runs);
void check_deadlock(const struct run *runs);
void check_aborts(const struct run *runs);
void check_events(const struct run *runs);
void check_core1_reset(const struct run *runs);
void check_busy(const struct run *runs);
void check_timers(const struct run *runs);
void check_hang(const struct run *runs);
void check_memory_kinds(const struct run *runs);
void check_memory_cache(const struct run *runs);
void check_modes(const struct run *runs);
void check_posted(const struct run *runs);
#define WINDOW_RUNS 3
void check_window(const struct run *runs);
#define LATENCY_RUNS 9
void check_latency(const struct run *runs);
void check_memory_share(const struct run *runs);
void check_asid(const struct run *runs); /* with and without what makes the machine faster */

#endif
