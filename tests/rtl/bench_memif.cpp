// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// Memory requests of the slots: data, alignment, contention, fairness, speed.
#include <cstdio>

#include "bench.h"
#include "page_table.h"

namespace
{

enum : uint32_t { PGD = 0x4000, TABLES = 0x10000, DATA = 0x100000, VA = 0x40000000u };

// Slot 0 sees DATA at VA, slot 1 the MiB after it, both page by page in a scrambled order.
void map_slots(Bench &b, PageTable &t, unsigned slot, unsigned pages)
{
    for (unsigned i = 0; i < pages; i++) {
        t.page(VA + (i << 12), DATA + slot * 0x100000u + ((i * 37 % pages) << 12), AP_USER_WRITE);
    }
    b.set_slot_reg(slot, 0x00, t.pgd);
}

uint32_t physical(unsigned slot, uint32_t va, unsigned pages)
{
    uint32_t page = (va - VA) >> 12;
    return DATA + slot * 0x100000u + (page * 37 % pages << 12) + (va & 4095);
}

// A request that stays in its 256 bytes.
void pick(Random &r, unsigned pages, uint32_t *va, uint32_t *bytes)
{
    uint32_t start = 4 * r.below(64);
    *bytes = 4 * (1 + r.below((256 - start) / 4));
    *va = VA + (r.below(pages) << 12) + (r.below(16) << 8) + start;
}

// Writes, then reads back what a plain array says, with everything at random.
void random_traffic(uint64_t seed, const AxiTiming &timing, unsigned push_percent)
{
    const unsigned pages = 24, rounds = 150;
    Bench b(seed);
    PageTable t0(b.mem, PGD, TABLES), t1(b.mem, PGD + 0x4000, TABLES + 0x8000);
    std::vector<uint32_t> want[NSLOTS];
    Random r(seed + 77);

    b.acp.timing = timing;
    map_slots(b, t0, 0, pages);
    map_slots(b, t1, 1, pages);
    for (uint32_t a = DATA; a < DATA + 0x200000u; a += 4) {
        b.mem.set_word(a, a ^ 0x9E3779B9u);
    }
    Memory golden = b.mem;
    b.release_slots();
    for (unsigned n = 0; n < rounds; n++) {
        for (unsigned s = 0; s < NSLOTS; s++) {
            uint32_t va, bytes;
            pick(r, pages, &va, &bytes);
            if (r.chance(50)) {
                std::vector<uint32_t> words;
                for (uint32_t i = 0; i < bytes / 4; i++) {
                    words.push_back(r.next());
                    golden.set_word(physical(s, va + 4 * i, pages), words.back());
                }
                b.request_write(s, va, words);
            } else {
                for (uint32_t i = 0; i < bytes / 4; i++) {
                    want[s].push_back(golden.word(physical(s, va + 4 * i, pages)));
                }
                b.request_read(s, va, bytes);
            }
            b.slot[s].push_percent = b.slot[s].pop_percent = push_percent;
        }
    }
    b.run_until([&] { return b.slot[0].to_mem.empty() && b.slot[1].to_mem.empty() && b.quiet(); }, STEPS_MAX);
    for (unsigned s = 0; s < NSLOTS; s++) {
        CHECK_EQ(b.slot[s].from_mem.size(), want[s].size());
        CHECK(b.slot[s].from_mem == want[s]);
    }
    CHECK(b.mem.bytes() == golden.bytes());
    CHECK_EQ(b.grants.size(), 2 * rounds);
    CHECK_EQ(b.read(PROC + 0x0C) + b.read(PROC + 0x10), 2 * rounds);
}

void traffic_fixed()
{
    random_traffic(1, AxiTiming{12, 12, 100, 100, 100}, 100);
}

void traffic_random()
{
    for (uint64_t seed = 2; seed < 8; seed++) {
        random_traffic(seed, AxiTiming{1, 40, 60, 70, seed % 2 ? 100u : 6u}, 60);
    }
}

void traffic_instant()
{
    random_traffic(9, AxiTiming{0, 0, 100, 100, 100}, 100);
}

// Only the bytes of the request change, at every alignment and length.
void edges_of_writes()
{
    Bench b(3);
    PageTable t(b.mem, PGD, TABLES);
    map_slots(b, t, 0, 1);
    for (uint32_t a = 0; a < 512; a += 4) {
        b.mem.set_word(DATA + a, 0xEEEEEEEEu);
    }
    Memory golden = b.mem;
    b.release_slots();
    for (uint32_t start = 0; start < 256; start += 28) {
        for (uint32_t words : {1u, 2u, 3u, 31u, 32u, 33u, 63u, 64u}) {
            if (start + 4 * words > 256) {
                continue;
            }
            std::vector<uint32_t> data;
            for (uint32_t i = 0; i < words; i++) {
                data.push_back(b.random.next());
                golden.set_word(DATA + start + 4 * i, data.back());
            }
            b.acp.strobed_bytes = 0;
            b.request_write(0, VA + start, data);
            b.run_until([&] { return b.slot[0].to_mem.empty() && b.quiet(); }, 2000);
            CHECK(b.mem.bytes() == golden.bytes());
            CHECK_EQ(b.acp.strobed_bytes, 4 * words);
        }
    }
}

// Two slots that always want the path get it in turn, also when one asks for much less.
void fairness()
{
    Bench b(4);
    PageTable t(b.mem, PGD, TABLES);
    map_slots(b, t, 0, 4);
    map_slots(b, t, 1, 4);
    b.write(PROC + 0x04, PGD);
    b.release_slots();
    for (unsigned i = 0; i < 60; i++) {
        b.request_read(0, VA, 256);
        b.request_read(1, VA + 0x1000, 4);
    }
    b.run_until([&] { return b.slot[0].to_mem.empty() && b.slot[1].to_mem.empty() && b.quiet(); }, 100000);
    CHECK_EQ(b.grants.size(), 120);
    unsigned repeats = 0;
    for (size_t i = 10; i < 110; i++) {
        repeats += b.grants[i] == b.grants[i - 1];
    }
    CHECK_EQ(repeats, 0);
}

// A write waits for its last data word, a read for room; neither keeps the other slot from the path.
void granted_only_when_possible()
{
    Bench b(5);
    PageTable t(b.mem, PGD, TABLES);
    map_slots(b, t, 0, 4);
    b.write(PROC + 0x04, t.pgd);
    b.release_slots();
    b.request_write(0, VA, std::vector<uint32_t>(8, 1));
    uint32_t last = b.slot[0].to_mem.back();
    b.slot[0].to_mem.pop_back();
    b.run(200);
    CHECK(b.grants.empty());
    b.slot[1].take_mem = false;
    for (unsigned i = 0; i < 3; i++) {
        b.request_read(1, VA, 256);
    }
    b.run(1000);
    CHECK_EQ(b.grants.size(), 2); // two answers fill the FIFO
    CHECK(b.quiet());
    b.slot[0].to_mem.push_back(last);
    b.run(200);
    CHECK_EQ(b.grants.size(), 3);
    CHECK_EQ(b.grants[2], 0);
    b.slot[1].take_mem = true;
    b.run(400);
    CHECK_EQ(b.grants.size(), 4);
    CHECK_EQ(b.slot[1].from_mem.size(), 192);
}

// 921,600 bytes in and out, a slot alone, 12 clocks of memory latency: the figure that a frame depends on.
void speed()
{
    const uint32_t bytes = 921600;
    Bench b(6, 16u << 20);
    PageTable t(b.mem, PGD, TABLES);
    for (uint32_t a = 0; a < bytes; a += 4096) {
        t.page(VA + a, DATA + a, AP_READ_ONLY);
        t.page(VA + 0x1000000u + a, DATA + 0x200000u + a, AP_USER_WRITE);
    }
    b.write(PROC + 0x04, t.pgd);
    b.release_slots();
    std::vector<uint32_t> words(64, 0x12345678u);
    uint64_t begin = b.cycle;
    for (uint32_t a = 0; a < bytes; a += 256) {
        b.request_read(0, VA + a, 256);
        b.request_write(0, VA + 0x1000000u + a, words);
    }
    b.run_until([&] { return b.slot[0].to_mem.empty() && b.quiet(); }, 1000000);
    uint64_t cycles = b.cycle - begin;
    uint32_t misses = b.read(PROC + 0x10);
    std::printf("memif: %u bytes in and out by 256: %llu cycles, %.1f a request, %u TLB misses\n", bytes,
                (unsigned long long)cycles, cycles / 7200.0, misses);
    CHECK(cycles < 700000);
    CHECK_EQ(misses, 2 * bytes / 4096);
    CHECK_EQ(b.read(PROC + 0x0C), 7200 - misses);
}

const BenchCase cases[] = {
    {"traffic_fixed", traffic_fixed},
    {"traffic_random", traffic_random},
    {"traffic_instant", traffic_instant},
    {"edges_of_writes", edges_of_writes},
    {"fairness", fairness},
    {"granted_only_when_possible", granted_only_when_possible},
    {"speed", speed},
};

} // namespace

int main(int argc, char **argv)
{
    return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
