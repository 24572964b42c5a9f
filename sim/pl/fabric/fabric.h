/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The PL: static region, slots, ports and configuration logic. Edges are run ahead of the kernel's time
 * (TLM's temporal decoupling): delays on the sockets are annotated with the difference, and the kernel runs
 * wherever an interrupt wire changes, to that very time. When nothing can change, the clock is gated until a
 * request or a reset wakes it on its own grid.
 */
#ifndef ZT_FABRIC_FABRIC_H
#define ZT_FABRIC_FABRIC_H

/* Before SystemC: Verilator's header would take SystemC's time for its own otherwise. */
#include "static_region.h"
#include "traffic_region.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "../params.h"
#include "config_port.h"
#include "gp_port.h"
#include "memory_port.h"
#include "slot_socket.h"
#include "tracer.h"
#include "watch.h"

namespace zt
{

class Fabric : public sc_core::sc_module
{
  public:
    GpPort gp0;
    MemoryPort acp;
    std::vector<std::unique_ptr<MemoryPort>> hp; /* HP0 to HP3 */
    sc_core::sc_vector<sc_core::sc_out<bool>> irq;
    std::vector<std::unique_ptr<SlotSocket>> slots;
    ConfigPort config;

    Fabric(sc_core::sc_module_name name, const Params &params, Tracer &tracer, const char *slots_dir,
           uint64_t seed, bool garbage);

    /* All of these start and leave with the SystemC kernel paused. */

    /* Runs every edge up to until_ps, inclusive; with stop_at_irq no further than the first edge at which
     * an interrupt rises. */
    void advance(uint64_t until_ps, bool stop_at_irq = false);
    /* With a request waiting in gp0: runs to the first edge at or after the PL's time, puts it on the
     * wires and runs until it is answered (or times out, which is fatal). */
    void run_request();
    void set_reset(bool asserted);
    /* PCAP changed a slot's content while no edge ran: the slot's new wires are looked at. */
    void slots_changed();

    uint64_t now_ps() const
    {
        return now_ps_;
    }
    uint64_t next_edge_ps() const /* PL_NEVER: gated */
    {
        return running_ ? next_edge_ps_ : PL_NEVER;
    }
    bool in_reset() const
    {
        return reset_;
    }
    std::string describe() const;

  private:
    enum { SETTLE_MAX = 8, RESET_EDGES = 8, IRQ_TRAFFIC = 1 };
    enum { HP_COUNT = TrafficRegion::MASTERS };
    /* One bit a port. */
    enum : unsigned {
        CHANGED_GP0 = 1,
        CHANGED_ACP = 2,
        CHANGED_HP0 = 4, /* HP1: 8, and so on */
        ALL_MEMORY_PORTS = CHANGED_ACP | ((1u << HP_COUNT) - 1) * CHANGED_HP0
    };

    void run();
    void publish(uint16_t wires);
    void irq_method();
    void pause_method();
    void edge();
    unsigned edge_ports(uint64_t cycle);
    unsigned edge_gp0();
    unsigned edge_memory_ports(unsigned look, uint64_t cycle);
    unsigned edge_memory_port(MemoryPort &port, AxiPins &pins, unsigned bit, uint64_t cycle);
    void sample_hp(unsigned n);
    bool drive_ports(unsigned changes);
    bool drive_memory_ports(unsigned changes);
    void connect_traffic();
    void let_traffic_sleep();
    bool memory_ports_busy() const;
    void reset_ports();
    void settle(bool static_inputs_changed);
    void wake_static();
    bool static_quiet() const;
    void gate_if_quiet();
    void start_clock(uint64_t first_edge_ps);
    bool request_over();
    void time_out();
    bool slots_quiet() const;
    uint64_t edges_to(uint64_t time_ps) const
    {
        return time_ps / params_.clock_period_ps;
    }

    const Params params_;
    Tracer &tracer_;
    StaticRegion static_;
    TrafficRegion traffic_;
    Watch watch_;
    AxiPins gp0_pins_;
    AxiPins acp_pins_;
    std::array<AxiPins, HP_COUNT> hp_pins_;
    unsigned awake_ports_ = ALL_MEMORY_PORTS; /* not quiet() */
    std::vector<zt_slot_out> driven_;         /* slot outputs as the static region sees them */
    sc_core::sc_event publish_;
    sc_core::sc_event pause_;

    uint64_t now_ps_ = 0;       /* the PL's time: host's last call, or the last edge if that is later */
    uint64_t next_edge_ps_ = 0; /* on the grid; never executed yet */
    uint64_t limit_ps_ = 0;
    bool stop_at_irq_ = false;
    bool stopped_ = false;        /* at an interrupt, before limit_ps_ */
    bool running_ = false;        /* the clock is not gated */
    bool static_asleep_ = false;  /* the static region's edges are left out, the rest may run */
    bool traffic_asleep_ = false; /* the same, of the traffic generator */
    bool reset_ = true;
    unsigned reset_edges_ = 0;    /* executed since reset was asserted, up to RESET_EDGES */
    uint64_t release_edge_ = 0;   /* number of the first edge without reset */
    uint64_t executed_edges_ = 0; /* of the static region, since then */
    bool in_request_ = false;
    uint64_t request_edges_left_ = 0;
    uint64_t linger_left_ = 0;
    uint16_t irq_wires_ = 0;     /* as published on the irq ports */
    uint16_t new_irq_wires_ = 0; /* to be published */
};

} // namespace zt

#endif
