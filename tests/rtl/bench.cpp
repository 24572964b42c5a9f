// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
#include "bench.h"

#include <cstdio>
#include <cstring>

void bench_fail(const char *file, int line, const std::string &text)
{
    std::fprintf(stderr, "%s:%d: %s\n", file, line, text.c_str());
    std::exit(1);
}

Bench::Bench(uint64_t seed, size_t memory_bytes)
    : mem(memory_bytes), acp("ACP", mem, seed * 4 + 1), hp0("HP0", mem, seed * 4 + 2), random(seed * 4 + 3),
      context_(new VerilatedContext)
{
    context_->randReset(2); // registers without reset hold anything
    context_->randSeed(static_cast<int>(seed & 0x7fffffff) + 1);
    free_.reset(new Vpl_static(context_.get(), "free"));
    gated_.reset(new Vpl_static(context_.get(), "gated"));
    reset();
}

Bench::~Bench()
{
    free_->final();
    gated_->final();
    Verilated::threadContextp(context_.get()); // models leave the thread's context, which may be another's
    free_.reset();
    gated_.reset();
}

void Bench::reset()
{
    rst_n = 0;
    run(4);
    rst_n = 1;
    run(2);
}

void Bench::drive_gp(Vpl_static &v)
{
    v.s_araddr_i = gp_.araddr;
    v.s_arlen_i = gp_.arlen & 15;
    v.s_arsize_i = 2;
    v.s_arburst_i = gp_.arburst & 3;
    v.s_arid_i = 0x5A3;
    v.s_arvalid_i = gp_.arvalid & 1;
    v.s_rready_i = gp_.rready & 1;
    v.s_awaddr_i = gp_.awaddr;
    v.s_awlen_i = gp_.awlen & 15;
    v.s_awsize_i = 2;
    v.s_awburst_i = gp_.awburst & 3;
    v.s_awid_i = 0xC31;
    v.s_awvalid_i = gp_.awvalid & 1;
    v.s_wid_i = 0xC31;
    v.s_wdata_i = gp_.wdata;
    v.s_wstrb_i = gp_.wstrb & 15;
    v.s_wlast_i = gp_.wlast & 1;
    v.s_wvalid_i = gp_.wvalid & 1;
    v.s_bready_i = gp_.bready & 1;
}

void Bench::drive(Vpl_static &v)
{
    v.rst_ni = rst_n & 1;
    drive_gp(v);
    v.acp_awready_i = acp_pins_.awready & 1;
    v.acp_wready_i = acp_pins_.wready & 1;
    v.acp_bresp_i = acp_pins_.bresp & 3;
    v.acp_bvalid_i = acp_pins_.bvalid & 1;
    v.acp_bid_i = 0;
    v.acp_arready_i = acp_pins_.arready & 1;
    v.acp_rdata_i = acp_pins_.rdata;
    v.acp_rresp_i = acp_pins_.rresp & 3;
    v.acp_rlast_i = acp_pins_.rlast & 1;
    v.acp_rvalid_i = acp_pins_.rvalid & 1;
    v.acp_rid_i = 0;
    v.hp0_arready_i = hp0_pins_.arready & 1;
    v.hp0_rdata_i = hp0_pins_.rdata;
    v.hp0_rresp_i = hp0_pins_.rresp & 3;
    v.hp0_rlast_i = hp0_pins_.rlast & 1;
    v.hp0_rvalid_i = hp0_pins_.rvalid & 1;
    v.hp0_rid_i = 0;
    v.icap_o_i = icap_o;
    v.traffic_rdata_i = 0; // no traffic generator here
    v.traffic_err_i = 0;
    uint32_t re = 0, we = 0, mem_we = 0, mem_re = 0;
    uint64_t data = 0, mem_data = 0;
    for (unsigned s = 0; s < NSLOTS; s++) {
        re |= slot_pins_[s].sw2hw_re << s;
        we |= slot_pins_[s].hw2sw_we << s;
        mem_we |= slot_pins_[s].hwt2mem_we << s;
        mem_re |= slot_pins_[s].mem2hwt_re << s;
        data |= static_cast<uint64_t>(slot_pins_[s].hw2sw_data) << (32 * s);
        mem_data |= static_cast<uint64_t>(slot_pins_[s].hwt2mem_data) << (32 * s);
    }
    v.slot_sw2hw_re_i = re & 3;
    v.slot_hw2sw_we_i = we & 3;
    v.slot_hwt2mem_we_i = mem_we & 3;
    v.slot_mem2hwt_re_i = mem_re & 3;
    v.slot_hw2sw_data_i = data;
    v.slot_hwt2mem_data_i = mem_data;
}

