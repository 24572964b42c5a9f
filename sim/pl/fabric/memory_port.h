/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A PS slave port (ACP or HP) on its PL side: answers AXI3 bursts with the latency, rate and
 * acceptance of its parameters, in order, and moves their data through a TLM-2.0 initiator socket: one
 * b_transport a burst, when its address was taken (read) or its last data came (write). What is behind the
 * socket must not wait; the delay that it returns says when memory has moved the burst: the last beat or the
 * response comes no sooner than that and the port's latency. Outputs are registered: they change after an
 * edge and depend on the wires before it.
 */
#ifndef ZT_FABRIC_MEMORY_PORT_H
#define ZT_FABRIC_MEMORY_PORT_H

#include <array>
#include <cstdint>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "axi.h"
#include "axi_checker.h"

namespace zt
{

struct MemoryPortTiming {
    uint64_t clock_period_ps;
    uint64_t read_latency_cycles;
    uint64_t read_outstanding;
    uint64_t read_beat_cycles;
    uint64_t write_latency_cycles;
    uint64_t write_outstanding;
    uint64_t write_beat_cycles;
};

class MemoryPort : public sc_core::sc_module
{
  public:
    tlm_utils::simple_initiator_socket<MemoryPort, 64> socket;

    MemoryPort(sc_core::sc_module_name name, const MemoryPortTiming &timing);

    /* The static region's side as it was just before the edge is in pins' master fields; our own fields
     * are what we drove. Advances by one cycle; pins then holds what to drive after the edge. Returns
     * true when one of our wires changed. */
    bool edge(AxiPins &pins, uint64_t time_ps, uint64_t cycle);
    void reset(AxiPins &pins);
    /* Something is under way: the port needs its clock. */
    bool busy() const
    {
        return read_count_ != 0 || write_count_ != 0 || data_count_ != 0;
    }
    /* While no wire of the PL's side is valid, edges change nothing. */
    bool quiet() const
    {
        return settled_ && !busy();
    }
    unsigned reads_outstanding() const
    {
        return read_count_;
    }
    unsigned writes_outstanding() const
    {
        return write_count_;
    }
    void inject(uint64_t fault)
    {
        fault_ = fault;
    }
    AxiChecker checker;

  private:
    enum { QUEUE_MAX = 32, BURST_BYTES_MAX = 16 * 8, DATA_BEATS_MAX = 64 };

    struct Read {
        AxiAddress a;
        uint64_t due_cycle; /* of the first beat */
        uint8_t resp;
        std::array<uint8_t, BURST_BYTES_MAX> data;
    };
    struct Write {
        AxiAddress a;
        uint64_t due_cycle; /* of the response, once data is whole */
        uint8_t beats;
        bool whole;
        uint8_t resp;
        std::array<uint8_t, BURST_BYTES_MAX> data;
        std::array<uint8_t, BURST_BYTES_MAX> strobe;
    };

    void take(const AxiPins &pins, uint64_t time_ps, uint64_t cycle);
    void take_data(uint64_t time_ps, uint64_t cycle);
    void start_read(Read &read, uint64_t time_ps, uint64_t cycle);
    void finish_write(Write &write, uint64_t time_ps, uint64_t cycle);
    void drive_read(AxiPins &pins, uint64_t cycle);
    void drive_write(AxiPins &pins, uint64_t cycle);
    /* Its response; *ready_cycle: the first edge at which memory has moved all of it. */
    uint8_t transport(bool is_write, uint32_t addr, uint8_t *data, unsigned size_bytes, uint8_t *strobe,
                      uint64_t time_ps, uint64_t *ready_cycle);
    static uint64_t beat_data(const Read &read, unsigned beat);

    MemoryPortTiming timing_;
    std::array<Read, QUEUE_MAX> reads_;
    unsigned read_head_ = 0;
    unsigned read_count_ = 0;
    unsigned beat_ = 0;    /* of the burst at the head, being driven */
    bool settled_ = false; /* the last edge changed no wire of ours */
    uint64_t next_beat_cycle_ = 0;

    std::array<Write, QUEUE_MAX> writes_;
    unsigned write_head_ = 0;
    unsigned write_count_ = 0;
    std::array<AxiWriteData, DATA_BEATS_MAX> data_; /* beats taken and not yet given to a burst */
    unsigned data_head_ = 0;
    unsigned data_count_ = 0;
    uint64_t next_wready_cycle_ = 0;

    tlm::tlm_generic_payload payload_;
    uint64_t fault_ = 0;
};

} // namespace zt

#endif
