// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
#include "bench.hpp"

#include <cassert>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>

namespace
{

constexpr uint32_t START = 0x01000000u;
constexpr uint32_t GET_INIT_DATA = 0xa0, THREAD_EXIT = 0xa2, MBOX_GET = 0xf0, MBOX_PUT = 0xf1,
                   GET_OBJECT = 0xf6, PUBLISH = 0x900, RESPOND = 0x910;
constexpr uint32_t OP_READ = 0x00, OP_WRITE = 0xf0, REQUEST_BYTES_MAX = 256;

std::string text(const char *format, uint32_t a, uint32_t b)
{
    char buf[160];

    snprintf(buf, sizeof(buf), format, a, b);
    return buf;
}

} // namespace

bool Memory::contains(uint32_t address) const
{
    return address >= base && address - base + 4 <= bytes.size() && address % 4 == 0;
}

uint32_t Memory::read(uint32_t address) const
{
    uint32_t value;

    assert(contains(address));
    memcpy(&value, &bytes[address - base], 4);
    return value;
}

void Memory::write(uint32_t address, uint32_t value)
{
    assert(contains(address));
    memcpy(&bytes[address - base], &value, 4);
}

Bench::Bench(const std::string &library, const Options &options) : options_(options), random_(options.seed)
{
    library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) {
        fail(dlerror());
        return;
    }
    auto entry = reinterpret_cast<decltype(&zt_slot_entry)>(dlsym(library_, "zt_slot_entry"));
    vtable_ = entry();
    if (vtable_->abi_version != ZT_SLOT_ABI_VERSION)
        fail("other ABI version");
    instance_ = vtable_->create(options.seed);
    if (instance_ == nullptr)
        fail("no instance");
    reset();
}

Bench::~Bench()
{
    if (instance_ != nullptr)
        vtable_->destroy(instance_);
}

void Bench::fail(const std::string &what)
{
    if (error.empty())
        error = what;
}

bool Bench::stalled()
{
    return options_.stall_percent != 0 && random_() % 100 < options_.stall_percent;
}

void Bench::reset()
{
    for (Fifo *fifo : {&sw2hw_, &hw2sw_, &hwt2mem_, &mem2hwt_})
        fifo->words.clear();
    call_.clear();
    answers_.clear();
    active_ = false;
    exited = false;
    hold_reset(4);
}

void Bench::hold_reset(unsigned clocks)
{
    reset_ = true;
    for (unsigned i = 0; i < clocks; i++)
        cycle();
    reset_ = false;
}

// Resets the thread and pushes the start word.
void Bench::begin()
{
    reset();
    calls.clear();
    mailbox_1.clear();
    requests = words_read = words_written = gated_cycles = 0;
    sw2hw_.words.push_back(START);
    cycles = 0;
}

bool Bench::run()
{
    if (!error.empty())
        return false;
    begin();
    while (!exited && error.empty() && cycles < options_.cycles_max)
        cycle();
    return exited && error.empty();
}

// One clock: the thread sees the FIFOs as they are before the edge.
void Bench::cycle()
{
    in_.rst = reset_;
    in_.signal = signal;
    in_.osif_sw2hw_empty = sw2hw_.words.empty() || stalled();
    in_.osif_hw2sw_full = hw2sw_.words.size() >= hw2sw_.depth || stalled();
    in_.memif_hwt2mem_full = hwt2mem_.words.size() >= hwt2mem_.depth || stalled();
    in_.memif_mem2hwt_empty = mem2hwt_.words.empty() || stalled();
    // The head of an empty FIFO is anything.
    in_.osif_sw2hw_data = sw2hw_.words.empty() ? 0xdeadbeefu : sw2hw_.words.front();
    in_.memif_mem2hwt_data = mem2hwt_.words.empty() ? 0xdeadbeefu : mem2hwt_.words.front();
    in_.clk = 0;
    bool same = memcmp(&in_, &last_in_, sizeof(in_)) == 0;
    if (options_.gate && same && out_.quiet && !reset_) {
        gated_cycles++; // neither edge happens
    } else {
        const zt_slot_out before = out_;
        vtable_->eval(instance_, &in_, &out_);
        if (same && before.quiet && memcmp(&before, &out_, sizeof(out_)) != 0)
            fail("a pin moved while the thread was quiet");
        last_in_ = in_;
        in_.clk = 1;
        zt_slot_out after;
        vtable_->eval(instance_, &in_, &after);
        if (out_.osif_sw2hw_re && !in_.osif_sw2hw_empty)
            sw2hw_.words.pop_front();
        if (out_.memif_mem2hwt_re && !in_.memif_mem2hwt_empty)
            mem2hwt_.words.pop_front();
        if (out_.osif_hw2sw_we && !in_.osif_hw2sw_full)
            hw2sw_.words.push_back(out_.osif_hw2sw_data);
        if (out_.memif_hwt2mem_we && !in_.memif_hwt2mem_full)
            hwt2mem_.words.push_back(out_.memif_hwt2mem_data);
    }
    if (!reset_) {
        software();
        memory_path();
    }
    cycles++;
}

