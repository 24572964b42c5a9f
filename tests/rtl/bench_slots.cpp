// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// One slot cannot harm another: resets in the middle of anything, quiesce, garbage behind the decoupler.
#include <cstdio>

#include "bench.h"
#include "page_table.h"

namespace
{

enum : uint32_t { PGD = 0x4000, TABLES = 0x10000, DATA = 0x100000, VA = 0x40000000u, MIB = 0x100000 };
enum : uint32_t { STATUS = 0x04, ANSWER = 0x0C, QUIESCE = 0x10, STATE = 0x14 };
enum : uint32_t { QUIESCED = 1, IN_FLIGHT = 2, IN_RESET = 8 };

// Slot s works in the MiB DATA + s MiB, which it sees at VA + s MiB; page 255 is not mapped.
struct Space {
    PageTable table;
    explicit Space(Bench &b) : table(b.mem, PGD, TABLES)
    {
        for (uint32_t a = 0; a < 2 * MIB; a += 4096) {
            if (a / 4096 % 256 != 255) {
                table.page(VA + a, DATA + a, AP_USER_WRITE);
            }
        }
        for (uint32_t a = DATA; a < DATA + 2 * MIB; a += 4) {
            b.mem.set_word(a, a * 3);
        }
        b.write(PROC + 0x04, table.pgd);
    }
};

void random_requests(Bench &b, unsigned s, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t start = 4 * b.random.below(64), words = 1 + b.random.below((256 - start) / 4);
        uint32_t va = VA + s * MIB + (b.random.below(256) << 12) + start;
        if (b.random.chance(50)) {
            b.request_read(s, va, 4 * words);
        } else {
            b.request_write(s, va, std::vector<uint32_t>(words, 0xBAD));
        }
    }
}

std::vector<uint8_t> bytes_of(Bench &b, unsigned s)
{
    auto begin = b.mem.bytes().begin() + DATA + s * MIB;
    return std::vector<uint8_t>(begin, begin + MIB);
}

// Slot 0 reads in order for ever, right or not; slot 1 is reset whenever it pleases.
void reset_in_the_middle()
{
    for (uint64_t seed = 1; seed < 6; seed++) {
        Bench b(seed);
        Space space(b);
        b.acp.timing = AxiTiming{1, 25, 60, 70, 100};
        b.release_slots();
        uint32_t asked = 0, in_flight_resets = 0;
        for (unsigned n = 0; n < 150; n++) {
            for (; b.slot[0].to_mem.size() < 8; asked += 64) {
                b.request_read(0, VA + 4 * asked % (250 * 4096), 256);
            }
            random_requests(b, 1, 3);
            b.run(b.random.below(300));
            in_flight_resets += b.slot_reg(1, STATE) & IN_FLIGHT ? 1 : 0;
            b.write(PROC + 0x18, 2); // the response says: nothing of the slot is under way
            CHECK_EQ(b.slot_reg(1, STATE), IN_RESET);
            std::vector<uint8_t> before = bytes_of(b, 1);
            b.slot[1].to_mem.clear();
            b.slot[1].from_mem.clear();
            b.run(b.random.below(100));
            CHECK(bytes_of(b, 1) == before);
            b.write(PROC + 0x18, 0);
            b.request_read(1, VA + MIB + 4 * n, 4); // the first answer is this one's
            b.run_until([&] { return b.slot[1].from_mem.size() == 1; }, 2000);
            CHECK_EQ(b.slot[1].from_mem[0], b.mem.word(DATA + MIB + 4 * n));
            b.slot[1].from_mem.clear();
        }
        b.run_until([&] { return b.slot[0].to_mem.empty() && b.quiet(); },
                    50000); // the FIFO holds 64 requests
        CHECK_EQ(b.slot[0].from_mem.size(), asked);
        for (uint32_t i = 0; i < asked; i++) {
            uint32_t a = 256 * (i / 64) % (250 * 4096) + 4 * (i % 64);
            CHECK_EQ(b.slot[0].from_mem[i], (DATA + a) * 3);
        }
        CHECK(in_flight_resets > 10);
    }
}

