// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// The thread sobel against the golden model, pixel for pixel.
#include <criterion/criterion.h>
#include <cstdio>

#include "bench.hpp"
#include "golden.h"

namespace
{

constexpr uint32_t BASE = 0x7ff00000u, GUARD = 0xa5;

struct Image {
    uint32_t width, height;
    uint32_t in_offset = 0, out_offset = 0;  // of the data behind 256-byte boundaries
    uint32_t message_offset = 0;             // of the messages
    int32_t step_extra = 0;                  // for wrong images
    int32_t in_missing = 0, out_missing = 0; // bytes that data.size falls short
};

struct Layout {
    uint32_t in_data, out_data, bytes;
};

void put_message(Memory &memory, uint32_t at, const Image &image, uint32_t data, uint32_t missing)
{
    uint32_t step = 3 * image.width + static_cast<uint32_t>(image.step_extra);

    for (uint32_t i = 0; i < 60; i += 4)
        memory.write(at + i, 0x5a5a0000u + i); // stamp, frame_id, encoding: not the thread's business
    memory.write(at + 20, image.height);
    memory.write(at + 24, image.width);
    memory.write(at + 44, step);
    memory.write(at + 48, data);
    memory.write(at + 52, 3 * image.width * image.height - missing);
    memory.write(at + 56, 3 * image.width * image.height);
}

Layout prepare(Bench &bench, const Image &image, uint64_t seed)
{
    std::mt19937_64 random(seed);
    Layout l;

    l.bytes = 3 * image.width * image.height;
    l.in_data = BASE + 0x1000 + image.in_offset;
    l.out_data = ((l.in_data + l.bytes + 0x1ff) & ~0xffu) + image.out_offset;
    bench.memory.base = BASE;
    bench.memory.bytes.assign(l.out_data + l.bytes + 0x400 - BASE, GUARD);
    bench.input = BASE + 0x100 + image.message_offset;
    bench.output = BASE + 0x300 + image.message_offset;
    put_message(bench.memory, bench.input, image, l.in_data, static_cast<uint32_t>(image.in_missing));
    put_message(bench.memory, bench.output, image, l.out_data, static_cast<uint32_t>(image.out_missing));
    for (uint32_t i = 0; i < l.bytes; i++) // steps and noise, so that sums saturate and do not
        bench.memory.bytes[l.in_data - BASE + i] =
            static_cast<uint8_t>((i / 21 % 3 == 0 ? 120 : 0) + random() % (i % 5 == 0 ? 136 : 16));
    bench.memory.write_begin = l.out_data;
    bench.memory.write_end = (l.out_data + l.bytes + 3) & ~3u;
    return l;
}

void check(Bench &bench, const Image &image, const Layout &l)
{
    const std::vector<uint32_t> calls = {0xa0, 0xf6, 1, 0x900, 0, 1, 0xa2};
    std::vector<uint8_t> want(l.bytes);

    cr_assert(bench.run(), "%s after %llu cycles", bench.error.c_str(),
              static_cast<unsigned long long>(bench.cycles));
    cr_assert(bench.calls == calls);
    zt_golden_sobel(&bench.memory.bytes[l.in_data - BASE], want.data(), image.width, image.height,
                    3 * image.width, 3);
    for (uint32_t i = 0; i < l.bytes; i++)
        cr_assert_eq(bench.memory_at_send[l.out_data - BASE + i], want[i], "%ux%u: byte %u is %u, not %u",
                     image.width, image.height, i, bench.memory_at_send[l.out_data - BASE + i], want[i]);
}

void run(const Image &image, const Options &options)
{
    Bench bench(SLOTS_DIR "/sobel.so", options);

    check(bench, image, prepare(bench, image, options.seed));
}

} // namespace

Test(sobel, full_size_within_a_million_cycles)
{
    Image image{640, 480};
    Bench bench(SLOTS_DIR "/sobel.so", Options{});

    check(bench, image, prepare(bench, image, 7));
    fprintf(stderr, "sobel 640x480: %llu cycles, %llu requests\n",
            static_cast<unsigned long long>(bench.cycles), static_cast<unsigned long long>(bench.requests));
    cr_assert_leq(bench.cycles, 1000000u);
    // Each row is read once and written once: and the two headers and the word behind the last write.
    cr_assert_eq(bench.words_read, 480u * 480u + 9u + 2u + 1u);
    cr_assert_eq(bench.words_written, 480u * 480u);
}

Test(sobel, full_size_at_odd_addresses_within_a_million_cycles)
{
    Image image{640, 480, 84, 252, 4};
    Bench bench(SLOTS_DIR "/sobel.so", Options{});

    check(bench, image, prepare(bench, image, 8));
    fprintf(stderr, "sobel 640x480 unaligned: %llu cycles\n", static_cast<unsigned long long>(bench.cycles));
    cr_assert_leq(bench.cycles, 1000000u);
}

