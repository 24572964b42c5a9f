// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// The FIFO against std::deque: first word falls through, pushes when full and pops when empty are ignored.
#include <cstdio>
#include <deque>

#include "Vfifo_sync.h"
#include "memory.h"

static int wrong(const char *what, unsigned cycle)
{
    std::fprintf(stderr, "bench_fifo: %s differs at cycle %u\n", what, cycle);
    return 1;
}

int main()
{
    enum : unsigned { DEPTH = 8, CYCLES = 200000 };
    VerilatedContext context;
    context.randReset(2);
    Vfifo_sync fifo(&context);
    std::deque<uint32_t> golden;
    Random random(1);
    unsigned full_seen = 0, ignored_push = 0, ignored_pop = 0, flushed = 0;

    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        unsigned phase = cycle / 1000 % 3; // filling, emptying, even
        fifo.clk_i = 0;
        fifo.rst_ni = cycle >= 2;
        fifo.clr_i = random.below(200) == 0;
        fifo.we_i = random.chance(phase == 0 ? 80 : phase == 1 ? 20 : 50);
        fifo.re_i = random.chance(phase == 0 ? 20 : phase == 1 ? 80 : 50);
        fifo.wdata_i = random.next();
        fifo.eval();
        bool push = fifo.we_i && golden.size() < DEPTH, pop = fifo.re_i && !golden.empty();
        if (cycle >= 2) {
            if (fifo.empty_o != golden.empty()) {
                return wrong("empty", cycle);
            }
            if (fifo.full_o != (golden.size() == DEPTH)) {
                return wrong("full", cycle);
            }
            if (fifo.count_o != golden.size()) {
                return wrong("count", cycle);
            }
            if (fifo.rdata_o != (golden.empty() ? 0 : golden.front())) {
                return wrong("head", cycle);
            }
            if (fifo.busy_o != (fifo.clr_i ? !golden.empty() : push || pop)) {
                return wrong("busy", cycle);
            }
            full_seen += fifo.full_o;
            ignored_push += fifo.we_i && !push;
            ignored_pop += fifo.re_i && !pop;
            flushed += fifo.clr_i && !golden.empty();
        }
        if (fifo.clr_i || !fifo.rst_ni) {
            golden.clear();
        } else {
            if (pop) {
                golden.pop_front();
            }
            if (push) {
                golden.push_back(fifo.wdata_i);
            }
        }
        fifo.clk_i = 1;
        fifo.eval();
    }
    std::printf("bench_fifo: %u cycles full, %u pushes and %u pops ignored, %u flushes\n", full_seen,
                ignored_push, ignored_pop, flushed);
    return full_seen && ignored_push && ignored_pop && flushed ? 0 : 1;
}
