/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Banks of software TLBs and jump caches by ASID. See include/zynqtwin/tlb_banks.h.
 *
 * Why it is right: an entry of a bank was made while CONTEXTIDR held the bank's ASID, so it may be used
 * whenever CONTEXTIDR holds it again, until software invalidates it; that is what an ARMv7-A TLB does
 * with its own tags. A global entry (nG = 0) stands in several banks; so an operation by address
 * goes to every bank, whatever ASID it names. It may drop more than the architecture asks for, never less.
 *
 * Tables of a bank have one fixed size: a switch costs the same whatever ran before.
 */
#include "qemu/osdep.h"
#include "qemu/madvise.h"
#include "qemu/memalign.h"
#include "qemu/thread.h"
#include "cpu.h"
#include "exec/exec-all.h"
#include "exec/cpu-defs.h"
#include "exec/cpu-all.h"
#include "tb-hash.h"
#include "tb-jmp-cache.h"
#include "zynqtwin/slice.h"
#include "zynqtwin/tlb_banks.h"

#define BANKS 8
#define HUGE_PAGE_BYTES (2 * 1024 * 1024)
#define ARENA_BYTES (8 * HUGE_PAGE_BYTES)

struct bank {
    bool valid;       /* has an ASID */
    uint8_t asid;
    bool flush_jumps; /* to do when it becomes current */
    uint16_t dirty;   /* modes that hold entries */
    uint64_t used;    /* number of the switch that left it */
    CPUTLBDescFast fast[NB_MMU_MODES];
    CPUTLBDesc desc[NB_MMU_MODES];
    CPUJumpCache *jumps;
};

struct core {
    struct bank banks[BANKS]; /* banks[current] holds nothing but its tag: its tables are in CPUTLB */
    unsigned current;
    uint16_t modes; /* modes that ever held entries and depend on the ASID */
    uint64_t switches;
};

bool zt_fast;
struct zt_banks_counts zt_banks_counts;

static uint16_t banked_modes;
static struct core cores[SLICE_CORES_MAX];

void zt_banks_configure(bool fast, uint16_t modes)
{
    zt_fast = fast;
    banked_modes = modes;
}

uint16_t zt_banks_modes(void)
{
    return banked_modes;
}

/* Zeroed, never freed. In huge pages of the host: these tables are looked at all over, all the time. */
void *zt_banks_alloc(size_t bytes)
{
    static uint8_t *arena;
    static size_t used;
    uint8_t *p;

    bytes = ROUND_UP(bytes, 64);
    if (!arena || used + bytes > ARENA_BYTES) {
        g_assert(bytes <= ARENA_BYTES);
        arena = qemu_memalign(HUGE_PAGE_BYTES, ARENA_BYTES);
        used = 0;
        qemu_madvise(arena, ARENA_BYTES, QEMU_MADV_HUGEPAGE);
    }
    p = arena + used;
    used += bytes;
    memset(p, 0, bytes);
    return p;
}

static struct core *core_of(const CPUState *cpu)
{
    g_assert(cpu->cpu_index >= 0 && cpu->cpu_index < SLICE_CORES_MAX);
    return &cores[cpu->cpu_index];
}

/* ---- one mode's tables ---- */

static size_t table_bytes(const CPUTLBDescFast *fast)
{
    return fast->mask + (1 << CPU_TLB_ENTRY_BITS);
}

static void empty_mode(struct bank *b, unsigned mode)
{
    CPUTLBDesc *desc = &b->desc[mode];

    desc->n_used_entries = 0;
    desc->large_page_addr = -1;
    desc->large_page_mask = -1;
    desc->vindex = 0;
    memset(b->fast[mode].table, -1, table_bytes(&b->fast[mode]));
    memset(desc->vtable, -1, sizeof(desc->vtable));
}

/* Tables of the same size as those that are current now. */
static void make_mode(struct bank *b, unsigned mode, const CPUTLBDescFast *like)
{
    size_t entries = table_bytes(like) >> CPU_TLB_ENTRY_BITS;

    b->fast[mode].mask = like->mask;
    b->fast[mode].table = zt_banks_alloc(entries * sizeof(CPUTLBEntry));
    memset(&b->desc[mode], 0, sizeof(b->desc[mode]));
    b->desc[mode].fulltlb = zt_banks_alloc(entries * sizeof(CPUTLBEntryFull));
    empty_mode(b, mode);
}

static void empty_bank(struct bank *b)
{
    for (uint16_t left = b->dirty; left; left &= left - 1) {
        empty_mode(b, ctz32(left));
    }
    b->dirty = 0;
    b->flush_jumps = true;
}

/* ---- switching ---- */

