/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* What accesses cost by the kind of their memory, and who watches. See include/zynqtwin/mem_cost.h. */
#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/core/cpu.h"
#include "zynqtwin/costs.h"
#include "zynqtwin/ddr.h"
#include "zynqtwin/l2_model.h"
#include "zynqtwin/mem_cost.h"
#include "zynqtwin/slice.h"

#define PAGE_MASK_BITS UINT64_C(0xfff)
#define DDR_END (1 * GiB)
#define OCM_FIRST 0xFFFC0000u /* 256 KiB, to the end of the addresses */
#define LINE_BYTES 32u
#define MERGE_BYTES 32u /* what the store buffer gathers of Normal non-cacheable writes */
#define NOWHERE UINT64_MAX
#define SAME_LINE_COUNTS 4

static const struct zt_page_watch *watches[ZT_PAGE_WATCHES_MAX];
static unsigned watch_count;
static const struct zt_cache_watch *cache_watch;

/* What a core did last to Normal non-cacheable memory. */
static struct {
    uint64_t read_end;   /* the address after its last read */
    uint64_t write_open; /* the MERGE_BYTES that its last write is in */
} last[L2_CORES] = { { NOWHERE, NOWHERE }, { NOWHERE, NOWHERE } };

/* The line that a core touched last, in a page that is observed: times two, and one more if it wrote. */
static struct {
    uint64_t line;
    uint32_t times;
} last_line[L2_CORES] = { { NOWHERE, 0 }, { NOWHERE, 0 } };

/*
 * Cold lines that a core writes: their fetch is charged when it turns out that not all of their bytes are written
 * before the core has gone on (a Cortex-A9 does not fetch lines that are written whole, in a row).
 */
#define OPEN_LINES 4
static struct open_line {
    uint64_t line;    /* address / LINE_BYTES; 0: none */
    uint32_t written; /* one bit a byte */
} open_lines[L2_CORES][OPEN_LINES];
static unsigned open_next[L2_CORES];

static struct l2_model *l2; /* NULL: nothing of cacheable memory costs anything */

/* ---- who watches ---- */

void zt_page_watch_add(const struct zt_page_watch *watch)
{
    g_assert(watch_count < ZT_PAGE_WATCHES_MAX);
    g_assert(watch->wants && watch->access);
    watches[watch_count++] = watch;
}

void zt_page_watch_changed(uint64_t paddr_page)
{
    tlb_drop_phys_page(paddr_page);
}

void zt_cache_watch_set(const struct zt_cache_watch *watch)
{
    g_assert(!cache_watch);
    cache_watch = watch;
}

static bool watched(uint64_t paddr_page, enum zt_mem_kind kind, bool shareable)
{
    unsigned i;

    for (i = 0; i < watch_count; i++) {
        if (watches[i]->wants(paddr_page, kind, shareable)) {
            return true;
        }
    }
    return false;
}

static void tell(CPUState *cpu, const struct zt_access *a)
{
    unsigned i;

    for (i = 0; i < watch_count; i++) {
        if (watches[i]->wants(a->paddr & ~PAGE_MASK_BITS, a->kind, a->shareable)) {
            watches[i]->access(cpu, a->vaddr, a->paddr, a->size, a->is_write, a->kind, a->host, a->retaddr);
        }
    }
}

/* ---- what it costs ---- */

static bool in_ocm(uint64_t paddr)
{
    return paddr >= OCM_FIRST && paddr <= UINT32_MAX;
}

/*
 * Where pages that are not observed have fast entries in TLBs, so that these need not be searched for when the
 * page is observed again. One for each page of the sample (there is one in L2_SAMPLE).
 */
#define PLACES 4
#define PLACES_PAGES (DDR_END / L2_PAGE_BYTES / L2_SAMPLE)

static struct places {
    uint8_t count; /* more than PLACES: not all are here */
    uint8_t core[PLACES];
    uint32_t vaddr[PLACES];
} *places;

static struct places *places_of(uint64_t paddr)
{
    uint64_t index = paddr / L2_PAGE_BYTES / L2_SAMPLE;

    return index < PLACES_PAGES ? &places[index] : NULL;
}

static void note_place(CPUState *cpu, uint64_t vaddr_page, uint64_t paddr_page)
{
    struct places *p = places_of(paddr_page);
    unsigned i;

    for (i = 0; i < MIN(p->count, PLACES); i++) {
        if (p->core[i] == cpu->cpu_index && p->vaddr[i] == vaddr_page) {
            return;
        }
    }
    if (p->count < PLACES) {
        p->core[p->count] = cpu->cpu_index;
        p->vaddr[p->count] = vaddr_page;
    }
    p->count = MIN(p->count + 1, PLACES + 1);
}

