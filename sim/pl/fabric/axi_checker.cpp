/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "axi_checker.h"

#include <cassert>
#include <cstdio>

namespace zt
{

namespace
{

enum { OUTSTANDING_LIMIT = 32 };

bool burst_crosses_boundary(const AxiAddress &a)
{
    const uint32_t last = axi_beat_address(a, a.len) | ((1u << a.size) - 1);

    return a.burst == AXI_BURST_INCR && (a.addr / AXI_BOUNDARY_BYTES) != (last / AXI_BOUNDARY_BYTES);
}

bool wrap_is_legal(const AxiAddress &a)
{
    const bool length = a.len == 1 || a.len == 3 || a.len == 7 || a.len == 15;

    return length && (a.addr & ((1u << a.size) - 1)) == 0;
}

} // namespace

AxiChecker::AxiChecker(const char *port_name, unsigned bus_bytes, unsigned read_outstanding_max,
                       unsigned write_outstanding_max, bool incr_only)
    : name_(port_name), bus_bytes_(bus_bytes), read_max_(read_outstanding_max),
      write_max_(write_outstanding_max), incr_only_(incr_only)
{
    assert(read_max_ <= OUTSTANDING_LIMIT && write_max_ <= OUTSTANDING_LIMIT);
}

void AxiChecker::Queue::remove(unsigned n)
{
    assert(n < count);
    for (unsigned i = n; i + 1 < count; i++)
        slots[i] = slots[i + 1];
    count--;
}

void AxiChecker::reset()
{
    last_ = AxiPins();
    reads_.count = 0;
    writes_.count = 0;
    early_beats_ = 0;
    early_last_ = false;
    write_in_data_ = false;
}

bool AxiChecker::edge(const AxiPins &pins, uint64_t time_ps)
{
    if (!check_stable(pins, time_ps))
        return false;
    /* Addresses first: an answer may come in no earlier edge than its address, data may. */
    if (pins.aw.valid && !check_address(pins.aw, true, time_ps))
        return false;
    if (pins.ar.valid && !check_address(pins.ar, false, time_ps))
        return false;
    /* A response needs something that was outstanding before this edge. */
    if (pins.b.valid && !take_write_response(pins.b, time_ps))
        return false;
    if (pins.r.valid && !take_read_data(pins.r, time_ps))
        return false;
    if (pins.aw.fires() && !take_address(pins.aw, true, writes_, write_max_, time_ps))
        return false;
    if (pins.ar.fires() && !take_address(pins.ar, false, reads_, read_max_, time_ps))
        return false;
    if (pins.w.fires() && !take_write_data(pins.w, time_ps))
        return false;
    last_ = pins;
    return true;
}

bool AxiChecker::check_stable(const AxiPins &p, uint64_t time_ps)
{
    if (last_.aw.valid && !last_.aw.ready && !(p.aw.valid && p.aw.same(last_.aw)))
        return fail("AWVALID fell or AW changed before AWREADY", time_ps);
    if (last_.w.valid && !last_.w.ready && !(p.w.valid && p.w.same(last_.w)))
        return fail("WVALID fell or W changed before WREADY", time_ps);
    if (last_.b.valid && !last_.b.ready && !(p.b.valid && p.b.same(last_.b)))
        return fail("BVALID fell or B changed before BREADY", time_ps);
    if (last_.ar.valid && !last_.ar.ready && !(p.ar.valid && p.ar.same(last_.ar)))
        return fail("ARVALID fell or AR changed before ARREADY", time_ps);
    if (last_.r.valid && !last_.r.ready && !(p.r.valid && p.r.same(last_.r)))
        return fail("RVALID fell or R changed before RREADY", time_ps);
    return true;
}

bool AxiChecker::check_address(const AxiAddress &a, bool is_write, uint64_t time_ps)
{
    const char *rule = nullptr;

    if (a.len >= AXI_BEATS_MAX)
        rule = "a burst is longer than 16 beats";
    else if ((1u << a.size) > bus_bytes_)
        rule = "AxSIZE is larger than the bus";
    else if (a.burst > AXI_BURST_WRAP)
        rule = "AxBURST has the reserved value 3";
    else if (a.burst == AXI_BURST_WRAP && !wrap_is_legal(a))
        rule = "a wrapping burst has a length other than 2, 4, 8, 16 or an unaligned address";
    else if (incr_only_ && a.burst != AXI_BURST_INCR && a.len != 0)
        rule = "a burst of more than one beat is not of type INCR, which this port's model needs";
    else if (burst_crosses_boundary(a))
        rule = "a burst crosses a 4 KiB boundary";
    if (rule == nullptr)
        return true;
    note(a, is_write, time_ps);
    return fail(rule, time_ps);
}

bool AxiChecker::take_address(const AxiAddress &a, bool is_write, Queue &queue, unsigned limit,
                              uint64_t time_ps)
{
    const unsigned record = note(a, is_write, time_ps);

    if (queue.count >= limit)
        return fail("more bursts are outstanding than the port accepts", time_ps);
    Burst &burst = queue.slots[queue.count++];
    burst = Burst();
    burst.a = a;
    burst.record = record;
    return !is_write || early_beats_ == 0 || match_early_data(time_ps);
}

/* Gives the data beats that came before their address to the burst that has just come. */
bool AxiChecker::match_early_data(uint64_t time_ps)
{
    Burst &burst = writes_.slots[writes_.count - 1];

    if (early_id_ != burst.a.id)
        return fail("WID is not the ID of the burst in whose order the data came", time_ps);
    if (early_beats_ > burst.a.len + 1u || (early_last_ && early_beats_ != burst.a.len + 1u) ||
        (!early_last_ && early_beats_ == burst.a.len + 1u))
        return fail("WLAST is not on the last beat", time_ps);
    burst.beats = static_cast<uint8_t>(early_beats_);
    burst.data_done = early_last_;
    history_[burst.record].beats = burst.beats;
    early_beats_ = 0;
    early_last_ = false;
    return true;
}

bool AxiChecker::check_strobes(const Burst &burst, const AxiWriteData &w, uint64_t time_ps)
{
    const uint32_t from = axi_beat_address(burst.a, burst.beats);
    const uint32_t bytes = 1u << burst.a.size;
    const uint32_t lane = from & (bus_bytes_ - 1);
    const uint32_t end = (lane & ~(bytes - 1)) + bytes;
    const uint32_t allowed = ((1u << end) - 1) & ~((1u << lane) - 1);

    if (burst.a.burst == AXI_BURST_INCR && (w.strb & ~allowed) != 0)
        return fail("WSTRB is set outside the bytes of the beat", time_ps);
    return true;
}

bool AxiChecker::take_write_data(const AxiWriteData &w, uint64_t time_ps)
{
    for (unsigned i = 0; i < writes_.count; i++) {
        Burst &burst = writes_.slots[i];
        if (burst.data_done)
            continue;
        if (burst.a.id != w.id)
            return fail("WID is not the ID of the oldest burst without data", time_ps);
        if (!check_strobes(burst, w, time_ps))
            return false;
        burst.beats++;
        history_[burst.record].beats = burst.beats;
        if ((w.last != 0) != (burst.beats == burst.a.len + 1u))
            return fail("WLAST is not on the last beat", time_ps);
        burst.data_done = w.last != 0;
        return true;
    }
    if (early_last_)
        return fail("two bursts of write data came before the first one's address", time_ps);
    if (early_beats_ != 0 && early_id_ != w.id)
        return fail("write data of two IDs is interleaved", time_ps);
    early_id_ = w.id;
    early_last_ = w.last != 0;
    if (++early_beats_ > AXI_BEATS_MAX)
        return fail("write data without WLAST for more than 16 beats", time_ps);
    return true;
}

bool AxiChecker::take_write_response(const AxiWriteResponse &b, uint64_t time_ps)
{
    for (unsigned i = 0; i < writes_.count; i++) {
        const Burst &burst = writes_.slots[i];
        if (burst.a.id != b.id)
            continue;
        if (!burst.data_done)
            return fail("BVALID before the last beat of the burst's data", time_ps);
        if (!b.ready)
            return true;
        history_[burst.record].done = true;
        history_[burst.record].end_ps = time_ps;
        history_[burst.record].resp = b.resp;
        writes_.remove(i);
        return true;
    }
    return fail("BVALID with an ID that has no write outstanding", time_ps);
}

bool AxiChecker::take_read_data(const AxiReadData &r, uint64_t time_ps)
{
    for (unsigned i = 0; i < reads_.count; i++) {
        Burst &burst = reads_.slots[i];
        if (burst.a.id != r.id)
            continue;
        if ((r.last != 0) != (burst.beats == burst.a.len))
            return fail("RLAST is not on the last beat", time_ps);
        if (!r.ready)
            return true;
        Record &record = history_[burst.record];
        record.beats = ++burst.beats;
        record.resp = r.resp > record.resp ? r.resp : record.resp;
        if (r.last) {
            record.done = true;
            record.end_ps = time_ps;
            reads_.remove(i);
        }
        return true;
    }
    return fail("RVALID with an ID that has no read outstanding", time_ps);
}

unsigned AxiChecker::note(const AxiAddress &a, bool is_write, uint64_t time_ps)
{
    const unsigned at = history_next_;

    history_[at] = Record();
    history_[at].start_ps = time_ps;
    history_[at].a = a;
    history_[at].is_write = is_write;
    history_next_ = (history_next_ + 1) % history_.size();
    if (history_count_ < history_.size())
        history_count_++;
    return at;
}

bool AxiChecker::fail(const char *rule, uint64_t time_ps)
{
    text_ = "AXI rule broken on port " + name_ + " at " + std::to_string(time_ps) + " ps: " + rule +
            ".\nThe port's last transactions, oldest first:\n";
    describe(text_);
    return false;
}

void AxiChecker::describe(std::string &out) const
{
    static const char *const resp[] = {"OKAY", "EXOKAY", "SLVERR", "DECERR"};
    char line[200];

    for (unsigned n = 0; n < history_count_; n++) {
        const Record &r = history_[(history_next_ + history_.size() - history_count_ + n) % history_.size()];
        snprintf(line, sizeof line, "  %llu ps %s %s id %u addr 0x%08x beats %u/%u of %u bytes, %s",
                 static_cast<unsigned long long>(r.start_ps), name_.c_str(), r.is_write ? "write" : "read",
                 r.a.id, r.a.addr, r.beats, r.a.len + 1u, 1u << r.a.size,
                 r.done ? resp[r.resp & 3] : "under way");
        out += line;
        if (r.done) {
            snprintf(line, sizeof line, " at %llu ps", static_cast<unsigned long long>(r.end_ps));
            out += line;
        }
        out += "\n";
    }
}

} // namespace zt
