// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// Translation against the golden walker, and what becomes of a request that faults.
#include <cstdio>

#include "bench.h"
#include "golden_walk.h"
#include "page_table.h"

namespace
{

enum : uint32_t { PGD = 0x4000, TABLES = 0x10000, DATA = 0x100000, VA = 0x40000000u, FILLER = 0xDEADBEEFu };
enum : uint32_t { STATUS = 0x04, ADDRESS = 0x08, ANSWER = 0x0C, QUIESCE = 0x10, STATE = 0x14 };
enum : uint32_t { PENDING = 1, WRITE = 2, RETRY = 1, ABANDON = 2 };
enum : uint32_t { IN_FLIGHT = 2, HELD = 4 };

void until_quiet(Bench &b)
{
    b.run(8); // words on their way into the FIFOs
    b.run_until([&] { return b.quiet(); }, 5000);
}

struct Walked {
    Memory *memory;
};

bool read_physical(void *context, uint32_t pa, uint32_t *word)
{
    Memory &m = *static_cast<Walked *>(context)->memory;
    if (m.resp(pa & ~7u)) {
        return false;
    }
    *word = m.word(pa);
    return true;
}

// Descriptors at random, mostly plausible; whatever they are, the MMU and the walker must agree.
uint32_t random_descriptor(Random &r, bool first_level, uint32_t table)
{
    uint32_t d = r.next();
    if (first_level) {
        switch (r.below(16)) {
        case 0:
            return d & ~3u;
        case 1:
            return d | 3u;
        case 2:
        case 3:
        case 4:
        case 5:
            return (d & 0x000FFFFCu) | (DATA + 0x100000u * r.below(4)) | 2u; // section, bit 18 now and then
        default:
            return table | (d & 0x3E0u) | 1u;
        }
    }
    d = (d & 0xFFFu) | (DATA + (r.below(512) << 12));
    return r.chance(12) ? d & ~3u : d | 2u;
}

// A second-level table. A large page is 16 equal entries, as the architecture demands.
void random_table(Bench &b, Random &r, uint32_t table)
{
    for (uint32_t group = 0; group < 16; group++) {
        uint32_t large = r.chance(30) ? (random_descriptor(r, false, 0) & ~3u) | 1u : 0;
        for (uint32_t e = 0; e < 16; e++) {
            b.mem.set_word(table + 64 * group + 4 * e, large ? large : random_descriptor(r, false, 0));
        }
    }
}

void golden_walks()
{
    unsigned causes[8] = {0};
    for (uint64_t seed = 1; seed < 40; seed++) {
        Bench b(seed);
        Random r(seed * 31);
        Walked w{&b.mem};
        for (uint32_t i = 0; i < 8; i++) {
            uint32_t table = r.chance(10) ? 0x900000u : TABLES + 1024 * i; // beyond the memory: bus error
            b.mem.set_word(PGD + 4 * ((VA >> 20) + i), random_descriptor(r, true, table));
            random_table(b, r, TABLES + 1024 * i);
        }
        for (uint32_t a = DATA; a < b.mem.size(); a += 4) {
            b.mem.set_word(a, a);
        }
        b.acp.timing = AxiTiming{1, 9, 80, 80, 100};
        b.write(PROC + 0x04, PGD);
        b.release_slots();
        for (unsigned n = 0; n < 60; n++) {
            unsigned s = r.below(2);
            bool write = r.chance(50);
            uint32_t va = VA + (r.below(8) << 20) + (r.below(256) << 12) + 4 * r.below(1024);
            if (r.chance(30)) {
                va = VA + (r.below(8) << 20) + (r.below(3) << 12); // again and again: hits
            }
            golden_result want = golden_walk(read_physical, &w, PGD, va, write);
            causes[want.cause]++;
            b.slot[s].from_mem.clear();
            if (write) {
                b.request_write(s, va, {n});
            } else {
                b.request_read(s, va, 4);
            }
            until_quiet(b);
            if (want.cause == GOLDEN_OK) {
                CHECK_EQ(b.slot_reg(s, STATUS), 0);
                if (write) {
                    CHECK_EQ(b.mem.word(want.pa), n);
                } else {
                    CHECK_EQ(b.slot[s].from_mem.size(), 1);
                    CHECK_EQ(b.slot[s].from_mem[0], b.mem.word(want.pa));
                }
                continue;
            }
            CHECK_EQ(b.slot_reg(s, STATUS), PENDING | (write ? WRITE : 0u) | want.cause << 4);
            CHECK_EQ(b.slot_reg(s, ADDRESS), va);
            b.write(PROC + 0x18, 1u << s);
            b.write(PROC + 0x18, 0);
            CHECK_EQ(b.slot_reg(s, STATUS), 0);
        }
    }
    std::printf("walks: %u translated, %u L1, %u L2, %u permission, %u bus faults\n", causes[0], causes[1],
                causes[2], causes[3], causes[4]);
    for (unsigned c = 0; c <= 4; c++) {
        CHECK(causes[c] > 20);
    }
}

// Two slots with different tables: the same address is two things.
void slots_have_their_own_space()
{
    Bench b(2);
    PageTable t0(b.mem, PGD, TABLES), t1(b.mem, PGD + 0x4000, TABLES + 0x4000);
    t0.page(VA, DATA, AP_USER_WRITE);
    t1.page(VA, DATA + 0x1000, AP_USER_WRITE);
    b.mem.set_word(DATA, 10);
    b.mem.set_word(DATA + 0x1000, 11);
    b.set_slot_reg(0, 0, t0.pgd);
    b.set_slot_reg(1, 0, t1.pgd);
    b.release_slots();
    for (unsigned i = 0; i < 4; i++) {
        b.request_read(0, VA, 4);
        b.request_read(1, VA, 4);
    }
    until_quiet(b);
    CHECK(b.slot[0].from_mem == std::vector<uint32_t>(4, 10));
    CHECK(b.slot[1].from_mem == std::vector<uint32_t>(4, 11));
    CHECK_EQ(b.read(PROC + 0x10), 2);
    CHECK_EQ(b.read(PROC + 0x0C), 6);
    b.set_slot_reg(0, 0, t1.pgd); // takes effect at once, for this slot
    b.request_read(0, VA, 4);
    b.request_read(1, VA, 4);
    until_quiet(b);
    CHECK_EQ(b.slot[0].from_mem[4], 11);
    CHECK_EQ(b.read(PROC + 0x10), 3);
}

// 16 entries, first in first out; invalidation of all and of one page, for pages, large pages and sections.
void tlb_replacement_and_invalidation()
{
    Bench b(3);
    PageTable t(b.mem, PGD, TABLES);
    for (uint32_t i = 0; i < 20; i++) {
        t.page(VA + (i << 12), DATA + (i << 12), AP_USER_WRITE);
    }
    t.large(VA + 0x100000, DATA + 0x20000, AP_USER_WRITE);
    t.section(VA + 0x200000, DATA + 0x100000, AP_USER_WRITE);
    b.write(PROC + 0x04, t.pgd);
    b.release_slots();
    uint32_t misses = 0;
    auto touch = [&](uint32_t va, bool miss) {
        b.request_read(0, va, 4);
        until_quiet(b);
        misses += miss;
        CHECK_EQ(b.read(PROC + 0x10), misses);
    };
    for (uint32_t i = 0; i < 16; i++) {
        touch(VA + (i << 12), true);
    }
    for (uint32_t i = 0; i < 16; i++) {
        touch(VA + (i << 12), false);
    }
    touch(VA + (16 << 12), true); // replaces the oldest
    touch(VA + (1 << 12), false);
    touch(VA, true); // was replaced; replaces page 1
    touch(VA + (1 << 12), true);
    b.write(PROC + 0x8010, VA + (5 << 12) + 0xABC);
    touch(VA + (6 << 12), false);
    touch(VA + (5 << 12), true);
    b.write(PROC + 0x800C, 0);
    touch(VA + (6 << 12), true);
    touch(VA + 0x100000, true);
    touch(VA + 0x10F000, false); // the same large page
    touch(VA + 0x200000, true);
    touch(VA + 0x2FF000, false); // the same section
    b.write(PROC + 0x8010, VA + 0x104000);
    touch(VA + 0x2AB000, false);
    touch(VA + 0x100000, true);
    b.write(PROC + 0x8010, VA + 0x277000);
    touch(VA + 0x200000, true);
    touch(VA + 0x103000, false);
}

// The order that an operating system needs: new entry, invalidate, and no old translation after the response.
void invalidation_is_complete()
{
    Bench b(4);
    PageTable t(b.mem, PGD, TABLES);
    b.write(PROC + 0x04, t.pgd);
    b.release_slots();
    b.acp.timing = AxiTiming{1, 30, 50, 80, 100};
    for (unsigned n = 0; n < 200; n++) {
        uint32_t old_page = DATA + ((n % 2) << 12), new_page = DATA + ((1 - n % 2) << 12);
        t.page(VA, old_page, AP_USER_WRITE);
        b.write(PROC + 0x8010, VA);
        b.request_write(0, VA, std::vector<uint32_t>(64, n));
        b.request_write(0, VA, std::vector<uint32_t>(64, n));
        b.run(b.random.below(250));
        t.page(VA, new_page, AP_USER_WRITE);
        b.write(n % 3 ? PROC + 0x8010 : PROC + 0x800C, VA);
        for (uint32_t a = 0; a < 256; a += 4) {
            b.mem.set_word(old_page + a, 0x01D01D01u);
        }
        until_quiet(b);
        b.run_until([&] { return b.slot[0].to_mem.empty() && b.quiet(); }, 5000);
        for (uint32_t a = 0; a < 256; a += 4) {
            CHECK_EQ(b.mem.word(old_page + a), 0x01D01D01u);
        }
    }
}

void retry_after_mapping()
{
    Bench b(5);
    PageTable t(b.mem, PGD, TABLES);
    b.write(PROC + 0x04, t.pgd);
    b.release_slots();
    t.page(VA + 0x1000, DATA + 0x1000, AP_READ_ONLY);
    std::vector<uint32_t> words = {1, 2, 3, 4, 5};
    b.request_write(0, VA + 0x1010, words);
    b.request_read(0, VA + 0x1010, 20);
    until_quiet(b);
    CHECK_EQ(b.slot_reg(0, STATUS), PENDING | WRITE | GOLDEN_PERMISSION << 4);
    CHECK_EQ(b.irq(15), 1);
    b.set_slot_reg(0, ANSWER, 7);     // neither retry nor abandon
    b.set_slot_reg(1, ANSWER, RETRY); // no fault there
    CHECK_EQ(b.slot_reg(0, STATUS), PENDING | WRITE | GOLDEN_PERMISSION << 4);
    b.set_slot_reg(0, ANSWER, RETRY); // nothing changed: again
    until_quiet(b);
    CHECK_EQ(b.slot_reg(0, STATUS), PENDING | WRITE | GOLDEN_PERMISSION << 4);
    t.page(VA + 0x1000, DATA + 0x3000, AP_USER_WRITE); // a copy on write
    b.set_slot_reg(0, ANSWER, RETRY);
    until_quiet(b);
    CHECK_EQ(b.slot_reg(0, STATUS), 0);
    CHECK(b.slot[0].from_mem == words);
    CHECK_EQ(b.mem.word(DATA + 0x3010), 1);
    CHECK_EQ(b.mem.word(DATA + 0x1010), 0);
    CHECK_EQ(b.irq(15), 0);
}

// A page that was readable in the TLB and is writable by now needs no invalidation: the table is asked again.
void upgrade_without_invalidation()
{
    Bench b(6);
    PageTable t(b.mem, PGD, TABLES);
    b.write(PROC + 0x04, t.pgd);
    b.release_slots();
    t.page(VA + 0x80000, DATA,
           AP_READ_ONLY); // so that an old and its new entry lie on both sides of the border
    b.request_read(0, VA + 0x80000, 4);
    until_quiet(b);
    for (uint32_t i = 0; i < 20; i++) { // more than entries
        uint32_t offset = i << 12;
        t.page(VA + offset, DATA + offset, AP_READ_ONLY);
        b.request_read(0, VA + offset, 4);
        until_quiet(b);
        t.page(VA + offset, DATA + offset, AP_USER_WRITE);
        unsigned reads = b.acp.bursts_read;
        b.request_write(0, VA + offset, {77 + i});
        until_quiet(b);
        CHECK_EQ(b.slot_reg(0, STATUS), 0);
        CHECK_EQ(b.mem.word(DATA + offset), 77 + i);
        CHECK_EQ(b.acp.bursts_read - reads, 2); // one walk
        CHECK_EQ(b.read(PROC + 0x10), 2 * i + 3);
    }
}

// The parked slot waits; the other one goes on at full speed.
void only_the_faulting_slot_waits()
{
    Bench b(7);
    PageTable t(b.mem, PGD, TABLES);
    b.write(PROC + 0x04, t.pgd);
    b.release_slots();
    t.page(VA, DATA, AP_USER_WRITE);
    b.request_read(0, VA + 0x5000, 64);
    until_quiet(b);
    uint64_t begin = b.cycle;
    for (unsigned i = 0; i < 50; i++) {
        b.request_read(1, VA, 256);
    }
    b.run_until([&] { return b.slot[1].from_mem.size() == 50 * 64; }, 6000);
    CHECK(b.cycle - begin < 50 * 90);
    CHECK_EQ(b.slot_reg(0, STATUS), PENDING | GOLDEN_L2 << 4);
    CHECK_EQ(b.slot_reg(0, STATE) & (HELD | IN_FLIGHT), 0);
}

void abandon_read()
{
    Bench b(8);
    PageTable t(b.mem, PGD, TABLES);
    b.write(PROC + 0x04, t.pgd);
    b.release_slots();
    t.page(VA, DATA, AP_USER_WRITE);
    b.mem.set_word(DATA, 55);
    b.request_read(0, 0x10000000u, 256);
    b.request_read(0, VA, 4); // is not served any more
    until_quiet(b);
    CHECK_EQ(b.slot_reg(0, STATUS), PENDING | GOLDEN_L1 << 4);
    b.set_slot_reg(0, ANSWER, ABANDON);
    until_quiet(b);
    CHECK(b.slot[0].from_mem == std::vector<uint32_t>(64, FILLER));
    CHECK_EQ(b.slot_reg(0, STATE), HELD);
    CHECK_EQ(b.slot_reg(0, STATUS) & PENDING, 0);
    CHECK_EQ(b.irq(15), 0);
    b.run(200);
    CHECK_EQ(b.grants.size(), 1);
    b.write(PROC + 0x18, 1);
    b.write(PROC + 0x18, 0);
    CHECK_EQ(b.slot_reg(0, STATE), 0);
    b.slot[0].from_mem.clear();
    b.request_read(0, VA, 4);
    until_quiet(b);
    CHECK(b.slot[0].from_mem == std::vector<uint32_t>(1, 55));
}

void abandon_write()
{
    Bench b(9);
    PageTable t(b.mem, PGD, TABLES);
    b.write(PROC + 0x04, t.pgd);
    b.release_slots();
    t.page(VA, DATA, AP_READ_ONLY);
    Memory before = b.mem;
    b.request_write(0, VA, std::vector<uint32_t>(64, 9));
    b.request_write(0, VA, std::vector<uint32_t>(60, 9));
    until_quiet(b);
    CHECK_EQ(b.slot_reg(0, STATUS), PENDING | WRITE | GOLDEN_PERMISSION << 4);
    b.set_slot_reg(0, ANSWER, ABANDON);
    until_quiet(b);
    CHECK_EQ(b.slot_reg(0, STATE), HELD);
    CHECK(b.slot[0].to_mem.empty());
    CHECK(b.mem.bytes() == before.bytes());
    CHECK_EQ(b.acp.bursts_written, 0);
}

// Data accesses that the memory refuses. A read delivers the words before the error.
void bus_errors()
{
    for (unsigned resp : {SLVERR, DECERR}) {
        for (uint32_t answer : {RETRY, ABANDON}) { // data has moved: retry is as good as abandon
            Bench b(10);
            PageTable t(b.mem, PGD, TABLES);
            uint32_t cause = resp == SLVERR ? 5 : 6;
            b.write(PROC + 0x04, t.pgd);
            b.release_slots();
            t.page(VA, DATA, AP_USER_WRITE);
            for (uint32_t i = 0; i < 64; i++) {
                b.mem.set_word(DATA + 4 * i, i);
            }
            b.mem.set_error(DATA + 0x88, DATA + 0x90, resp); // in the second burst
            b.request_read(0, VA, 256);
            b.request_write(1, VA + 0x84, {1, 2, 3});
            until_quiet(b);
            CHECK_EQ(b.slot_reg(0, STATUS), PENDING | cause << 4);
            CHECK_EQ(b.slot_reg(1, STATUS), PENDING | WRITE | cause << 4);
            CHECK_EQ(b.slot[0].from_mem.size(), 34);
            b.set_slot_reg(0, ANSWER, answer);
            b.set_slot_reg(1, ANSWER, answer);
            until_quiet(b);
            CHECK_EQ(b.slot[0].from_mem.size(), 64);
            for (uint32_t i = 0; i < 64; i++) {
                CHECK_EQ(b.slot[0].from_mem[i], i < 34 ? i : FILLER);
            }
            CHECK_EQ(b.slot_reg(0, STATE), HELD);
            CHECK_EQ(b.slot_reg(1, STATE), HELD);
            CHECK(b.slot[1].to_mem.empty());
        }
    }
}

// Requests that make no sense never reach the shared path.
void malformed()
{
    struct {
        uint32_t command, addr;
    } bad[] = {
        {0, VA},           // no length
        {6, VA},           // not words
        {260, VA},         // too long
        {0xF0000104u, VA}, // the same, write
        {0xF0000000u, VA}, //
        {0x00FFFFFCu, VA}, //
        {0x00010004u, VA}, // length with high bits
        {8, VA + 0xFC},    // leaves its 256 bytes
        {256, VA + 4},     //
        {4, VA + 2},       // not aligned
        {0x01000004u, VA}, // no such operation
        {0xFF000004u, VA}, //
    };
    for (auto &m : bad) {
        Bench b(11);
        PageTable t(b.mem, PGD, TABLES);
        b.write(PROC + 0x04, t.pgd);
        t.page(VA, DATA, AP_USER_WRITE);
        b.release_slots();
        b.slot[0].to_mem = {m.command, m.addr, 1, 2, 3};
        b.request_write(1, VA, {4, 5});
        until_quiet(b);
        CHECK_EQ(b.slot_reg(0, STATUS), PENDING | (m.command >> 24 == 0xF0 ? WRITE : 0u) | 7u << 4);
        CHECK_EQ(b.slot_reg(0, ADDRESS), m.addr);
        CHECK_EQ(b.irq(15), 1);
        CHECK_EQ(b.mem.word(DATA + 4), 5); // slot 1 was served
        CHECK_EQ(b.grants.size(), 1);
        b.set_slot_reg(0, ANSWER, RETRY);
        until_quiet(b);
        CHECK_EQ(b.slot_reg(0, STATE), HELD);
        CHECK_EQ(b.irq(15), 0);
        b.write(PROC + 0x18, 1);
        b.write(PROC + 0x18, 0);
        b.slot[0].to_mem.clear();
        b.request_read(0, VA, 8);
        until_quiet(b);
        CHECK(b.slot[0].from_mem == (std::vector<uint32_t>{4, 5}));
    }
}

// The register and interrupt behaviour that software for ReconOS knows, with two faults at a time.
void reconos_fault_register()
{
    Bench b(12);
    PageTable t(b.mem, PGD, TABLES);
    b.write(PROC + 0x04, t.pgd);
    b.release_slots();
    t.unmap(VA); // there is a second-level table
    b.request_read(1, VA + 0x1004, 4);
    until_quiet(b);
    CHECK_EQ(b.irq(15), 1);
    CHECK_EQ(b.read(PROC + 0x08), VA + 0x1004);
    CHECK_EQ(b.irq(15), 0);
    b.request_read(0, VA + 0x2008, 4); // a new fault, and of a lower slot
    until_quiet(b);
    CHECK_EQ(b.irq(15), 1);
    t.page(VA + 0x1000, DATA, AP_READ_ONLY);
    b.write(PROC + 0x08, 0); // retry of the one that was read
    until_quiet(b);
    CHECK_EQ(b.slot[1].from_mem.size(), 1);
    CHECK_EQ(b.slot_reg(0, STATUS), PENDING | GOLDEN_L2 << 4);
    CHECK_EQ(b.irq(15), 1);
    CHECK_EQ(b.read(PROC + 0x08), VA + 0x2008);
    CHECK_EQ(b.irq(15), 0);
    t.page(VA + 0x2000, DATA, AP_READ_ONLY);
    b.write(PROC + 0x08, 0);
    until_quiet(b);
    CHECK_EQ(b.slot[0].from_mem.size(), 1);

    b.request_read(0, VA + 0x8000, 4);
    b.request_read(1, VA + 0x9000, 4);
    until_quiet(b);
    CHECK_EQ(b.read(PROC + 0x8014), 3);
    CHECK_EQ(b.irq(15), 0);
    b.set_slot_reg(0, ANSWER, RETRY); // faults again: a new fault
    until_quiet(b);
    CHECK_EQ(b.irq(15), 1);
    CHECK_EQ(b.read(PROC + 0x08), VA + 0x8000);
    CHECK_EQ(b.irq(15), 0);
    t.page(VA + 0x8000, DATA, AP_READ_ONLY);
    b.write(PROC + 0x08, 0); // the other one, already seen, speaks again
    until_quiet(b);
    CHECK_EQ(b.irq(15), 1);
    CHECK_EQ(b.read(PROC + 0x08), VA + 0x9000);
}

const BenchCase cases[] = {
    {"golden_walks", golden_walks},
    {"slots_have_their_own_space", slots_have_their_own_space},
    {"tlb_replacement_and_invalidation", tlb_replacement_and_invalidation},
    {"invalidation_is_complete", invalidation_is_complete},
    {"retry_after_mapping", retry_after_mapping},
    {"upgrade_without_invalidation", upgrade_without_invalidation},
    {"only_the_faulting_slot_waits", only_the_faulting_slot_waits},
    {"abandon_read", abandon_read},
    {"abandon_write", abandon_write},
    {"bus_errors", bus_errors},
    {"malformed", malformed},
    {"reconos_fault_register", reconos_fault_register},
};

} // namespace

int main(int argc, char **argv)
{
    return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
