/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "gp_port.h"

#include <cassert>
#include <cstdio>
#include <cstring>

#include "../params.h"

namespace zt
{

namespace
{

enum { ID_MASK = 0xfff };

uint8_t log2_size(unsigned size_bytes)
{
    return size_bytes == 1 ? 0 : size_bytes == 2 ? 1 : 2;
}

tlm::tlm_response_status from_axi(uint8_t resp)
{
    switch (resp) {
    case 0:
    case 1:
        return tlm::TLM_OK_RESPONSE;
    case 3:
        return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    default:
        return tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
}

} // namespace

GpPort::GpPort(sc_core::sc_module_name name)
    : sc_core::sc_module(name), socket("socket"), checker(static_cast<const char *>(name), 4, 1, 1)
{
    socket.register_nb_transport_fw(this, &GpPort::accept);
}

void GpPort::reset(AxiPins &pins)
{
    assert(request_ == nullptr);
    checker.reset();
    pins = AxiPins();
    pins.b.ready = 1;
    pins.r.ready = 1;
}

tlm::tlm_sync_enum GpPort::accept(tlm::tlm_generic_payload &trans, tlm::tlm_phase &phase,
                                  sc_core::sc_time & /* delay: we act at the next edge */)
{
    const unsigned size = trans.get_data_length();

    assert(phase == tlm::BEGIN_REQ);
    if (request_ != nullptr || (size != 1 && size != 2 && size != 4) ||
        (trans.get_address() & (size - 1)) != 0) {
        trans.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
        return tlm::TLM_COMPLETED;
    }
    request_ = &trans;
    driven_ = false;
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
}

void GpPort::drive(AxiPins &pins)
{
    const bool is_write = request_->get_command() == tlm::TLM_WRITE_COMMAND;
    const uint32_t addr = static_cast<uint32_t>(request_->get_address());
    const unsigned size = request_->get_data_length();
    AxiAddress &a = is_write ? pins.aw : pins.ar;

    assert(has_request());
    driven_ = true;
    a.valid = 1;
    a.addr = addr;
    a.id = next_id_;
    a.len = 0;
    a.size = log2_size(size);
    a.burst = AXI_BURST_INCR;
    if (is_write) {
        uint32_t word = 0;
        memcpy(&word, request_->get_data_ptr(), size);
        pins.w.valid = 1;
        pins.w.last = fault_ == AXI_FAULT_NO_WLAST ? 0 : 1;
        pins.w.id = next_id_;
        pins.w.data = static_cast<uint64_t>(word) << (8 * (addr & 3));
        pins.w.strb = static_cast<uint8_t>(((1u << size) - 1) << (addr & 3));
    }
    next_id_ = (next_id_ + 1) & ID_MASK;
}

bool GpPort::edge(AxiPins &pins, uint64_t time_ps)
{
    bool changed = false;

    if (pins.aw.fires()) {
        pins.aw.valid = 0;
        changed = true;
    }
    if (pins.w.fires()) {
        pins.w.valid = 0;
        changed = true;
    }
    if (pins.ar.fires()) {
        pins.ar.valid = 0;
        changed = true;
    }
    if (request_ == nullptr || !driven_)
        return changed;
    if (pins.b.fires() && request_->get_command() == tlm::TLM_WRITE_COMMAND)
        respond(from_axi(pins.b.resp), time_ps);
    else if (pins.r.fires() && request_->get_command() == tlm::TLM_READ_COMMAND) {
        const uint32_t lane = static_cast<uint32_t>(request_->get_address()) & 3;
        const uint32_t word = static_cast<uint32_t>(pins.r.data >> (8 * lane));
        memcpy(request_->get_data_ptr(), &word, request_->get_data_length());
        respond(from_axi(pins.r.resp), time_ps);
    }
    return changed;
}

void GpPort::respond(tlm::tlm_response_status status, uint64_t time_ps)
{
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::sc_time::from_value(time_ps) - sc_core::sc_time_stamp();
    tlm::tlm_generic_payload *trans = request_;

    request_ = nullptr;
    driven_ = false;
    trans->set_response_status(status);
    socket->nb_transport_bw(*trans, phase, delay); /* the initiator always answers COMPLETED */
}

void GpPort::abandon(AxiPins &pins, uint64_t time_ps)
{
    pins.aw.valid = pins.w.valid = pins.ar.valid = 0;
    if (request_ != nullptr)
        respond(tlm::TLM_GENERIC_ERROR_RESPONSE, time_ps);
}

std::string GpPort::describe(const AxiPins &pins) const
{
    char text[256];

    if (request_ == nullptr)
        return "";
    snprintf(text, sizeof text,
             "%s: %s of %u bytes at 0x%08llx; pins AW %u/%u W %u/%u B %u/%u AR %u/%u R %u/%u (valid/ready)",
             name(), request_->get_command() == tlm::TLM_WRITE_COMMAND ? "write" : "read",
             request_->get_data_length(), static_cast<unsigned long long>(request_->get_address()),
             pins.aw.valid, pins.aw.ready, pins.w.valid, pins.w.ready, pins.b.valid, pins.b.ready,
             pins.ar.valid, pins.ar.ready, pins.r.valid, pins.r.ready);
    return text;
}

} // namespace zt
