/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Watches one AXI3 port and reports the first broken rule (ARM IHI 0022, AXI3): payload and valid stable
 * until ready, burst length, size and type, 4 KiB boundary, WLAST and RLAST on the right beat, write data in
 * the order of addresses, responses only for what is outstanding and in the order of each ID, no more bursts
 * outstanding than the port accepts.
 */
#ifndef ZT_FABRIC_AXI_CHECKER_H
#define ZT_FABRIC_AXI_CHECKER_H

#include <array>
#include <cstdint>
#include <string>

#include "axi.h"

namespace zt
{

class AxiChecker
{
  public:
    /* outstanding_max: bursts of each direction, at most 32. */
    AxiChecker(const char *port_name, unsigned bus_bytes, unsigned read_outstanding_max,
               unsigned write_outstanding_max, bool incr_only = false);

    /* The wires just before a rising clock edge. False: a rule is broken, see text(). */
    bool edge(const AxiPins &pins, uint64_t time_ps);
    void reset();

    bool busy() const
    {
        return reads_.count != 0 || writes_.count != 0;
    }
    const std::string &text() const
    {
        return text_;
    }
    /* Appends the last transactions, oldest first, one a line. */
    void describe(std::string &out) const;

  private:
    struct Burst {
        AxiAddress a;
        uint8_t beats = 0; /* seen so far */
        bool data_done = false;
        unsigned record = 0;
    };
    struct Queue {
        std::array<Burst, 32> slots;
        unsigned count = 0;
        void remove(unsigned n);
    };
    struct Record {
        uint64_t start_ps = 0;
        uint64_t end_ps = 0;
        AxiAddress a;
        bool is_write = false;
        bool done = false;
        uint8_t beats = 0;
        uint8_t resp = 0;
    };

    bool fail(const char *rule, uint64_t time_ps);
    bool check_stable(const AxiPins &pins, uint64_t time_ps);
    bool check_address(const AxiAddress &a, bool is_write, uint64_t time_ps);
    bool take_address(const AxiAddress &a, bool is_write, Queue &queue, unsigned limit, uint64_t time_ps);
    bool take_write_data(const AxiWriteData &w, uint64_t time_ps);
    bool check_strobes(const Burst &burst, const AxiWriteData &w, uint64_t time_ps);
    bool match_early_data(uint64_t time_ps);
    bool take_write_response(const AxiWriteResponse &b, uint64_t time_ps);
    bool take_read_data(const AxiReadData &r, uint64_t time_ps);
    unsigned note(const AxiAddress &a, bool is_write, uint64_t time_ps);

    std::string name_;
    unsigned bus_bytes_;
    unsigned read_max_;
    unsigned write_max_;
    bool incr_only_; /* the model behind this port knows no other burst */
    AxiPins last_;
    Queue reads_;
    Queue writes_;
    /* Data beats of the burst under way that came before its address. */
    unsigned early_beats_ = 0;
    uint16_t early_id_ = 0;
    bool early_last_ = false;
    bool write_in_data_ = false; /* a burst whose address is known is between its first and last beat */
    std::array<Record, 16> history_;
    unsigned history_next_ = 0;
    unsigned history_count_ = 0;
    std::string text_;
};

} // namespace zt

#endif
