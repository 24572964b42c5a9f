// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// ZyCAP: order of words and bits, counters, interrupts, errors, reset, speed.
#include <cstdio>

#include "bench.h"

namespace
{

enum : uint32_t {
    CONTROL = ZYCAP + 0x00,
    STATUS = ZYCAP + 0x04,
    SOURCE = ZYCAP + 0x18,
    LENGTH = ZYCAP + 0x28,
    ICAP_STATUS = ZYCAP + 0x8004,
    ACTIVE = ZYCAP + 0x8008,
    GAP = ZYCAP + 0x800C,
    SETUP = ZYCAP + 0x8010,
};
enum : uint32_t {
    RUN = 1,
    RESET = 4,
    HALTED = 1,
    IDLE = 2,
    SLAVE = 1 << 5,
    DECODE = 1 << 6,
    IOC = 1 << 12,
    ERR = 1 << 14
};

uint32_t icap_word(uint32_t memory_word) // what ICAPE2's I port must show, by a table of nibbles
{
    static const uint8_t nibble[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    uint32_t out = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
        uint32_t v = memory_word >> (8 * byte) & 255;
        out |= static_cast<uint32_t>(nibble[v & 15] << 4 | nibble[v >> 4]) << (8 * byte);
    }
    return out;
}

void fill(Bench &b)
{
    for (uint32_t a = 0; a < b.mem.size(); a += 4) {
        b.mem.set_word(a, a * 0x01000193u ^ 0xA5A5u);
    }
}

void finish(Bench &b)
{
    b.run_until([&] { return (b.pins().irq_f2p_o & 1) != 0; }, STEPS_MAX);
}

// A transfer that must succeed: words, counters, status.
void transfer(Bench &b, uint32_t source, uint32_t bytes)
{
    size_t before = b.icap.size();
    b.write(CONTROL, RUN | IOC | ERR);
    b.write(SOURCE, source);
    b.write(LENGTH, bytes);
    uint32_t words = (bytes + 3) / 4;
    finish(b);
    b.run(3);
    CHECK_EQ(b.icap.size() - before, words);
    for (uint32_t i = 0; i < words; i++) {
        CHECK_EQ(b.icap[before + i], icap_word(b.mem.word((source & ~3u) + 4 * i)));
    }
    uint64_t gaps = b.icap_cycle.back() - b.icap_cycle[before] + 1 - words;
    CHECK_EQ(b.read(ACTIVE), words);
    CHECK_EQ(b.read(GAP), gaps);
    CHECK_EQ(b.read(STATUS), IDLE | IOC);
    CHECK_EQ(b.read(LENGTH), bytes);
    b.write(STATUS, IOC);
    CHECK_EQ(b.read(STATUS), IDLE);
    CHECK_EQ(b.irq(0), 0);
}

void known_sync_word()
{
    Bench b;
    b.mem.set_word(0x1000, 0xAA995566u); // native word, as bootgen's bytes give it
    b.write(CONTROL, RUN | IOC);
    b.write(SOURCE, 0x1000);
    b.write(LENGTH, 4);
    finish(b);
    b.run(3);
    CHECK_EQ(b.icap.size(), 1);
    CHECK_EQ(b.icap[0], 0x5599AA66u); // UG470, parallel bus bit order
}

void every_alignment()
{
    Bench b(2);
    fill(b);
    for (uint32_t source : {0x1000u, 0x1004u, 0x10F8u, 0x10FCu, 0x13FCu, 0x1FFCu, 0x1FF8u, 0x2003u}) {
        for (uint32_t bytes : {4u, 8u, 12u, 124u, 128u, 132u, 1020u, 1024u, 1028u, 2052u, 5u, 4099u}) {
            transfer(b, source, bytes);
        }
    }
}

void random_latency()
{
    for (uint64_t seed = 3; seed < 9; seed++) {
        Bench b(seed);
        fill(b);
        b.hp0.timing = AxiTiming{1, 60, 50, 60, 100};
        for (unsigned i = 0; i < 12; i++) {
            transfer(b, 4 * b.random.below(5000), 4 + 4 * b.random.below(3000));
        }
    }
}

// No gap at all when the memory keeps up; few clocks of set-up.
void speed()
{
    for (unsigned latency : {8u, 20u, 40u, 80u}) {
        Bench b(4);
        fill(b);
        b.hp0.timing = AxiTiming{latency, latency, 100, 100, 100};
        transfer(b, 0x10000, 87936);
        uint32_t gap = b.read(GAP), setup = b.read(SETUP);
        std::printf("zycap: 87936 bytes, latency %u: %u gap cycles, %u set-up cycles, %u bursts open\n",
                    latency, gap, setup, b.hp0.open_max);
        CHECK_EQ(b.read(ACTIVE), 21984);
        CHECK_EQ(gap, 0);
        CHECK(setup <= latency + 8);
        CHECK(b.hp0.open_max >= 2);
    }
}

void start_conditions()
{
    Bench b(5);
    fill(b);
    b.write(SOURCE, 0x1000);
    b.write(LENGTH, 64); // not running
    b.run(100);
    CHECK_EQ(b.icap.size(), 0);
    b.write(CONTROL, RUN);
    CHECK_EQ(b.read(STATUS), 0); // neither halted nor idle before the first transfer
    b.write(LENGTH, 0);          // no effect
    b.run(100);
    CHECK_EQ(b.read(STATUS), 0);
    b.write(LENGTH, 0xFE000000u); // above 25 bits: 0
    b.run(100);
    CHECK_EQ(b.icap.size(), 0);
    b.write(LENGTH, 4096);
    b.write(LENGTH, 8); // busy: no effect
    b.write(SOURCE, 0x8000);
    b.write(CONTROL, 0); // stops after this one
    CHECK_EQ(b.read(STATUS), 0);
    b.run(1200);
    CHECK_EQ(b.icap.size(), 1024);
    CHECK_EQ(b.icap[1023], icap_word(b.mem.word(0x1FFC)));
    CHECK_EQ(b.irq(0), 0); // not enabled
    CHECK_EQ(b.read(STATUS), HALTED | IOC);
    CHECK_EQ(b.read(SOURCE), 0x1000);
}

void error_response(unsigned resp, uint32_t status)
{
    Bench b(6);
    fill(b);
    b.hp0.timing = AxiTiming{5, 25, 70, 80, 100};
    b.mem.set_error(0x3000, 0x3100, resp);
    b.write(CONTROL, RUN | IOC | ERR);
    b.write(SOURCE, 0x2F00);
    b.write(LENGTH, 8192);
    finish(b);
    b.run(3);
    CHECK_EQ(b.icap.size(), 64); // up to the error and not one more
    CHECK_EQ(b.read(STATUS), HALTED | status | ERR);
    CHECK(b.hp0.quiet());
    b.write(STATUS, ERR);
    CHECK_EQ(b.irq(0), 0);
    CHECK_EQ(b.read(STATUS), HALTED | status);
    b.write(CONTROL, RUN | IOC | ERR); // no way on but reset
    b.write(LENGTH, 64);
    b.run(100);
    CHECK_EQ(b.icap.size(), 64);
    b.write(CONTROL, RESET);
    CHECK_EQ(b.read(CONTROL), 0);
    CHECK_EQ(b.read(STATUS), HALTED);
    b.mem.set_error(0, 0, 0);
    transfer(b, 0x2F00, 8192);
}

void slave_error()
{
    error_response(SLVERR, SLAVE);
}

void decode_error()
{
    error_response(DECERR, DECODE);
}

void beyond_memory()
{
    Bench b(7, 1u << 20);
    fill(b);
    b.write(CONTROL, RUN | ERR);
    b.write(SOURCE, (1u << 20) - 256);
    b.write(LENGTH, 1024);
    finish(b);
    b.run(3);
    CHECK_EQ(b.icap.size(), 64);
    CHECK_EQ(b.read(STATUS), HALTED | DECODE | ERR);
}

// A reset at any moment: bursts end, no word more, and the next transfer is right.
void reset_in_the_middle()
{
    Bench b(8);
    fill(b);
    for (unsigned n = 0; n < 60; n++) {
        b.hp0.timing = AxiTiming{2, 40, 40, 60, 100};
        b.write(CONTROL, RUN | IOC);
        b.write(SOURCE, 0x4000 + 4 * n);
        b.write(LENGTH, 20000);
        b.run(b.random.below(400));
        b.write(CONTROL, RESET);
        size_t words = b.icap.size();
        b.run(2); // the last word may be at ICAP's pins
        CHECK(b.icap.size() <= words + 1);
        words = b.icap.size();
        b.run_until([&] { return b.read(CONTROL) == 0; }, 5000);
        CHECK(b.hp0.quiet());
        CHECK_EQ(b.icap.size(), words);
        CHECK_EQ(b.read(STATUS), HALTED);
        CHECK_EQ(b.read(SOURCE), 0);
        transfer(b, 0x1000, 256);
    }
}

void icap_status()
{
    Bench b(9);
    b.icap_o = 0xFFFFFFDFu;
    b.run(3);
    CHECK_EQ(b.read(ICAP_STATUS), 0xDF);
    b.icap_o = 0x5F;
    b.run(3);
    CHECK_EQ(b.read(ICAP_STATUS), 0x15F);
    b.write(ICAP_STATUS, 0x100); // still low
    CHECK_EQ(b.read(ICAP_STATUS), 0x15F);
    b.icap_o = 0xDF;
    b.run(3);
    CHECK_EQ(b.read(ICAP_STATUS), 0x1DF);
    b.write(ICAP_STATUS, 0);
    CHECK_EQ(b.read(ICAP_STATUS), 0x1DF);
    b.write(ICAP_STATUS, 0x100);
    CHECK_EQ(b.read(ICAP_STATUS), 0xDF);
}

const BenchCase cases[] = {
    {"known_sync_word", known_sync_word},
    {"every_alignment", every_alignment},
    {"random_latency", random_latency},
    {"speed", speed},
    {"start_conditions", start_conditions},
    {"slave_error", slave_error},
    {"decode_error", decode_error},
    {"beyond_memory", beyond_memory},
    {"reset_in_the_middle", reset_in_the_middle},
    {"icap_status", icap_status},
};

} // namespace

int main(int argc, char **argv)
{
    return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