/* The bank of this ASID; without one: the bank that was left longest ago, emptied. */
static unsigned find_bank(struct core *c, uint8_t asid)
{
    unsigned oldest = c->current == 0 ? 1 : 0;

    for (unsigned i = 0; i < BANKS; i++) {
        if (c->banks[i].valid && c->banks[i].asid == asid) {
            return i;
        }
    }
    for (unsigned i = 0; i < BANKS; i++) {
        struct bank *b = &c->banks[i], *o = &c->banks[oldest];

        if (i != c->current && o->valid && (!b->valid || b->used < o->used)) {
            oldest = i;
        }
    }
    zt_banks_counts.misses++;
    empty_bank(&c->banks[oldest]);
    c->banks[oldest].valid = true;
    c->banks[oldest].asid = asid;
    return oldest;
}

static void swap_tables(CPUState *cpu, struct core *c, struct bank *from, struct bank *to)
{
    CPUTLB *tlb = env_tlb((CPUArchState *)cpu->env_ptr);

    qemu_spin_lock(&tlb->c.lock);
    c->modes |= tlb->c.dirty & banked_modes;
    for (uint16_t left = c->modes; left; left &= left - 1) {
        unsigned mode = ctz32(left);

        if (!to->fast[mode].table) {
            make_mode(to, mode, &tlb->f[mode]);
        }
        from->fast[mode] = tlb->f[mode];
        from->desc[mode] = tlb->d[mode];
        tlb->f[mode] = to->fast[mode];
        tlb->d[mode] = to->desc[mode];
        to->fast[mode].table = NULL;
    }
    from->dirty = tlb->c.dirty & banked_modes;
    tlb->c.dirty = (tlb->c.dirty & ~banked_modes) | to->dirty;
    to->dirty = 0;
    qemu_spin_unlock(&tlb->c.lock);
}

static void swap_jumps(CPUState *cpu, struct bank *from, struct bank *to)
{
    from->jumps = cpu->tb_jmp_cache;
    if (!to->jumps) {
        to->jumps = zt_banks_alloc(sizeof(CPUJumpCache));
    } else if (to->flush_jumps) {
        memset(to->jumps, 0, sizeof(*to->jumps));
    }
    to->flush_jumps = false;
    cpu->tb_jmp_cache = to->jumps;
    to->jumps = NULL;
}

void zt_banks_switch(CPUState *cpu, uint8_t from, uint8_t to)
{
    struct core *c = core_of(cpu);
    struct bank *left = &c->banks[c->current];
    unsigned next;

    g_assert(zt_fast);
    if (!left->valid || left->asid != from) {
        /* A reset changed the register, and emptied all banks. */
        for (unsigned i = 0; i < BANKS; i++) {
            c->banks[i].valid &= i != c->current && c->banks[i].asid != from;
        }
        left->valid = true;
        left->asid = from;
    }
    next = find_bank(c, to);
    if (next == c->current) {
        return;
    }
    zt_banks_counts.switches++;
    left->used = ++c->switches;
    swap_tables(cpu, c, left, &c->banks[next]);
    swap_jumps(cpu, left, &c->banks[next]);
    c->current = next;
}

/* ---- invalidation ---- */

void zt_banks_flush(CPUState *cpu, uint16_t modes)
{
    struct core *c = core_of(cpu);

    for (unsigned i = 0; i < BANKS; i++) {
        struct bank *b = &c->banks[i];

        if (i == c->current) {
            continue;
        }
        for (uint16_t left = b->dirty & modes; left; left &= left - 1) {
            empty_mode(b, ctz32(left));
        }
        b->dirty &= ~modes;
        b->flush_jumps = true;
    }
}

static bool entry_has_page(const CPUTLBEntry *e, target_ulong page)
{
    const target_ulong mask = TARGET_PAGE_MASK | TLB_INVALID_MASK;

    return (e->addr_read & mask) == page || (e->addr_write & mask) == page || (e->addr_code & mask) == page;
}

static void drop_page(struct bank *b, unsigned mode, target_ulong page)
{
    CPUTLBDesc *desc = &b->desc[mode];
    CPUTLBDescFast *fast = &b->fast[mode];
    CPUTLBEntry *e = &fast->table[(page >> TARGET_PAGE_BITS) & (fast->mask >> CPU_TLB_ENTRY_BITS)];

    if ((page & desc->large_page_mask) == desc->large_page_addr) {
        empty_mode(b, mode);
        return;
    }
    if (entry_has_page(e, page)) {
        memset(e, -1, sizeof(*e));
        desc->n_used_entries--;
    }
    for (unsigned i = 0; i < CPU_VTLB_SIZE; i++) {
        if (entry_has_page(&desc->vtable[i], page)) {
            memset(&desc->vtable[i], -1, sizeof(desc->vtable[i]));
            desc->n_used_entries--;
        }
    }
}

