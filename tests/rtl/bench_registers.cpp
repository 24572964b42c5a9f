// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// The register interface: map, responses, OSIF, interrupt controller, proc-control.
#include <cstdio>

#include "bench.h"

namespace
{

void reset_values()
{
    Bench b;
    CHECK_EQ(b.read(PROC + 0x00), NSLOTS);
    CHECK_EQ(b.read(PROC + 0x04), 0);
    CHECK_EQ(b.read(PROC + 0x08), 0);
    CHECK_EQ(b.read(PROC + 0x0C), 0);
    CHECK_EQ(b.read(PROC + 0x10), 0);
    CHECK_EQ(b.read(PROC + 0x8000), 0x5A54574E);
    CHECK_EQ(b.read(PROC + 0x8004), 0x00010000);
    CHECK_EQ(b.read(PROC + 0x8008), 4u << 24 | 7u << 16 | 3u << 8 | NSLOTS);
    CHECK_EQ(b.read(PROC + 0x8014), 0);
    for (unsigned s = 0; s < NSLOTS; s++) {
        for (uint32_t o : {0x00u, 0x04u, 0x08u, 0x0Cu, 0x10u}) {
            CHECK_EQ(b.slot_reg(s, o), 0);
        }
        CHECK_EQ(b.slot_reg(s, 0x14), 1u << 3); // in reset
        CHECK_EQ(b.read(OSIF + 16 * s + 0x0), 0);
        CHECK_EQ(b.read(OSIF + 16 * s + 0x8), 0x80000000u);
        CHECK_EQ(b.read(OSIF + 16 * s + 0xC), 8);
    }
    CHECK_EQ(b.read(INTC), 0);
    CHECK_EQ(b.read(ZYCAP + 0x00), 0);
    CHECK_EQ(b.read(ZYCAP + 0x04), 1); // halted
    CHECK_EQ(b.read(ZYCAP + 0x18), 0);
    CHECK_EQ(b.read(ZYCAP + 0x28), 0);
    CHECK_EQ(b.read(ZYCAP + 0x8000), 0x5A43574E);
    CHECK_EQ(b.read(ZYCAP + 0x8004), 0xFF);
    for (uint32_t o : {0x8008u, 0x800Cu, 0x8010u}) {
        CHECK_EQ(b.read(ZYCAP + o), 0);
    }
    CHECK_EQ(b.pins().irq_f2p_o, 0);
    CHECK_EQ(b.pins().slot_rst_o, (1u << NSLOTS) - 1);
}

bool listed(uint32_t block, uint32_t offset)
{
    if (block == ZYCAP) {
        return offset == 0 || offset == 4 || offset == 0x18 || offset == 0x28 ||
               (offset >= 0x8000 && offset <= 0x8010);
    }
    if (block == OSIF) {
        return offset < 16 * NSLOTS;
    }
    if (block == INTC) {
        return offset == 0;
    }
    return offset <= 0x1C || (offset >= 0x8000 && offset <= 0x801C) ||
           (offset >= 0x9000 && offset < 0x9000 + 0x40 * NSLOTS && (offset & 0x3F) <= 0x14);
}

// Every word of every block, and the borders outside.
void responses()
{
    Bench b;
    for (uint32_t block : {ZYCAP, PROC, OSIF, INTC}) {
        for (uint32_t o = 0; o < 0x10000; o += 4) {
            uint32_t value = b.read(block + o, listed(block, o) ? OKAY : SLVERR);
            CHECK(listed(block, o) || value == 0);
            if (!listed(block, o)) {
                b.write(block + o, 0xFFFFFFFFu, SLVERR);
            }
        }
        b.write(block + 0xFFFC, 1, SLVERR);
        b.read(block - 4, DECERR);
        b.read(block + 0x10000, DECERR);
        b.write(block + 0x10000, 1, DECERR);
    }
    b.read(0x40000000u, DECERR);
    b.write(0x7FFFFFFCu, 1, DECERR);
    CHECK_EQ(b.read(PROC + 0x8014), 0); // nothing came of it
    CHECK_EQ(b.slot_reg(0, 0x14), 8);
}

void cycles_of_an_access()
{
    Bench b;
    unsigned read_max = 0, write_max = 0;
    for (unsigned i = 0; i < 50; i++) {
        b.run(b.random.below(4));
        b.read(PROC + 0x8000);
        read_max = b.access_cycles > read_max ? b.access_cycles : read_max;
        b.write(PROC + 0x1C, i & 3);
        write_max = b.access_cycles > write_max ? b.access_cycles : write_max;
    }
    std::printf("gp: read %u cycles from ARVALID to RVALID, write %u from AWVALID to BVALID\n", read_max,
                write_max);
    CHECK(read_max <= 4 && write_max <= 4);
}

void bursts_and_strobes()
{
    Bench b;
    std::vector<uint32_t> ids = b.read_burst(PROC + 0x8000, 3, 1, OKAY);
    CHECK_EQ(ids[0], 0x5A54574E);
    CHECK_EQ(ids[1], 0x00010000);
    CHECK_EQ(ids[2] & 0xFF, NSLOTS);
    ids = b.read_burst(PROC + 0x8000, 16, 0, OKAY); // FIXED
    CHECK_EQ(ids[15], 0x5A54574E);
    ids = b.read_burst(PROC + 0x8000, 4, 2, SLVERR); // WRAP
    CHECK_EQ(ids[0], 0);
    b.write_burst(PROC + 0x18, {0, 3}, 1, OKAY);
    CHECK_EQ(b.slot_reg(0, 0x14), 1u << 4);
    CHECK_EQ(b.slot_reg(1, 0x14), 1u << 4);
    b.write_burst(PROC + 0x1C, {0, 1}, 1, SLVERR); // the second one is at 0x20
    CHECK_EQ(b.slot_reg(0, 0x14), 0);
    b.write(PROC + 0x1C, 3, SLVERR, 0x3); // half a word
    CHECK_EQ(b.slot_reg(0, 0x14), 0);
    b.write(PROC + 0x1C, 3, OKAY, 0x0); // nothing
    CHECK_EQ(b.slot_reg(0, 0x14), 0);
    b.write(PROC + 0x1C, 2);
    CHECK_EQ(b.slot_reg(1, 0x14), 1u << 4);
    // Four words into one FIFO by one burst.
    b.write_burst(OSIF + 4, {1, 2, 3, 4}, 0, OKAY);
    b.run(20);
    CHECK(b.slot[0].from_sw == (std::vector<uint32_t>{1, 2, 3, 4}));
}

void osif()
{
    Bench b;
    b.release_slots();
    b.slot[1].take_osif = false;
    for (uint32_t i = 0; i < 10; i++) { // two are dropped
        CHECK_EQ(b.read(OSIF + 0x1C), i < 8 ? 8 - i : 0x80000000u);
        b.write(OSIF + 0x14, 100 + i);
    }
    CHECK_EQ(b.slot[0].from_sw.size(), 0); // not the other slot's
    b.slot[1].take_osif = true;
    b.run(20);
    CHECK_EQ(b.slot[1].from_sw.size(), 8);
    for (uint32_t i = 0; i < 8; i++) {
        CHECK_EQ(b.slot[1].from_sw[i], 100 + i);
    }
    CHECK_EQ(b.read(OSIF + 0x1C), 8);

    for (uint32_t i = 0; i < 12; i++) { // four wait in the thread
        b.slot[0].to_sw.push_back(200 + i);
    }
    b.run(20);
    CHECK_EQ(b.read(OSIF + 0x8), 8);
    CHECK_EQ(b.read(OSIF + 0x18), 0x80000000u);
    for (uint32_t i = 0; i < 12; i++) {
        CHECK_EQ(b.read(OSIF + 0x0), 200 + i);
    }
    CHECK_EQ(b.read(OSIF + 0x8), 0x80000000u);
    CHECK_EQ(b.read(OSIF + 0x0), 0);
    CHECK_EQ(b.read(OSIF + 0x8), 0x80000000u);
}

void osif_interrupt()
{
    Bench b;
    b.release_slots();
    b.slot[0].to_sw = {7};
    b.slot[1].to_sw = {8, 9};
    b.run(10);
    CHECK_EQ(b.read(INTC), 0);
    CHECK_EQ(b.irq(14), 0);
    b.write(INTC, 2);
    CHECK_EQ(b.irq(14), 1);
    CHECK_EQ(b.read(INTC), 2);
    CHECK_EQ(b.read(OSIF + 0x10), 8);
    CHECK_EQ(b.irq(14), 1); // level: there is still a word
    CHECK_EQ(b.read(OSIF + 0x10), 9);
    CHECK_EQ(b.irq(14), 0);
    b.write(INTC, 0xFFFFFFFFu);
    CHECK_EQ(b.read(INTC), 1);
    CHECK_EQ(b.irq(14), 1);
    b.write(PROC + 0x18, 1); // a slot's reset flushes its FIFOs
    CHECK_EQ(b.irq(14), 0);
    CHECK_EQ(b.read(OSIF + 0x8), 0x80000000u);
    CHECK_EQ(b.pins().irq_f2p_o, 0);
}

void resets_and_signals()
{
    Bench b;
    b.write(PROC + 0x18, 2);
    CHECK_EQ(b.pins().slot_rst_o, 2);
    b.write(PROC + 0x1C, 1);
    CHECK_EQ(b.pins().slot_signal_o, 1);
    CHECK_EQ(b.slot_reg(0, 0x14), 1u << 4);
    CHECK_EQ(b.slot_reg(1, 0x14), 1u << 3);
    b.write(OSIF + 0x14, 5); // into a FIFO in reset
    CHECK_EQ(b.read(OSIF + 0x1C), 8);
    b.write(PROC + 0x18, 0);
    b.write(PROC + 0x04, 0x12345678u);
    CHECK_EQ(b.read(PROC + 0x04), 0x12344000u);
    CHECK_EQ(b.slot_reg(0, 0x00), 0x12344000u);
    CHECK_EQ(b.slot_reg(1, 0x00), 0x12344000u);
    b.set_slot_reg(1, 0x00, 0xFFFFFFFFu);
    CHECK_EQ(b.slot_reg(1, 0x00), 0xFFFFC000u);
    CHECK_EQ(b.slot_reg(0, 0x00), 0x12344000u);
    b.slot[0].take_osif = false;
    b.write(OSIF + 0x4, 5);
    CHECK_EQ(b.read(OSIF + 0xC), 7);

    b.write(PROC + 0x14, 0); // system reset: any value
    CHECK(b.access_cycles >= 16 && b.access_cycles < 24);
    CHECK_EQ(b.pins().slot_rst_o, 3);
    CHECK_EQ(b.pins().slot_signal_o, 0);
    CHECK_EQ(b.slot_reg(0, 0x00), 0);
    CHECK_EQ(b.slot_reg(1, 0x00), 0);
    CHECK_EQ(b.read(OSIF + 0xC), 8);
    b.release_slots();
    CHECK_EQ(b.pins().slot_rst_o, 0);
}

void cycle_counter()
{
    Bench b;
    uint32_t first = b.read(PROC + 0x8018);
    uint64_t begin = b.cycle;
    b.run(1000); // nearly all of them gated in the second instance, which must answer the same
    uint32_t second = b.read(PROC + 0x8018);
    CHECK_EQ(second - first, b.cycle - begin);
    CHECK_EQ(b.read(PROC + 0x801C), 0);
    CHECK(b.gated > 950);
}

const BenchCase cases[] = {
    {"reset_values", reset_values},
    {"responses", responses},
    {"cycles_of_an_access", cycles_of_an_access},
    {"bursts_and_strobes", bursts_and_strobes},
    {"osif", osif},
    {"osif_interrupt", osif_interrupt},
    {"resets_and_signals", resets_and_signals},
    {"cycle_counter", cycle_counter},
};

} // namespace

int main(int argc, char **argv)
{
    return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
