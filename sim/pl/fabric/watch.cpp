/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "watch.h"

namespace zt
{

void Watch::edge(const StaticRegion &region, bool core, const AxiPins *gp0, uint64_t time_ps)
{
    const Vpl_static &v = region.pins();

    if (core && v.probe_memif_grant_o) {
        /* The probe's command holds op 31:24 and bytes 23:0, the record op | bytes << 8. */
        const uint32_t cmd = v.probe_memif_cmd_o;
        tracer_.write(ZT_TRACE_MEMIF_REQUEST, time_ps, v.probe_memif_slot_o, (cmd >> 24) | (cmd << 8),
                      v.probe_memif_addr_o, 0);
    }
    if (v.probe_fault_o != faults_)
        faults(region, time_ps);
    if (core && (v.probe_dma_start_o | v.probe_dma_done_o))
        dma(region, time_ps);
    if (gp0 != nullptr)
        gp0_words(*gp0, time_ps);
    if (core)
        count_fifos(region);
}

void Watch::faults(const StaticRegion &region, uint64_t time_ps)
{
    const Vpl_static &v = region.pins();
    const uint32_t risen = v.probe_fault_o & ~faults_;

    for (unsigned s = 0; risen != 0 && s < ZT_NSLOTS; s++) {
        if (risen >> s & 1u)
            tracer_.write(ZT_TRACE_PAGE_FAULT, time_ps, static_cast<uint16_t>(s),
                          static_cast<uint32_t>(v.probe_fault_cause_o >> (4 * s)) & 15u, region.fault_addr(s),
                          0);
    }
    faults_ = v.probe_fault_o;
}

void Watch::dma(const StaticRegion &region, uint64_t time_ps)
{
    const Vpl_static &v = region.pins();

    if (v.probe_dma_done_o) {
        end_run(time_ps);
        tracer_.write(ZT_TRACE_DMA_DONE, time_ps, 0, v.probe_dma_setup_o, v.probe_dma_active_o,
                      v.probe_dma_gap_o);
        dma_active_ = false;
    }
    if (v.probe_dma_start_o) {
        dma_active_ = true;
        dma_addr_ = v.probe_dma_addr_o;
        dma_bytes_ = v.probe_dma_bytes_o;
        dma_start_ps_ = time_ps;
        dma_words_ = 0;
        first_run_ = true;
        tracer_.write(ZT_TRACE_DMA_START, time_ps, 0, 0, dma_addr_, dma_bytes_);
    }
}

void Watch::icap_change(bool writes, uint64_t time_ps, uint64_t cycle)
{
    if (!writes) {
        end_run(time_ps);
        run_end_cycle_ = cycle;
        return;
    }
    run_gap_ = first_run_ ? 0 : cycle - run_end_cycle_;
    first_run_ = false;
    run_words_ = 1;
}

void Watch::end_run(uint64_t time_ps)
{
    if (run_words_ == 0)
        return;
    dma_words_ += run_words_;
    tracer_.write(ZT_TRACE_ICAP_WORDS, time_ps, 0, 0, run_words_, run_gap_);
    run_words_ = 0;
}

void Watch::count_fifos(const StaticRegion &region)
{
    const Vpl_static &v = region.pins();
    const uint32_t visible = ~static_cast<uint32_t>(v.slot_decoupled_o);
    const uint32_t pushes = v.slot_hw2sw_we_i & ~v.slot_hw2sw_full_o & visible;
    const uint32_t pops = v.slot_sw2hw_re_i & ~v.slot_sw2hw_empty_o & visible;
    const uint32_t resets = v.slot_rst_o;

    if ((pushes | pops | resets) == 0)
        return;
    for (unsigned s = 0; s < ZT_NSLOTS; s++) {
        Osif &osif = osif_[s];
        if (resets >> s & 1u) {
            osif.to_slot = osif.from_slot = 0;
            continue;
        }
        if (pushes >> s & 1u && osif.from_slot < OSIF_FIFO_WORDS)
            osif.from_slot++;
        if (pops >> s & 1u && osif.to_slot != 0)
            osif.to_slot--;
    }
}

/* OSIF words that the CPU pushes and pops. Only one access is on GP0 at a time. */
void Watch::gp0_words(const AxiPins &p, uint64_t time_ps)
{
    if (p.aw.fires()) {
        write_addr_ = p.aw.addr;
        write_addr_seen_ = true;
    }
    if (p.w.fires()) {
        write_data_ = static_cast<uint32_t>(p.w.data);
        write_data_seen_ = true;
    }
    if (write_addr_seen_ && write_data_seen_) {
        const uint32_t at = write_addr_ - OSIF_BASE;
        write_addr_seen_ = write_data_seen_ = false;
        if (at / OSIF_STRIDE < ZT_NSLOTS && at % OSIF_STRIDE == 4) {
            Osif &osif = osif_[at / OSIF_STRIDE];
            if (osif.to_slot < OSIF_FIFO_WORDS && !(reset_ >> (at / OSIF_STRIDE) & 1u)) {
                osif.to_slot++;
                osif.pushed++;
                tracer_.write(ZT_TRACE_OSIF_WORD, time_ps, static_cast<uint16_t>(at / OSIF_STRIDE), 0,
                              write_data_, 0);
            }
        }
    }
    if (p.ar.fires()) {
        const uint32_t at = p.ar.addr - OSIF_BASE;
        pop_slot_ = at / OSIF_STRIDE;
        pop_pending_ =
            at / OSIF_STRIDE < ZT_NSLOTS && at % OSIF_STRIDE == 0 && osif_[pop_slot_].from_slot != 0;
    }
    if (p.r.fires() && pop_pending_) {
        pop_pending_ = false;
        osif_[pop_slot_].from_slot -= osif_[pop_slot_].from_slot != 0;
        osif_[pop_slot_].popped++;
        tracer_.write(ZT_TRACE_OSIF_WORD, time_ps, static_cast<uint16_t>(pop_slot_), 1,
                      static_cast<uint32_t>(p.r.data), 0);
    }
}

void Watch::levels(const StaticRegion &region, uint64_t time_ps)
{
    const uint32_t decoupled = region.slots_decoupled();
    const uint32_t reset = region.slots_reset();
    const uint32_t changed = (decoupled ^ decoupled_) | (reset ^ reset_);

    for (unsigned s = 0; changed != 0 && s < ZT_NSLOTS; s++) {
        if ((decoupled ^ decoupled_) >> s & 1u)
            tracer_.write(ZT_TRACE_SLOT_FREEZE, time_ps, static_cast<uint16_t>(s), 0, decoupled >> s & 1u, 0);
        if ((reset ^ reset_) >> s & 1u)
            tracer_.write(ZT_TRACE_SLOT_RESET, time_ps, static_cast<uint16_t>(s), 0, reset >> s & 1u, 0);
    }
    decoupled_ = decoupled;
    reset_ = reset;
}

void Watch::describe_slot(unsigned s, std::string &out) const
{
    out += "OSIF words waiting to slot " + std::to_string(osif_[s].to_slot) + ", from slot " +
           std::to_string(osif_[s].from_slot) + " (pushed " + std::to_string(osif_[s].pushed) + ", popped " +
           std::to_string(osif_[s].popped) + ")";
}

} // namespace zt