/* A page of the sample is observed again. */
static void observe_again(uint64_t paddr_page)
{
    struct places *p = places_of(paddr_page);
    unsigned i;

    if (p->count > PLACES) {
        tlb_drop_phys_page(paddr_page);
    } else {
        for (i = 0; i < p->count; i++) {
            tlb_drop_data_at(qemu_get_cpu(p->core[i]), p->vaddr[i], paddr_page);
        }
    }
    p->count = 0;
}

/* Before the first access; the costs are read by then. */
static void start(void)
{
    static bool started;

    if (started) {
        return;
    }
    started = true;
    if (zt_costs.cold_read_line_ps || zt_costs.cold_write_line_ps || zt_costs.tlb_miss_ps) {
        l2 = l2_model_new(zt_costs.l2_lines, DDR_END, observe_again);
        g_assert(l2);
        places = g_new0(struct places, PLACES_PAGES);
    }
}

static bool kind_costs(uint64_t paddr, enum zt_mem_kind kind)
{
    if (kind == ZT_MEM_CACHEABLE) {
        return false;
    }
    if (in_ocm(paddr)) {
        return zt_costs.ocm_read_ps || zt_costs.ocm_write_ps;
    }
    if (kind >= ZT_MEM_DEVICE) {
        return zt_costs.so_read_ps || zt_costs.so_write_ps;
    }
    return zt_costs.nc_read_ps || zt_costs.nc_read_stream_ps || zt_costs.nc_write_ps ||
           zt_costs.nc_write_merged_ps;
}

bool zt_mem_slow(CPUState *cpu, uint64_t vaddr_page, uint64_t paddr_page, enum zt_mem_kind kind, bool shareable)
{
    start();
    if (kind >= ZT_MEM_DEVICE) {
        return true; /* an unaligned access must fault */
    }
    if (kind_costs(paddr_page, kind) || watched(paddr_page, kind, shareable)) {
        return true;
    }
    if (kind == ZT_MEM_CACHEABLE && l2) {
        if (l2_model_observes(l2, paddr_page)) {
            return true;
        }
        if (l2_model_samples(l2, paddr_page)) {
            note_place(cpu, vaddr_page, paddr_page);
        }
    }
    return false;
}

/* Under the present load of DDR. */
static void charge_ddr(CPUState *cpu, unsigned read_bytes, unsigned write_bytes, uint64_t ps)
{
    if (ps) {
        slice_charge_ps(cpu, zt_ddr_stretch(ZT_DDR_CPU0 + cpu->cpu_index, read_bytes, write_bytes, slice_now_ps(),
                                            ps));
    }
}

/* Normal non-cacheable: reads in a row and writes into one line are cheaper. */
static void charge_nc(CPUState *cpu, const struct zt_access *a)
{
    uint64_t first = a->paddr, line = a->paddr / MERGE_BYTES;
    unsigned core = cpu->cpu_index;

    if (a->is_write) {
        bool merged = last[core].write_open == line;

        last[core].write_open = line;
        charge_ddr(cpu, 0, a->size, merged ? zt_costs.nc_write_merged_ps : zt_costs.nc_write_ps);
    } else {
        bool in_a_row = last[core].read_end == first;
        unsigned words = MAX(a->size / 4, 1); /* the published cost of a stream is one of 4-byte words */

        last[core].read_end = first + a->size;
        charge_ddr(cpu, a->size, 0, in_a_row ? zt_costs.nc_read_stream_ps * words : zt_costs.nc_read_ps);
    }
}

/* Bytes of a line that an access writes, one bit each. */
static uint32_t bytes_in_line(uint64_t line, uint64_t paddr, unsigned size)
{
    uint64_t first = MAX(paddr, line * LINE_BYTES), end = MIN(paddr + size, (line + 1) * LINE_BYTES);

    return end > first ? (uint32_t)(((UINT64_C(1) << (end - first)) - 1) << (first % LINE_BYTES)) : 0;
}

static void note_written(unsigned core, uint64_t paddr, unsigned size)
{
    unsigned i;

    for (i = 0; i < OPEN_LINES; i++) {
        open_lines[core][i].written |= bytes_in_line(open_lines[core][i].line, paddr, size);
    }
}

/* The oldest open line makes room; it is fetched if it was not written whole. */
static void open_line(CPUState *cpu, uint64_t paddr)
{
    struct open_line *o = &open_lines[cpu->cpu_index][open_next[cpu->cpu_index]++ % OPEN_LINES];

    if (o->line && o->written != UINT32_MAX) {
        charge_ddr(cpu, L2_SAMPLE * LINE_BYTES, 0, L2_SAMPLE * zt_costs.cold_read_line_ps);
    }
    o->line = paddr / LINE_BYTES;
    o->written = 0;
}

