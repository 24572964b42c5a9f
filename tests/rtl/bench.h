// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// The bench of the static region: clock, GP0 master, memories, ICAP, and slots that are driven by queues.
//
// Every bench also runs a second instance whose clock is stopped whenever idle_o is 1, and the core's
// whenever core_idle_o is 1, with the same inputs, and compares all outputs of the two at every edge.
#ifndef ZT_TESTS_RTL_BENCH_H
#define ZT_TESTS_RTL_BENCH_H

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "Vpl_static.h"
#include "axi_memory.h"
#include "memory.h"

// Ends the process with file, line and the values: a bench goes on with nothing wrong.
[[noreturn]] void bench_fail(const char *file, int line, const std::string &text);
#define CHECK(cond)                                                                                          \
    do {                                                                                                     \
        if (!(cond)) {                                                                                       \
            bench_fail(__FILE__, __LINE__, #cond);                                                           \
        }                                                                                                    \
    } while (0)
#define CHECK_EQ(got, want)                                                                                  \
    do {                                                                                                     \
        uint64_t got_ = (got), want_ = (want);                                                               \
        if (got_ != want_) {                                                                                 \
            char text_[160];                                                                                 \
            snprintf(text_, sizeof text_, "%s: got 0x%llx, want 0x%llx", #got, (unsigned long long)got_,     \
                     (unsigned long long)want_);                                                             \
            bench_fail(__FILE__, __LINE__, text_);                                                           \
        }                                                                                                    \
    } while (0)

enum : unsigned { NSLOTS = 2 };
enum : uint32_t {
    ZYCAP = 0x40400000u,
    PROC = 0x6FE00000u,
    OSIF = 0x75A00000u,
    INTC = 0x7B400000u,
    PROC_SLOT = 0x6FE09000u, // + 0x40 s
};
enum : unsigned { OKAY = 0, SLVERR = 2, DECERR = 3 };
enum : unsigned { STEPS_MAX = 2000000 };

// A slot's hardware thread, as queues.
struct SlotDriver {
    std::deque<uint32_t> to_mem;    // pushed to hwt2mem when it has room
    std::vector<uint32_t> from_mem; // popped from mem2hwt
    std::deque<uint32_t> to_sw;
    std::vector<uint32_t> from_sw;
    bool take_mem = true, take_osif = true;
    unsigned push_percent = 100, pop_percent = 100;
    Random *garbage = nullptr; // drives every pin at random instead
};

class Bench
{
  public:
    explicit Bench(uint64_t seed = 1, size_t memory_bytes = 8u << 20);
    ~Bench();

    void step();
    void run(unsigned cycles);
    template <typename F> unsigned run_until(F done, unsigned cycles_max)
    {
        unsigned n = 0;
        while (!done()) {
            CHECK(n < cycles_max);
            step();
            n++;
        }
        return n;
    }
    void reset();

    // GP0. Response and clocks from valid to response valid are kept.
    uint32_t read(uint32_t addr, unsigned expect_resp = OKAY);
    void write(uint32_t addr, uint32_t value, unsigned expect_resp = OKAY, unsigned strobes = 0xF);
    std::vector<uint32_t> read_burst(uint32_t addr, unsigned beats, unsigned burst, unsigned expect_resp);
    void write_burst(uint32_t addr, const std::vector<uint32_t> &words, unsigned burst, unsigned expect_resp);
    unsigned access_cycles = 0;

    // Shorthand.
    void release_slots(); // all out of reset
    void request_read(unsigned slot, uint32_t va, uint32_t bytes);
    void request_write(unsigned slot, uint32_t va, const std::vector<uint32_t> &words);
    uint32_t slot_reg(unsigned slot, uint32_t offset);
    void set_slot_reg(unsigned slot, uint32_t offset, uint32_t value);
    unsigned irq(unsigned line) const
    {
        return pins().irq_f2p_o >> line & 1;
    }
    bool quiet() const // memories and static region have nothing to do, threads nothing to take
    {
        for (unsigned s = 0; s < NSLOTS; s++) {
            if (slot[s].take_mem && !(pins().slot_mem2hwt_empty_o >> s & 1)) {
                return false;
            }
        }
        return acp.quiet() && hp0.quiet() && idle_;
    }

    const Vpl_static &pins() const
    {
        return *free_;
    }
    static const char *difference(const Vpl_static &x, const Vpl_static &y);

    uint64_t cycle = 0;
    uint64_t gated = 0; // clocks that the second instance did not get
    uint32_t icap_o = 0xFF;
    unsigned rst_n = 1;
    Memory mem;
    AxiMemory acp, hp0;
    SlotDriver slot[NSLOTS];
    std::vector<uint32_t> icap; // words as ICAP would see them
    std::vector<uint64_t> icap_cycle;
    std::vector<unsigned> grants; // slots in the order of their grants
    std::vector<uint64_t> grant_cycle, done_cycle;
    Random random;

  private:
    void drive_gp(Vpl_static &v);
    void drive(Vpl_static &v);
    void drive_slots();
    void sample();

    struct GpState {
        uint32_t araddr = 0, arlen = 0, arburst = 1, arvalid = 0, rready = 1;
        uint32_t awaddr = 0, awlen = 0, awburst = 1, awvalid = 0, wdata = 0, wstrb = 15, wlast = 0,
                 wvalid = 0, bready = 1;
    } gp_;
    struct SlotPins {
        uint32_t sw2hw_re, hw2sw_we, hwt2mem_we, mem2hwt_re, hw2sw_data, hwt2mem_data;
    } slot_pins_[NSLOTS] = {};
    AxiSlavePins acp_pins_, hp0_pins_;
    bool idle_ = false;
    std::unique_ptr<VerilatedContext> context_;
    std::unique_ptr<Vpl_static> free_, gated_;
};

struct BenchCase {
    const char *name;
    void (*run)();
};
// main() of a bench: runs the case that argv[1] names, or all; --list prints the names.
int bench_main(int argc, char **argv, const BenchCase *cases, size_t count);

#endif
