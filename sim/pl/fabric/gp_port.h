/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A PS master port (M_AXI_GP) on its PL side: takes one TLM-2.0 transaction at a time through a
 * target socket (nb_transport: BEGIN_REQ in, BEGIN_RESP back when the response was taken on the
 * pins, delay annotated) and drives it as an AXI3 transfer of one beat. Outputs are registered: they
 * change after an edge and depend on the wires before it. BREADY and RREADY are always 1.
 */
#ifndef ZT_FABRIC_GP_PORT_H
#define ZT_FABRIC_GP_PORT_H

#include <cstdint>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include "axi.h"
#include "axi_checker.h"

namespace zt
{

class GpPort : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket<GpPort, 32> socket;

    explicit GpPort(sc_core::sc_module_name name);

    /* A transaction was taken from the socket and is not on the wires yet. */
    bool has_request() const
    {
        return request_ != nullptr && !driven_;
    }
    bool on_wires() const
    {
        return request_ != nullptr && driven_;
    }
    bool busy() const
    {
        return request_ != nullptr;
    }
    /* Puts the waiting transaction on the wires (after an edge). */
    void drive(AxiPins &pins);
    /* See MemoryPort::edge. True when one of our wires changed. Sends BEGIN_RESP when the response came. */
    bool edge(AxiPins &pins, uint64_t time_ps);
    void reset(AxiPins &pins);
    /* Ends the transaction without an answer of the PL. */
    void abandon(AxiPins &pins, uint64_t time_ps);
    void inject(uint64_t fault)
    {
        fault_ = fault;
    }
    /* Text for people about the transaction under way, or "". */
    std::string describe(const AxiPins &pins) const;

    AxiChecker checker;

  private:
    tlm::tlm_sync_enum accept(tlm::tlm_generic_payload &trans, tlm::tlm_phase &phase,
                              sc_core::sc_time &delay);
    void respond(tlm::tlm_response_status status, uint64_t time_ps);

    tlm::tlm_generic_payload *request_ = nullptr;
    bool driven_ = false;
    uint16_t next_id_ = 0; /* counts, so that a slave that mixes IDs up is seen */
    uint64_t fault_ = 0;
};

} // namespace zt

#endif