// A thread looks at what its FIFOs show now and drives the coming edge.
void Bench::drive_slots()
{
    for (unsigned s = 0; s < NSLOTS; s++) {
        SlotDriver &d = slot[s];
        SlotPins &p = slot_pins_[s];
        if (d.garbage) {
            uint32_t r = d.garbage->next();
            p = {r & 1, r >> 1 & 1, r >> 2 & 1, r >> 3 & 1, d.garbage->next(), d.garbage->next()};
            continue;
        }
        p = {};
        if (pins().slot_rst_o >> s & 1) {
            continue;
        }
        if (!d.to_mem.empty() && !(pins().slot_hwt2mem_full_o >> s & 1) && random.chance(d.push_percent)) {
            p.hwt2mem_we = 1;
            p.hwt2mem_data = d.to_mem.front();
        }
        if (d.take_mem && !(pins().slot_mem2hwt_empty_o >> s & 1) && random.chance(d.pop_percent)) {
            p.mem2hwt_re = 1;
        }
        if (!d.to_sw.empty() && !(pins().slot_hw2sw_full_o >> s & 1)) {
            p.hw2sw_we = 1;
            p.hw2sw_data = d.to_sw.front();
        }
        if (d.take_osif && !(pins().slot_sw2hw_empty_o >> s & 1)) {
            p.sw2hw_re = 1;
        }
    }
}

// At the edge: what passes between the region and the models.
void Bench::sample()
{
    for (unsigned s = 0; s < NSLOTS; s++) {
        SlotDriver &d = slot[s];
        const SlotPins &p = slot_pins_[s];
        if (d.garbage || (pins().slot_decoupled_o >> s & 1)) {
            continue;
        }
        if (p.hwt2mem_we) {
            d.to_mem.pop_front();
        }
        if (p.hw2sw_we) {
            d.to_sw.pop_front();
        }
        if (p.mem2hwt_re) {
            d.from_mem.push_back(static_cast<uint32_t>(pins().slot_mem2hwt_data_o >> (32 * s)));
        }
        if (p.sw2hw_re) {
            d.from_sw.push_back(static_cast<uint32_t>(pins().slot_sw2hw_data_o >> (32 * s)));
        }
    }
    if (!pins().icap_csib_o) {
        CHECK(!pins().icap_rdwrb_o);
        icap.push_back(pins().icap_i_o);
        icap_cycle.push_back(cycle);
    }
    if (pins().probe_memif_grant_o) {
        grants.push_back(pins().probe_memif_slot_o);
        grant_cycle.push_back(cycle);
    }
    if (pins().probe_memif_done_o) {
        done_cycle.push_back(cycle);
    }
}

