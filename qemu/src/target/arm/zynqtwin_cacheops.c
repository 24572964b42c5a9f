/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* CP15 c7 of ARMv7-A: cache maintenance by address and by set and way, charged and told (ARM DDI 0406C, B4.2.1). */
#include "qemu/osdep.h"
#include "cpu.h"
#include "cpregs.h"
#include "internals.h"
#include "zynqtwin/mem_cost.h"
#include "zynqtwin/slice.h"

static void line(CPUARMState *env, uint64_t mva, enum zt_cache_op op, bool data)
{
    GetPhysAddrResult res = {};
    ARMMMUFaultInfo fi = {};
    bool known = false;

    if (!slice_enabled) {
        return;
    }
    if (data && zt_l1_line_wanted()) {
        known = !get_phys_addr(env, mva, MMU_DATA_LOAD, arm_mmu_idx(env), &res, &fi);
    }
    zt_l1_line(env_cpu(env), op, data, known, res.f.phys_addr);
}

static void clean_line(CPUARMState *env, const ARMCPRegInfo *ri, uint64_t mva)
{
    line(env, mva, ZT_CACHE_CLEAN, true);
}

static void invalidate_line(CPUARMState *env, const ARMCPRegInfo *ri, uint64_t mva)
{
    line(env, mva, ZT_CACHE_INVALIDATE, true);
}

static void clean_invalidate_line(CPUARMState *env, const ARMCPRegInfo *ri, uint64_t mva)
{
    line(env, mva, ZT_CACHE_CLEAN_INVALIDATE, true);
}

static void invalidate_instructions(CPUARMState *env, const ARMCPRegInfo *ri, uint64_t mva)
{
    line(env, mva, ZT_CACHE_INVALIDATE, false);
}

static void set_way(CPUARMState *env, enum zt_cache_op op, uint64_t value)
{
    if (slice_enabled) {
        zt_l1_set_way(env_cpu(env), op, value);
    }
}

static void clean_set_way(CPUARMState *env, const ARMCPRegInfo *ri, uint64_t value)
{
    set_way(env, ZT_CACHE_CLEAN, value);
}

static void invalidate_set_way(CPUARMState *env, const ARMCPRegInfo *ri, uint64_t value)
{
    set_way(env, ZT_CACHE_INVALIDATE, value);
}

static void clean_invalidate_set_way(CPUARMState *env, const ARMCPRegInfo *ri, uint64_t value)
{
    set_way(env, ZT_CACHE_CLEAN_INVALIDATE, value);
}

/* Blocks of code end where they did when these were no operations: time does not depend on who listens. */
#define CACHE_OP(name_, crm_, opc2_, fn_)                                                                \
    {                                                                                                    \
        .name = name_, .cp = 15, .opc1 = 0, .crn = 7, .crm = crm_, .opc2 = opc2_, .access = PL1_W,       \
        .type = ARM_CP_NO_RAW | ARM_CP_SUPPRESS_TB_END, .writefn = fn_                                   \
    }

void zt_define_cache_ops(ARMCPU *cpu)
{
    static const ARMCPRegInfo ops[] = {
        CACHE_OP("ICIMVAU", 5, 1, invalidate_instructions),
        CACHE_OP("DCIMVAC", 6, 1, invalidate_line),
        CACHE_OP("DCISW", 6, 2, invalidate_set_way),
        CACHE_OP("DCCMVAC", 10, 1, clean_line),
        CACHE_OP("DCCSW", 10, 2, clean_set_way),
        CACHE_OP("DCCMVAU", 11, 1, clean_line),
        CACHE_OP("DCCIMVAC", 14, 1, clean_invalidate_line),
        CACHE_OP("DCCISW", 14, 2, clean_invalidate_set_way),
    };

    define_arm_cp_regs(cpu, ops);
}
