/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The Verilated traffic generator and the arbiter on HP0, wired as rtl/top/pl_top.sv wires them. They are
 * models of their own, so that they cost nothing while the generator is idle. None of their outputs depends
 * combinationally on what the ports drive, but for the arbiter's.
 */
#ifndef ZT_FABRIC_TRAFFIC_REGION_H
#define ZT_FABRIC_TRAFFIC_REGION_H

#ifdef SYSTEMC_VERSION
#error "include traffic_region.h before SystemC's header"
#endif

#include <cstdint>
#include <memory>

#include <verilated.h>

#include "Vhp_arbiter.h"
#include "Vtraffic.h"
#include "Vtraffic___024root.h"

#include "axi.h"
#include "static_region.h"

namespace zt
{

class TrafficRegion
{
  public:
    enum { MASTERS = 4 };

    TrafficRegion() : context_(std::make_unique<VerilatedContext>())
    {
        context_->randReset(0);
        v_ = std::make_unique<Vtraffic>(context_.get(), "traffic");
        arbiter_ = std::make_unique<Vhp_arbiter>(context_.get(), "hp_arbiter");
    }
    ~TrafficRegion()
    {
        v_->final();
        arbiter_->final();
    }

    void set_reset(bool asserted)
    {
        v_->rst_ni = !asserted;
        arbiter_->rst_ni = !asserted;
        v_->eval();
        arbiter_->eval();
    }
    /* Edges change nothing. */
    bool idle() const
    {
        return v_->idle_o;
    }
    bool irq() const
    {
        return v_->irq_o;
    }
    void edge()
    {
        v_->clk_i = 1;
        v_->eval();
        v_->clk_i = 0;
        clock_fell(*v_->rootp, *v_, 0);
        arbiter_->clk_i = 1;
        arbiter_->eval();
        arbiter_->clk_i = 0;
    }

    /* Connects the register bus of the static region: an access that begins, stands or ends. */
    void connect_registers(StaticRegion &region)
    {
        v_->sel_i = region.pins().traffic_sel_o;
        v_->we_i = region.pins().traffic_we_o;
        v_->addr_i = region.pins().traffic_addr_o;
        v_->wdata_i = region.pins().traffic_wdata_o;
        v_->eval();
        region.drive_traffic(v_->rdata_o, v_->err_o);
    }
    bool selected() const
    {
        return v_->sel_i;
    }

    /* Bit m: a valid of master m is up. */
    unsigned asking() const
    {
        return v_->awvalid_o | v_->wvalid_o | v_->arvalid_o;
    }
    /* Copies what master m drives into `pins`; of master 0 its write channels only. */
    void sample(unsigned m, AxiPins &pins) const;
    /* Drives what the port says. */
    void drive(unsigned m, const AxiPins &pins);
    /* HP0's read channels: what the arbiter drives, from what the static region and master 0 show now. */
    void sample_hp0_read(const StaticRegion &region, AxiPins &pins);
    /* Brings the port's side to the static region and to master 0. True when the region's inputs changed. */
    bool drive_hp0_read(StaticRegion &region, const AxiPins &pins);

  private:
    template <typename Root>
    static auto clock_fell(Root &root, Vtraffic &, int) -> decltype(root.__Vtrigrprev__TOP__clk_i, void())
    {
        root.__Vtrigrprev__TOP__clk_i = 0; /* as in StaticRegion */
    }
    template <typename Root> static void clock_fell(Root &, Vtraffic &v, long)
    {
        v.eval();
    }
    template <typename T> static void set_bit(T &packed, unsigned n, unsigned value)
    {
        packed = static_cast<T>((packed & ~(1u << n)) | ((value & 1u) << n));
    }
    template <typename T> static void set_pair(T &packed, unsigned n, unsigned value)
    {
        packed = static_cast<T>((packed & ~(3u << (2 * n))) | ((value & 3u) << (2 * n)));
    }
    void show_masters(const StaticRegion &region);

    std::unique_ptr<VerilatedContext> context_;
    std::unique_ptr<Vtraffic> v_;
    std::unique_ptr<Vhp_arbiter> arbiter_;
};

} // namespace zt

#endif
