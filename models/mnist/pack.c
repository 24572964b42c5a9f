/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Writes the weights in the order in which the hardware thread reads them, as a SystemVerilog ROM. usage:
 * mnist-pack A word holds eight outputs' weights for one value, the first output's in the low bits. Layer by
 * layer, group by group of eight outputs: the biases, then the weights of each value. Outputs that a layer
 * does not have have 0.
 */
#include <inttypes.h>
#include <stdio.h>

#include "golden.h"

#define LANES 8u
#define WORDS 8192u
#define BLOCK 64u

static const struct {
    uint32_t outputs, inputs;
} layers[] = {{6, 25}, {16, 150}, {120, 400}, {84, 120}, {10, 84}};

static const char head[] =
    "// SPDX-License-Identifier: Apache-2.0\n"
    "// SPDX-FileCopyrightText: The zynqtwin authors\n"
    "\n"
    "// Written by mnist-pack (models/mnist). A word holds eight outputs' weights, in the order of "
    "mnist_walk's steps.\n"
    "module mnist_weights (\n"
    "    input  logic        clk_i,\n"
    "    input  logic        en_i,\n"
    "    input  logic [12:0] addr_i,\n"
    "    output logic [63:0] data_o\n"
    ");\n"
    "\n"
    "  logic [63:0] mem[0:8191];\n"
    "\n"
    "  always_ff @(posedge clk_i) if (en_i) data_o <= mem[addr_i];\n"
    "\n"
    "  // In blocks of 64: Yosys's time for one block rises with the square of its length.\n";

static uint64_t word(uint32_t layer, uint32_t group, uint32_t step)
{
    uint64_t value = 0;

    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint32_t output = LANES * group + lane;
        int32_t weight;

        if (output >= layers[layer].outputs)
            continue;
        weight =
            step == 0 ? zt_golden_mnist_bias(layer, output) : zt_golden_mnist_weight(layer, output, step - 1);
        value |= (uint64_t)(uint8_t)weight << (8 * lane);
    }
    return value;
}

static void put(uint32_t at, uint64_t value)
{
    if (at % BLOCK == 0)
        printf("%s  initial begin\n", at == 0 ? "" : "  end\n");
    printf("    mem[%" PRIu32 "] = 64'h%016" PRIx64 ";\n", at, value);
}

int main(void)
{
    uint32_t at = 0;

    fputs(head, stdout);
    for (uint32_t l = 0; l < sizeof(layers) / sizeof(layers[0]); l++)
        for (uint32_t g = 0; LANES * g < layers[l].outputs; g++)
            for (uint32_t s = 0; s <= layers[l].inputs; s++)
                put(at++, word(l, g, s));
    while (at < WORDS)
        put(at++, 0);
    printf("  end\n\nendmodule\n");
    return fflush(stdout) == 0 ? 0 : 2;
}