// Software takes a call's words as they come and answers after a while.
void Bench::software()
{
    if (!hw2sw_.words.empty()) {
        call_.push_back(hw2sw_.words.front());
        calls.push_back(hw2sw_.words.front());
        hw2sw_.words.pop_front();
        answer(call_);
    }
    if (!answers_.empty() && cycles >= answer_at_) {
        sw2hw_.words.push_back(answers_.front());
        answers_.pop_front();
    }
}

void Bench::answer(const std::vector<uint32_t> &call)
{
    bool send = call[0] == PUBLISH || call[0] == RESPOND || call[0] == MBOX_PUT;
    size_t words = call[0] == GET_OBJECT || call[0] == MBOX_GET ? 2 : send ? 3 : 1;

    if (call.size() == 1 && send)
        memory_at_send = memory.bytes; // software may look from here on
    if (call.size() < words)
        return;
    answer_at_ = cycles + options_.answer_cycles;
    if (call[0] == GET_INIT_DATA)
        answers_.push_back(input);
    else if (call[0] == GET_OBJECT && call[1] == 1)
        answers_.push_back(output);
    else if (call[0] == MBOX_GET && call[1] == 0 && !mailbox_0.empty()) {
        answers_.push_back(mailbox_0.front());
        mailbox_0.pop_front();
    } else if (call[0] == MBOX_PUT && call[1] == 1) {
        mailbox_1.push_back(call[2]);
        answers_.push_back(0);
    } else if (send && call[0] != MBOX_PUT && call[1] == 0 && call[2] == 1)
        answers_.push_back(0);
    else if (call[0] == THREAD_EXIT)
        exited = true;
    else
        fail(text("a call that software does not know: 0x%x 0x%x", call[0], call.back()));
    call_.clear();
}

// One request at a time: a write is granted when all its words are there, a read when its answer has room;
// then the latency, then one word a cycle.
void Bench::memory_path()
{
    if (!active_) {
        grant();
        return;
    }
    if (cycles < data_at_)
        return;
    if (is_write_) {
        if (address_ < memory.write_begin || address_ + 4 > memory.write_end)
            fail(
                text("a write at 0x%08x, word 0x%08x, outside the output", address_, hwt2mem_.words.front()));
        else
            memory.write(address_, hwt2mem_.words.front());
        hwt2mem_.words.pop_front();
        words_written++;
    } else {
        mem2hwt_.words.push_back(memory.read(address_));
        words_read++;
    }
    address_ += 4;
    left_ -= 1;
    active_ = left_ != 0;
}

void Bench::grant()
{
    if (hwt2mem_.words.size() < 2)
        return;
    uint32_t op = hwt2mem_.words[0] >> 24, bytes = hwt2mem_.words[0] & 0xffffffu, address = hwt2mem_.words[1];

    if ((op != OP_READ && op != OP_WRITE) || bytes == 0 || bytes % 4 != 0 || address % 4 != 0 ||
        address % REQUEST_BYTES_MAX + bytes > REQUEST_BYTES_MAX) {
        fail(text("a request that is not allowed: 0x%08x at 0x%08x", hwt2mem_.words[0], address));
        return;
    }
    if (!memory.contains(address) || !memory.contains(address + bytes - 4)) {
        fail(text("a request of %u bytes at 0x%08x, outside memory", bytes, address));
        return;
    }
    is_write_ = op == OP_WRITE;
    if (is_write_ ? hwt2mem_.words.size() < 2 + bytes / 4
                  : mem2hwt_.depth - mem2hwt_.words.size() < bytes / 4)
        return;
    hwt2mem_.words.erase(hwt2mem_.words.begin(), hwt2mem_.words.begin() + 2);
    active_ = true;
    address_ = address;
    left_ = bytes / 4;
    data_at_ = cycles + options_.latency_cycles;
    requests++;
}
