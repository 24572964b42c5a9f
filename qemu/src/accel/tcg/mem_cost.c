/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* What accesses cost by the kind of their memory, and who watches. See include/zynqtwin/mem_cost.h. */
#include "qemu/osdep.h"
#include "zynqtwin/costs.h"
#include "zynqtwin/mem_cost.h"
#include "zynqtwin/slice.h"

static const struct zt_page_watch *watches[ZT_PAGE_WATCHES_MAX];
static unsigned watch_count;
static const struct zt_cache_watch *cache_watch;

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

bool zt_mem_slow(uint64_t paddr_page, enum zt_mem_kind kind, bool shareable)
{
    unsigned i;

    if (kind >= ZT_MEM_DEVICE) {
        return true; /* an unaligned access must fault */
    }
    for (i = 0; i < watch_count; i++) {
        if (watches[i]->wants(paddr_page, kind, shareable)) {
            return true;
        }
    }
    return false;
}

void zt_mem_access(CPUState *cpu, const struct zt_access *a)
{
    unsigned i;

    for (i = 0; i < watch_count; i++) {
        if (watches[i]->wants(a->paddr & ~UINT64_C(0xfff), a->kind, a->shareable)) {
            watches[i]->access(cpu, a->vaddr, a->paddr, a->size, a->is_write, a->kind, a->host, a->retaddr);
        }
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

void zt_cache_l2_enable(bool on)
{
    if (cache_watch && cache_watch->l2_enable) {
        cache_watch->l2_enable(on);
    }
}
