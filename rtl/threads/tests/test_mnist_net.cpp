// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// The network alone, between memories of the bench: each value of each layer against the golden model. The
// weights come from the golden model too, so that they need not be what the thread's ROM holds.
#include <criterion/criterion.h>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "Vmnist_net.h"
#include "golden.h"

namespace
{

constexpr uint32_t S2 = 1024, S4 = 2200, C5 = 2600, F6 = 2720, END = 2804;
constexpr unsigned CYCLES_MAX = 100000;

std::vector<uint64_t> weights()
{
    const struct {
        uint32_t outputs, inputs;
    } layers[] = {{6, 25}, {16, 150}, {120, 400}, {84, 120}, {10, 84}};
    std::vector<uint64_t> words;

    for (uint32_t l = 0; l < 5; l++)
        for (uint32_t first = 0; first < layers[l].outputs; first += 8)
            for (uint32_t step = 0; step <= layers[l].inputs; step++) {
                uint64_t word = 0;

                for (uint32_t o = first; o < first + 8 && o < layers[l].outputs; o++) {
                    int32_t weight =
                        step == 0 ? zt_golden_mnist_bias(l, o) : zt_golden_mnist_weight(l, o, step - 1);
                    word |= static_cast<uint64_t>(weight & 0xff) << (8 * (o - first));
                }
                words.push_back(word);
            }
    return words;
}

class Net
{
  public:
    VerilatedContext context;
    std::unique_ptr<Vmnist_net> model{new Vmnist_net(&context)};
    std::vector<uint8_t> values = std::vector<uint8_t>(4096, 0x77);
    std::vector<unsigned> written = std::vector<unsigned>(4096, 0);
    std::vector<uint64_t> rom = weights();
    unsigned cycles = 0, reads = 0;

    Net()
    {
        model->rst_i = 1;
        model->start_i = 0;
        clock();
        clock();
        model->rst_i = 0;
    }

    void clock()
    {
        model->clk_i = 0;
        model->eval();
        bool read = model->read_o, we = model->we_o;
        uint32_t value_addr = model->value_addr_o, weight_addr = model->weight_addr_o, addr = model->addr_o;
        uint8_t data = model->data_o;
        model->clk_i = 1;
        model->eval();
        if (read) {
            cr_assert_lt(weight_addr, rom.size());
            model->value_i = values[value_addr];
            model->weights_i = rom[weight_addr];
            reads++;
        }
        if (we) {
            values[addr] = data;
            written[addr]++;
        }
        cycles++;
    }

    void run(const std::vector<uint8_t> &picture)
    {
        std::fill(written.begin(), written.end(), 0);
        for (uint32_t i = 0; i < 1024; i++) {
            uint32_t y = i / 32 - 2, x = i % 32 - 2;

            values[i] = y < 28 && x < 28 ? static_cast<uint8_t>(picture[28 * y + x] - 128) : 0x80;
        }
        cycles = reads = 0;
        model->start_i = 1;
        clock();
        model->start_i = 0;
        do
            clock();
        while (model->busy_o && cycles < CYCLES_MAX);
        cr_assert_lt(cycles, CYCLES_MAX);
    }
};

void check(Net &net, const std::vector<uint8_t> &picture)
{
    struct zt_golden_mnist want;

    zt_golden_mnist(picture.data(), &want);
    net.run(picture);
    const struct {
        const char *name;
        uint32_t at;
        const int8_t *want;
        uint32_t count;
    } layers[] = {{"S2", S2, want.s2[0][0], 1176},
                  {"S4", S4, want.s4[0][0], 400},
                  {"C5", C5, want.c5, 120},
                  {"F6", F6, want.f6, 84}};
    for (const auto &layer : layers)
        for (uint32_t i = 0; i < layer.count; i++)
            cr_assert_eq(static_cast<int8_t>(net.values[layer.at + i]), layer.want[i],
                         "%s, value %u: %d, not %d", layer.name, i,
                         static_cast<int8_t>(net.values[layer.at + i]), layer.want[i]);
    for (uint32_t i = 0; i < 4096; i++)
        cr_assert_eq(net.written[i], i >= S2 && i < END ? 1u : 0u, "address %u written %u times", i,
                     net.written[i]);
    cr_assert_eq(net.model->digit_o, want.digit);
}

} // namespace

Test(mnist_net, noise)
{
    Net net;

    for (uint64_t seed = 1; seed <= 24; seed++) {
        std::mt19937_64 random(seed);
        std::vector<uint8_t> picture(784);

        for (uint8_t &value : picture)
            value = seed % 3 == 0 ? static_cast<uint8_t>(random()) : random() % (seed % 5 + 2) == 0 ? 255 : 0;
        check(net, picture);
    }
    fprintf(stderr, "mnist_net: %u cycles, %u steps\n", net.cycles, net.reads);
}

Test(mnist_net, flat_pictures)
{
    Net net;

    for (uint8_t shade : {0, 1, 127, 128, 255})
        check(net, std::vector<uint8_t>(784, shade));
}

// One lit pixel after the other along the diagonal and the edges: what looks at it is what should.
Test(mnist_net, single_pixels)
{
    Net net;

    for (uint32_t i = 0; i < 28; i += 3)
        for (uint32_t at : {29 * i, i, 28 * i, 28 * i + 27, 28 * 27 + i}) {
            std::vector<uint8_t> picture(784, 0);

            picture[at] = 255;
            check(net, picture);
        }
}

// A step is a bias or a product of each lane: all windows of all groups, no more.
Test(mnist_net, no_step_is_lost)
{
    Net net;

    net.run(std::vector<uint8_t>(784, 9));
    cr_assert_eq(net.reads, 784u * 26u + 2u * 100u * 151u + 15u * 401u + 11u * 121u + 2u * 85u);
    cr_assert_lt(net.cycles, net.reads + 120u);
}
// Equal sums: the first wins. Weights that make all ten sums equal, and then two of them largest.
Test(mnist_net, the_first_of_equals)
{
    const uint32_t first_word = 26 + 302 + 6015 + 1331; // the biases of F7's first group
    Net net;

    for (size_t i = first_word; i < net.rom.size(); i++)
        net.rom[i] = 0;
    net.run(std::vector<uint8_t>(784, 0));
    cr_assert_eq(net.model->digit_o, 0u);
    net.rom[first_word] = 0x0500000500000000u; // 4 and 7
    net.rom[first_word + 85] = 0x0505u;        // 8 and 9
    net.run(std::vector<uint8_t>(784, 0));
    cr_assert_eq(net.model->digit_o, 4u);
    net.rom[first_word + 85] = 0x0506u; // 8
    net.run(std::vector<uint8_t>(784, 0));
    cr_assert_eq(net.model->digit_o, 8u);
    net.rom[first_word] = 0xf0f1f2f3f4f5f6f7u; // all below 0
    net.rom[first_word + 85] = 0xf7f6u;
    net.run(std::vector<uint8_t>(784, 0));
    cr_assert_eq(net.model->digit_o, 0u);
}