/* A line that is written is written back later; if only in part, it is fetched first. */
static void charge_line(CPUState *cpu, uint64_t paddr, bool is_write, bool *released)
{
    struct l2_found found = l2_model_access(l2, cpu->cpu_index, paddr, is_write);
    unsigned bytes = L2_SAMPLE * LINE_BYTES;

    *released = found.released;
    if (found.cold && is_write) {
        open_line(cpu, paddr);
    } else if (found.cold) {
        charge_ddr(cpu, bytes, 0, L2_SAMPLE * zt_costs.cold_read_line_ps);
    }
    if (found.dirtied) {
        charge_ddr(cpu, 0, bytes, L2_SAMPLE * zt_costs.cold_write_line_ps);
    }
    if (found.tlb_miss) {
        slice_charge_ps(cpu, L2_SAMPLE * zt_costs.tlb_miss_ps);
    }
}

static void forget_last_lines(void)
{
    unsigned core;

    for (core = 0; core < L2_CORES; core++) {
        last_line[core].line = NOWHERE;
    }
}

/* Most accesses are to the line of the last one, which is there then; some of them count, so that a page with
 * one hot line is released, too. */
static bool same_line(unsigned core, const struct zt_access *a, uint64_t line)
{
    return last_line[core].line == line && a->paddr % LINE_BYTES + a->size <= LINE_BYTES &&
           ++last_line[core].times % SAME_LINE_COUNTS != 0;
}

/* The page is not observed any more. */
static void quicken(CPUState *cpu, const struct zt_access *a)
{
    uint64_t paddr_page = a->paddr & ~PAGE_MASK_BITS;

    if (!watched(paddr_page, a->kind, a->shareable) && l2_model_samples(l2, paddr_page)) {
        tlb_quicken(cpu, a->vaddr, paddr_page);
        note_place(cpu, a->vaddr & ~PAGE_MASK_BITS, paddr_page);
    }
}

static void charge_cacheable(CPUState *cpu, const struct zt_access *a)
{
    uint64_t line = a->paddr / LINE_BYTES * 2 + a->is_write;
    bool released = false;

    if (same_line(cpu->cpu_index, a, line)) {
        if (a->is_write) {
            note_written(cpu->cpu_index, a->paddr, a->size);
        }
        return;
    }
    if (!l2_model_observes(l2, a->paddr)) {
        /* An old entry of the TLB: what is charged must not depend on which entries QEMU happens to hold. */
        quicken(cpu, a);
        return;
    }
    last_line[cpu->cpu_index].line = line;
    charge_line(cpu, a->paddr, a->is_write, &released);
    if (a->paddr % LINE_BYTES + a->size > LINE_BYTES) {
        charge_line(cpu, a->paddr + a->size - 1, a->is_write, &released);
    }
    if (a->is_write) {
        note_written(cpu->cpu_index, a->paddr, a->size);
    }
    if (released) {
        forget_last_lines(); /* they are of pages that are observed */
        quicken(cpu, a);
    }
}

static void charge(CPUState *cpu, const struct zt_access *a)
{
    if (a->kind == ZT_MEM_CACHEABLE) {
        if (l2) {
            charge_cacheable(cpu, a);
        }
    } else if (in_ocm(a->paddr)) {
        slice_charge_ps(cpu, a->is_write ? zt_costs.ocm_write_ps : zt_costs.ocm_read_ps);
    } else if (a->kind >= ZT_MEM_DEVICE) {
        last[cpu->cpu_index].write_open = NOWHERE;
        if (a->is_write) {
            charge_ddr(cpu, 0, a->size, zt_costs.so_write_ps);
        } else {
            charge_ddr(cpu, a->size, 0, zt_costs.so_read_ps);
        }
    } else {
        charge_nc(cpu, a);
    }
}

void zt_mem_access(CPUState *cpu, const struct zt_access *a)
{
    tell(cpu, a);
    if (slice_enabled) {
        charge(cpu, a);
    }
}

void zt_mem_unaligned(CPUState *cpu, uint64_t paddr, unsigned size, enum zt_mem_kind kind, uintptr_t retaddr)
{
    unsigned i;

    for (i = 0; i < watch_count; i++) {
        if (watches[i]->unaligned) {
            watches[i]->unaligned(cpu, paddr, size, kind, retaddr);
        }
    }
}

/* ---- maintenance ---- */

#define PL310_WAYS 8u
#define PL310_ALL_WAYS ((1u << PL310_WAYS) - 1)