void zt_banks_flush_page(CPUState *cpu, uint32_t addr, uint16_t modes)
{
    struct core *c = core_of(cpu);
    target_ulong page = addr & TARGET_PAGE_MASK;

    for (unsigned i = 0; i < BANKS; i++) {
        struct bank *b = &c->banks[i];

        if (i == c->current) {
            continue;
        }
        for (uint16_t left = b->dirty & modes; left; left &= left - 1) {
            drop_page(b, ctz32(left), page);
        }
        if (b->jumps && !b->flush_jumps) {
            tb_jmp_cache_drop_page(b->jumps, page - TARGET_PAGE_SIZE); /* blocks there may reach into the page */
            tb_jmp_cache_drop_page(b->jumps, page);
        }
    }
}

bool zt_banks_flush_asid(CPUState *cpu, uint8_t asid)
{
    struct core *c = core_of(cpu);

    for (unsigned i = 0; i < BANKS; i++) {
        struct bank *b = &c->banks[i];

        if (b->valid && b->asid == asid) {
            if (i == c->current) {
                return true;
            }
            empty_bank(b);
            return false;
        }
    }
    /* Before the first switch nothing has a tag: then all is the current ASID's. */
    return !c->banks[c->current].valid;
}

void zt_banks_flush_jumps(CPUState *cpu)
{
    struct core *c = core_of(cpu);

    for (unsigned i = 0; i < BANKS; i++) {
        c->banks[i].flush_jumps |= i != c->current;
    }
}

void zt_banks_forget_block(CPUState *cpu, uint32_t set, uint32_t code)
{
    struct core *c = core_of(cpu);

    for (unsigned i = 0; i < BANKS; i++) {
        if (c->banks[i].jumps) {
            tb_jmp_cache_drop_block(c->banks[i].jumps, set, code);
        }
    }
}

static void drop_data(CPUTLBEntry *e, const CPUTLBEntryFull *full, hwaddr paddr_page)
{
    if (full->phys_addr == paddr_page && !(e->addr_read == -1 && e->addr_write == -1)) {
        e->addr_read = -1;
        e->addr_write = -1;
    }
}

void zt_banks_drop_data_at(CPUState *cpu, uint32_t vaddr_page, hwaddr paddr_page)
{
    struct core *c = core_of(cpu);

    for (unsigned i = 0; i < BANKS; i++) {
        struct bank *b = &c->banks[i];

        for (uint16_t left = i == c->current ? 0 : b->dirty; left; left &= left - 1) {
            unsigned mode = ctz32(left);
            CPUTLBDesc *desc = &b->desc[mode];
            size_t k = vaddr_page >> TARGET_PAGE_BITS & b->fast[mode].mask >> CPU_TLB_ENTRY_BITS;

            drop_data(&b->fast[mode].table[k], &desc->fulltlb[k], paddr_page);
            for (k = 0; k < CPU_VTLB_SIZE; k++) {
                drop_data(&desc->vtable[k], &desc->vfulltlb[k], paddr_page);
            }
        }
    }
}

/* Calls visit for every entry, and its full one, of the banks that are not current. */
static inline QEMU_ALWAYS_INLINE void each_entry(CPUState *cpu, void (*visit)(CPUTLBEntry *, const CPUTLBEntryFull *,
                                                                              const void *), const void *what)
{
    struct core *c = core_of(cpu);

    for (unsigned i = 0; i < BANKS; i++) {
        struct bank *b = &c->banks[i];

        for (uint16_t left = i == c->current ? 0 : b->dirty; left; left &= left - 1) {
            unsigned mode = ctz32(left);
            CPUTLBDesc *desc = &b->desc[mode];
            size_t entries = table_bytes(&b->fast[mode]) >> CPU_TLB_ENTRY_BITS;

            for (size_t k = 0; k < entries; k++) {
                visit(&b->fast[mode].table[k], &desc->fulltlb[k], what);
            }
            for (size_t k = 0; k < CPU_VTLB_SIZE; k++) {
                visit(&desc->vtable[k], &desc->vfulltlb[k], what);
            }
        }
    }
}

static void drop_data_of(CPUTLBEntry *e, const CPUTLBEntryFull *full, const void *paddr_page)
{
    drop_data(e, full, *(const hwaddr *)paddr_page);
}

void zt_banks_drop_phys_page(CPUState *cpu, hwaddr paddr_page)
{
    each_entry(cpu, drop_data_of, &paddr_page);
}

struct host_range {
    uintptr_t start, length;
};

static void protect(CPUTLBEntry *e, const CPUTLBEntryFull *full, const void *what)
{
    const struct host_range *range = what;
    uintptr_t addr = e->addr_write;

    if ((addr & (TLB_INVALID_MASK | TLB_MMIO | TLB_DISCARD_WRITE | TLB_NOTDIRTY)) == 0 &&
        (addr & TARGET_PAGE_MASK) + e->addend - range->start < range->length) {
        e->addr_write |= TLB_NOTDIRTY;
    }
}

void zt_banks_reset_dirty(CPUState *cpu, uintptr_t start, uintptr_t length)
{
    each_entry(cpu, protect, &(struct host_range){ start, length });
}
