/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Writes the trace's records about what happens inside the static region: from its probes, and for
 * OSIF words from the accesses on GP0 and from counting what goes in and out of each slot's FIFOs (an
 * access to a FIFO that is full or empty moves no word and makes no record).
 */
#ifndef ZT_FABRIC_WATCH_H
#define ZT_FABRIC_WATCH_H

#include <array>
#include <cstdint>

#include "axi.h"
#include "static_region.h"
#include "tracer.h"

namespace zt
{

class Watch
{
  public:
    explicit Watch(Tracer &tracer) : tracer_(tracer)
    {
    }
    /* Just before a rising edge, with the pins settled. core: it sees the edge. gp0 is nullptr when
     * no wire of it is valid. */
    void edge(const StaticRegion &region, bool core, const AxiPins *gp0, uint64_t time_ps);
    /* ICAP pins just before edge number `cycle`. */
    void icap(bool writes, uint64_t time_ps, uint64_t cycle)
    {
        if (writes == (run_words_ != 0)) {
            run_words_ += writes;
            return;
        }
        icap_change(writes, time_ps, cycle);
    }
    /* After an edge: levels that software or the slot's user may care for. */
    void levels(const StaticRegion &region, uint64_t time_ps);

    /* The last edge took a configuration word: the next one has to be seen, too. */
    bool in_run() const
    {
        return run_words_ != 0;
    }
    bool dma_active() const
    {
        return dma_active_;
    }
    uint64_t dma_addr() const
    {
        return dma_addr_;
    }
    uint64_t dma_bytes() const
    {
        return dma_bytes_;
    }
    uint64_t dma_start_ps() const
    {
        return dma_start_ps_;
    }
    uint64_t dma_words() const
    {
        return dma_words_;
    }
    void describe_slot(unsigned s, std::string &out) const;

  private:
    enum { OSIF_BASE = 0x75a00000, OSIF_SIZE = 0x10000, OSIF_STRIDE = 16, OSIF_FIFO_WORDS = 8 };

    struct Osif {
        uint32_t to_slot = 0;   /* words in sw->hw */
        uint32_t from_slot = 0; /* words in hw->sw */
        uint64_t pushed = 0;
        uint64_t popped = 0;
    };

    void icap_change(bool writes, uint64_t time_ps, uint64_t cycle);
    void end_run(uint64_t time_ps);
    void count_fifos(const StaticRegion &region);
    void gp0_words(const AxiPins &gp0, uint64_t time_ps);
    void dma(const StaticRegion &region, uint64_t time_ps);
    void faults(const StaticRegion &region, uint64_t time_ps);

    Tracer &tracer_;
    std::array<Osif, ZT_NSLOTS> osif_;
    uint32_t write_addr_ = 0;
    uint32_t write_data_ = 0;
    bool write_addr_seen_ = false;
    bool write_data_seen_ = false;
    bool pop_pending_ = false;
    unsigned pop_slot_ = 0;
    uint32_t faults_ = 0;
    uint32_t decoupled_ = 0;
    uint32_t reset_ = 0;
    uint64_t run_words_ = 0;
    uint64_t run_gap_ = 0;
    uint64_t run_end_cycle_ = 0;
    bool first_run_ = true;
    bool dma_active_ = false;
    uint64_t dma_addr_ = 0;
    uint64_t dma_bytes_ = 0;
    uint64_t dma_start_ps_ = 0;
    uint64_t dma_words_ = 0;
};

} // namespace zt

#endif
