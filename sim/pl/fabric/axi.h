/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * One AXI3 port as the wires of its five channels, at one moment. Both the checker and the port
 * models work on this; StaticRegion copies it from and to the pins of the Verilated model. Ports
 * narrower than a field leave the rest 0.
 */
#ifndef ZT_FABRIC_AXI_H
#define ZT_FABRIC_AXI_H

#include <cstdint>

namespace zt
{

enum { AXI_BURST_FIXED = 0, AXI_BURST_INCR = 1, AXI_BURST_WRAP = 2 };
enum { AXI_BEATS_MAX = 16, AXI_BOUNDARY_BYTES = 4096 };

struct AxiAddress { /* AW or AR */
    uint8_t valid = 0;
    uint8_t ready = 0;
    uint8_t len = 0;  /* beats - 1 */
    uint8_t size = 0; /* log2 of bytes a beat */
    uint8_t burst = AXI_BURST_INCR;
    uint16_t id = 0;
    uint32_t addr = 0;

    bool fires() const
    {
        return valid && ready;
    }
    bool same(const AxiAddress &o) const
    {
        return len == o.len && size == o.size && burst == o.burst && id == o.id && addr == o.addr;
    }
};

struct AxiWriteData {
    uint8_t valid = 0;
    uint8_t ready = 0;
    uint8_t last = 0;
    uint8_t strb = 0;
    uint16_t id = 0;
    uint64_t data = 0;

    bool fires() const
    {
        return valid && ready;
    }
    bool same(const AxiWriteData &o) const
    {
        return last == o.last && strb == o.strb && id == o.id && data == o.data;
    }
};

struct AxiWriteResponse {
    uint8_t valid = 0;
    uint8_t ready = 0;
    uint8_t resp = 0;
    uint16_t id = 0;

    bool fires() const
    {
        return valid && ready;
    }
    bool same(const AxiWriteResponse &o) const
    {
        return resp == o.resp && id == o.id;
    }
};

struct AxiReadData {
    uint8_t valid = 0;
    uint8_t ready = 0;
    uint8_t last = 0;
    uint8_t resp = 0;
    uint16_t id = 0;
    uint64_t data = 0;

    bool fires() const
    {
        return valid && ready;
    }
    bool same(const AxiReadData &o) const
    {
        return last == o.last && resp == o.resp && id == o.id && data == o.data;
    }
};

struct AxiPins {
    AxiAddress aw;
    AxiWriteData w;
    AxiWriteResponse b;
    AxiAddress ar;
    AxiReadData r;

    bool any_valid() const
    {
        return (aw.valid | w.valid | b.valid | ar.valid | r.valid) != 0;
    }
};

/* Address of the first byte of the bus word or part of it that beat n of an INCR burst uses. */
inline uint32_t axi_beat_address(const AxiAddress &a, unsigned beat)
{
    const uint32_t bytes = 1u << a.size;

    return beat == 0 ? a.addr : (a.addr & ~(bytes - 1)) + beat * bytes;
}

} // namespace zt

#endif
