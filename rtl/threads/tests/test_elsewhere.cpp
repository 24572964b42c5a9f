// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// The threads of elsewhere/ that speak over mailboxes, against the golden models.
#include <criterion/criterion.h>

#include "bench.hpp"
#include "golden.h"

namespace
{

constexpr uint32_t BASE = 0xb6e00000u;
constexpr uint32_t REQUEST = BASE + 0x40, A = BASE + 0x1004, B = BASE + 0x2080, SUM = BASE + 0x30fc;

std::vector<uint32_t> random_words(size_t count, uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::vector<uint32_t> words(count);

    for (uint32_t &word : words)
        word = static_cast<uint32_t>(random());
    return words;
}

void prepare(Bench &bench)
{
    bench.memory.base = BASE;
    bench.memory.bytes.assign(0x5000, 0xa5);
    bench.memory.write_begin = bench.memory.write_end = 0;
}

void write_words(Bench &bench, uint32_t address, const std::vector<uint32_t> &words)
{
    for (uint32_t i = 0; i < words.size(); i++)
        bench.memory.write(address + 4 * i, words[i]);
}

void check_add(Bench &bench, uint32_t count, uint64_t seed)
{
    const auto a = random_words(count, seed), b = random_words(count, seed + 1000);
    const std::vector<uint32_t> calls = {0xf0, 0, 0xf1, 1, count, 0xf0, 0, 0xa2};
    std::vector<uint32_t> want(count + 1);

    prepare(bench);
    write_words(bench, A, a);
    write_words(bench, B, b);
    write_words(bench, REQUEST, {A, B, SUM, count});
    bench.memory.write_begin = SUM;
    bench.memory.write_end = SUM + 4 * count;
    bench.mailbox_0 = {REQUEST, 0};
    cr_assert(bench.run(), "%u words: %s after %llu cycles", count, bench.error.c_str(),
              static_cast<unsigned long long>(bench.cycles));
    cr_assert(bench.calls == calls, "%u words: other calls", count);
    cr_assert_eq(bench.words_written, count);
    zt_golden_add(a.data(), b.data(), want.data(), count);
    bench.memory.bytes = bench.memory_at_send;
    for (uint32_t i = 0; i < count; i++)
        cr_assert_eq(bench.memory.read(SUM + 4 * i), want[i], "%u words: word %u", count, i);
}

void check_crc(Bench &bench, uint32_t count, uint64_t seed)
{
    const auto words = random_words(count, seed);

    prepare(bench);
    write_words(bench, A, words);
    bench.mailbox_0 = {A, count, A, 1, 0, 0};
    if (count == 0)
        bench.mailbox_0 = {A, 0};
    cr_assert(bench.run(), "%u words: %s after %llu cycles", count, bench.error.c_str(),
              static_cast<unsigned long long>(bench.cycles));
    cr_assert_eq(bench.mailbox_1.size(), count == 0 ? 0u : 2u);
    if (count == 0)
        return;
    const uint8_t *bytes = &bench.memory.bytes[A - BASE]; // little-endian, as the card's memory
    cr_assert_eq(bench.mailbox_1[0], zt_golden_crc32(bytes, 4 * count), "%u words", count);
    cr_assert_eq(bench.mailbox_1[1], zt_golden_crc32(bytes, 4), "the second call after %u words", count);
    cr_assert_eq(bench.words_read, count + 1);
}

void check_with_stalls(const char *library, void (*check)(Bench &, uint32_t, uint64_t))
{
    for (unsigned percent : {0, 10, 60})
        for (uint64_t seed = 1; seed < 4; seed++) {
            Options options;

            options.seed = seed;
            options.stall_percent = percent;
            options.latency_cycles = static_cast<unsigned>(seed - 1) * 20;
            Bench bench(library, options);
            for (uint32_t count : {0, 1, 2, 63, 64, 65, 200})
                check(bench, count, seed);
        }
}

// Software lets it wait: a thread that tells nothing is found out, and still right.
void check_gated(const char *library, void (*check)(Bench &, uint32_t, uint64_t))
{
    Options options;

    options.gate = true;
    options.answer_cycles = 3000;
    Bench bench(library, options);
    check(bench, 20, 5);
    const uint64_t cycles = bench.cycles;
    cr_assert_gt(bench.gated_cycles, 8000u);
    options.gate = false;
    Bench other(library, options);
    check(other, 20, 5);
    cr_assert_eq(other.cycles, cycles, "gated it takes another time");
}

} // namespace

Test(add_vhdl, golden)
{
    check_with_stalls(SLOTS_DIR "/add_vhdl.so", check_add);
}

Test(add_vhdl, gated)
{
    check_gated(SLOTS_DIR "/add_vhdl.so", check_add);
}

Test(add_v, golden)
{
    check_with_stalls(SLOTS_DIR "/add_v.so", check_add);
}

Test(add_v, gated)
{
    check_gated(SLOTS_DIR "/add_v.so", check_add);
}

Test(crc_hls, golden)
{
    check_with_stalls(SLOTS_DIR "/crc_hls.so", check_crc);
}

Test(crc_hls, gated)
{
    check_gated(SLOTS_DIR "/crc_hls.so", check_crc);
}

// Work inside, with no pin that moves, is not taken for rest: the CRC of a word takes 32 clocks.
Test(crc_hls, works_in_silence)
{
    Options options;

    options.gate = true;
    Bench bench(SLOTS_DIR "/crc_hls.so", options);
    check_crc(bench, 100, 6);
}
