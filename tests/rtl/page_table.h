// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
// Page tables in the benches' memory.
#ifndef ZT_TESTS_RTL_PAGE_TABLE_H
#define ZT_TESTS_RTL_PAGE_TABLE_H

#include "memory.h"

enum : uint32_t { AP_NONE = 0, AP_PRIV = 1, AP_USER_READ = 2, AP_USER_WRITE = 3, AP_READ_ONLY = 7 };

// One address space: first level at pgd (16 KiB), second-level tables from `tables` on, 1 KiB each.
class PageTable
{
  public:
    PageTable(Memory &memory, uint32_t pgd, uint32_t tables) : pgd(pgd), memory_(memory), next_(tables)
    {
        for (uint32_t i = 0; i < 4096; i++) {
            memory_.set_word(pgd + 4 * i, 0);
        }
    }
    void page(uint32_t va, uint32_t pa, uint32_t ap)
    {
        memory_.set_word(entry(va), (pa & 0xFFFFF000u) | (ap & 4) << 7 | (ap & 3) << 4 | 2);
    }
    void large(uint32_t va, uint32_t pa, uint32_t ap) // the 16 equal entries that the architecture asks for
    {
        for (uint32_t i = 0; i < 16; i++) {
            memory_.set_word(entry((va & 0xFFFF0000u) + (i << 12)),
                             (pa & 0xFFFF0000u) | (ap & 4) << 7 | (ap & 3) << 4 | 1);
        }
    }
    void section(uint32_t va, uint32_t pa, uint32_t ap)
    {
        memory_.set_word(pgd + 4 * (va >> 20), (pa & 0xFFF00000u) | (ap & 4) << 13 | (ap & 3) << 10 | 2);
    }
    void unmap(uint32_t va)
    {
        memory_.set_word(entry(va), 0);
    }
    // Address of the second-level entry; makes the table when there is none.
    uint32_t entry(uint32_t va)
    {
        uint32_t l1 = pgd + 4 * (va >> 20);
        if ((memory_.word(l1) & 3) != 1) {
            for (uint32_t i = 0; i < 256; i++) {
                memory_.set_word(next_ + 4 * i, 0);
            }
            memory_.set_word(l1, next_ | 1);
            next_ += 1024;
        }
        return (memory_.word(l1) & ~1023u) + 4 * (va >> 12 & 255);
    }
    const uint32_t pgd;

  private:
    Memory &memory_;
    uint32_t next_;
};

#endif
