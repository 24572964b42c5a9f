/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The PL's way to the host's trace and to the end of the run. */
#ifndef ZT_FABRIC_TRACER_H
#define ZT_FABRIC_TRACER_H

#include <cstdio>
#include <string>

#include "../pl.h"

namespace zt
{

/* At least 8 digits, without 0x. */
inline std::string hex(uint64_t value)
{
    char text[20];

    snprintf(text, sizeof text, "%08llx", static_cast<unsigned long long>(value));
    return text;
}

class Tracer
{
  public:
    Tracer(const pl_host_ops *ops, void *host) : ops_(ops), host_(host)
    {
    }
    void write(zt_trace_kind kind, uint64_t time_ps, uint16_t source, uint32_t c, uint64_t a,
               uint64_t b) const
    {
        zt_trace_record record;

        record.time_ps = time_ps;
        record.kind = static_cast<uint16_t>(kind);
        record.source = source;
        record.c = c;
        record.a = a;
        record.b = b;
        ops_->trace(host_, &record);
    }
    /* Tells the host once; the PL is dead from then on. */
    void fatal(const std::string &text)
    {
        if (dead_)
            return;
        dead_ = true;
        ops_->fatal(host_, text.c_str());
    }
    bool dead() const
    {
        return dead_;
    }
    /* First 8 bytes of a name as a trace record holds them. */
    static uint64_t name8(const char *name)
    {
        uint64_t value = 0;

        for (unsigned i = 0; i < 8 && name[i] != '\0'; i++)
            value |= static_cast<uint64_t>(static_cast<unsigned char>(name[i])) << (8 * i);
        return value;
    }

  private:
    const pl_host_ops *ops_;
    void *host_;
    bool dead_ = false;
};

} // namespace zt

#endif
