/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The Verilated static region and its pins, grouped as the rest of the fabric uses them. A clock cycle is
 * edge(), then new inputs, then settle(). What GP0 drives needs no settle(): nothing but idle() depends on
 * it combinationally, and edge() settles its inputs before the clock rises.
 */
#ifndef ZT_FABRIC_STATIC_REGION_H
#define ZT_FABRIC_STATIC_REGION_H

#ifdef SYSTEMC_VERSION
#error "include static_region.h before SystemC's header"
#endif

#include <cstdint>
#include <memory>

#include <verilated.h>

#include "Vpl_static.h"
#include "Vpl_static___024root.h"

#include "../slot.h"
#include "axi.h"

#ifndef ZT_NSLOTS
#error "ZT_NSLOTS must be the NSLOTS that the static region was Verilated with"
#endif

namespace zt
{

class StaticRegion
{
  public:
    StaticRegion() : context_(std::make_unique<VerilatedContext>())
    {
        /* Registers and block RAM of the chip start as 0 after configuration. */
        context_->randReset(0);
        v_ = std::make_unique<Vpl_static>(context_.get(), "static");
    }
    ~StaticRegion()
    {
        v_->final();
    }

    /* A rising edge; the core's clock rises with it when it has to: true. */
    bool edge()
    {
        const bool core = !v_->core_idle_o;

        v_->clk_i = 1;
        v_->clk_core_i = core;
        v_->eval();
        v_->clk_i = 0;
        v_->clk_core_i = 0;
        clocks_fell(*v_->rootp, *v_, 0);
        return core;
    }
    void settle()
    {
        v_->eval();
    }
    void set_reset(bool asserted)
    {
        v_->rst_ni = !asserted;
    }
    void set_gated_cycles(uint64_t cycles)
    {
        v_->gated_cycles_i = cycles;
    }
    bool idle() const
    {
        return v_->idle_o;
    }
    bool core_idle() const
    {
        return v_->core_idle_o;
    }
    uint16_t irq() const
    {
        return v_->irq_f2p_o;
    }

    /* Copies what the region drives into `pins`. */
    void sample_gp0(AxiPins &pins) const;
    void sample_acp(AxiPins &pins) const;
    void sample_hp0(AxiPins &pins) const;
    /* Drives what the PS side of `pins` says. */
    void drive_gp0(const AxiPins &pins);
    void drive_acp(const AxiPins &pins);
    void drive_hp0(const AxiPins &pins);
    /* Is any of the region's own valids up? */
    bool gp0_answers() const
    {
        return (v_->s_bvalid_o | v_->s_rvalid_o) != 0;
    }
    bool acp_asks() const
    {
        return (v_->acp_awvalid_o | v_->acp_wvalid_o | v_->acp_arvalid_o) != 0;
    }
    bool hp0_asks() const
    {
        return v_->hp0_arvalid_o != 0;
    }

    bool icap_writes() const
    {
        return !v_->icap_csib_o && !v_->icap_rdwrb_o;
    }
    uint32_t icap_word() const
    {
        return v_->icap_i_o;
    }
    /* True when O changed. */
    bool drive_icap(uint32_t o)
    {
        const bool changed = v_->icap_o_i != o;

        v_->icap_o_i = o;
        return changed;
    }

    /* The traffic generator's answer to a register access; needs no settle(). */
    void drive_traffic(uint32_t rdata, bool err)
    {
        v_->traffic_rdata_i = rdata;
        v_->traffic_err_i = err;
    }
    bool traffic_selected() const
    {
        return v_->traffic_sel_o;
    }
    /* Would drive_hp0(pins) change nothing that the region looks at? */
    bool hp0_driven_as(const AxiPins &pins) const
    {
        return v_->hp0_arready_i == pins.ar.ready && v_->hp0_rvalid_i == pins.r.valid &&
               (!pins.r.valid || (v_->hp0_rdata_i == pins.r.data && v_->hp0_rlast_i == pins.r.last &&
                                  v_->hp0_rresp_i == pins.r.resp));
    }

