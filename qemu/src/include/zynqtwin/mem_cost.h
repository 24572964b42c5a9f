/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Memory kinds: what an access costs by the attributes of its page, and who wants to see it.
 *
 * A page whose accesses cost time by themselves (Device, strongly ordered, Normal non-cacheable, on-chip
 * memory), or that somebody watches, has TLB_SLOW in its TLB entries for data: each access takes QEMU's slow
 * path and calls zt_mem_access. Other pages keep the fast path. Cacheable pages are sampled, see l2_model.h.
 */
#ifndef ZYNQTWIN_MEM_COST_H
#define ZYNQTWIN_MEM_COST_H

#include "qemu/osdep.h"
#include "exec/cpu-common.h"

/* What a page-table entry says of a page (ARM DDI 0406C, B3.8: TEX, C, B with SCTLR.TRE, PRRR and NMRR). */
enum zt_mem_kind { ZT_MEM_CACHEABLE, ZT_MEM_INNER_NC, ZT_MEM_NONCACHEABLE, ZT_MEM_DEVICE, ZT_MEM_STRONGLY_ORDERED };

/* Watchers of physical pages (the coherence checker, windows that two systems share). */
struct zt_page_watch {
    /* True when accesses to this page must be seen (called when a TLB entry is made). */
    bool (*wants)(uint64_t paddr_page, enum zt_mem_kind kind, bool shareable);
    /* One access, before it happens. size: 1 to 8. May leave the CPU loop with retaddr (catch-up). host: the
     * page's memory at this address, which the watcher may change (stale data). */
    void (*access)(CPUState *cpu, uint64_t vaddr, uint64_t paddr, unsigned size, bool is_write,
                   enum zt_mem_kind kind, void *host, uintptr_t retaddr);
    /* An access that faults because it is unaligned and the page is Device or strongly ordered. May be NULL. */
    void (*unaligned)(CPUState *cpu, uint64_t paddr, unsigned size, enum zt_mem_kind kind, uintptr_t retaddr);
};
#define ZT_PAGE_WATCHES_MAX 4
void zt_page_watch_add(const struct zt_page_watch *watch); /* before any core runs */
/* The watcher's answer for this page changes: drops it from every TLB. */
void zt_page_watch_changed(uint64_t paddr_page);

/* ---- QEMU's side (accel/tcg/cputlb.c) ---- */

/* One data access to a page with TLB_SLOW, before it happens. Unaligned: one access, or one for each page. */
struct zt_access {
    uint64_t vaddr;
    uint64_t paddr;
    unsigned size; /* bytes, 1 to 16 */
    bool is_write; /* an atomic read-modify-write is a write */
    enum zt_mem_kind kind;
    bool shareable;
    void *host;
    uintptr_t retaddr;
};

/* True when data accesses to this page of RAM must be told: a TLB entry for it is being made, for this core and
 * address. */
bool zt_mem_slow(CPUState *cpu, uint64_t vaddr_page, uint64_t paddr_page, enum zt_mem_kind kind, bool shareable);
/* Watchers first (they may leave the CPU loop, then the access comes again), then the charge. */
void zt_mem_access(CPUState *cpu, const struct zt_access *access);
/* For the watchers, before the fault of an unaligned access. */
void zt_mem_unaligned(CPUState *cpu, uint64_t paddr, unsigned size, enum zt_mem_kind kind, uintptr_t retaddr);
/* In cputlb.c. Drops the data side of every TLB entry of this page, on all cores. */
void tlb_drop_phys_page(hwaddr paddr_page);
void tlb_drop_data_at(CPUState *cpu, uint64_t vaddr, hwaddr paddr_page); /* of one core, at one address */
/* The core's entries of this page at this address lose TLB_SLOW. */
void tlb_quicken(CPUState *cpu, uint64_t vaddr, hwaddr paddr_page);

/* Cache maintenance by the running core. op by physical address where the instruction or register gives one. */
enum zt_cache_op { ZT_CACHE_CLEAN, ZT_CACHE_INVALIDATE, ZT_CACHE_CLEAN_INVALIDATE };
enum zt_cache_level { ZT_CACHE_L1, ZT_CACHE_L2 };
struct zt_cache_watch {
    /* One line by address; whole: everything (set/way, by way). */
    void (*line)(CPUState *cpu, enum zt_cache_level level, enum zt_cache_op op, uint64_t paddr);
    void (*whole)(CPUState *cpu, enum zt_cache_level level, enum zt_cache_op op);
    void (*l2_enable)(bool on); /* PL310 control register; off after reset */
};
void zt_cache_watch_set(const struct zt_cache_watch *watch);

/* ---- QEMU's side of it (hw/misc/arm_l2x0.c, target/arm/zynqtwin_cacheops.c) ---- */

/* An access of the running core to the PL310's register at `offset`: charged, and told. */
void zt_l2_register(uint32_t offset, uint32_t value, bool is_write);
/* CP15 c7 by the running core: one line (paddr_known false: nothing is mapped there), or one set and way.
 * data: of the data cache. */
void zt_l1_line(CPUState *cpu, enum zt_cache_op op, bool data, bool paddr_known, uint64_t paddr);
void zt_l1_set_way(CPUState *cpu, enum zt_cache_op op, uint32_t set_way);
/* True when somebody wants to know the physical address of a line. */
bool zt_l1_line_wanted(void);
void zt_cache_l2_enable(bool on);

#endif
