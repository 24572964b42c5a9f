/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "slot_socket.h"

#include <cassert>
#include <cstring>
#include <dlfcn.h>

#include "prng.h"

namespace zt
{

namespace
{

bool same_inputs(const zt_slot_in &a, const zt_slot_in &b)
{
    return a.rst == b.rst && a.signal == b.signal && a.osif_sw2hw_empty == b.osif_sw2hw_empty &&
           a.osif_hw2sw_full == b.osif_hw2sw_full && a.memif_hwt2mem_full == b.memif_hwt2mem_full &&
           a.memif_mem2hwt_empty == b.memif_mem2hwt_empty && a.osif_sw2hw_data == b.osif_sw2hw_data &&
           a.memif_mem2hwt_data == b.memif_mem2hwt_data;
}

} // namespace

const zt_slot_vtable *SlotLibraries::open(const std::string &name, std::string &error)
{
    const auto known = open_.find(name);

    if (known != open_.end())
        return known->second;
    const std::string path = dir_ + "/" + name + ".so";
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char *why = dlerror();
        error = "The slot library " + path +
                " cannot be opened: " + (why != nullptr ? why : "no reason given") + ".";
        return nullptr;
    }
    void *symbol = dlsym(library, "zt_slot_entry");
    if (symbol == nullptr) {
        error = "The slot library " + path + " does not export zt_slot_entry.";
        return nullptr;
    }
    const zt_slot_vtable *(*entry)(void) = nullptr;
    static_assert(sizeof entry == sizeof symbol, "function pointers fit in object pointers (POSIX)");
    memcpy(&entry, &symbol, sizeof entry);
    const zt_slot_vtable *vtable = entry();
    if (vtable == nullptr || vtable->abi_version != ZT_SLOT_ABI_VERSION) {
        error = "The slot library " + path + " has ABI version " +
                std::to_string(vtable != nullptr ? vtable->abi_version : 0) + ", this PL needs " +
                std::to_string(ZT_SLOT_ABI_VERSION) + ".";
        return nullptr;
    }
    if (vtable->create == nullptr || vtable->eval == nullptr || vtable->destroy == nullptr ||
        vtable->name == nullptr || name != vtable->name) {
        error = "The slot library " + path + " says that it is '" +
                (vtable->name != nullptr ? vtable->name : "") + "', or lacks a function; its name must be '" +
                name + "'.";
        return nullptr;
    }
    open_[name] = vtable;
    return vtable;
}

SlotSocket::SlotSocket(sc_core::sc_module_name name, unsigned index, uint64_t seed, bool garbage)
    : sc_core::sc_module(name), index_(index), seed_(seed), garbage_state_(prng_seed(seed, index)),
      garbage_(garbage)
{
    next_garbage();
}

SlotSocket::~SlotSocket()
{
    if (thread_ != nullptr)
        thread_->destroy(instance_);
}

bool SlotSocket::plug(const zt_slot_vtable *thread)
{
    assert(thread_ == nullptr);
    instance_ = thread->create(prng_seed(seed_ ^ ++plugs_, index_));
    if (instance_ == nullptr)
        return false;
    thread_ = thread;
    asleep_ = false;
    inputs_new_ = true;
    reset_edges_ = 0;
    eval(0);
    return true;
}

void SlotSocket::unplug()
{
    if (thread_ == nullptr)
        return;
    thread_->destroy(instance_);
    instance_ = nullptr;
    thread_ = nullptr;
    next_garbage();
}

void SlotSocket::eval(uint8_t clk)
{
    in_.clk = clk;
    thread_->eval(instance_, &in_, &out_);
    high_ = clk != 0;
}

bool SlotSocket::clock_high()
{
    if (thread_ == nullptr || asleep_)
        return false;
    eval(1);
    inputs_new_ = false;
    if (!in_.rst)
        reset_edges_ = 0;
    else if (reset_edges_ < RESET_EDGES)
        reset_edges_++;
    return true;
}

void SlotSocket::settle(const zt_slot_in &in)
{
    const bool changed = !same_inputs(in, in_);

    if (changed) {
        in_ = in;
        inputs_new_ = true;
    }
    if (!changed && !high_)
        return;
    eval(0);
    /* Held in reset it has nothing to do either, whatever it says. */
    asleep_ = !inputs_new_ && (out_.quiet || (in_.rst && reset_edges_ >= RESET_EDGES));
}

void SlotSocket::next_garbage()
{
    if (thread_ != nullptr)
        return;
    memset(&out_, 0, sizeof out_);
    if (!garbage_)
        return;
    const uint64_t a = prng_next(garbage_state_);
    const uint64_t b = prng_next(garbage_state_);
    out_.osif_hw2sw_data = static_cast<uint32_t>(a);
    out_.memif_hwt2mem_data = static_cast<uint32_t>(a >> 32);
    out_.osif_sw2hw_re = (b >> 8) & 1u;
    out_.osif_hw2sw_we = (b >> 16) & 1u;
    out_.memif_hwt2mem_we = (b >> 24) & 1u;
    out_.memif_mem2hwt_re = (b >> 32) & 1u;
}

} // namespace zt