    uint32_t slots_decoupled() const
    {
        return v_->slot_decoupled_o;
    }
    uint32_t slots_reset() const
    {
        return v_->slot_rst_o;
    }
    zt_slot_in slot_in(unsigned s) const;
    void drive_slot(unsigned s, const zt_slot_out &out);

    const Vpl_static &pins() const
    {
        return *v_;
    }

  private:
    /* Nothing is sensitive to the falling edge: instead of an evaluation for it, the model is told that it
     * has seen it. A Verilator that names its memory of the clock otherwise gets the evaluation. */
    template <typename Root>
    static auto clocks_fell(Root &root, Vpl_static &, int)
        -> decltype(root.__Vtrigrprev__TOP__clk_i, root.__Vtrigrprev__TOP__clk_core_i, void())
    {
        root.__Vtrigrprev__TOP__clk_i = 0;
        root.__Vtrigrprev__TOP__clk_core_i = 0;
    }
    template <typename Root> static void clocks_fell(Root &, Vpl_static &v, long)
    {
        v.eval();
    }
    template <typename T> static uint32_t word_of(const T &packed, unsigned n)
    {
        if constexpr (ZT_NSLOTS * 32 <= 64)
            return static_cast<uint32_t>(static_cast<uint64_t>(packed) >> (32 * n));
        else
            return packed[n];
    }
    template <typename T> static void set_word(T &packed, unsigned n, uint32_t value)
    {
        if constexpr (ZT_NSLOTS * 32 <= 64) {
            const uint64_t mask = 0xffffffffull << (32 * n);
            packed = static_cast<T>((packed & ~mask) | (static_cast<uint64_t>(value) << (32 * n)));
        } else {
            packed[n] = value;
        }
    }
    template <typename T> static void set_bit(T &packed, unsigned n, unsigned value)
    {
        packed = static_cast<T>((packed & ~(1u << n)) | ((value & 1u) << n));
    }

    std::unique_ptr<VerilatedContext> context_;
    std::unique_ptr<Vpl_static> v_;

