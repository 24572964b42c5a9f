/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* What sliced time knows of the cores' architecture: what exceptions and registers cost, where a core is. */
#include "qemu/osdep.h"
#include "cpu.h"
#include "slice_internal.h"
#include "zynqtwin/costs.h"

/* UG585 table 4-1 and the Cortex-A9 MPCore TRM, table 1-3. The M_AXI_GP ports (0x40000000 to 0xBFFFFFFF) cost
 * what the PL says, the PL310 (0xF8F02000) what its maintenance costs. */
#define PERIPH_FIRST 0xE0000000u
#define PERIPH_END 0xFC000000u
#define PRIVATE_FIRST 0xF8F00000u
#define PRIVATE_END 0xF8F02000u
#define PL310_END 0xF8F03000u
#define OWN_TIMERS_FIRST 0xF8F00600u /* private timer and watchdog: each core sees its own */
#define OWN_TIMERS_END 0xF8F00700u
#define CONTEXTIDR_ASID 0xffu

bool slice_arm_takes_interrupt(CPUState *cpu)
{
    CPUARMState *env = &ARM_CPU(cpu)->env;
    int pending = qatomic_read(&cpu->interrupt_request);

    return ((pending & CPU_INTERRUPT_HARD) && !(env->daif & PSTATE_I)) ||
           ((pending & CPU_INTERRUPT_FIQ) && !(env->daif & PSTATE_F));
}

bool slice_arm_same_process(CPUState *a, CPUState *b)
{
    return ((ARM_CPU(a)->env.cp15.contextidr_el[1] ^ ARM_CPU(b)->env.cp15.contextidr_el[1]) & CONTEXTIDR_ASID) == 0;
}

void slice_arm_place(CPUState *cpu, struct slice_ahead *place)
{
    CPUARMState *env = &ARM_CPU(cpu)->env;

    place->pc = env->regs[15];
    place->mode = env->uncached_cpsr & CPSR_M;
    place->sp = env->regs[13];
    place->asid = place->mode == ARM_CPU_MODE_USR ? env->cp15.contextidr_el[1] & CONTEXTIDR_ASID : 0;
}

void slice_exception_entry(CPUState *cpu)
{
    struct slice_core *c = slice_core_of(cpu);

    switch (cpu->exception_index) {
    case EXCP_IRQ:
    case EXCP_FIQ:
        c->irq_ps = -1;
        slice_charge_ps(cpu, zt_costs.exc_irq_ps);
        break;
    case EXCP_SWI:
        slice_charge_ps(cpu, zt_costs.exc_svc_ps);
        break;
    case EXCP_UDEF:
    case EXCP_PREFETCH_ABORT:
    case EXCP_DATA_ABORT:
        slice_charge_ps(cpu, zt_costs.exc_abort_ps);
        break;
    default:
        break;
    }
}

void slice_exception_return(CPUState *cpu)
{
    slice_charge_ps(cpu, zt_costs.exc_return_ps);
    slice_pay_ahead(cpu);
}

void slice_asid_switch(CPUState *cpu, uint32_t from, uint32_t to)
{
    if (((from ^ to) & CONTEXTIDR_ASID) && cpu->running) {
        slice_charge_ps(cpu, zt_costs.asid_switch_ps);
    }
}

bool slice_barrier_costs(void)
{
    return slice_enabled && (zt_costs.barrier_ps || zt_costs.gp_write_outstanding);
}

void slice_drain(CPUState *cpu)
{
    if (slice.hooks.drain) {
        slice.hooks.drain(cpu);
    }
}

void slice_barrier(CPUState *cpu)
{
    slice_drain(cpu);
    slice_charge_ps(cpu, zt_costs.barrier_ps);
}

static bool own_register(hwaddr paddr)
{
    return paddr >= OWN_TIMERS_FIRST && paddr < OWN_TIMERS_END;
}

bool slice_io_must_wait(CPUState *cpu, hwaddr paddr)
{
    return !own_register(paddr) && slice_must_wait(cpu);
}

void slice_io_done(CPUState *cpu, hwaddr paddr, bool is_write)
{
    struct slice_core *c = slice_core_of(cpu);

    if (cpu != slice.running) {
        return;
    }
    if (paddr >= PRIVATE_FIRST && paddr < PRIVATE_END) {
        slice_charge_ps(cpu, is_write ? zt_costs.scu_write_ps : zt_costs.scu_read_ps);
    } else if (paddr >= PERIPH_FIRST && paddr < PERIPH_END && !(paddr >= PRIVATE_END && paddr < PL310_END)) {
        slice_charge_ps(cpu, is_write ? zt_costs.periph_write_ps : zt_costs.periph_read_ps);
    }
    if (!own_register(paddr)) {
        c->floor_ps = MAX(c->floor_ps, slice_local_ps(cpu));
    }
}
