/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "ps_bridge.h"

#include "../bitstream/bitstream.h"

namespace zt
{

namespace
{

enum { BURST_BYTES_MAX = 16 * 8, HP_COUNT = PL_PORT_HP3 - PL_PORT_HP0 + 1 };

} // namespace

PsBridge::PsBridge(sc_core::sc_module_name name, Tracer &tracer, const pl_host_ops *ops, void *host)
    : sc_core::sc_module(name), gp0("gp0"), acp("acp"), hp("hp", HP_COUNT), irq("irq", PL_IRQ_COUNT),
      tracer_(tracer), ops_(ops), host_(host)
{
    SC_HAS_PROCESS(PsBridge);
    gp0.register_nb_transport_bw(this, &PsBridge::answered);
    acp.register_b_transport(this, &PsBridge::memory, PL_PORT_ACP);
    for (int n = 0; n < HP_COUNT; n++)
        hp[static_cast<size_t>(n)].register_b_transport(this, &PsBridge::memory, PL_PORT_HP0 + n);
    SC_METHOD(irq_method);
    for (auto &line : irq)
        sensitive << line;
    dont_initialize();
}

bool PsBridge::request(bool is_write, uint32_t addr, unsigned size_bytes, uint32_t data)
{
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;

    data_ = is_write ? data : 0;
    access_.set_command(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    access_.set_address(addr);
    access_.set_data_ptr(reinterpret_cast<unsigned char *>(&data_));
    access_.set_data_length(size_bytes);
    access_.set_streaming_width(size_bytes);
    access_.set_byte_enable_ptr(nullptr);
    access_.set_dmi_allowed(false);
    access_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    return gp0->nb_transport_fw(access_, phase, delay) == tlm::TLM_UPDATED;
}

tlm::tlm_sync_enum PsBridge::answered(tlm::tlm_generic_payload & /* access_ */,
                                      tlm::tlm_phase & /* BEGIN_RESP */, sc_core::sc_time &delay)
{
    handshake_ps_ = (sc_core::sc_time_stamp() + delay).value();
    return tlm::TLM_COMPLETED;
}

pl_resp PsBridge::response(uint32_t &data, uint64_t &handshake_ps) const
{
    const tlm::tlm_response_status status = access_.get_response_status();

    handshake_ps = handshake_ps_;
    data = status == tlm::TLM_OK_RESPONSE ? data_ : 0;
    if (status == tlm::TLM_OK_RESPONSE)
        return PL_OKAY;
    return status == tlm::TLM_ADDRESS_ERROR_RESPONSE ? PL_DECERR : PL_SLVERR;
}

void PsBridge::memory(int port, tlm::tlm_generic_payload &trans, sc_core::sc_time &delay)
{
    const uint64_t time_ps = (sc_core::sc_time_stamp() + delay).value();
    const unsigned size = trans.get_data_length();
    const uint8_t *enable = trans.get_byte_enable_ptr();
    uint8_t strobe[BURST_BYTES_MAX];
    uint64_t ready_ps = time_ps;
    pl_resp resp;

    if (size > BURST_BYTES_MAX || (enable != nullptr && trans.get_byte_enable_length() != size)) {
        trans.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
        return;
    }
    if (trans.get_command() == tlm::TLM_READ_COMMAND) {
        resp = ops_->mem_read(host_, static_cast<pl_port>(port), trans.get_address(), trans.get_data_ptr(),
                              size, time_ps, &ready_ps);
    } else {
        for (unsigned i = 0; enable != nullptr && i < size; i++)
            strobe[i] = enable[i] == TLM_BYTE_ENABLED;
        resp = ops_->mem_write(host_, static_cast<pl_port>(port), trans.get_address(), trans.get_data_ptr(),
                               enable != nullptr ? strobe : nullptr, size, time_ps, &ready_ps);
    }
    tracer_.write(trans.get_command() == tlm::TLM_READ_COMMAND ? ZT_TRACE_DMA_READ : ZT_TRACE_DMA_WRITE,
                  time_ps, static_cast<uint16_t>(port), size | static_cast<uint32_t>(resp) << 16,
                  trans.get_address(), zt_crc32c(0, trans.get_data_ptr(), size));
    if (ready_ps > time_ps)
        delay += sc_core::sc_time::from_value(ready_ps - time_ps);
    trans.set_response_status(resp == PL_OKAY     ? tlm::TLM_OK_RESPONSE
                              : resp == PL_DECERR ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                                                  : tlm::TLM_GENERIC_ERROR_RESPONSE);
}

void PsBridge::irq_method()
{
    const uint64_t time_ps = sc_core::sc_time_stamp().value();

    for (unsigned line = 0; line < PL_IRQ_COUNT; line++) {
        const bool level = irq[line].read();
        if (level == ((levels_ >> line & 1u) != 0))
            continue;
        levels_ = static_cast<uint16_t>(levels_ ^ (1u << line));
        tracer_.write(ZT_TRACE_IRQ_RAISED, time_ps, static_cast<uint16_t>(line), 0, level, 0);
        ops_->irq(host_, line, level, time_ps);
    }
}

} // namespace zt
