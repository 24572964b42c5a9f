// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Wraps one Verilated hardware thread as a slot library (../slot.h). Compiled once for each thread, with
//   ZT_THREAD_NAME    "sobel"
//   ZT_THREAD_VERSION text for reports
//   ZT_MODEL          Vsobel, the class; ZT_MODEL_HEADER "Vsobel.h"
//   ZT_MODEL_STATE    Vsobel__Syms, the class with all its signals; ZT_MODEL_STATE_HEADER
//   ZT_PINS_HEADER    says whether it tells when it is quiet
#include <cassert>
#include <memory>
#include <new>

#include ZT_MODEL_HEADER
#include ZT_MODEL_STATE_HEADER
#include ZT_PINS_HEADER
#include <verilated.h>

#include "../slot.h"
#include "still.hpp"

namespace
{

struct Instance {
    VerilatedContext context;
    std::unique_ptr<ZT_MODEL> model;
    std::unique_ptr<Still> still; // only for a thread that does not tell
};

void *create(uint64_t seed)
{
    auto instance = std::unique_ptr<Instance>(new (std::nothrow) Instance);

    if (instance == nullptr)
        return nullptr;
    // Registers begin with bits that the seed gives, as they do on a chip with nobody's. Verilator takes 31
    // bits; 0 would make it ask the host.
    instance->context.randSeed(static_cast<int>((seed ^ seed >> 31 ^ seed >> 62) % 0x7fffffffu) + 1);
    instance->context.randReset(2);
    Verilated::threadContextp(&instance->context);
    instance->model.reset(new (std::nothrow) ZT_MODEL(&instance->context, ZT_THREAD_NAME));
    if (instance->model == nullptr)
        return nullptr;
#if ZT_DERIVE_QUIET
    const ZT_MODEL_STATE *state = instance->model->rootp->vlSymsp;
    instance->still.reset(new (std::nothrow) Still(state, sizeof *state));
    if (instance->still == nullptr)
        return nullptr;
#endif
    return instance.release();
}

void eval(void *opaque, const zt_slot_in *in, zt_slot_out *out)
{
    Instance *instance = static_cast<Instance *>(opaque);
    ZT_MODEL *model = instance->model.get();

    assert(in != nullptr && out != nullptr);
    model->clk_i = in->clk;
    model->rst_i = in->rst;
    model->signal_i = in->signal;
    model->osif_sw2hw_data_i = in->osif_sw2hw_data;
    model->osif_sw2hw_empty_i = in->osif_sw2hw_empty;
    model->osif_hw2sw_full_i = in->osif_hw2sw_full;
    model->memif_hwt2mem_full_i = in->memif_hwt2mem_full;
    model->memif_mem2hwt_data_i = in->memif_mem2hwt_data;
    model->memif_mem2hwt_empty_i = in->memif_mem2hwt_empty;
    model->eval();
    out->osif_hw2sw_data = model->osif_hw2sw_data_o;
    out->memif_hwt2mem_data = model->memif_hwt2mem_data_o;
    out->osif_sw2hw_re = model->osif_sw2hw_re_o;
    out->osif_hw2sw_we = model->osif_hw2sw_we_o;
    out->memif_hwt2mem_we = model->memif_hwt2mem_we_o;
    out->memif_mem2hwt_re = model->memif_mem2hwt_re_o;
    out->quiet = instance->still != nullptr ? instance->still->look(*in, *out) : model->quiet_o;
}

void destroy(void *opaque)
{
    delete static_cast<Instance *>(opaque);
}

} // namespace

extern "C" __attribute__((visibility("default"))) const zt_slot_vtable *zt_slot_entry(void)
{
    static const zt_slot_vtable vtable = {
        ZT_SLOT_ABI_VERSION,
        ZT_THREAD_NAME,
        ZT_THREAD_VERSION,
        1 /* quiet_o looks at the FIFOs' flags */,
        create,
        eval,
        destroy,
        nullptr,
        nullptr,
    };

    return &vtable;
}