// A reset at every single clock of a write and of a read, also one that walks and one that faults.
void reset_at_every_clock()
{
    unsigned partly = 0;
    for (unsigned kind = 0; kind < 4; kind++) {
        Bench b(10 + kind);
        Space space(b);
        b.write(PROC + 0x18, 0);
        for (unsigned clock = 0; clock < 190; clock++) {
            if (kind != 1) {
                b.write(PROC + 0x800C, 0);
            }
            uint32_t va = VA + MIB + (kind == 3 ? 255 << 12 : 0);
            for (uint32_t i = 0; i < 64; i++) {
                b.mem.set_word(DATA + MIB + 4 * i, 1);
            }
            if (kind == 0) {
                b.request_read(1, va, 256);
            } else {
                b.request_write(1, va, std::vector<uint32_t>(64, 2));
            }
            b.run(clock);
            b.write(PROC + 0x18, 2);
            b.slot[1].to_mem.clear();
            b.slot[1].from_mem.clear();
            uint32_t written = 0;
            for (uint32_t i = 0; i < 64; i++) {
                uint32_t word = b.mem.word(DATA + MIB + 4 * i);
                CHECK(word == 1 || word == 2); // old or new, nothing else
                written += word == 2;
            }
            partly += written > 0 && written < 64;
            b.write(PROC + 0x18, 0);
            CHECK_EQ(b.slot_reg(1, STATUS), 0);
            b.request_read(0, VA + 4, 4);
            b.request_read(1, VA + MIB + 0x1000, 8);
            b.run(8);
            b.run_until([&] { return b.quiet(); }, 500);
            CHECK_EQ(b.slot[0].from_mem.back(), (DATA + 4) * 3);
            CHECK_EQ(b.slot[1].from_mem.size(), 2);
            CHECK_EQ(b.slot[1].from_mem[0], (DATA + MIB + 0x1000) * 3);
            CHECK_EQ(b.read(PROC + 0x8014), 0);
        }
    }
    CHECK(partly > 50); // resets did fall into writes
}

void system_reset_in_the_middle()
{
    for (uint64_t seed = 20; seed < 24; seed++) {
        Bench b(seed);
        Space space(b);
        b.acp.timing = AxiTiming{1, 60, 40, 50, 100};
        for (unsigned n = 0; n < 60; n++) {
            b.write(PROC + 0x04, space.table.pgd);
            b.release_slots();
            random_requests(b, 0, 4);
            random_requests(b, 1, 4);
            b.run(b.random.below(400));
            b.write(PROC + 0x14, 1);
            CHECK_EQ(b.read(PROC + 0x8014), 0);
            CHECK_EQ(b.slot_reg(0, STATE), IN_RESET);
            CHECK_EQ(b.slot_reg(1, STATE), IN_RESET);
            CHECK_EQ(b.read(PROC + 0x0C) + b.read(PROC + 0x10), 0);
            b.run(4);
            CHECK(b.acp.quiet());
            for (SlotDriver &d : b.slot) {
                d.to_mem.clear();
                d.from_mem.clear();
            }
        }
    }
}

void quiesce()
{
    unsigned waited = 0;
    for (unsigned n = 0; n < 150; n++) {
        Bench b(n);
        Space space(b);
        b.acp.timing = AxiTiming{30, 30, 100, 100, 100};
        b.release_slots();
        for (unsigned i = 0; i < 3; i++) {
            b.request_write(1, VA + MIB + 256 * i, std::vector<uint32_t>(64, 5));
            b.request_read(0, VA + 256 * i, 256);
        }
        b.run(n * 3);
        bool in_flight = b.slot_reg(1, STATE) & IN_FLIGHT;
        b.set_slot_reg(1, QUIESCE, 1);
        waited += in_flight && b.access_cycles > 4;
        CHECK_EQ(b.slot_reg(1, STATE), QUIESCED);
        CHECK_EQ(b.pins().slot_decoupled_o, 2);
        size_t done = b.slot[1].to_mem.size();
        std::vector<uint8_t> before = bytes_of(b, 1);
        b.run(600);
        CHECK_EQ(b.slot[1].to_mem.size(), done); // nothing is taken from it
        CHECK(bytes_of(b, 1) == before);
        for (uint32_t i = 0; i < 3; i++) { // whole requests or none
            uint32_t a = DATA + MIB + 256 * i;
            CHECK((b.mem.word(a) == 5) == (b.mem.word(a + 252) == 5));
        }
        CHECK_EQ(b.slot[0].from_mem.size(), 3 * 64);
        b.set_slot_reg(1, QUIESCE, 0); // goes on where it was
        b.run_until([&] { return b.slot[1].to_mem.empty() && b.quiet(); }, 2000);
        CHECK_EQ(b.mem.word(DATA + MIB + 512 + 252), 5);
    }
    CHECK(waited > 10);
}

