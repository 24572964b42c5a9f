/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "memory_port.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "../params.h"

namespace zt
{

namespace
{

enum : uint8_t { RESP_OKAY = 0, RESP_SLVERR = 2, RESP_DECERR = 3 };

/* First byte and size of the memory that a burst covers. */
uint32_t burst_base(const AxiAddress &a)
{
    return a.addr & ~((1u << a.size) - 1);
}

unsigned burst_bytes(const AxiAddress &a)
{
    return (a.len + 1u) << a.size;
}

uint8_t to_axi(tlm::tlm_response_status status)
{
    if (status == tlm::TLM_OK_RESPONSE)
        return RESP_OKAY;
    return status == tlm::TLM_ADDRESS_ERROR_RESPONSE ? RESP_DECERR : RESP_SLVERR;
}

} // namespace

MemoryPort::MemoryPort(sc_core::sc_module_name name, const MemoryPortTiming &timing)
    : sc_core::sc_module(name), socket("socket"),
      checker(static_cast<const char *>(name), 8, static_cast<unsigned>(timing.read_outstanding),
              static_cast<unsigned>(timing.write_outstanding), true),
      timing_(timing)
{
}

void MemoryPort::reset(AxiPins &pins)
{
    read_head_ = read_count_ = beat_ = 0;
    write_head_ = write_count_ = 0;
    data_head_ = data_count_ = 0;
    settled_ = false;
    next_beat_cycle_ = next_wready_cycle_ = 0;
    checker.reset();
    pins = AxiPins();
}

bool MemoryPort::edge(AxiPins &pins, uint64_t time_ps, uint64_t cycle)
{
    const AxiPins before = pins;

    take(pins, time_ps, cycle);
    if (pins.r.fires()) {
        next_beat_cycle_ = cycle + timing_.read_beat_cycles;
        if (beat_++ == reads_[read_head_].a.len) {
            read_head_ = (read_head_ + 1) % QUEUE_MAX;
            read_count_--;
            beat_ = 0;
        }
    }
    if (pins.b.fires()) {
        write_head_ = (write_head_ + 1) % QUEUE_MAX;
        write_count_--;
    }
    take_data(time_ps, cycle);
    drive_read(pins, cycle);
    drive_write(pins, cycle);
    pins.ar.ready = read_count_ < timing_.read_outstanding;
    pins.aw.ready = write_count_ < timing_.write_outstanding;
    pins.w.ready = data_count_ + 1 < DATA_BEATS_MAX && cycle + 1 >= next_wready_cycle_;
    settled_ = !(pins.ar.ready != before.ar.ready || pins.aw.ready != before.aw.ready ||
                 pins.w.ready != before.w.ready || pins.r.valid != before.r.valid ||
                 pins.b.valid != before.b.valid || (pins.r.valid && !pins.r.same(before.r)) ||
                 (pins.b.valid && !pins.b.same(before.b)));
    return !settled_;
}

/* Takes what the PL's side handed over at this edge. */
void MemoryPort::take(const AxiPins &pins, uint64_t time_ps, uint64_t cycle)
{
    if (pins.ar.fires()) {
        assert(read_count_ < QUEUE_MAX);
        Read &read = reads_[(read_head_ + read_count_++) % QUEUE_MAX];
        read.a = pins.ar;
        start_read(read, time_ps, cycle);
    }
    if (pins.aw.fires()) {
        assert(write_count_ < QUEUE_MAX);
        Write &write = writes_[(write_head_ + write_count_++) % QUEUE_MAX];
        write.a = pins.aw;
        write.beats = 0;
        write.whole = false;
        write.strobe.fill(0);
    }
    if (pins.w.fires()) {
        assert(data_count_ < DATA_BEATS_MAX);
        data_[(data_head_ + data_count_++) % DATA_BEATS_MAX] = pins.w;
        next_wready_cycle_ = cycle + timing_.write_beat_cycles;
    }
}

/* Gives waiting data beats to the oldest burst that lacks data. */
void MemoryPort::take_data(uint64_t time_ps, uint64_t cycle)
{
    for (unsigned i = 0; i < write_count_ && data_count_ != 0; i++) {
        Write &write = writes_[(write_head_ + i) % QUEUE_MAX];
        while (!write.whole && data_count_ != 0) {
            const AxiWriteData &w = data_[data_head_];
            const uint32_t base = burst_base(write.a);
            const uint32_t from = axi_beat_address(write.a, write.beats) & ~((1u << write.a.size) - 1);
            for (unsigned b = 0; b < (1u << write.a.size); b++) {
                const unsigned lane = (from + b) & 7u;
                const unsigned at = from + b - base;
                write.data[at] = static_cast<uint8_t>(w.data >> (8 * lane));
                write.strobe[at] = (w.strb >> lane) & 1u;
            }
            write.whole = write.beats++ == write.a.len;
            if (write.whole)
                finish_write(write, time_ps, cycle);
            data_head_ = (data_head_ + 1) % DATA_BEATS_MAX;
            data_count_--;
        }
    }
}

void MemoryPort::drive_read(AxiPins &pins, uint64_t cycle)
{
    if (pins.r.valid && !pins.r.ready)
        return; /* the beat stands until it is taken */
    pins.r.valid = 0;
    if (read_count_ == 0)
        return;
    const Read &read = reads_[read_head_];
    if (cycle + 1 < read.due_cycle || cycle + 1 < next_beat_cycle_)
        return;
    pins.r.valid = 1;
    pins.r.id = read.a.id;
    pins.r.resp = read.resp;
    pins.r.data = beat_data(read, beat_);
    pins.r.last = beat_ == read.a.len;
    if (fault_ == AXI_FAULT_EARLY_RLAST && read.a.len > 0 && beat_ + 1u == read.a.len)
        pins.r.last = 1;
    if (fault_ == AXI_FAULT_WRONG_RID)
        pins.r.id ^= 1u;
}

void MemoryPort::drive_write(AxiPins &pins, uint64_t cycle)
{
    if (pins.b.valid && !pins.b.ready)
        return;
    pins.b.valid = 0;
    if (fault_ == AXI_FAULT_EXTRA_RESPONSE && read_count_ != 0) {
        pins.b.valid = 1;
        return;
    }
    if (write_count_ == 0)
        return;
    const Write &write = writes_[write_head_];
    if (!write.whole || cycle + 1 < write.due_cycle)
        return;
    pins.b.valid = 1;
    pins.b.id = write.a.id;
    pins.b.resp = write.resp;
}

uint64_t MemoryPort::beat_data(const Read &read, unsigned beat)
{
    const uint32_t bytes = 1u << read.a.size;
    const uint32_t from = axi_beat_address(read.a, beat) & ~(bytes - 1);
    uint64_t data = 0;

    for (uint32_t b = 0; b < bytes; b++)
        data |= static_cast<uint64_t>(read.data[from + b - burst_base(read.a)]) << (8 * ((from + b) & 7u));
    return data;
}

void MemoryPort::start_read(Read &read, uint64_t time_ps, uint64_t cycle)
{
    const uint64_t beats_cycles = read.a.len * timing_.read_beat_cycles; /* from the first to the last */
    uint64_t ready_cycle = 0;

    read.data.fill(0);
    read.resp = transport(false, burst_base(read.a), read.data.data(), burst_bytes(read.a), nullptr, time_ps,
                          &ready_cycle);
    read.due_cycle = timing_.read_latency_cycles +
                     std::max(cycle, ready_cycle > beats_cycles ? ready_cycle - beats_cycles : 0);
}

void MemoryPort::finish_write(Write &write, uint64_t time_ps, uint64_t cycle)
{
    const unsigned bytes = burst_bytes(write.a);
    const bool all =
        std::all_of(write.strobe.begin(), write.strobe.begin() + bytes, [](uint8_t s) { return s != 0; });
    uint64_t ready_cycle = 0;

    write.resp = transport(true, burst_base(write.a), write.data.data(), bytes,
                           all ? nullptr : write.strobe.data(), time_ps, &ready_cycle);
    write.due_cycle = timing_.write_latency_cycles + std::max(cycle, ready_cycle);
}

uint8_t MemoryPort::transport(bool is_write, uint32_t addr, uint8_t *data, unsigned size_bytes,
                              uint8_t *strobe, uint64_t time_ps, uint64_t *ready_cycle)
{
    std::array<uint8_t, BURST_BYTES_MAX> enable;
    sc_core::sc_time delay = sc_core::sc_time::from_value(time_ps) - sc_core::sc_time_stamp();

    payload_.set_command(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    payload_.set_address(addr);
    payload_.set_data_ptr(data);
    payload_.set_data_length(size_bytes);
    payload_.set_streaming_width(size_bytes);
    payload_.set_byte_enable_ptr(nullptr);
    payload_.set_byte_enable_length(0);
    if (strobe != nullptr) {
        for (unsigned i = 0; i < size_bytes; i++)
            enable[i] = strobe[i] ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
        payload_.set_byte_enable_ptr(enable.data());
        payload_.set_byte_enable_length(size_bytes);
    }
    payload_.set_dmi_allowed(false);
    payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    socket->b_transport(payload_, delay);
    const uint64_t ready_ps = (sc_core::sc_time_stamp() + delay).value();
    *ready_cycle = (ready_ps + timing_.clock_period_ps - 1) / timing_.clock_period_ps;
    return to_axi(payload_.get_response_status());
}

} // namespace zt
