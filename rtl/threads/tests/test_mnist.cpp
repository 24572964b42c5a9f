// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// The thread mnist against the golden model: how it meets software and memory. The pictures are noise here,
// of which the network must make what the golden model makes; digits are read by threads_mnist_pictures.
#include <criterion/criterion.h>
#include <cstdio>

#include "golden.h"
#include "mnist_picture.hpp"

namespace
{

std::vector<uint8_t> noise(uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::vector<uint8_t> picture(784);
    unsigned kind = static_cast<unsigned>(seed % 4);

    for (uint32_t i = 0; i < 784; i++) {
        uint8_t value = static_cast<uint8_t>(random());

        // Noise, black and white noise, strokes, and extremes that saturate.
        picture[i] = kind == 0   ? value
                     : kind == 1 ? (value & 1 ? 255 : 0)
                     : kind == 2 ? ((i / 28 * 7 + i % 28 * 5 + seed) % 40 < 9 ? 255 : value / 32)
                                 : (i / 28 < seed % 28 ? 255 : 0);
    }
    return picture;
}

void check(Bench &bench, uint64_t seed, const MnistCall &call = {})
{
    const std::vector<uint32_t> calls = {0xa0, 0xf6, 1, 0x900, 0, 1, 0xa2};
    std::vector<uint8_t> picture = noise(seed);
    struct zt_golden_mnist want;

    zt_golden_mnist(picture.data(), &want);
    mnist_prepare(bench, picture.data(), call);
    cr_assert(bench.run(), "%s after %llu cycles", bench.error.c_str(),
              static_cast<unsigned long long>(bench.cycles));
    cr_assert(bench.calls == calls);
    bench.memory.bytes = bench.memory_at_send;
    cr_assert_eq(bench.memory.read(bench.output), want.digit, "seed %llu: %u, not %u",
                 static_cast<unsigned long long>(seed), bench.memory.read(bench.output), want.digit);
}

} // namespace

Test(mnist, within_two_hundred_thousand_cycles)
{
    Bench bench(SLOTS_DIR "/mnist.so", Options{});

    check(bench, 1);
    fprintf(stderr, "mnist: %llu cycles, %llu requests\n", static_cast<unsigned long long>(bench.cycles),
            static_cast<unsigned long long>(bench.requests));
    cr_assert_leq(bench.cycles, 200000u);
    cr_assert_eq(bench.words_read, 9u + 196u + 1u);
    cr_assert_eq(bench.words_written, 1u);
}

// Nothing is left of the execution before.
Test(mnist, executions_follow_each_other)
{
    Bench bench(SLOTS_DIR "/mnist.so", Options{});

    for (uint64_t seed = 10; seed < 22; seed++)
        check(bench, seed,
              MnistCall{28, 28, 28, 784, static_cast<uint32_t>(seed % 8 * 36), 4,
                        static_cast<uint32_t>(seed % 4 * 64)});
}

Test(mnist, random_stalls)
{
    for (unsigned percent : {5, 50, 90}) {
        Options options;

        options.seed = percent;
        options.stall_percent = percent;
        options.latency_cycles = percent == 50 ? 0 : 40;
        Bench bench(SLOTS_DIR "/mnist.so", options);
        check(bench, 30 + percent, MnistCall{28, 28, 28, 784, 244});
    }
}

Test(mnist, more_data_than_needed)
{
    Bench bench(SLOTS_DIR "/mnist.so", Options{});

    check(bench, 41, MnistCall{28, 28, 28, 1000});
}

Test(mnist, gated_while_quiet)
{
    Options options;

    options.gate = true;
    options.answer_cycles = 5000;
    Bench bench(SLOTS_DIR "/mnist.so", options);
    check(bench, 42);
    cr_assert_gt(bench.gated_cycles, 14000u, "%llu", static_cast<unsigned long long>(bench.gated_cycles));
}

Test(mnist, quiet_in_a_long_reset_and_after_its_end)
{
    Bench bench(SLOTS_DIR "/mnist.so", Options{});

    bench.hold_reset(4);
    cr_assert(!bench.quiet());
    bench.hold_reset(40);
    cr_assert(bench.quiet());
    check(bench, 43);
    for (int i = 0; i < 100; i++)
        bench.cycle();
    cr_assert(bench.quiet());
    cr_assert(bench.error.empty(), "%s", bench.error.c_str());
}

// Whatever it was doing, a reset makes it new.
Test(mnist, reset_in_the_middle)
{
    Bench bench(SLOTS_DIR "/mnist.so", Options{});
    std::vector<uint8_t> other = noise(50);

    for (unsigned cycles : {1, 350, 900, 1500, 25000, 58000}) {
        mnist_prepare(bench, other.data());
        bench.begin();
        for (unsigned i = 0; i < cycles; i++)
            bench.cycle();
        check(bench, 50 + cycles);
    }
}

Test(mnist, wrong_images_are_left_alone)
{
    const MnistCall wrong[] = {{27},
                               {29},
                               {28, 27},
                               {28, 32},
                               {28, 28, 32},
                               {28, 28, 84},
                               {0, 28},
                               {28, 28, 28, 783},
                               {28, 28, 28, 0},
                               {0x8000001cu},
                               {28, 28, 28, 784, 1},
                               {28, 28, 28, 784, 2}};
    const std::vector<uint32_t> calls = {0xa0, 0xf6, 1, 0xa2};
    std::vector<uint8_t> picture = noise(60);

    for (const MnistCall &call : wrong) {
        Bench bench(SLOTS_DIR "/mnist.so", Options{});

        mnist_prepare(bench, picture.data(), call);
        cr_assert(bench.run(), "%s", bench.error.c_str());
        cr_assert(bench.calls == calls, "something was sent: %ux%u, step %u, %u bytes, offset %u", call.width,
                  call.height, call.step, call.size_bytes, call.data_offset);
        cr_assert_eq(bench.words_written, 0u);
        check(bench, 61); // and the next is read
    }
}

Test(mnist, null_data_and_unaligned_output_are_left_alone)
{
    std::vector<uint8_t> picture = noise(62);

    for (bool null : {true, false}) {
        Bench bench(SLOTS_DIR "/mnist.so", Options{});

        mnist_prepare(bench, picture.data());
        if (null)
            bench.memory.write(bench.input + 48, 0);
        else
            bench.output += 2;
        cr_assert(bench.run(), "%s", bench.error.c_str());
        cr_assert_eq(bench.calls.size(), 4u);
        cr_assert_eq(bench.words_written, 0u);
    }
}

Test(mnist, signal_before_the_start_word_ends_it)
{
    Bench bench(SLOTS_DIR "/mnist.so", Options{});

    bench.reset();
    for (int i = 0; i < 20; i++)
        bench.cycle();
    cr_assert(!bench.exited);
    bench.signal = true;
    for (int i = 0; i < 20; i++)
        bench.cycle();
    cr_assert(bench.exited);
    cr_assert_eq(bench.calls.size(), 1u);
}