// The first output, of those that mean something now, in which two instances differ; NULL: none.
const char *Bench::difference(const Vpl_static &x, const Vpl_static &y)
{
#define SAME(pin)                                                                                            \
    if (x.pin != y.pin) {                                                                                    \
        return #pin;                                                                                         \
    }
#define SAME4(a, b, c, d) SAME(a) SAME(b) SAME(c) SAME(d)
    SAME4(s_awready_o, s_wready_o, s_bvalid_o, s_arready_o)
    SAME4(s_rvalid_o, s_bid_o, s_bresp_o, s_rid_o)
    SAME4(s_rdata_o, s_rresp_o, s_rlast_o, acp_awvalid_o)
    SAME4(acp_awaddr_o, acp_awlen_o, acp_wvalid_o, acp_bready_o)
    SAME4(acp_arvalid_o, acp_araddr_o, acp_arlen_o, acp_rready_o)
    SAME4(hp0_arvalid_o, hp0_araddr_o, hp0_arlen_o, hp0_rready_o)
    SAME4(irq_f2p_o, icap_csib_o, icap_rdwrb_o, slot_rst_o)
    SAME4(slot_signal_o, slot_sw2hw_data_o, slot_sw2hw_empty_o, slot_hw2sw_full_o)
    SAME4(slot_hwt2mem_full_o, slot_mem2hwt_data_o, slot_mem2hwt_empty_o, slot_decoupled_o)
    SAME4(probe_memif_grant_o, probe_memif_slot_o, probe_memif_cmd_o, probe_memif_addr_o)
    SAME4(probe_memif_done_o, probe_tlb_miss_o, probe_fault_o, probe_fault_write_o)
    SAME4(probe_fault_cause_o, probe_fault_addr_o, probe_dma_start_o, probe_dma_done_o)
    SAME4(probe_dma_active_o, probe_dma_gap_o, probe_dma_setup_o, idle_o)
    SAME4(core_idle_o, traffic_sel_o, traffic_we_o, traffic_addr_o)
    if (x.acp_wvalid_o) {
        SAME4(acp_wdata_o, acp_wstrb_o, acp_wlast_o, acp_wid_o)
    }
    if (!x.icap_csib_o) {
        SAME(icap_i_o)
    }
#undef SAME4
#undef SAME
    return nullptr;
}

void Bench::step()
{
    acp_pins_ = acp.drive(cycle);
    hp0_pins_ = hp0.drive(cycle);
    drive_slots();
    for (Vpl_static *v : {free_.get(), gated_.get()}) {
        drive(*v);
        v->clk_i = 0;
        v->clk_core_i = 0;
        v->gated_cycles_i = v == gated_.get() ? gated : 0;
        v->eval();
    }
    const char *pin = cycle > 2 ? difference(*free_, *gated_) : nullptr;
    if (pin) {
        bench_fail(__FILE__, __LINE__, std::string("clock gating can be seen at ") + pin);
    }
    idle_ = free_->idle_o;
    if (rst_n) {
        sample();
    }
    const Vpl_static &v = *free_;
    AxiMasterPins a = {v.acp_awaddr_o,  v.acp_awlen_o,  v.acp_awsize_o,  v.acp_awburst_o, v.acp_awid_o,
                       v.acp_awvalid_o, v.acp_wdata_o,  v.acp_wstrb_o,   v.acp_wlast_o,   v.acp_wid_o,
                       v.acp_wvalid_o,  v.acp_bready_o, v.acp_araddr_o,  v.acp_arlen_o,   v.acp_arsize_o,
                       v.acp_arburst_o, v.acp_arid_o,   v.acp_arvalid_o, v.acp_rready_o};
    AxiMasterPins h = {0,
                       0,
                       3,
                       1,
                       0,
                       0,
                       0,
                       0,
                       0,
                       0,
                       0,
                       1,
                       v.hp0_araddr_o,
                       v.hp0_arlen_o,
                       v.hp0_arsize_o,
                       v.hp0_arburst_o,
                       v.hp0_arid_o,
                       v.hp0_arvalid_o,
                       v.hp0_rready_o};
    std::string error;
    if (rst_n) {
        if (a.awvalid || a.arvalid) {
            CHECK(v.acp_awcache_o == 0xF && v.acp_arcache_o == 0xF && (v.acp_awuser_o & v.acp_aruser_o & 1));
        }
        acp.edge(a, cycle, &error);
        hp0.edge(h, cycle, &error);
    }
    if (!error.empty()) {
        bench_fail(__FILE__, __LINE__, error);
    }
    if (idle_) {
        gated = rst_n ? gated + 1 : 0;
    } else {
        gated_->clk_i = 1;
        gated_->clk_core_i = !gated_->core_idle_o;
        gated_->eval();
    }
    free_->clk_i = 1;
    free_->clk_core_i = 1;
    free_->eval();
    cycle++;
    CHECK(cycle < 20u * STEPS_MAX);
}

void Bench::run(unsigned cycles)
{
    for (unsigned i = 0; i < cycles; i++) {
        step();
    }
}

