/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "fabric.h"

#include <cassert>
#include <cstring>

namespace zt
{

namespace
{

/* Longer than any run, short enough that now + this does not overflow. */
const uint64_t FAR_AHEAD_PS = 1ull << 60;

MemoryPortTiming acp_timing(const Params &p)
{
    return {p.clock_period_ps,      p.acp_read_latency_cycles,  p.acp_read_outstanding,
            p.acp_read_beat_cycles, p.acp_write_latency_cycles, p.acp_write_outstanding,
            p.acp_write_beat_cycles};
}

MemoryPortTiming hp_timing(const Params &p)
{
    return {p.clock_period_ps,         p.hp_read_latency_cycles, p.hp_read_outstanding, p.hp_read_beat_cycles,
            p.hp_write_latency_cycles, p.hp_write_outstanding,   p.hp_write_beat_cycles};
}

bool same_outputs(const zt_slot_out &a, const zt_slot_out &b)
{
    return a.osif_hw2sw_data == b.osif_hw2sw_data && a.memif_hwt2mem_data == b.memif_hwt2mem_data &&
           a.osif_sw2hw_re == b.osif_sw2hw_re && a.osif_hw2sw_we == b.osif_hw2sw_we &&
           a.memif_hwt2mem_we == b.memif_hwt2mem_we && a.memif_mem2hwt_re == b.memif_mem2hwt_re;
}

} // namespace

Fabric::Fabric(sc_core::sc_module_name name, const Params &params, Tracer &tracer, const char *slots_dir,
               uint64_t seed, bool garbage)
    : sc_core::sc_module(name), gp0("gp0"), acp("acp", acp_timing(params)), irq("irq", PL_IRQ_COUNT),
      config(tracer, slots_dir, slots), params_(params), tracer_(tracer), watch_(tracer), driven_(ZT_NSLOTS)
{
    SC_HAS_PROCESS(Fabric);
    SC_METHOD(irq_method);
    sensitive << publish_;
    dont_initialize();
    SC_METHOD(pause_method);
    sensitive << pause_;
    dont_initialize();
    for (unsigned s = 0; s < ZT_NSLOTS; s++)
        slots.push_back(std::make_unique<SlotSocket>(("slot" + std::to_string(s)).c_str(), s, seed, garbage));
    for (unsigned n = 0; n < HP_COUNT; n++)
        hp.push_back(std::make_unique<MemoryPort>(("hp" + std::to_string(n)).c_str(), hp_timing(params)));
    gp0.inject(params.test_axi_fault);
    if (params.test_axi_fault == AXI_FAULT_EXTRA_RESPONSE)
        acp.inject(params.test_axi_fault);
    else
        hp[0]->inject(params.test_axi_fault);
    static_.set_reset(true);
    traffic_.set_reset(true);
    reset_ports();
    static_.drive_icap(config.icap_o());
    static_.settle();
    start_clock(0); /* the reset's own edges */
}

/* ---- Time ------------------------------------------------------------------------------------ */

void Fabric::start_clock(uint64_t first_edge_ps)
{
    assert(!running_ && first_edge_ps % params_.clock_period_ps == 0);
    running_ = true;
    next_edge_ps_ = first_edge_ps;
    tracer_.write(ZT_TRACE_GATE, first_edge_ps, 0, 0, 1, 0);
}

void Fabric::advance(uint64_t until_ps, bool stop_at_irq)
{
    limit_ps_ = until_ps;
    stop_at_irq_ = stop_at_irq;
    stopped_ = false;
    if (running_ && next_edge_ps_ <= until_ps)
        run();
    stop_at_irq_ = false;
    if (now_ps_ < until_ps && !stopped_)
        now_ps_ = until_ps;
}

void Fabric::run()
{
    for (;;) {
        const uint16_t wires = static_cast<uint16_t>(static_.irq() | traffic_.irq() << IRQ_TRAFFIC);
        if (wires != irq_wires_) {
            stopped_ = stop_at_irq_ && (wires & ~irq_wires_) != 0;
            publish(wires);
        }
        if (stopped_ || tracer_.dead() || !running_ || next_edge_ps_ > limit_ps_ ||
            (in_request_ && request_over()))
            return;
        edge();
    }
}

/* An interrupt changed at the last edge's time: the kernel goes there and shows it. */
void Fabric::publish(uint16_t wires)
{
    const uint64_t kernel_ps = sc_core::sc_time_stamp().value();

    assert(now_ps_ >= kernel_ps);
    new_irq_wires_ = wires;
    publish_.notify(sc_core::sc_time::from_value(now_ps_ - kernel_ps));
    sc_core::sc_start(sc_core::sc_time::from_value(FAR_AHEAD_PS)); /* until sc_pause */
}

void Fabric::irq_method()
{
    for (unsigned line = 0; line < PL_IRQ_COUNT; line++) {
        if ((new_irq_wires_ ^ irq_wires_) >> line & 1u)
            irq[line].write((new_irq_wires_ >> line & 1u) != 0);
    }
    irq_wires_ = new_irq_wires_;
    pause_.notify(sc_core::SC_ZERO_TIME); /* after those who look at the interrupts */
}

void Fabric::pause_method()
{
    sc_core::sc_pause();
}

/* ---- One clock cycle ------------------------------------------------------------------------- */

void Fabric::edge()
{
    const uint64_t cycle = edges_to(next_edge_ps_);

    now_ps_ = next_edge_ps_;
    next_edge_ps_ += params_.clock_period_ps;
    const unsigned changes = edge_ports(cycle);
    if (tracer_.dead())
        return;
    bool core = false; /* more than the register bridge sees the edge */
    bool slots_ran = false;
    if (!static_asleep_) {
        core = static_.edge();
        executed_edges_ += !reset_;
        reset_edges_ += reset_ && reset_edges_ < RESET_EDGES;
    }
    if (!traffic_asleep_)
        traffic_.edge();
    for (auto &slot : slots) {
        slots_ran |= slot->clock_high();
        if (core)
            slot->next_garbage();
    }
    const bool inputs_changed = drive_ports(changes);
    if (core || slots_ran || inputs_changed)
        settle(inputs_changed);
    if (static_.traffic_selected() || traffic_.selected())
        connect_traffic();
    if (core || inputs_changed)
        watch_.levels(static_, now_ps_);
    gate_if_quiet();
}

/* Everything that looks at the wires before the edge. Returns which ports will drive new values after it. */
unsigned Fabric::edge_ports(uint64_t cycle)
{
    unsigned changes = 0;

    if (!static_asleep_) {
        const bool icap = static_.icap_writes();
        const bool gp0_active = gp0.busy() || static_.gp0_answers();
        if (gp0_active)
            static_.sample_gp0(gp0_pins_);
        watch_.icap(icap, now_ps_, cycle); /* before edge(): the last word comes with "done" */
        watch_.edge(static_, !static_.core_idle(), gp0_active ? &gp0_pins_ : nullptr, now_ps_);
        if (icap)
            config.word(zt_icap_swap(static_.icap_word()), CONFIG_FROM_ICAP, now_ps_);
        if (gp0_active)
            changes |= edge_gp0();
    }
    const unsigned look = awake_ports_ | (static_.acp_asks() ? CHANGED_ACP : 0u) |
                          (static_.hp0_asks() ? CHANGED_HP0 : 0u) |
                          (traffic_asleep_ ? 0u : traffic_.asking() * CHANGED_HP0);
    return look != 0 ? changes | edge_memory_ports(look, cycle) : changes;
}

unsigned Fabric::edge_memory_ports(unsigned look, uint64_t cycle)
{
    unsigned changes = 0;

    if (look & CHANGED_ACP) {
        static_.sample_acp(acp_pins_);
        changes |= edge_memory_port(acp, acp_pins_, CHANGED_ACP, cycle);
    }
    for (unsigned n = 0; n < HP_COUNT; n++) {
        if (!(look & CHANGED_HP0 << n))
            continue;
        sample_hp(n);
        changes |= edge_memory_port(*hp[n], hp_pins_[n], CHANGED_HP0 << n, cycle);
    }
    return changes;
}

unsigned Fabric::edge_gp0()
{
    if (!gp0.checker.edge(gp0_pins_, now_ps_)) {
        tracer_.fatal(gp0.checker.text());
        return 0;
    }
    return gp0.edge(gp0_pins_, now_ps_) ? CHANGED_GP0 : 0u;
}

unsigned Fabric::edge_memory_port(MemoryPort &port, AxiPins &pins, unsigned bit, uint64_t cycle)
{
    if (tracer_.dead())
        return 0;
    if (!port.checker.edge(pins, now_ps_)) {
        tracer_.fatal(port.checker.text());
        return 0;
    }
    const bool changed = port.edge(pins, now_ps_, cycle);
    awake_ports_ = port.quiet() ? awake_ports_ & ~bit : awake_ports_ | bit;
    return changed ? bit : 0;
}

/* While the traffic generator sleeps, the arbiter on HP0 is a piece of wire. */
void Fabric::sample_hp(unsigned n)
{
    if (n == 0 && traffic_asleep_)
        static_.sample_hp0(hp_pins_[0]);
    else if (n == 0)
        traffic_.sample_hp0_read(static_, hp_pins_[0]);
    if (n != 0 || !traffic_asleep_)
        traffic_.sample(n, hp_pins_[n]);
}

/* After the edge. True when an input of the static region changed that has to be settled. */
bool Fabric::drive_ports(unsigned changes)
{
    if (changes & CHANGED_GP0)
        static_.drive_gp0(gp0_pins_);
    const bool settles = ((changes & ~+CHANGED_GP0) != 0 || !traffic_asleep_) && drive_memory_ports(changes);
    return static_.drive_icap(config.icap_o()) || settles;
}

bool Fabric::drive_memory_ports(unsigned changes)
{
    if (changes & CHANGED_ACP)
        static_.drive_acp(acp_pins_);
    for (unsigned n = 0; n < HP_COUNT; n++) {
        if (changes & CHANGED_HP0 << n)
            traffic_.drive(n, hp_pins_[n]);
    }
    bool hp0_changed = false;
    if (!traffic_asleep_) {
        hp0_changed = traffic_.drive_hp0_read(static_, hp_pins_[0]);
    } else if (changes & CHANGED_HP0) {
        static_.drive_hp0(hp_pins_[0]);
        hp0_changed = true;
    }
    return hp0_changed || (changes & CHANGED_ACP) != 0;
}

void Fabric::connect_traffic()
{
    traffic_.connect_registers(static_);
    if (!traffic_.idle())
        traffic_asleep_ = false;
}

void Fabric::let_traffic_sleep()
{
    if (traffic_asleep_ || !(reset_ ? reset_edges_ >= RESET_EDGES : traffic_.idle()))
        return;
    traffic_asleep_ = true;
    if (static_.hp0_driven_as(hp_pins_[0]))
        return;
    static_.drive_hp0(hp_pins_[0]); /* without the arbiter */
    settle(true);
}

/* Combinational settling between the static region and the slots, clock low. */
void Fabric::settle(bool static_inputs_changed)
{
    for (unsigned round = 0; round < SETTLE_MAX; round++) {
        for (unsigned s = 0; s < ZT_NSLOTS; s++) {
            SlotSocket &slot = *slots[s];
            if (!slot.empty())
                slot.settle(static_.slot_in(s));
            if (same_outputs(slot.out(), driven_[s]))
                continue;
            /* What the decoupler or the reset hides wakes nobody. */
            const bool hidden = (static_.slots_decoupled() | static_.slots_reset()) >> s & 1u;
            if (hidden && slot.empty() && static_asleep_ && !static_inputs_changed)
                continue;
            driven_[s] = slot.out();
            static_.drive_slot(s, slot.out());
            static_inputs_changed = true;
        }
        if (!static_inputs_changed)
            return;
        wake_static();
        static_.settle();
        static_inputs_changed = false;
    }
    tracer_.fatal("The outputs of the static region and of the slots do not settle within " +
                  std::to_string(+SETTLE_MAX) + " rounds at " + std::to_string(now_ps_) +
                  " ps: a combinational loop through a hardware thread.\n" + describe());
}

/* Before the next edge the static region has to know how many edges it has not seen. */
void Fabric::wake_static()
{
    if (!static_asleep_)
        return;
    static_asleep_ = false;
    if (!reset_)
        static_.set_gated_cycles(edges_to(next_edge_ps_) - release_edge_ - executed_edges_);
}

bool Fabric::slots_quiet() const
{
    for (unsigned s = 0; s < ZT_NSLOTS; s++) {
        const bool hidden = (static_.slots_decoupled() | static_.slots_reset()) >> s & 1u;
        if (slots[s]->empty() ? !hidden : !slots[s]->quiet())
            return false;
    }
    return true;
}

/* Nothing in the static region will change until one of its inputs does. */
bool Fabric::static_quiet() const
{
    if (reset_)
        return reset_edges_ >= RESET_EDGES;
    return static_.idle() && !gp0.on_wires() && !static_.gp0_answers() && !static_.acp_asks() &&
           !static_.hp0_asks() && !static_.icap_writes() && !watch_.in_run() &&
           !(acp_pins_.r.valid | acp_pins_.b.valid) &&
           !(hp_pins_[0].r.valid && (traffic_asleep_ || hp_pins_[0].r.id == 0));
}

bool Fabric::memory_ports_busy() const
{
    bool busy = acp.busy();

    for (const auto &port : hp)
        busy |= port->busy();
    return busy;
}

void Fabric::gate_if_quiet()
{
    let_traffic_sleep();
    if (!static_quiet()) {
        wake_static();
        return;
    }
    static_asleep_ = true;
    if (awake_ports_ != 0 || !traffic_asleep_ || !slots_quiet())
        return;
    running_ = false;
    tracer_.write(ZT_TRACE_GATE, now_ps_, 0, 0, 0, 0);
}

/* ---- Requests and reset ---------------------------------------------------------------------- */

void Fabric::run_request()
{
    const uint64_t period = params_.clock_period_ps;
    const uint64_t drive_ps = (now_ps_ + period - 1) / period * period;

    assert(gp0.has_request());
    advance(drive_ps);
    if (tracer_.dead()) {
        gp0.abandon(gp0_pins_, now_ps_);
        return;
    }
    if (!running_) {
        /* The edge at drive_ps would change nothing: it is left out. */
        start_clock(drive_ps + period);
    }
    gp0.drive(gp0_pins_);
    static_.drive_gp0(gp0_pins_);
    wake_static();
    in_request_ = true;
    request_edges_left_ = params_.gp_timeout_cycles;
    linger_left_ = params_.gp_linger_cycles;
    limit_ps_ = UINT64_MAX - period;
    run();
    in_request_ = false;
    if (gp0.busy()) /* dead */
        gp0.abandon(gp0_pins_, now_ps_);
}

/* Answered, and a few edges later if that ends in a gated clock: the host need not come back for it. */
bool Fabric::request_over()
{
    if (gp0.busy()) {
        if (request_edges_left_ == 0) {
            time_out();
            return true;
        }
        request_edges_left_--;
        return false;
    }
    if (linger_left_ == 0 || !running_ || (awake_ports_ != 0 && memory_ports_busy()) || !traffic_asleep_ ||
        !slots_quiet())
        return true;
    linger_left_--;
    return false;
}

void Fabric::time_out()
{
    tracer_.fatal("No answer on port gp0 within " + std::to_string(params_.gp_timeout_cycles) +
                  " PL cycles.\n" + describe());
}

void Fabric::set_reset(bool asserted)
{
    const uint64_t period = params_.clock_period_ps;

    if (asserted == reset_)
        return;
    if (!running_)
        start_clock((now_ps_ / period + 1) * period);
    reset_ = asserted;
    static_asleep_ = false;
    reset_edges_ = 0;
    release_edge_ = edges_to(next_edge_ps_);
    executed_edges_ = 0;
    traffic_asleep_ = false;
    reset_ports();
    static_.set_gated_cycles(0);
    static_.set_reset(asserted);
    traffic_.set_reset(asserted);
    settle(true);
    connect_traffic();
}

void Fabric::reset_ports()
{
    gp0.reset(gp0_pins_);
    acp.reset(acp_pins_);
    static_.drive_gp0(gp0_pins_);
    static_.drive_acp(acp_pins_);
    for (unsigned n = 0; n < HP_COUNT; n++) {
        hp[n]->reset(hp_pins_[n]);
        traffic_.drive(n, hp_pins_[n]);
    }
    static_.drive_hp0(hp_pins_[0]);
    awake_ports_ = ALL_MEMORY_PORTS;
}

void Fabric::slots_changed()
{
    const uint64_t period = params_.clock_period_ps;

    if (!running_)
        start_clock((now_ps_ / period + 1) * period);
    settle(static_.drive_icap(config.icap_o()));
}

/* ---- For people ------------------------------------------------------------------------------ */

std::string Fabric::describe() const
{
    std::string out = "PL at " + std::to_string(now_ps_) + " ps: clock " + (running_ ? "runs" : "gated") +
                      (reset_ ? ", in reset" : "") +
                      (static_asleep_ ? ", static region idle" : ", static region busy") + "\n";

    for (unsigned s = 0; s < ZT_NSLOTS; s++) {
        const SlotSocket &slot = *slots[s];
        const zt_slot_in in = static_.slot_in(s);
        out += "slot " + std::to_string(s) + " " + config.slot_name(s) + ": " +
               (slot.empty() ? std::string("empty") : std::string("thread ") + slot.thread()->name) +
               (in.rst ? ", in reset" : "") + (in.signal ? ", signal set" : "") +
               ((static_.slots_decoupled() >> s & 1u) ? ", decoupled" : "") +
               (slot.empty()   ? ""
                : slot.quiet() ? ", waits"
                               : ", works");
        if (static_.pins().probe_fault_o >> s & 1u)
            out += ", page fault pending at 0x" + hex(static_.fault_addr(s));
        out += "; ";
        watch_.describe_slot(s, out);
        out += "\n";
    }
    const std::string gp = gp0.describe(gp0_pins_);
    if (!gp.empty())
        out += gp + "\n";
    const auto outstanding = [&out](const MemoryPort &port) {
        out += std::string(port.basename()) + ": " + std::to_string(port.reads_outstanding()) +
               " reads and " + std::to_string(port.writes_outstanding()) + " writes outstanding\n";
    };
    outstanding(acp);
    for (const auto &port : hp)
        outstanding(*port);
    if (watch_.dma_active())
        out += "ZyCAP: transfer of " + std::to_string(watch_.dma_bytes()) + " bytes from 0x" +
               hex(watch_.dma_addr()) + " since " + std::to_string(watch_.dma_start_ps()) + " ps, " +
               std::to_string(watch_.dma_words()) + " words given to ICAP\n";
    config.describe(out);
    out += "interrupts: ";
    for (unsigned line = 0; line < PL_IRQ_COUNT; line++)
        out += (irq_wires_ >> line & 1u) ? '1' : '0';
    out += " (bit 0 first)\nlast transactions:\n";
    gp0.checker.describe(out);
    acp.checker.describe(out);
    for (const auto &port : hp)
        port->checker.describe(out);
    return out;
}

} // namespace zt
