/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The in-process processing system: binds the PL's sockets to the functions that the machine gave in
 * pl_host_ops. Another transport takes this module's place and binds the same sockets.
 */
#ifndef ZT_FABRIC_PS_BRIDGE_H
#define ZT_FABRIC_PS_BRIDGE_H

#include <array>
#include <cstdint>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "../pl.h"
#include "tracer.h"

namespace zt
{

class PsBridge : public sc_core::sc_module
{
  public:
    tlm_utils::simple_initiator_socket<PsBridge, 32> gp0;
    tlm_utils::simple_target_socket_tagged<PsBridge, 64> acp;
    sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<PsBridge, 64>> hp;
    sc_core::sc_vector<sc_core::sc_in<bool>> irq;

    PsBridge(sc_core::sc_module_name name, Tracer &tracer, const pl_host_ops *ops, void *host);

    /* Hands one access to the PL; the answer comes while the fabric runs. False: the port refused it. */
    bool request(bool is_write, uint32_t addr, unsigned size_bytes, uint32_t data);
    /* After the answer. */
    pl_resp response(uint32_t &data, uint64_t &handshake_ps) const;

  private:
    tlm::tlm_sync_enum answered(tlm::tlm_generic_payload &trans, tlm::tlm_phase &phase,
                                sc_core::sc_time &delay);
    void memory(int port, tlm::tlm_generic_payload &trans, sc_core::sc_time &delay);
    void irq_method();

    Tracer &tracer_;
    const pl_host_ops *ops_;
    void *host_;
    tlm::tlm_generic_payload access_;
    uint32_t data_ = 0;
    uint64_t handshake_ps_ = 0;
    uint16_t levels_ = 0;
};

} // namespace zt

#endif
