/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The place of one reconfigurable slot. It exists from elaboration on; a hardware thread (slot.h) is
 * plugged into it when a bitstream is complete. Empty, it drives seeded garbage, new every cycle,
 * which the static region's decoupler has to hide.
 */
#ifndef ZT_FABRIC_SLOT_SOCKET_H
#define ZT_FABRIC_SLOT_SOCKET_H

#include <cstdint>
#include <map>
#include <string>

#include <systemc>

#include "../slot.h"

namespace zt
{

/* Opens slot libraries once each and keeps them for the life of the process. */
class SlotLibraries
{
  public:
    explicit SlotLibraries(const char *dir) : dir_(dir != nullptr ? dir : "")
    {
    }
    /* The library of hardware thread `name`, or nullptr and one sentence in error. */
    const zt_slot_vtable *open(const std::string &name, std::string &error);

  private:
    std::string dir_;
    std::map<std::string, const zt_slot_vtable *> open_;
};

class SlotSocket : public sc_core::sc_module
{
  public:
    SlotSocket(sc_core::sc_module_name name, unsigned index, uint64_t seed, bool garbage);
    ~SlotSocket() override;

    /* A new instance with the inputs of now; false: out of memory. */
    bool plug(const zt_slot_vtable *thread);
    void unplug();
    const zt_slot_vtable *thread() const
    {
        return thread_;
    }

    /* Rising edge with the inputs settled before it. False: asleep or empty. */
    bool clock_high();
    /* After the edge, of a slot that is not empty: new inputs (clk is ignored), clock low. Fresh outputs are
     * in out(). */
    void settle(const zt_slot_in &in);
    /* An empty slot's outputs for the next cycle. */
    void next_garbage();

    const zt_slot_out &out() const
    {
        return out_;
    }
    const zt_slot_in &in() const
    {
        return in_;
    }
    bool empty() const
    {
        return thread_ == nullptr;
    }
    /* No number of clock edges changes anything while no input changes. */
    bool quiet() const
    {
        return thread_ == nullptr || asleep_;
    }

  private:
    enum { RESET_EDGES = 4 }; /* a synchronous reset has reached everything */

    void eval(uint8_t clk);

    unsigned index_;
    uint64_t seed_;
    uint64_t garbage_state_;
    uint64_t plugs_ = 0; /* each new instance starts from its own seed */
    bool garbage_;
    const zt_slot_vtable *thread_ = nullptr;
    void *instance_ = nullptr;
    zt_slot_in in_{};
    zt_slot_out out_{};
    bool high_ = false;   /* the model saw clk 1 last */
    bool asleep_ = false; /* quiet, and an edge with these very inputs has been evaluated */
    bool inputs_new_ = true;
    unsigned reset_edges_ = 0; /* evaluated with reset, up to RESET_EDGES */
};

} // namespace zt

#endif