enum {
    PL310_SYNC = 0x730, PL310_SYNC_DUMMY = 0x740, /* the other place, of an erratum */
    PL310_INVALIDATE_LINE = 0x770, PL310_INVALIDATE_WAY = 0x77C,
    PL310_CLEAN_LINE = 0x7B0, PL310_CLEAN_INDEX = 0x7B8, PL310_CLEAN_WAY = 0x7BC,
    PL310_CLEAN_INVALIDATE_LINE = 0x7F0, PL310_CLEAN_INVALIDATE_INDEX = 0x7F8, PL310_CLEAN_INVALIDATE_WAY = 0x7FC,
};

static void l2_line(CPUState *cpu, enum zt_cache_op op, uint32_t paddr)
{
    paddr &= ~(LINE_BYTES - 1);
    forget_last_lines();
    if (l2 && op != ZT_CACHE_CLEAN) {
        l2_model_drop(l2, paddr);
    }
    if (cache_watch) {
        cache_watch->line(cpu, ZT_CACHE_L2, op, paddr);
    }
    slice_charge_ps(cpu, zt_costs.pl310_line_ps);
}

/* Way by way is the whole, too, when no way is left out. */
static void l2_ways(CPUState *cpu, enum zt_cache_op op, uint32_t ways)
{
    static uint32_t seen[ZT_CACHE_CLEAN_INVALIDATE + 1];

    ways &= PL310_ALL_WAYS;
    seen[op] |= ways;
    if (seen[op] == PL310_ALL_WAYS) {
        seen[op] = 0;
        forget_last_lines();
        if (l2 && op != ZT_CACHE_CLEAN) {
            l2_model_drop_all(l2);
        }
        if (cache_watch) {
            cache_watch->whole(cpu, ZT_CACHE_L2, op);
        }
    }
    slice_charge_ps(cpu, ctpop32(ways) * (zt_costs.l2_lines / PL310_WAYS) * zt_costs.pl310_way_line_ps);
}

void zt_l2_register(uint32_t offset, uint32_t value, bool is_write)
{
    CPUState *cpu = current_cpu;

    if (!cpu || !cpu->running) {
        return; /* the debugger */
    }
    switch (is_write ? offset : 0) {
    case PL310_INVALIDATE_LINE:
        l2_line(cpu, ZT_CACHE_INVALIDATE, value);
        break;
    case PL310_CLEAN_LINE:
        l2_line(cpu, ZT_CACHE_CLEAN, value);
        break;
    case PL310_CLEAN_INVALIDATE_LINE:
        l2_line(cpu, ZT_CACHE_CLEAN_INVALIDATE, value);
        break;
    case PL310_INVALIDATE_WAY:
        l2_ways(cpu, ZT_CACHE_INVALIDATE, value);
        break;
    case PL310_CLEAN_WAY:
        l2_ways(cpu, ZT_CACHE_CLEAN, value);
        break;
    case PL310_CLEAN_INVALIDATE_WAY:
        l2_ways(cpu, ZT_CACHE_CLEAN_INVALIDATE, value);
        break;
    case PL310_CLEAN_INDEX: /* which line that is, the model cannot say */
    case PL310_CLEAN_INVALIDATE_INDEX:
        slice_charge_ps(cpu, zt_costs.pl310_line_ps);
        break;
    case PL310_SYNC:
    case PL310_SYNC_DUMMY:
        slice_charge_ps(cpu, zt_costs.pl310_sync_ps);
        break;
    default:
        slice_charge_ps(cpu, zt_costs.pl310_reg_ps);
        break;
    }
}

void zt_cache_l2_enable(bool on)
{
    if (cache_watch && cache_watch->l2_enable) {
        cache_watch->l2_enable(on);
    }
}

bool zt_l1_line_wanted(void)
{
    return cache_watch != NULL;
}

void zt_l1_line(CPUState *cpu, enum zt_cache_op op, bool data, bool paddr_known, uint64_t paddr)
{
    if (cache_watch && data && paddr_known) {
        cache_watch->line(cpu, ZT_CACHE_L1, op, paddr & ~(uint64_t)(LINE_BYTES - 1));
    }
    slice_charge_ps(cpu, zt_costs.l1_line_ps);
}

/* Software goes through all sets and ways; set 0 of way 0 stands for the whole. */
void zt_l1_set_way(CPUState *cpu, enum zt_cache_op op, uint32_t set_way)
{
    bool level_1 = extract32(set_way, 1, 3) == 0;

    if (cache_watch && level_1 && set_way >> 5 == 0) {
        cache_watch->whole(cpu, ZT_CACHE_L1, op);
    }
    slice_charge_ps(cpu, zt_costs.l1_set_way_ps);
}