// A parked request does not keep a slot from being quiesced, and is not repeated meanwhile.
void quiesce_of_a_parked_slot()
{
    Bench b(30);
    Space space(b);
    b.release_slots();
    b.request_read(1, VA + MIB + (255 << 12), 4);
    b.run(200);
    CHECK_EQ(b.slot_reg(1, STATUS) & 1, 1);
    b.set_slot_reg(1, QUIESCE, 1);
    CHECK(b.access_cycles <= 4);
    CHECK_EQ(b.slot_reg(1, STATE), QUIESCED);
    b.set_slot_reg(1, ANSWER, 1);
    b.run(100);
    CHECK_EQ(b.grants.size(), 1);
    CHECK(b.quiet());
    b.set_slot_reg(1, QUIESCE, 0);
    b.run(100);
    CHECK_EQ(b.grants.size(), 2);
    CHECK_EQ(b.slot_reg(1, STATUS) & 1, 1);
}

// Whatever a quiesced slot drives, the static region does the same, and sleeps as well.
void garbage_is_invisible()
{
    Bench x(40), y(40);
    Random gx(1), gy(2);
    Space sx(x), sy(y);
    for (Bench *b : {&x, &y}) {
        b->release_slots();
        b->write(INTC, 3);
        b->set_slot_reg(1, QUIESCE, 1);
        b->slot[1].garbage = b == &x ? &gx : &gy;
    }
    auto both = [&](unsigned cycles) {
        for (unsigned i = 0; i < cycles; i++) {
            x.step();
            y.step();
            const char *pin = Bench::difference(x.pins(), y.pins());
            if (pin) {
                bench_fail(__FILE__, __LINE__, std::string("garbage can be seen at ") + pin);
            }
        }
    };
    for (unsigned n = 0; n < 40; n++) {
        for (Bench *b : {&x, &y}) {
            b->request_write(0, VA + 256 * n, std::vector<uint32_t>(64, n));
            b->request_read(0, VA + 256 * n, 256);
            b->slot[0].to_sw.push_back(n);
        }
        both(300);
    }
    CHECK(x.quiet() && y.quiet());
    CHECK(x.gated > 1000);
    CHECK_EQ(x.slot[0].from_mem.size(), 40 * 64);
    CHECK(x.mem.bytes() == y.mem.bytes());
    // Reset before the slot is connected again: the first word that comes is the new thread's.
    for (Bench *b : {&x, &y}) {
        b->write(PROC + 0x18, 2);
        b->slot[1].garbage = nullptr;
        b->set_slot_reg(1, QUIESCE, 0);
        b->write(PROC + 0x18, 0);
        b->slot[1].to_sw.push_back(99);
        b->run(5);
        CHECK_EQ(b->read(OSIF + 0x10), 99);
        CHECK_EQ(b->read(OSIF + 0x18), 0x80000000u);
    }
}

const BenchCase cases[] = {
    {"reset_in_the_middle", reset_in_the_middle},
    {"reset_at_every_clock", reset_at_every_clock},
    {"system_reset_in_the_middle", system_reset_in_the_middle},
    {"quiesce", quiesce},
    {"quiesce_of_a_parked_slot", quiesce_of_a_parked_slot},
    {"garbage_is_invisible", garbage_is_invisible},
};

} // namespace

int main(int argc, char **argv)
{
    return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
