// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// The traffic generator before four memories: what it moves, in which bursts, how fast. A second instance
// whose clock is stopped whenever idle_o is 1 has to look the same at every edge.
#include <cstdio>
#include <cstring>
#include <memory>

#include "Vtraffic.h"
#include "axi_memory.h"
#include "bench.h"
#include "memory.h"

namespace
{

enum : unsigned { MASTERS = 4, STREAMS = 8, MEMORY_BYTES = 1u << 20, RUN_MAX = 1000000 };
enum : uint32_t { ID = 0x00, START = 0x10, STOP = 0x14, BUSY = 0x18, DONE = 0x1C, ENABLE = 0x20 };
enum : uint32_t {
    BASE = 0x00,
    BYTES = 0x04,
    SHAPE = 0x08,
    PASSES = 0x0C,
    SEED = 0x10,
    STATUS = 0x14,
    BEATS = 0x18,
    CYCLES = 0x1C,
    SUM_LOW = 0x20,
    SUM_HIGH = 0x24,
    SLOWEST = 0x28
};

uint32_t stream_at(unsigned s, uint32_t reg)
{
    return 0x200 + 0x40 * s + reg;
}

struct Stream {
    uint32_t base, bytes, beats, limit, gap, passes, seed;
};

class Rig
{
  public:
    explicit Rig(uint64_t seed) : mem(MEMORY_BYTES), context_(new VerilatedContext)
    {
        context_->randReset(2);
        context_->randSeed(static_cast<int>(seed) + 1);
        free_.reset(new Vtraffic(context_.get(), "free"));
        gated_.reset(new Vtraffic(context_.get(), "gated"));
        for (unsigned m = 0; m < MASTERS; m++) {
            port.emplace_back(new AxiMemory(("HP" + std::to_string(m)).c_str(), mem, seed * 4 + m));
        }
        rst_n_ = 0;
        for (unsigned i = 0; i < 4; i++) {
            step();
        }
        rst_n_ = 1;
        step();
    }
    ~Rig()
    {
        free_->final();
        gated_->final();
        Verilated::threadContextp(context_.get());
    }

    void write(uint32_t addr, uint32_t value, bool listed = true)
    {
        access(addr, true, value);
        step(listed);
        sel_ = we_ = 0;
    }
    uint32_t read(uint32_t addr, bool listed = true)
    {
        access(addr, false, 0);
        step(listed);
        sel_ = 0;
        return rdata_;
    }
    void set(unsigned s, const Stream &how)
    {
        write(stream_at(s, BASE), how.base);
        write(stream_at(s, BYTES), how.bytes);
        write(stream_at(s, SHAPE), how.gap << 16 | how.limit << 8 | (how.beats - 1));
        write(stream_at(s, PASSES), how.passes);
        write(stream_at(s, SEED), how.seed);
    }
    void run_until_done(uint32_t streams)
    {
        for (unsigned n = 0; read(BUSY) & streams; n++) {
            CHECK(n < RUN_MAX);
        }
    }
    bool irq() const
    {
        return free_->irq_o;
    }
    void step(bool listed = true);

    Memory mem;
    std::vector<std::unique_ptr<AxiMemory>> port;
    uint64_t cycle = 0, gated = 0;

  private:
    void access(uint32_t addr, bool we, uint32_t value)
    {
        sel_ = 1;
        we_ = we;
        addr_ = addr & 0xffff;
        wdata_ = value;
    }
    void drive(Vtraffic &v, const AxiSlavePins *pins);
    static const char *difference(const Vtraffic &x, const Vtraffic &y);

