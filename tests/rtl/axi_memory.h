// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// An AXI3 slave of 64 bits with memory behind it, random latencies and random ready, that checks its master.
#ifndef ZT_TESTS_RTL_AXI_MEMORY_H
#define ZT_TESTS_RTL_AXI_MEMORY_H

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "memory.h"

struct AxiTiming {
    unsigned latency_min = 12, latency_max = 12; // clocks from address (or last data) to first answer
    unsigned ready_percent = 100;                // how often an address or data is taken at once
    unsigned data_percent = 100;                 // how often a read beat is offered
    unsigned address_percent = 100;              // how often AW and AR are taken, of ready_percent
};

// What the master drives.
struct AxiMasterPins {
    uint32_t awaddr, awlen, awsize, awburst, awid, awvalid;
    uint64_t wdata;
    uint32_t wstrb, wlast, wid, wvalid, bready;
    uint32_t araddr, arlen, arsize, arburst, arid, arvalid, rready;
};

// What the slave drives.
struct AxiSlavePins {
    uint32_t awready = 0, wready = 0, bresp = 0, bvalid = 0, arready = 0, rresp = 0, rlast = 0, rvalid = 0;
    uint64_t rdata = 0;
};

class AxiMemory
{
  public:
    AxiMemory(const char *name, Memory &memory, uint64_t seed) : name_(name), memory_(memory), random_(seed)
    {
    }
    AxiTiming timing;

    // Before an edge: what is driven at it, given no combinational dependence on the master.
    const AxiSlavePins &drive(uint64_t cycle);
    // After the edge at which the master drove `pins`. A broken rule is a text in *error.
    void edge(const AxiMasterPins &pins, uint64_t cycle, std::string *error);

    bool quiet() const
    {
        return reads_.empty() && writes_.empty() && awaits_.empty() && data_.empty();
    }
    unsigned bursts_read = 0, bursts_written = 0, beats_written = 0, beats_read = 0, open_max = 0;
    uint64_t strobed_bytes = 0;

  private:
    struct Burst {
        uint32_t addr, beats, beat;
        uint64_t due;
        unsigned resp;
        std::vector<uint64_t> data; // of a read, as the memory was when the address was taken
    };
    struct Beat {
        uint64_t data;
        uint32_t strobes, last;
    };
    void check(const AxiMasterPins &pins, std::string *error);
    void check_address(const char *channel, uint32_t addr, uint32_t len, uint32_t size, uint32_t burst,
                       std::string *error);
    void finish_writes(uint64_t cycle, std::string *error);

    std::string name_;
    Memory &memory_;
    Random random_;
    AxiSlavePins out_;
    AxiMasterPins last_{};
    bool have_last_ = false;
    AxiSlavePins last_out_;
    std::deque<Burst> reads_, writes_, awaits_;
    std::deque<Beat> data_;
    unsigned lasts_ = 0; // last beats of writes taken
};

#endif