Test(sobel, sizes_and_alignments)
{
    const Image images[] = {{4, 3},           {4, 3, 4, 8},         {8, 4, 252, 0},    {12, 5, 0, 252, 60},
                            {64, 3, 64, 128}, {100, 7, 12, 4},      {636, 4, 100, 40}, {640, 3, 4, 248},
                            {4, 4096},        {20, 33, 200, 36, 44}};
    uint64_t seed = 10;

    for (const Image &image : images) {
        Options options;

        options.seed = seed++;
        run(image, options);
    }
}

Test(sobel, random_stalls)
{
    for (unsigned percent : {5, 50, 90})
        for (uint64_t seed = 20; seed < 23; seed++) {
            Options options;

            options.seed = seed;
            options.stall_percent = percent;
            options.latency_cycles = static_cast<unsigned>(seed % 3) * 40;
            run(Image{static_cast<uint32_t>(4 * (seed - 17)), 6, 244, 12}, options);
        }
}

Test(sobel, gated_while_quiet)
{
    Image image{32, 8};
    Options options;

    options.gate = true;
    options.answer_cycles = 5000;
    Bench bench(SLOTS_DIR "/sobel.so", options);
    check(bench, image, prepare(bench, image, 30));
    cr_assert_gt(bench.gated_cycles, 14000u, "%llu", static_cast<unsigned long long>(bench.gated_cycles));
}

Test(sobel, quiet_in_a_long_reset_and_after_its_end)
{
    Bench bench(SLOTS_DIR "/sobel.so", Options{});
    Image image{32, 8};

    bench.hold_reset(4);
    cr_assert(!bench.quiet());
    bench.hold_reset(40);
    cr_assert(bench.quiet());
    check(bench, image, prepare(bench, image, 31));
    for (int i = 0; i < 100; i++)
        bench.cycle();
    cr_assert(bench.quiet());
    cr_assert(bench.error.empty(), "%s", bench.error.c_str());
}

// Registers without a reset begin with anything; a thread that called itself quiet then would sleep through
// its reset.
Test(sobel, a_new_instance_is_not_quiet)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        Options options;

        options.seed = seed;
        Bench bench(SLOTS_DIR "/sobel.so", options); // makes four clocks of reset
        cr_assert(!bench.quiet(), "seed %llu", static_cast<unsigned long long>(seed));
    }
}

Test(sobel, executions_follow_each_other)
{
    Bench bench(SLOTS_DIR "/sobel.so", Options{});
    const Image images[] = {{640, 3}, {4, 5}, {64, 9, 4, 4}};

    for (const Image &image : images)
        check(bench, image, prepare(bench, image, image.width));
}

// Whatever it was doing, a reset makes it new.
Test(sobel, reset_in_the_middle)
{
    Bench bench(SLOTS_DIR "/sobel.so", Options{});
    Image image{64, 16};
    Layout l = prepare(bench, image, 40);

    for (unsigned cycles : {1, 10, 300, 777, 1500, 3001}) {
        bench.reset();
        for (unsigned i = 0; i < cycles; i++)
            bench.cycle();
        check(bench, image, l);
        l = prepare(bench, image, 40 + cycles);
        bench.reset();
    }
}

Test(sobel, wrong_images_are_left_alone)
{
    const Image images[] = {
        {0, 4},
        {2, 4},
        {6, 4},
        {644, 4},
        {16, 0},
        {16, 2},
        {16, 4097},
        {16, 4, 2},
        {16, 4, 0, 1},
        {16, 4, 0, 0, 0, 4},
        {16, 4, 0, 0, 0, -4},
        {16, 4, 0, 0, 0, 0, 1},
        {16, 4, 0, 0, 0, 0, 0, 1},
    };
    const std::vector<uint32_t> calls = {0xa0, 0xf6, 1, 0xa2};

    for (const Image &image : images) {
        Bench bench(SLOTS_DIR "/sobel.so", Options{});

        prepare(bench, image, 50);
        cr_assert(bench.run(), "%ux%u: %s", image.width, image.height, bench.error.c_str());
        cr_assert(bench.calls == calls, "%ux%u: something was sent", image.width, image.height);
        cr_assert_eq(bench.words_written, 0u);
    }
}

Test(sobel, huge_sizes_do_not_wrap)
{
    for (auto field : {20u, 24u}) {
        Bench bench(SLOTS_DIR "/sobel.so", Options{});

        prepare(bench, Image{16, 4}, 60);
        bench.memory.write(bench.input + field, 0x80000010u);
        cr_assert(bench.run());
        cr_assert_eq(bench.words_written, 0u);
        cr_assert_eq(bench.calls.size(), 4u);
    }
}

Test(sobel, signal_before_the_start_word_ends_it)
{
    Bench bench(SLOTS_DIR "/sobel.so", Options{});

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
