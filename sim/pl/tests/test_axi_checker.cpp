/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Each rule of the AXI3 checker: a legal sequence passes, the smallest illegal one does not. */
#include <criterion/criterion.h>

#include "axi_checker.h"

using zt::AxiChecker;
using zt::AxiPins;

namespace
{

struct Bench {
    AxiChecker checker{"p", 8, 2, 2};
    AxiPins pins;
    uint64_t time_ps = 0;

    Bench()
    {
        pins.aw.ready = pins.w.ready = pins.b.ready = pins.ar.ready = pins.r.ready = 1;
    }
    /* One edge with `p`, then all valids down. */
    bool edge(AxiPins &p)
    {
        time_ps += 10000;
        const bool good = checker.edge(p, time_ps);
        p.aw.valid = p.w.valid = p.b.valid = p.ar.valid = p.r.valid = 0;
        return good;
    }
    bool read(uint32_t addr, uint8_t len, uint8_t size = 3, uint16_t id = 0)
    {
        pins.ar.valid = 1;
        pins.ar.addr = addr;
        pins.ar.len = len;
        pins.ar.size = size;
        pins.ar.id = id;
        return edge(pins);
    }
    bool write(uint32_t addr, uint8_t len, uint16_t id = 0, uint8_t size = 3)
    {
        pins.aw.valid = 1;
        pins.aw.addr = addr;
        pins.aw.len = len;
        pins.aw.size = size;
        pins.aw.id = id;
        return edge(pins);
    }
    bool data(bool last, uint16_t id = 0, uint8_t strb = 0xff)
    {
        pins.w.valid = 1;
        pins.w.last = last;
        pins.w.id = id;
        pins.w.strb = strb;
        return edge(pins);
    }
    bool read_data(bool last, uint16_t id = 0)
    {
        pins.r.valid = 1;
        pins.r.last = last;
        pins.r.id = id;
        return edge(pins);
    }
    bool response(uint16_t id = 0)
    {
        pins.b.valid = 1;
        pins.b.id = id;
        return edge(pins);
    }
    bool says(const char *part) const
    {
        return checker.text().find(part) != std::string::npos;
    }
};

} // namespace

Test(axi_checker, legal_sequences_pass)
{
    Bench b;

    cr_assert(b.read(0x1000, 1, 3, 5));
    cr_assert(b.read(0x2000, 0, 3, 6));
    cr_assert(b.read_data(true, 6)); /* other IDs may overtake */
    cr_assert(b.read_data(false, 5));
    cr_assert(b.read_data(true, 5));
    cr_assert(b.data(false, 1)); /* data may lead its address */
    cr_assert(b.write(0x3000, 1, 1));
    cr_assert(b.data(true, 1));
    cr_assert(b.response(1));
    cr_assert_not(b.checker.busy());
}

Test(axi_checker, addresses)
{
    Bench crossing, size, reserved, wrap, many;

    cr_assert_not(crossing.read(0xff8, 1));
    cr_assert(crossing.says("4 KiB"));
    cr_assert_not(size.read(0, 0, 4));
    cr_assert(size.says("AxSIZE"));
    reserved.pins.ar.burst = 3;
    cr_assert_not(reserved.read(0, 0));
    cr_assert(reserved.says("AxBURST"));
    wrap.pins.ar.burst = zt::AXI_BURST_WRAP;
    cr_assert_not(wrap.read(0, 2));
    cr_assert(wrap.says("wrapping"));
    cr_assert(many.read(0, 0));
    cr_assert(many.read(0, 0));
    cr_assert_not(many.read(0, 0));
    cr_assert(many.says("more bursts"));
}

Test(axi_checker, valid_holds_until_ready)
{
    Bench fell, changed;

    fell.pins.ar.ready = 0;
    cr_assert(fell.read(0x40, 0));
    cr_assert_not(fell.edge(fell.pins));
    cr_assert(fell.says("ARVALID fell"));
    changed.pins.w.ready = 0;
    changed.pins.w.data = 1;
    cr_assert(changed.data(true));
    changed.pins.w.data = 2;
    cr_assert_not(changed.data(true));
    cr_assert(changed.says("W changed"));
}

Test(axi_checker, write_data)
{
    Bench early, late, id, lanes;

    cr_assert(early.write(0, 1));
    cr_assert_not(early.data(true));
    cr_assert(early.says("WLAST"));
    cr_assert(late.write(0, 0));
    cr_assert_not(late.data(false));
    cr_assert(late.says("WLAST"));
    cr_assert(id.write(0, 0, 3));
    cr_assert_not(id.data(true, 4));
    cr_assert(id.says("WID"));
    cr_assert(lanes.write(0x4, 0, 0, 2));
    cr_assert_not(lanes.data(true, 0, 0x0f));
    cr_assert(lanes.says("WSTRB"));
}

Test(axi_checker, responses)
{
    Bench b, early, r, last;

    cr_assert_not(b.response());
    cr_assert(b.says("no write outstanding"));
    cr_assert(early.write(0, 1));
    cr_assert(early.data(false));
    cr_assert_not(early.response());
    cr_assert(early.says("before the last beat"));
    cr_assert(r.read(0, 0, 3, 1));
    cr_assert_not(r.read_data(true, 2));
    cr_assert(r.says("no read outstanding"));
    cr_assert(last.read(0, 1));
    cr_assert_not(last.read_data(true));
    cr_assert(last.says("RLAST"));
    cr_assert(last.says("0x00000000"));
}
