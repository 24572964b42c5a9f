// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// A hardware thread between its four FIFOs, as a slot library: the software that answers its calls and the
// memory that answers its requests.
#ifndef ZT_THREADS_BENCH_HPP
#define ZT_THREADS_BENCH_HPP

#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "../../../sim/pl/slot.h"

struct Fifo {
    std::deque<uint32_t> words;
    size_t depth;
};

// Guest memory: a window at `base`, of which a request may read any word and write only what is allowed.
struct Memory {
    uint32_t base = 0x7ff00000u;
    std::vector<uint8_t> bytes;
    uint32_t write_begin = 0; // addresses
    uint32_t write_end = 0;

    uint32_t read(uint32_t address) const;
    void write(uint32_t address, uint32_t value);
    bool contains(uint32_t address) const;
};

struct Options {
    uint64_t seed = 1;
    unsigned stall_percent = 0;   // chance a cycle that a FIFO looks empty or full though it is not
    unsigned latency_cycles = 30; // from a request's grant to its first word
    unsigned answer_cycles = 100; // software's time for a call
    bool gate = false;            // no clock while the thread is quiet and its inputs hold
    uint64_t cycles_max = 2000000;
};

class Bench
{
  public:
    Bench(const std::string &library, const Options &options);
    ~Bench();
    Bench(const Bench &) = delete;
    Bench &operator=(const Bench &) = delete;

    Memory memory;
    uint32_t input = 0; // addresses of the messages
    uint32_t output = 0;
    std::deque<uint32_t> mailbox_0;  // words that the thread gets
    std::vector<uint32_t> mailbox_1; // words that it has put

    // Resets the thread, pushes the start word, runs it to its THREAD_EXIT. False: it did not end.
    bool run();
    void begin(); // the same without running it
    void reset();
    void cycle();

    std::vector<uint32_t> calls;         // words that software received
    std::vector<uint8_t> memory_at_send; // memory when the call that sends the output came
    std::string error;                   // the first broken rule
    uint64_t cycles = 0;                 // of the last run
    uint64_t gated_cycles = 0;
    uint64_t requests = 0;
    uint64_t words_read = 0, words_written = 0;
    bool signal = false;
    bool exited = false;
    bool quiet() const
    {
        return out_.quiet != 0;
    }
    void hold_reset(unsigned clocks);

  private:
    void software();
    void answer(const std::vector<uint32_t> &call);
    void memory_path();
    void grant();
    void fail(const std::string &text);
    bool stalled();

    Options options_;
    std::mt19937_64 random_;
    void *library_ = nullptr;
    const zt_slot_vtable *vtable_ = nullptr;
    void *instance_ = nullptr;
    zt_slot_in in_{};
    zt_slot_in last_in_{};
    zt_slot_out out_{};
    bool reset_ = true;
    Fifo sw2hw_{{}, 8}, hw2sw_{{}, 8}, hwt2mem_{{}, 128}, mem2hwt_{{}, 128};
    std::vector<uint32_t> call_;
    std::deque<uint32_t> answers_;
    uint64_t answer_at_ = 0;
    // The request under way
    bool active_ = false;
    bool is_write_ = false;
    uint32_t address_ = 0;
    uint32_t left_ = 0;
    uint64_t data_at_ = 0;
};

#endif
