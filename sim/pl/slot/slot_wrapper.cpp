// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Wraps one Verilated hardware thread as a slot library (../slot.h). Compiled once for each thread, with
//   ZT_THREAD_NAME    "sobel"
//   ZT_THREAD_VERSION text for reports
//   ZT_MODEL          Vsobel, the class; ZT_MODEL_HEADER "Vsobel.h"
#include <cassert>
#include <memory>
#include <new>

#include ZT_MODEL_HEADER
#include <verilated.h>

#include "../slot.h"

namespace
{

struct Instance {
    VerilatedContext context;
    std::unique_ptr<ZT_MODEL> model;
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
    return instance->model == nullptr ? nullptr : instance.release();
}

void eval(void *opaque, const zt_slot_in *in, zt_slot_out *out)
{
    ZT_MODEL *model = static_cast<Instance *>(opaque)->model.get();

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
    out->quiet = model->quiet_o;
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
