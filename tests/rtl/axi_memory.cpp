// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
#include "axi_memory.h"

#include <cstdio>

static void fail(std::string *error, const std::string &text)
{
    if (error->empty()) {
        *error = text;
    }
}

const AxiSlavePins &AxiMemory::drive(uint64_t cycle)
{
    out_.awready = random_.chance(timing.ready_percent * timing.address_percent / 100);
    out_.wready = random_.chance(timing.ready_percent);
    out_.arready = random_.chance(timing.ready_percent * timing.address_percent / 100);

    // What is valid stays until it was taken.
    if (!out_.bvalid) {
        out_.bvalid = !writes_.empty() && writes_.front().due <= cycle;
        out_.bresp = out_.bvalid ? writes_.front().resp : 0;
    }
    if (!out_.rvalid) {
        out_.rvalid = !reads_.empty() && reads_.front().due <= cycle && random_.chance(timing.data_percent);
        if (out_.rvalid) {
            const Burst &r = reads_.front();
            uint32_t addr = r.addr + 8 * r.beat;
            out_.rresp = memory_.resp(addr);
            out_.rdata = out_.rresp ? 0x5555555555555555u : r.data[r.beat];
            out_.rlast = r.beat + 1 == r.beats;
        }
    }
    return out_;
}

void AxiMemory::check_address(const char *channel, uint32_t addr, uint32_t len, uint32_t size, uint32_t burst,
                              std::string *error)
{
    uint32_t last = addr + 8 * len;
    if (size != 3 || burst != 1 || addr % 8 != 0 || len > 15) {
        fail(error, name_ + ": " + channel + ": size, burst type, alignment or length");
    }
    if (addr / 4096 != last / 4096) {
        fail(error, name_ + ": " + channel + ": crosses 4 KiB");
    }
}

// A channel that was valid and not ready must be the same now.
void AxiMemory::check(const AxiMasterPins &p, std::string *error)
{
    if (have_last_) {
        const AxiMasterPins &l = last_;
        if (l.awvalid && !last_out_.awready &&
            (!p.awvalid || p.awaddr != l.awaddr || p.awlen != l.awlen || p.awid != l.awid)) {
            fail(error, name_ + ": AW changed before ready");
        }
        if (l.arvalid && !last_out_.arready &&
            (!p.arvalid || p.araddr != l.araddr || p.arlen != l.arlen || p.arid != l.arid)) {
            fail(error, name_ + ": AR changed before ready");
        }
        if (l.wvalid && !last_out_.wready &&
            (!p.wvalid || p.wdata != l.wdata || p.wstrb != l.wstrb || p.wlast != l.wlast || p.wid != l.wid)) {
            fail(error, name_ + ": W changed before ready");
        }
    }
    if (p.awvalid) {
        check_address("AW", p.awaddr, p.awlen, p.awsize, p.awburst, error);
    }
    if (p.arvalid) {
        check_address("AR", p.araddr, p.arlen, p.arsize, p.arburst, error);
    }
    if (p.wvalid && lasts_ >= bursts_written + p.awvalid) { // AXI allows it; slaves that cannot are known
        fail(error, name_ + ": W of a burst whose address was not yet shown");
    }
    if (p.awid || p.wid || p.arid) {
        fail(error, name_ + ": ID");
    }
}

// Puts data beats to the oldest burst that waits for them.
void AxiMemory::finish_writes(uint64_t cycle, std::string *error)
{
    while (!awaits_.empty() && !data_.empty()) {
        Burst &w = awaits_.front();
        const Beat &b = data_.front();
        uint32_t addr = w.addr + 8 * w.beat;
        unsigned resp = memory_.resp(addr);
        if (resp) {
            w.resp = resp;
        } else {
            memory_.write_beat(addr, b.data, b.strobes);
        }
        strobed_bytes += static_cast<unsigned>(__builtin_popcount(b.strobes));
        w.beat++;
        if ((b.last != 0) != (w.beat == w.beats)) {
            fail(error, name_ + ": WLAST in the wrong beat");
        }
        if (w.beat == w.beats) {
            w.due = cycle + timing.latency_min + random_.below(timing.latency_max - timing.latency_min + 1);
            writes_.push_back(w);
            awaits_.pop_front();
        }
        data_.pop_front();
    }
}

void AxiMemory::edge(const AxiMasterPins &p, uint64_t cycle, std::string *error)
{
    check(p, error);
    uint64_t due = cycle + timing.latency_min + random_.below(timing.latency_max - timing.latency_min + 1);
    if (p.awvalid && out_.awready) {
        awaits_.push_back({p.awaddr, p.awlen + 1, 0, 0, 0, {}});
        bursts_written++;
    }
    if (p.wvalid && out_.wready) {
        data_.push_back({p.wdata, p.wstrb, p.wlast});
        lasts_ += p.wlast;
        beats_written++;
    }
    if (p.arvalid && out_.arready) {
        std::vector<uint64_t> data;
        for (uint32_t i = 0; i <= p.arlen; i++) {
            uint32_t addr = p.araddr + 8 * i;
            data.push_back(memory_.resp(addr) ? 0 : memory_.beat(addr));
        }
        reads_.push_back({p.araddr, p.arlen + 1, 0, due, 0, data});
        bursts_read++;
        if (reads_.size() > open_max) {
            open_max = static_cast<unsigned>(reads_.size());
        }
    }
    last_out_ = out_;
    if (out_.bvalid && p.bready) {
        writes_.pop_front();
        out_.bvalid = 0;
    }
    if (out_.rvalid && p.rready) {
        beats_read++;
        out_.rvalid = 0;
        if (++reads_.front().beat == reads_.front().beats) {
            reads_.pop_front();
        }
    }
    finish_writes(cycle, error);
    last_ = p;
    have_last_ = true;
}
