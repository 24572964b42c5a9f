/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "traffic_region.h"

namespace zt
{

namespace
{

enum : uint8_t { SIZE_8_BYTES = 3, ALL_STROBES = 0xff };

} // namespace

void TrafficRegion::sample(unsigned m, AxiPins &p) const
{
    p.aw.valid = v_->awvalid_o >> m & 1u;
    p.aw.id = 0;
    p.aw.addr = v_->awaddr_o[m];
    p.aw.len = v_->awlen_o >> (4 * m) & 15u;
    p.aw.size = SIZE_8_BYTES;
    p.aw.burst = AXI_BURST_INCR;
    p.w.valid = v_->wvalid_o >> m & 1u;
    p.w.id = 0;
    p.w.data = static_cast<uint64_t>(v_->wdata_o[2 * m + 1]) << 32 | v_->wdata_o[2 * m];
    p.w.strb = ALL_STROBES;
    p.w.last = v_->wlast_o >> m & 1u;
    p.b.ready = v_->bready_o >> m & 1u;
    if (m == 0)
        return;
    p.ar.valid = v_->arvalid_o >> m & 1u;
    p.ar.id = 0;
    p.ar.addr = v_->araddr_o[m];
    p.ar.len = v_->arlen_o >> (4 * m) & 15u;
    p.ar.size = SIZE_8_BYTES;
    p.ar.burst = AXI_BURST_INCR;
    p.r.ready = v_->rready_o >> m & 1u;
}

void TrafficRegion::drive(unsigned m, const AxiPins &p)
{
    set_bit(v_->awready_i, m, p.aw.ready);
    set_bit(v_->wready_i, m, p.w.ready);
    set_bit(v_->bvalid_i, m, p.b.valid);
    set_pair(v_->bresp_i, m, p.b.resp);
    v_->rdata_i[2 * m] = static_cast<uint32_t>(p.r.data);
    v_->rdata_i[2 * m + 1] = static_cast<uint32_t>(p.r.data >> 32);
    set_pair(v_->rresp_i, m, p.r.resp);
    set_bit(v_->rlast_i, m, p.r.last);
    if (m == 0)
        return; /* drive_hp0_read */
    set_bit(v_->arready_i, m, p.ar.ready);
    set_bit(v_->rvalid_i, m, p.r.valid);
}

void TrafficRegion::show_masters(const StaticRegion &region)
{
    AxiPins first;

    region.sample_hp0(first);
    arbiter_->first_araddr_i = first.ar.addr;
    arbiter_->first_arlen_i = first.ar.len;
    arbiter_->first_arvalid_i = first.ar.valid;
    arbiter_->first_rready_i = first.r.ready;
    arbiter_->second_araddr_i = v_->araddr_o[0];
    arbiter_->second_arlen_i = v_->arlen_o & 15u;
    arbiter_->second_arvalid_i = v_->arvalid_o & 1u;
    arbiter_->second_rready_i = v_->rready_o & 1u;
}

void TrafficRegion::sample_hp0_read(const StaticRegion &region, AxiPins &p)
{
    show_masters(region);
    arbiter_->eval();
    p.ar.valid = arbiter_->arvalid_o;
    p.ar.id = arbiter_->arid_o;
    p.ar.addr = arbiter_->araddr_o;
    p.ar.len = arbiter_->arlen_o;
    p.ar.size = SIZE_8_BYTES;
    p.ar.burst = AXI_BURST_INCR;
    p.r.ready = arbiter_->rready_o;
}

bool TrafficRegion::drive_hp0_read(StaticRegion &region, const AxiPins &p)
{
    AxiPins first = p;

    show_masters(region);
    arbiter_->arready_i = p.ar.ready;
    arbiter_->rid_i = p.r.id & 0x3fu;
    arbiter_->rvalid_i = p.r.valid;
    arbiter_->eval();
    set_bit(v_->arready_i, 0, arbiter_->second_arready_o);
    set_bit(v_->rvalid_i, 0, arbiter_->second_rvalid_o);
    first.ar.ready = arbiter_->first_arready_o;
    first.r.valid = arbiter_->first_rvalid_o;
    if (region.hp0_driven_as(first))
        return false;
    region.drive_hp0(first);
    return true;
}

} // namespace zt