  public:
    /* Fault address of a slot (probe). */
    uint32_t fault_addr(unsigned s) const
    {
        return word_of(v_->probe_fault_addr_o, s);
    }
};

inline zt_slot_in StaticRegion::slot_in(unsigned s) const
{
    zt_slot_in in{};

    in.rst = (v_->slot_rst_o >> s) & 1u;
    in.signal = (v_->slot_signal_o >> s) & 1u;
    in.osif_sw2hw_empty = (v_->slot_sw2hw_empty_o >> s) & 1u;
    in.osif_hw2sw_full = (v_->slot_hw2sw_full_o >> s) & 1u;
    in.memif_hwt2mem_full = (v_->slot_hwt2mem_full_o >> s) & 1u;
    in.memif_mem2hwt_empty = (v_->slot_mem2hwt_empty_o >> s) & 1u;
    in.osif_sw2hw_data = word_of(v_->slot_sw2hw_data_o, s);
    in.memif_mem2hwt_data = word_of(v_->slot_mem2hwt_data_o, s);
    return in;
}

inline void StaticRegion::drive_slot(unsigned s, const zt_slot_out &out)
{
    set_bit(v_->slot_sw2hw_re_i, s, out.osif_sw2hw_re);
    set_bit(v_->slot_hw2sw_we_i, s, out.osif_hw2sw_we);
    set_bit(v_->slot_hwt2mem_we_i, s, out.memif_hwt2mem_we);
    set_bit(v_->slot_mem2hwt_re_i, s, out.memif_mem2hwt_re);
    set_word(v_->slot_hw2sw_data_i, s, out.osif_hw2sw_data);
    set_word(v_->slot_hwt2mem_data_i, s, out.memif_hwt2mem_data);
}

inline void StaticRegion::sample_gp0(AxiPins &p) const
{
    p.aw.ready = v_->s_awready_o;
    p.w.ready = v_->s_wready_o;
    p.b.valid = v_->s_bvalid_o;
    p.b.id = v_->s_bid_o;
    p.b.resp = v_->s_bresp_o;
    p.ar.ready = v_->s_arready_o;
    p.r.valid = v_->s_rvalid_o;
    p.r.id = v_->s_rid_o;
    p.r.resp = v_->s_rresp_o;
    p.r.last = v_->s_rlast_o;
    p.r.data = v_->s_rdata_o;
}

inline void StaticRegion::drive_gp0(const AxiPins &p)
{
    v_->s_awvalid_i = p.aw.valid;
    v_->s_awid_i = p.aw.id;
    v_->s_awaddr_i = p.aw.addr;
    v_->s_awlen_i = p.aw.len;
    v_->s_awsize_i = p.aw.size;
    v_->s_awburst_i = p.aw.burst;
    v_->s_wvalid_i = p.w.valid;
    v_->s_wid_i = p.w.id;
    v_->s_wdata_i = static_cast<uint32_t>(p.w.data);
    v_->s_wstrb_i = p.w.strb;
    v_->s_wlast_i = p.w.last;
    v_->s_bready_i = p.b.ready;
    v_->s_arvalid_i = p.ar.valid;
    v_->s_arid_i = p.ar.id;
    v_->s_araddr_i = p.ar.addr;
    v_->s_arlen_i = p.ar.len;
    v_->s_arsize_i = p.ar.size;
    v_->s_arburst_i = p.ar.burst;
    v_->s_rready_i = p.r.ready;
}

inline void StaticRegion::sample_acp(AxiPins &p) const
{
    p.aw.valid = v_->acp_awvalid_o;
    p.aw.id = v_->acp_awid_o;
    p.aw.addr = v_->acp_awaddr_o;
    p.aw.len = v_->acp_awlen_o;
    p.aw.size = v_->acp_awsize_o;
    p.aw.burst = v_->acp_awburst_o;
    p.w.valid = v_->acp_wvalid_o;
    p.w.id = v_->acp_wid_o;
    p.w.data = v_->acp_wdata_o;
    p.w.strb = v_->acp_wstrb_o;
    p.w.last = v_->acp_wlast_o;
    p.b.ready = v_->acp_bready_o;
    p.ar.valid = v_->acp_arvalid_o;
    p.ar.id = v_->acp_arid_o;
    p.ar.addr = v_->acp_araddr_o;
    p.ar.len = v_->acp_arlen_o;
    p.ar.size = v_->acp_arsize_o;
    p.ar.burst = v_->acp_arburst_o;
    p.r.ready = v_->acp_rready_o;
}

inline void StaticRegion::drive_acp(const AxiPins &p)
{
    v_->acp_awready_i = p.aw.ready;
    v_->acp_wready_i = p.w.ready;
    v_->acp_bvalid_i = p.b.valid;
    v_->acp_bid_i = static_cast<uint8_t>(p.b.id);
    v_->acp_bresp_i = p.b.resp;
    v_->acp_arready_i = p.ar.ready;
    v_->acp_rvalid_i = p.r.valid;
    v_->acp_rid_i = static_cast<uint8_t>(p.r.id);
    v_->acp_rresp_i = p.r.resp;
    v_->acp_rlast_i = p.r.last;
    v_->acp_rdata_i = p.r.data;
}

inline void StaticRegion::sample_hp0(AxiPins &p) const
{
    p.ar.valid = v_->hp0_arvalid_o;
    p.ar.id = v_->hp0_arid_o;
    p.ar.addr = v_->hp0_araddr_o;
    p.ar.len = v_->hp0_arlen_o;
    p.ar.size = v_->hp0_arsize_o;
    p.ar.burst = v_->hp0_arburst_o;
    p.r.ready = v_->hp0_rready_o;
}

inline void StaticRegion::drive_hp0(const AxiPins &p)
{
    v_->hp0_arready_i = p.ar.ready;
    v_->hp0_rvalid_i = p.r.valid;
    v_->hp0_rid_i = static_cast<uint8_t>(p.r.id);
    v_->hp0_rresp_i = p.r.resp;
    v_->hp0_rlast_i = p.r.last;
    v_->hp0_rdata_i = p.r.data;
}

} // namespace zt

#endif
