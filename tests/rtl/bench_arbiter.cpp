// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// Round robin of five slots: nobody waits for more than one grant of each other slot, also with changing
// requests.
#include <cstdio>

#include "Vmemif_arbiter.h"
#include "memory.h"

int main()
{
    enum : unsigned { SLOTS = 5, CYCLES = 100000 };
    VerilatedContext context;
    context.randReset(2);
    Vmemif_arbiter arbiter(&context);
    Random random(1);
    unsigned waited[SLOTS] = {0}, grants[SLOTS] = {0}, last = SLOTS - 1, requests = 0;

    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        arbiter.clk_i = 0;
        arbiter.rst_ni = cycle >= 2;
        arbiter.clr_i = cycle % 1000 == 2;
        requests |= random.next() & random.next() & ((1u << SLOTS) - 1); // one that asks goes on asking
        arbiter.req_i = static_cast<unsigned char>(requests);
        arbiter.take_i = random.chance(60);
        arbiter.eval();
        if (cycle >= 2 && requests) {
            unsigned want = last;
            do {
                want = (want + 1) % SLOTS;
            } while (!(requests >> want & 1));
            if (!arbiter.any_o || arbiter.winner_o != want) {
                std::fprintf(stderr, "bench_arbiter: cycle %u: slot %u wins, not %u\n", cycle,
                             arbiter.winner_o, want);
                return 1;
            }
            if (arbiter.take_i) {
                for (unsigned s = 0; s < SLOTS; s++) {
                    waited[s] = s != want && (requests >> s & 1) ? waited[s] + 1 : 0;
                    if (waited[s] >= SLOTS) {
                        std::fprintf(stderr, "bench_arbiter: slot %u waited for %u grants\n", s, waited[s]);
                        return 1;
                    }
                }
                grants[want]++;
                requests &= ~(1u << want);
                last = want;
            }
        }
        if (arbiter.clr_i || !arbiter.rst_ni) {
            last = SLOTS - 1;
            for (unsigned &w : waited) {
                w = 0;
            }
        }
        arbiter.clk_i = 1;
        arbiter.eval();
    }
    for (unsigned s = 0; s < SLOTS; s++) {
        if (grants[s] < CYCLES / 20) {
            std::fprintf(stderr, "bench_arbiter: slot %u was granted %u times\n", s, grants[s]);
            return 1;
        }
    }
    return 0;
}
