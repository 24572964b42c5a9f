// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// Two random masters behind the arbiter: each gets its own data in its own order, the first goes first, and
// no address changes while it waits.
#include <cstdint>
#include <cstdio>
#include <deque>

#include "Vhp_arbiter.h"
#include "memory.h"

static int wrong(const char *what, unsigned cycle)
{
    std::fprintf(stderr, "bench_hp_arbiter: %s, cycle %u\n", what, cycle);
    return 1;
}

int main()
{
    enum : unsigned { CYCLES = 200000, OPEN_MAX = 8 };
    struct Burst {
        uint32_t addr, left, id;
    };
    VerilatedContext context;
    context.randReset(2);
    Vhp_arbiter v(&context);
    Random random(1);
    std::deque<Burst> port, due[2]; // taken by the port; expected by a master
    uint32_t addr[2] = {0, 0}, len[2] = {0, 0}, serial = 0, last_addr = 0;
    bool valid[2] = {false, false}, waited = false, rvalid = false;
    unsigned taken[2] = {0, 0}, beats[2] = {0, 0}, overtaken = 0;

    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        const bool out_of_reset = cycle >= 2;
        for (unsigned m = 0; m < 2; m++) {
            if (!valid[m] && out_of_reset && random.chance(m ? 60 : 30)) {
                valid[m] = true;
                addr[m] = ++serial << 7;
                len[m] = random.below(16);
            }
        }
        rvalid = rvalid || (!port.empty() && random.chance(70));
        v.clk_i = 0;
        v.rst_ni = out_of_reset;
        v.first_araddr_i = addr[0];
        v.first_arlen_i = len[0] & 15;
        v.first_arvalid_i = valid[0];
        v.second_araddr_i = addr[1];
        v.second_arlen_i = len[1] & 15;
        v.second_arvalid_i = valid[1];
        v.first_rready_i = random.chance(50);
        v.second_rready_i = random.chance(50);
        v.arready_i = port.size() < OPEN_MAX && random.chance(40);
        v.rvalid_i = rvalid;
        v.rid_i = rvalid ? port.front().id & 63 : 0;
        v.eval();
        if (out_of_reset) {
            if (waited && (!v.arvalid_o || v.araddr_o != last_addr)) {
                return wrong("an address changed while it waited", cycle);
            }
            if (valid[0] && !waited && (!v.arvalid_o || v.araddr_o != addr[0])) {
                return wrong("the first does not go first", cycle);
            }
            overtaken += valid[0] && valid[1] && !waited;
            for (unsigned m = 0; m < 2; m++) {
                if (m ? v.second_arready_o : v.first_arready_o) {
                    if (!valid[m]) {
                        continue;
                    }
                    port.push_back({addr[m], len[m], m});
                    due[m].push_back(port.back());
                    if (v.araddr_o != addr[m] || v.arlen_o != len[m] || v.arid_o != m || !v.arready_i) {
                        return wrong("another address was taken", cycle);
                    }
                    valid[m] = false;
                    taken[m]++;
                }
            }
            if (v.first_rvalid_o + v.second_rvalid_o != rvalid) {
                return wrong("a beat is shown to none or to both", cycle);
            }
            waited = v.arvalid_o && !v.arready_i;
            last_addr = v.araddr_o;
            if (rvalid && v.rready_o) {
                const unsigned m = v.second_rvalid_o;
                if (due[m].empty() || due[m].front().addr != port.front().addr ||
                    !(m ? v.second_rready_i : v.first_rready_i)) {
                    return wrong("a beat went to the wrong master", cycle);
                }
                beats[m]++;
                rvalid = false;
                if (port.front().left-- == 0) {
                    port.pop_front();
                    due[m].pop_front();
                }
            }
        }
        v.clk_i = 1;
        v.eval();
    }
    std::printf("bench_hp_arbiter: %u and %u bursts, %u and %u beats, the second waited %u times\n", taken[0],
                taken[1], beats[0], beats[1], overtaken);
    return taken[0] > 1000 && taken[1] > 1000 && overtaken > 1000 ? 0 : 1;
}
