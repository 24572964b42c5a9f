// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Tells `quiet` (../slot.h) for a thread that has no such pin: once a whole clock has changed nothing of all the
// model's state while the inputs held, no further clock will. The state is the bytes of Verilator's object that
// contains every signal and every memory of the model; pointers in it are constant.
#ifndef ZT_SLOT_STILL_HPP
#define ZT_SLOT_STILL_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../slot.h"

class Still
{
  public:
    Still(const void *state, size_t size_bytes)
        : state_(static_cast<const unsigned char *>(state)), seen_(size_bytes)
    {
    }

    // After each evaluation. The answer holds for these inputs.
    bool look(const zt_slot_in &in, const zt_slot_out &out)
    {
        if (in.clk != 0) {
            rose_ = true;
            return false;
        }
        if (!same(in, out)) {
            in_ = in;
            out_ = out;
            clocks_ = 0;
            still_ = false;
        } else if (rose_ && !still_) {
            clocks_++;
            compare();
        }
        rose_ = false;
        return still_;
    }

  private:
    static constexpr uint64_t CLOCKS_MIN = 8; // a power of two

    bool same(const zt_slot_in &in, const zt_slot_out &out) const
    {
        return in.rst == in_.rst && in.signal == in_.signal && in.osif_sw2hw_data == in_.osif_sw2hw_data &&
               in.osif_sw2hw_empty == in_.osif_sw2hw_empty && in.osif_hw2sw_full == in_.osif_hw2sw_full &&
               in.memif_hwt2mem_full == in_.memif_hwt2mem_full &&
               in.memif_mem2hwt_data == in_.memif_mem2hwt_data &&
               in.memif_mem2hwt_empty == in_.memif_mem2hwt_empty &&
               out.osif_hw2sw_data == out_.osif_hw2sw_data && out.osif_hw2sw_we == out_.osif_hw2sw_we &&
               out.memif_hwt2mem_data == out_.memif_hwt2mem_data && out.osif_sw2hw_re == out_.osif_sw2hw_re &&
               out.memif_hwt2mem_we == out_.memif_hwt2mem_we && out.memif_mem2hwt_re == out_.memif_mem2hwt_re;
    }

    // The state is looked at after 8, 16, 32, ... clocks without a change of a pin, and in the clock after: a thread that
    // is at work inside is not slowed down.
    void compare()
    {
        if (clocks_ >= CLOCKS_MIN && (clocks_ & (clocks_ - 1)) == 0)
            memcpy(seen_.data(), state_, seen_.size());
        else if (clocks_ > CLOCKS_MIN && ((clocks_ - 1) & (clocks_ - 2)) == 0)
            still_ = memcmp(seen_.data(), state_, seen_.size()) == 0;
    }

    const unsigned char *state_;
    std::vector<unsigned char> seen_;
    zt_slot_in in_{};
    zt_slot_out out_{};
    uint64_t clocks_ = 0; // with these pins
    bool rose_ = false;
    bool still_ = false;
};

#endif
