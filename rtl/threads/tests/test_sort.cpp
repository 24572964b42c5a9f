// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// A thread with the service `sort` against the golden model: THREAD is its name, FULL_SIZE_CYCLES_MAX what
// 2048 values may take.
#include <criterion/criterion.h>
#include <cstdio>

#include "bench.hpp"
#include "golden.h"

namespace
{

const char LIBRARY[] = SLOTS_DIR "/" THREAD ".so";
constexpr uint32_t BASE = 0xb6e00000u;
constexpr uint32_t IN_DATA = BASE + 0x1000, OUT_DATA = BASE + 0x5000;

struct Call {
    uint32_t in_offset = 0, out_offset = 0;
    int32_t response_extra = 0; // the response's size is wrong by this
};

void prepare(Bench &bench, const std::vector<uint32_t> &values, const Call &call)
{
    uint32_t count = static_cast<uint32_t>(values.size());

    bench.memory.base = BASE;
    bench.memory.bytes.assign(0x9000, 0xa5);
    bench.input = BASE + 0xfc;
    bench.output = BASE + 0x300;
    bench.memory.write(bench.input, count != 0 ? IN_DATA + call.in_offset : 0);
    bench.memory.write(bench.input + 4, count);
    bench.memory.write(bench.input + 8, count);
    bench.memory.write(bench.output, count != 0 ? OUT_DATA + call.out_offset : 0);
    bench.memory.write(bench.output + 4, count + static_cast<uint32_t>(call.response_extra));
    bench.memory.write(bench.output + 8, count);
    for (uint32_t i = 0; i < count && IN_DATA + 4 * i < OUT_DATA; i++)
        bench.memory.write((IN_DATA + call.in_offset + 4 * i) & ~3u, values[i]);
    bench.memory.write_begin = OUT_DATA + call.out_offset;
    bench.memory.write_end = OUT_DATA + call.out_offset + 4 * count;
}

void check(Bench &bench, const std::vector<uint32_t> &values, const Call &call)
{
    const std::vector<uint32_t> calls = {0xa0, 0xf6, 1, 0x910, 0, 1, 0xa2};
    std::vector<uint32_t> want(values.size() + 1);

    prepare(bench, values, call);
    cr_assert(bench.run(), "%zu values: %s after %llu cycles", values.size(), bench.error.c_str(),
              static_cast<unsigned long long>(bench.cycles));
    cr_assert(bench.calls == calls);
    cr_assert_eq(bench.words_written, values.size());
    zt_golden_sort(values.data(), want.data(), values.size());
    bench.memory.bytes = bench.memory_at_send;
    for (uint32_t i = 0; i < values.size(); i++)
        cr_assert_eq(bench.memory.read(OUT_DATA + call.out_offset + 4 * i), want[i], "%zu values: value %u",
                     values.size(), i);
}

std::vector<uint32_t> random_values(size_t count, uint64_t seed, uint32_t mask)
{
    std::mt19937_64 random(seed);
    std::vector<uint32_t> values(count);

    for (uint32_t &value : values)
        value = static_cast<uint32_t>(random()) & mask;
    return values;
}

} // namespace

Test(sort, every_small_count)
{
    Bench bench(LIBRARY, Options{});

    for (size_t count = 0; count <= 70; count++)
        check(bench, random_values(count, count, 0xffffffffu), Call{});
}

Test(sort, counts_around_powers_of_two_and_the_limit)
{
    Bench bench(LIBRARY, Options{});

    for (size_t count : {127, 128, 129, 511, 513, 1000, 1023, 1025, 2047, 2048})
        check(bench, random_values(count, count, 0xffffffffu), Call{4, 60});
}

Test(sort, full_size_in_bounded_time)
{
    Bench bench(LIBRARY, Options{});

    check(bench, random_values(2048, 1, 0xffffffffu), Call{});
    fprintf(stderr, THREAD " of 2048: %llu cycles\n", static_cast<unsigned long long>(bench.cycles));
    cr_assert_leq(bench.cycles, FULL_SIZE_CYCLES_MAX);
}

Test(sort, duplicates_and_extremes)
{
    Bench bench(LIBRARY, Options{});
    std::vector<uint32_t> up(2048), down(2048);

    for (uint32_t i = 0; i < 2048; i++) {
        up[i] = i;
        down[i] = 0xffffffffu - i;
    }
    check(bench, up, Call{});
    check(bench, down, Call{});
    check(bench, random_values(2048, 3, 0x3u), Call{});
    check(bench, std::vector<uint32_t>(2048, 0xffffffffu), Call{});
    check(bench, std::vector<uint32_t>(333, 0), Call{});
    check(bench, {0xffffffffu, 0, 0x80000000u, 0x7fffffffu, 0xffffffffu, 0}, Call{});
}

Test(sort, random_stalls_and_alignments)
{
    for (unsigned percent : {10, 60})
        for (uint64_t seed = 5; seed < 9; seed++) {
            Options options;

            options.seed = seed;
            options.stall_percent = percent;
            options.latency_cycles = static_cast<unsigned>(seed - 5) * 20;
            Bench bench(LIBRARY, options);
            check(bench, random_values(50 * seed, seed, 0xffffu),
                  Call{static_cast<uint32_t>(4 * seed), static_cast<uint32_t>(256 - 4 * seed)});
        }
}

Test(sort, gated_while_quiet)
{
    Options options;

    options.gate = true;
    options.answer_cycles = 3000;
    Bench bench(LIBRARY, options);
    check(bench, random_values(77, 4, 0xffffffffu), Call{});
    cr_assert_gt(bench.gated_cycles, 8000u);
}

Test(sort, wrong_requests_are_left_alone)
{
    const std::vector<uint32_t> calls = {0xa0, 0xf6, 1, 0xa2};
    const struct {
        size_t count;
        Call call;
    } cases[] = {{2049, {}}, {4096, {}}, {10, {0, 0, 1}}, {10, {0, 0, -1}}, {10, {2, 0}}, {10, {0, 1}}};

    for (const auto &c : cases) {
        Bench bench(LIBRARY, Options{});

        prepare(bench, random_values(c.count, 1, 0xffffffffu), c.call);
        cr_assert(bench.run(), "%s", bench.error.c_str());
        cr_assert(bench.calls == calls, "%zu values: something was sent", c.count);
        cr_assert_eq(bench.words_written, 0u);
    }
}

// Two slots may hold the same thread: neither knows of the other, clock by clock.
Test(slot, two_instances_of_one_library)
{
    Bench one(LIBRARY, Options{}), two(LIBRARY, Options{});
    const auto first = random_values(300, 1, 0xffffffffu), second = random_values(200, 2, 0xffffffffu);

    check(one, first, Call{});
    check(two, second, Call{});
    const uint64_t alone_one = one.cycles, alone_two = two.cycles;
    const auto want_one = one.memory_at_send, want_two = two.memory_at_send;
    prepare(one, first, Call{});
    prepare(two, second, Call{});
    one.begin();
    two.begin();
    uint64_t ended_one = 0, ended_two = 0;
    for (uint64_t i = 1; i <= alone_one + alone_two; i++) {
        if (!one.exited)
            one.cycle(), ended_one = i;
        if (!two.exited)
            two.cycle(), ended_two = i;
    }
    cr_assert(one.exited && two.exited, "%s %s", one.error.c_str(), two.error.c_str());
    cr_assert_eq(ended_one, alone_one);
    cr_assert_eq(ended_two, alone_two);
    cr_assert(one.memory_at_send == want_one);
    cr_assert(two.memory_at_send == want_two);
}
