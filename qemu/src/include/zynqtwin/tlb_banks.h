/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Banks of software TLBs and jump caches, one for each address space identifier (ASID) that a core used lately.
 *
 * QEMU's TLB has no ASIDs: it is emptied at every CONTEXTIDR write, and with it the cache of translated code by
 * address. Here such a write swaps the core's tables for those of the new ASID. What QEMU calls "the TLB" is
 * the current bank; the banks of other ASIDs are kept by this file, and every operation on the TLB that
 * is not bound to the current ASID must be told to it (the functions below).
 *
 * All functions: on the vCPU thread, or before it runs, unless said otherwise.
 */
#ifndef ZYNQTWIN_TLB_BANKS_H
#define ZYNQTWIN_TLB_BANKS_H

#include "qemu/osdep.h"
#include "exec/cpu-common.h"
#include "exec/ramlist.h"

/* Entries of one mode's table, as a power of two. */
#define ZT_TLB_BITS 10

/* Set once before cores are made. False: the behaviour without any of this, for comparison. */
extern bool zt_fast;

/* modes: bit mask of the MMU modes whose entries depend on the ASID. */
void zt_banks_configure(bool fast, uint16_t modes);
uint16_t zt_banks_modes(void);

/* Memory for tables of cores that stay: zeroed, never freed. */
void *zt_banks_alloc(size_t bytes);

/* CONTEXTIDR.ASID changes from `from` to `to`. */
void zt_banks_switch(CPUState *cpu, uint8_t from, uint8_t to);

/* Every entry of the modes, resp. of one page, in the banks that are not current. */
void zt_banks_flush(CPUState *cpu, uint16_t modes);
void zt_banks_flush_page(CPUState *cpu, uint32_t addr, uint16_t modes);
/* TLBIASID: the entries of one ASID; true when it is the current one, which the caller must then flush. */
bool zt_banks_flush_asid(CPUState *cpu, uint8_t asid);
/* The data side of every entry of this physical page (at: of those at one address); with the core's TLB lock
 * held. */
void zt_banks_drop_data_at(CPUState *cpu, uint32_t vaddr_page, hwaddr paddr_page);
void zt_banks_drop_phys_page(CPUState *cpu, hwaddr paddr_page);
/* The jump caches that are not current. */
void zt_banks_flush_jumps(CPUState *cpu);
/* The block whose code is there became invalid. */
void zt_banks_forget_block(CPUState *cpu, uint32_t set, uint32_t code);
/* Writes to this RAM must take the slow path again. Any thread; with the core's TLB lock held. */
void zt_banks_reset_dirty(CPUState *cpu, uintptr_t start, uintptr_t length);

/* In cputlb.c and translate-all.c: the current bank alone. */
void tlb_flush_bank(CPUState *cpu, uint16_t modes);
void tcg_flush_jmp_cache_bank(CPUState *cpu);

/* How often what happened, for a look at the speed. */
struct zt_banks_counts {
    uint64_t switches, misses; /* misses: the ASID had no bank */
};
extern struct zt_banks_counts zt_banks_counts;

#endif
