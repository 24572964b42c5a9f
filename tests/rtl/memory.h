// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// Memory behind an AXI port of the benches, and the generator of their random numbers.
#ifndef ZT_TESTS_RTL_MEMORY_H
#define ZT_TESTS_RTL_MEMORY_H

#include <cstdint>
#include <cstring>
#include <vector>

// xorshift64*, so that a bench is the same on every host.
class Random
{
  public:
    explicit Random(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1)
    {
    }
    uint32_t next()
    {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return static_cast<uint32_t>((state_ * 0x2545F4914F6CDD1Du) >> 32);
    }
    uint32_t below(uint32_t n)
    {
        return next() % n;
    }
    bool chance(uint32_t percent)
    {
        return below(100) < percent;
    }

  private:
    uint64_t state_;
};

// Bytes from address 0; beyond the end answers DECERR, as does [error_begin, error_end) with error_resp.
class Memory
{
  public:
    explicit Memory(size_t size_bytes) : bytes_(size_bytes, 0)
    {
    }
    size_t size() const
    {
        return bytes_.size();
    }
    uint32_t word(uint32_t addr) const
    {
        uint32_t w;
        std::memcpy(&w, &bytes_.at(addr + 3) - 3, 4);
        return w;
    }
    void set_word(uint32_t addr, uint32_t value)
    {
        std::memcpy(&bytes_.at(addr + 3) - 3, &value, 4);
    }
    uint64_t beat(uint32_t addr) const
    {
        return word(addr) | static_cast<uint64_t>(word(addr + 4)) << 32;
    }
    void write_beat(uint32_t addr, uint64_t data, unsigned strobes)
    {
        for (unsigned i = 0; i < 8; i++) {
            if (strobes >> i & 1) {
                bytes_.at(addr + i) = static_cast<uint8_t>(data >> (8 * i));
            }
        }
    }
    void set_error(uint32_t begin, uint32_t end, unsigned resp)
    {
        error_begin_ = begin;
        error_end_ = end;
        error_resp_ = resp;
    }
    unsigned resp(uint32_t addr) const
    {
        if (addr >= error_begin_ && addr < error_end_) {
            return error_resp_;
        }
        return addr + 8 > bytes_.size() ? 3 : 0;
    }
    const std::vector<uint8_t> &bytes() const
    {
        return bytes_;
    }

  private:
    std::vector<uint8_t> bytes_;
    uint32_t error_begin_ = 0, error_end_ = 0;
    unsigned error_resp_ = 0;
};

#endif