    unsigned rst_n_ = 0, sel_ = 0, we_ = 0, addr_ = 0;
    uint32_t wdata_ = 0, rdata_ = 0;
    std::unique_ptr<VerilatedContext> context_;
    std::unique_ptr<Vtraffic> free_, gated_;
};

void Rig::drive(Vtraffic &v, const AxiSlavePins *pins)
{
    uint32_t awready = 0, wready = 0, bresp = 0, bvalid = 0, arready = 0, rresp = 0, rlast = 0, rvalid = 0;

    for (unsigned m = 0; m < MASTERS; m++) {
        const AxiSlavePins &p = pins[m];
        awready |= p.awready << m;
        wready |= p.wready << m;
        bresp |= p.bresp << (2 * m);
        bvalid |= p.bvalid << m;
        arready |= p.arready << m;
        rresp |= p.rresp << (2 * m);
        rlast |= p.rlast << m;
        rvalid |= p.rvalid << m;
        v.rdata_i[2 * m] = static_cast<uint32_t>(p.rdata);
        v.rdata_i[2 * m + 1] = static_cast<uint32_t>(p.rdata >> 32);
    }
    v.clk_i = 0;
    v.rst_ni = rst_n_ & 1;
    v.sel_i = sel_ & 1;
    v.we_i = we_ & 1;
    v.addr_i = addr_ & 0xffff;
    v.wdata_i = wdata_;
    v.awready_i = awready & 15;
    v.wready_i = wready & 15;
    v.bresp_i = bresp & 255;
    v.bvalid_i = bvalid & 15;
    v.arready_i = arready & 15;
    v.rresp_i = rresp & 255;
    v.rlast_i = rlast & 15;
    v.rvalid_i = rvalid & 15;
    v.eval();
}

const char *Rig::difference(const Vtraffic &x, const Vtraffic &y)
{
#define SAME(pin)                                                                                            \
    do {                                                                                                     \
        if (std::memcmp(&x.pin, &y.pin, sizeof x.pin))                                                       \
            return #pin;                                                                                     \
    } while (0)
    SAME(rdata_o);
    SAME(err_o);
    SAME(irq_o);
    SAME(idle_o);
    SAME(awvalid_o);
    SAME(wvalid_o);
    SAME(arvalid_o);
    SAME(awaddr_o);
    SAME(awlen_o);
    SAME(araddr_o);
    SAME(arlen_o);
    SAME(bready_o);
    SAME(rready_o);
#undef SAME
    return nullptr;
}

void Rig::step(bool listed)
{
    AxiSlavePins pins[MASTERS];
    std::string error;

    for (unsigned m = 0; m < MASTERS; m++) {
        pins[m] = port[m]->drive(cycle);
    }
    drive(*free_, pins);
    drive(*gated_, pins);
    const Vtraffic &v = *free_;
    const char *pin = cycle > 2 ? difference(v, *gated_) : nullptr;
    if (pin) {
        bench_fail(__FILE__, __LINE__, std::string("clock gating can be seen at ") + pin);
    }
    rdata_ = v.rdata_o;
    if (sel_) {
        CHECK_EQ(v.err_o, !listed);
    }
    for (unsigned m = 0; m < MASTERS && rst_n_; m++) {
        const AxiMasterPins p = {v.awaddr_o[m],
                                 v.awlen_o >> (4 * m) & 15u,
                                 3,
                                 1,
                                 0,
                                 v.awvalid_o >> m & 1u,
                                 static_cast<uint64_t>(v.wdata_o[2 * m + 1]) << 32 | v.wdata_o[2 * m],
                                 0xff,
                                 v.wlast_o >> m & 1u,
                                 0,
                                 v.wvalid_o >> m & 1u,
                                 v.bready_o >> m & 1u,
                                 v.araddr_o[m],
                                 v.arlen_o >> (4 * m) & 15u,
                                 3,
                                 1,
                                 0,
                                 v.arvalid_o >> m & 1u,
                                 v.rready_o >> m & 1u};
        port[m]->edge(p, cycle, &error);
    }
    if (!error.empty()) {
        bench_fail(__FILE__, __LINE__, error);
    }
    if (gated_->idle_o) {
        gated++;
    } else {
        gated_->clk_i = 1;
        gated_->eval();
    }
    free_->clk_i = 1;
    free_->eval();
    cycle++;
    CHECK(cycle < 20u * RUN_MAX);
}

// Bursts of a pass, cut at 4 KiB.
unsigned bursts_of(const Stream &s)
{
    unsigned bursts = 0;
    for (uint32_t at = s.base, end = s.base + s.bytes; at < end; bursts++) {
        uint32_t border = (at / 4096 + 1) * 4096;
        uint32_t next = at + 8 * s.beats;
        next = next < border ? next : border;
        at = next < end ? next : end;
    }
    return bursts;
}

uint64_t pattern(uint32_t addr, uint32_t seed)
{
    return static_cast<uint64_t>((addr << 16 | addr >> 16) + seed) << 32 | (addr ^ seed);
}

void fill(Memory &mem, Random &random)
{
    for (uint32_t at = 0; at < MEMORY_BYTES; at += 4) {
        mem.set_word(at, random.next());
    }
}

// Every stream in a random shape before random memories; each has 64 KiB of its own.
void random_shapes()
{
    for (unsigned round = 0; round < 40; round++) {
        Rig rig(round + 1);
        Random random(1000 + round);
        Stream how[STREAMS];

        fill(rig.mem, random);
        Memory golden = rig.mem;
        for (unsigned s = 0; s < STREAMS; s++) {
            how[s] = {s * 0x20000 + 8 * random.below(0x1000),
                      8 * (1 + random.below(700)),
                      1 + random.below(16),
                      1 + random.below(15),
                      random.chance(50) ? 0 : random.below(20),
                      1 + random.below(3),
                      random.next()};
            rig.set(s, how[s]);
        }
        for (auto &port : rig.port) {
            port->timing = {random.below(20), 20 + random.below(20), 30 + random.below(71),
                            30 + random.below(71), 20 + random.below(81)};
        }
        rig.write(ENABLE, 0x80);
        rig.write(START, 0xFF);
        rig.run_until_done(0xFF);
        CHECK_EQ(rig.read(DONE), 0xFF);
        CHECK(rig.irq());
        rig.write(DONE, 0x80);
        CHECK(!rig.irq());
        for (unsigned s = 0; s < STREAMS; s++) {
            const Stream &h = how[s];
            uint64_t sum = 0;
            for (uint32_t pass = 0; pass < h.passes; pass++) {
                for (uint32_t at = h.base; at < h.base + h.bytes; at += 8) {
                    if (s % 2) {
                        golden.write_beat(at, pattern(at, h.seed), 0xff);
                    } else {
                        sum = (sum << 1 | sum >> 63) ^ golden.beat(at);
                    }
                }
            }
            CHECK_EQ(rig.read(stream_at(s, SUM_LOW)), sum & 0xffffffff);
            CHECK_EQ(rig.read(stream_at(s, SUM_HIGH)), sum >> 32);
            CHECK_EQ(rig.read(stream_at(s, BEATS)), h.passes * h.bytes / 8);
            CHECK_EQ(rig.read(stream_at(s, STATUS)), 0);
        }
        CHECK(golden.bytes() == rig.mem.bytes());
        for (unsigned m = 0; m < MASTERS; m++) {
            CHECK_EQ(rig.port[m]->bursts_read, how[2 * m].passes * bursts_of(how[2 * m]));
            CHECK_EQ(rig.port[m]->bursts_written, how[2 * m + 1].passes * bursts_of(how[2 * m + 1]));
            CHECK(rig.port[m]->open_max <= how[2 * m].limit);
        }
    }
}

// A beat a clock in both directions; nothing but the first and last latency beside it.
void speed()
{
    for (unsigned beats = 1; beats <= 16; beats++) {
        Rig rig(beats);
        const unsigned latency = beats == 1 ? 6 : 12;
        for (auto &port : rig.port) {
            port->timing.latency_min = port->timing.latency_max = latency;
        }
        for (unsigned s = 0; s < STREAMS; s++) {
            rig.set(s, {s * 0x20000, 8 * 16 * beats, beats, 15, 0, 1, s});
        }
        rig.write(START, 0xFF);
        rig.run_until_done(0xFF);
        for (unsigned s = 0; s < STREAMS; s++) {
            // 1 clock to show the address, 1 to take it or for the data to be shown, then beats and latency.
            CHECK_EQ(rig.read(stream_at(s, CYCLES)), 16 * beats + latency + (s % 2 ? 2 : 1));
        }
    }
}

// A gap of n leaves n clocks more than the one that the next address takes anyway.
void gaps()
{
    for (unsigned gap = 0; gap < 50; gap += 7) {
        Rig rig(1);
        rig.set(2, {0x1000, 8 * 100, 1, 15, gap, 1, 0});
        rig.write(START, 4);
        rig.run_until_done(4);
        const unsigned latency = rig.port[1]->timing.latency_min;
        CHECK_EQ(rig.read(stream_at(2, CYCLES)), 99 * (gap + 1) + latency + 2);
    }
}

void stopping()
{
    Rig rig(3);
    rig.set(5, {0x3000, 0x1000, 16, 4, 0, 0, 9}); // without end
    rig.write(START, 1u << 5);
    for (unsigned i = 0; i < 3000; i++) {
        rig.step();
    }
    CHECK_EQ(rig.read(BUSY), 1u << 5);
    rig.write(STOP, 0xFF);
    rig.run_until_done(1u << 5);
    CHECK_EQ(rig.read(DONE), 1u << 5);
    const uint32_t beats = rig.read(stream_at(5, BEATS));
    CHECK(beats % 16 == 0 && beats > 2000);
    CHECK_EQ(rig.port[2]->beats_written, beats);
    rig.write(START, 1u << 5); // an old stop does not end a new run
    for (unsigned i = 0; i < 1000; i++) {
        rig.step();
    }
    CHECK_EQ(rig.read(BUSY), 1u << 5);
    CHECK_EQ(rig.read(DONE), 0);
}

void registers()
{
    Rig rig(4);
    CHECK_EQ(rig.read(ID), 0x5A54474E);
    CHECK_EQ(rig.read(0x08), 4);
    rig.read(0x24, false);
    rig.read(0x400, false);
    rig.read(0x8000, false);
    rig.write(stream_at(7, 0x2C), 1, false);
    CHECK_EQ(rig.read(stream_at(3, SHAPE)), 4u << 8 | 15);
    rig.write(stream_at(3, SHAPE), 0); // no burst outstanding would be no stream
    CHECK_EQ(rig.read(stream_at(3, SHAPE)), 1u << 8);
    rig.write(stream_at(3, BASE), 0xFFFFFFFF);
    CHECK_EQ(rig.read(stream_at(3, BASE)), 0xFFFFFFF8);
    // Settings keep still while a stream runs.
    rig.set(0, {0x100, 0x8000, 16, 2, 0, 0, 7});
    rig.write(START, 1);
    rig.write(stream_at(0, BASE), 0);
    rig.write(stream_at(0, SEED), 0);
    CHECK_EQ(rig.read(stream_at(0, BASE)), 0x100);
    CHECK_EQ(rig.read(stream_at(0, SEED)), 7);
    rig.write(STOP, 1);
    rig.run_until_done(1);
    // Nothing to do is done at once.
    rig.write(stream_at(1, BYTES), 0);
    rig.write(START, 2);
    rig.run_until_done(2);
    CHECK_EQ(rig.read(DONE), 3);
    CHECK_EQ(rig.read(stream_at(1, BEATS)), 0);
    const uint64_t before = rig.gated;
    for (unsigned i = 0; i < 100; i++) {
        rig.step();
    }
    CHECK_EQ(rig.gated - before, 100);
}

void errors()
{
    Rig rig(5);
    rig.mem.set_error(0x8000, 0x8008, SLVERR);
    rig.set(0, {0x7F80, 0x100, 16, 4, 0, 1, 0});
    rig.set(1, {0x7F80, 0x100, 16, 4, 0, 1, 0});
    rig.set(6, {MEMORY_BYTES - 0x80, 0x100, 16, 4, 0, 1, 0});
    rig.write(START, 0x43);
    rig.run_until_done(0x43);
    CHECK_EQ(rig.read(stream_at(0, STATUS)), 2);
    CHECK_EQ(rig.read(stream_at(1, STATUS)), 2);
    CHECK_EQ(rig.read(stream_at(6, STATUS)), 4);
    CHECK_EQ(rig.read(stream_at(6, BEATS)), 32); // goes on to its end
}

const BenchCase cases[] = {
    {"random_shapes", random_shapes}, {"speed", speed},         {"gaps", gaps},
    {"stopping", stopping},           {"registers", registers}, {"errors", errors},
};

} // namespace

int main(int argc, char **argv)
{
    return bench_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
