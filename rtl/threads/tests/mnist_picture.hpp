// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// The thread mnist with one picture's messages in memory.
#ifndef ZT_THREADS_MNIST_PICTURE_HPP
#define ZT_THREADS_MNIST_PICTURE_HPP

#include "bench.hpp"

struct MnistCall {
    uint32_t height = 28, width = 28, step = 28, size_bytes = 784; // as the message says
    uint32_t data_offset = 0;                                      // behind a 256-byte boundary
    uint32_t message_offset = 0, output_offset = 0;
};

constexpr uint32_t MNIST_BASE = 0x7ff00000u, MNIST_DATA = MNIST_BASE + 0x1000,
                   MNIST_OUTPUT = MNIST_BASE + 0x300;

inline void mnist_prepare(Bench &bench, const uint8_t *picture, const MnistCall &call = {})
{
    Memory &memory = bench.memory;
    uint32_t data = MNIST_DATA + call.data_offset;

    memory.base = MNIST_BASE;
    memory.bytes.assign(0x2000, 0xa5);
    bench.input = MNIST_BASE + 0x100 + call.message_offset;
    bench.output = MNIST_OUTPUT + call.output_offset;
    for (uint32_t i = 0; i < 60; i += 4)
        memory.write(bench.input + i,
                     0x5a5a0000u + i); // stamp, frame_id, encoding: not the thread's business
    memory.write(bench.input + 20, call.height);
    memory.write(bench.input + 24, call.width);
    memory.write(bench.input + 44, call.step);
    memory.write(bench.input + 48, data);
    memory.write(bench.input + 52, call.size_bytes);
    for (uint32_t i = 0; i < 784; i++)
        memory.bytes[data - MNIST_BASE + i] = picture[i];
    memory.write_begin = bench.output;
    memory.write_end = bench.output + 4;
}

#endif