std::vector<uint32_t> Bench::read_burst(uint32_t addr, unsigned beats, unsigned burst, unsigned expect_resp)
{
    std::vector<uint32_t> words;
    gp_.araddr = addr;
    gp_.arlen = beats - 1;
    gp_.arburst = burst;
    gp_.arvalid = 1;
    for (unsigned n = 0; words.size() < beats; n++) {
        CHECK(n < STEPS_MAX);
        bool taken = gp_.arvalid && pins().s_arready_o;
        if (pins().s_rvalid_o) {
            if (words.empty()) {
                access_cycles = n;
            }
            words.push_back(pins().s_rdata_o);
            CHECK_EQ(pins().s_rresp_o, expect_resp);
            CHECK_EQ(pins().s_rid_o, 0x5A3);
            CHECK_EQ(pins().s_rlast_o, words.size() == beats);
        }
        step();
        if (taken) {
            gp_.arvalid = 0;
        }
    }
    return words;
}

void Bench::write_burst(uint32_t addr, const std::vector<uint32_t> &words, unsigned burst,
                        unsigned expect_resp)
{
    size_t sent = 0;
    gp_.awaddr = addr;
    gp_.awlen = static_cast<uint32_t>(words.size() - 1);
    gp_.awburst = burst;
    gp_.awvalid = 1;
    for (unsigned n = 0;; n++) {
        CHECK(n < STEPS_MAX);
        gp_.wvalid = sent < words.size();
        gp_.wdata = gp_.wvalid ? words[sent] : 0;
        gp_.wlast = sent + 1 == words.size();
        bool taken = gp_.awvalid && pins().s_awready_o;
        bool w_taken = gp_.wvalid && pins().s_wready_o;
        bool end = pins().s_bvalid_o;
        if (end) {
            access_cycles = n;
            CHECK_EQ(pins().s_bresp_o, expect_resp);
            CHECK_EQ(pins().s_bid_o, 0xC31);
        }
        step();
        sent += w_taken;
        if (taken) {
            gp_.awvalid = 0;
        }
        if (end) {
            break;
        }
    }
    gp_.wvalid = 0;
}

uint32_t Bench::read(uint32_t addr, unsigned expect_resp)
{
    return read_burst(addr, 1, 1, expect_resp)[0];
}

void Bench::write(uint32_t addr, uint32_t value, unsigned expect_resp, unsigned strobes)
{
    gp_.wstrb = strobes;
    write_burst(addr, {value}, 1, expect_resp);
    gp_.wstrb = 15;
}

void Bench::release_slots()
{
    write(PROC + 0x18, 0);
}

void Bench::request_read(unsigned s, uint32_t va, uint32_t bytes)
{
    slot[s].to_mem.push_back(bytes);
    slot[s].to_mem.push_back(va);
}

void Bench::request_write(unsigned s, uint32_t va, const std::vector<uint32_t> &words)
{
    slot[s].to_mem.push_back(0xF0000000u | static_cast<uint32_t>(4 * words.size()));
    slot[s].to_mem.push_back(va);
    slot[s].to_mem.insert(slot[s].to_mem.end(), words.begin(), words.end());
}

uint32_t Bench::slot_reg(unsigned s, uint32_t offset)
{
    return read(PROC_SLOT + 0x40 * s + offset);
}

void Bench::set_slot_reg(unsigned s, uint32_t offset, uint32_t value)
{
    write(PROC_SLOT + 0x40 * s + offset, value);
}

int bench_main(int argc, char **argv, const BenchCase *cases, size_t count)
{
    unsigned ran = 0;
    for (size_t i = 0; i < count; i++) {
        if (argc > 1 && !std::strcmp(argv[1], "--list")) {
            std::printf("%s\n", cases[i].name);
            ran++;
        } else if (argc <= 1 || !std::strcmp(argv[1], cases[i].name)) {
            cases[i].run();
            std::printf("%s: passed\n", cases[i].name);
            std::fflush(stdout);
            ran++;
        }
    }
    if (!ran) {
        std::fprintf(stderr, "%s: no case named %s\n", argv[0], argc > 1 ? argv[1] : "");
        return 2;
    }
    return 0;
}
