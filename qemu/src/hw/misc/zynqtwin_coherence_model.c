/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "zynqtwin/coherence_model.h"

#define PAGES (1u << 20) /* of 32-bit physical addresses */
#define PAGE_LINES (COH_PAGE_BYTES / COH_LINE_BYTES)
#define WORDS (PAGE_LINES / 64)
#define ALL_BYTES UINT32_MAX
#define SLAB_LINES 1024u
#define EARLY_WINDOW_PS UINT64_C(500000000000) /* between the loops over L1 and L2 of one range, which may be large */
#define LET_GO_WEIGHT 2048u                   /* of cached accesses since a page was maintained or used both ways */
#define HAND_OVER_PS UINT64_C(1000000000)     /* 1 ms: a clean that is older was another user's of the page */
#define READ_WEIGHT 16u                       /* a page that is filled for a transfer is hardly read before it */

enum view { CACHE_VIEW, DDR_VIEW };

struct line {
    uint32_t dirty;     /* bytes that a cache has and DDR has not */
    uint32_t fresh;     /* bytes that DDR has and a cache may have older */
    uint32_t lost;      /* a master's bytes that a write-back overwrote */
    uint32_t discarded; /* a core's bytes that an invalidate threw away */
    uint32_t cleaned;   /* what was dirty before cleaned_ps */
    uint64_t cleaned_ps, discarded_ps;
    bool in_l2;       /* the dirty bytes left L1 */
    bool l2_early;    /* L2 was cleaned while L1 had them */
    bool after_clean; /* the dirty bytes were written after a clean */
    bool l2_stale;    /* L2 was not invalidated since the fresh bytes came */
    bool split;       /* stale: the views differ; memory shows `shown`, the other one is in bytes */
    uint8_t shown;
    struct coh_who writer;  /* of the dirty bytes */
    struct coh_who foreign; /* of the fresh bytes */
    uint8_t bytes[2][COH_LINE_BYTES];
    struct line *next_free;
};

enum reason { FOR_GOOD = 1, BY_MASTER = 2, BOTH_WAYS = 4, MAINTAINED = 8 };

struct page {
    uint8_t reasons; /* 0: let go */
    bool suspect;
    bool mismatch_seen;
    bool had_to_cached, had_to_uncached; /* turns without maintenance between */
    uint32_t cached_weight; /* of cached accesses since a master or an uncached access */
    uint64_t master_ps;     /* a master that is told used the page last */
    uint64_t cleaned_ps;    /* a line of it was cleaned last */
    struct coh_who cached_user, uncached_user;
    struct coh_who foreign;   /* of the lines in `fresh` */
    uint64_t fresh[WORDS];    /* lines without a struct line that are all fresh */
    uint64_t l2_stale[WORDS]; /* of these: L2 was not invalidated since */
    uint64_t known[WORDS];    /* lines whose history is known */
    uint64_t l1_done[WORDS];  /* maintained in L1 since the last cached write */
    uint64_t cleaned[WORDS];  /* were clean after a write */
    uint64_t in_cache[WORDS]; /* cached access since the last invalidate */
    uint64_t uncached[WORDS]; /* uncached access since then */
    struct line *lines[PAGE_LINES];
};

/* L1 maintenance of pages that are not tracked (yet). */
struct early {
    uint64_t time_ps;
    uint64_t l1_done[WORDS];
    uint64_t l1_emptied[WORDS]; /* of these: invalidated */
};

struct seen {
    enum coh_kind kind;
    uint32_t pc, other_pc;
    uint8_t core, port, other_core, other_port;
    uint64_t count;
};

struct coh {
    struct coh_config config;
    struct page **pages;
    struct early *early;
    uint64_t *ever_cached[COH_CORES], *ever_uncached; /* one bit a page */
    uint32_t *list;                                   /* numbers of the pages in `pages` */
    unsigned page_count, line_count;
    bool pages_full, lines_full, l2_on;
    struct line *free_lines;
    void **slabs;
    unsigned slab_count;
    struct seen seen[COH_REPORTS_MAX];
    unsigned seen_count;
    uint64_t more;
};

const char *coh_kind_name(enum coh_kind kind)
{
    static const char *const names[COH_KIND_COUNT] = {
#define COH_KIND_TEXT(name, text) text,
        COH_KINDS(COH_KIND_TEXT)
#undef COH_KIND_TEXT
    };

    return kind < COH_KIND_COUNT ? names[kind] : "?";
}

const char *coh_port_name(enum coh_port port)
{
    static const char *const names[COH_PORT_COUNT] = { "", "ACP", "HP0", "HP1", "HP2", "HP3", "PCAP" };

    return port < COH_PORT_COUNT ? names[port] : "?";
}

/* ---- bits, pages, lines ---- */

static bool bit(const uint64_t *bits, unsigned n)
{
    return bits[n / 64] >> (n % 64) & 1;
}

static void set_bit(uint64_t *bits, unsigned n, bool value)
{
    uint64_t mask = UINT64_C(1) << (n % 64);

    bits[n / 64] = value ? bits[n / 64] | mask : bits[n / 64] & ~mask;
}

static unsigned page_number(uint64_t paddr)
{
    return (unsigned)(paddr / COH_PAGE_BYTES) & (PAGES - 1);
}

static unsigned line_number(uint64_t paddr)
{
    return paddr / COH_LINE_BYTES % PAGE_LINES;
}

static uint64_t line_address(uint64_t paddr)
{
    return paddr & ~(uint64_t)(COH_LINE_BYTES - 1);
}

static struct page *page_at(const struct coh *c, uint64_t paddr)
{
    struct page *p = c->pages[page_number(paddr)];

    return p && p->reasons ? p : NULL;
}

static bool ever_cached(const struct coh *c, unsigned number)
{
    return bit(c->ever_cached[0], number) || bit(c->ever_cached[1], number);
}

static void changed(struct coh *c, uint64_t paddr)
{
    if (c->config.watch_changed) {
        c->config.watch_changed(c->config.opaque, paddr & ~(uint64_t)(COH_PAGE_BYTES - 1));
    }
}

static void take_early(struct coh *c, struct page *p, unsigned number, uint64_t now_ps)
{
    const struct early *e = &c->early[number];
    bool recent = e->time_ps && now_ps - e->time_ps <= EARLY_WINDOW_PS;

    for (unsigned n = 0; n < WORDS; n++) {
        p->l1_done[n] = recent ? e->l1_done[n] : 0;
        if (recent && !c->l2_on) {
            p->known[n] |= e->l1_done[n];
            p->in_cache[n] &= ~e->l1_emptied[n];
        }
    }
}

/* The page, tracked from now on; NULL at the limit. */
static struct page *adopt(struct coh *c, uint64_t paddr, enum reason reason, uint64_t now_ps)
{
    unsigned number = page_number(paddr);
    struct page *p = c->pages[number];
    bool blank = !ever_cached(c, number);

    if (p && p->reasons) {
        p->reasons |= reason;
        return p;
    }
    if (!p) {
        if (c->page_count >= c->config.pages_max || !(p = calloc(1, sizeof(*p)))) {
            if (!c->pages_full && c->config.full) {
                c->config.full(c->config.opaque, "pages", c->config.pages_max);
            }
            c->pages_full = true;
            return NULL;
        }
        c->pages[number] = p;
        c->list[c->page_count++] = number;
    }
    p->reasons = reason;
    p->cached_weight = 0;
    memset(p->known, blank ? 0xff : 0, sizeof(p->known));
    memset(p->in_cache, blank ? 0 : 0xff, sizeof(p->in_cache));
    memset(p->uncached, bit(c->ever_uncached, number) ? 0xff : 0, sizeof(p->uncached));
    take_early(c, p, number, now_ps);
    changed(c, paddr);
    return p;
}

/* Cores alone use the page: what they write from now on is not seen. */
static void let_go(struct coh *c, struct page *p, uint64_t paddr)
{
    for (unsigned n = 0; n < PAGE_LINES; n++) {
        struct line *l = p->lines[n];

        if (bit(p->fresh, n) || (l && (l->split || l->fresh))) {
            return; /* somebody's bytes are still at stake */
        }
    }
    for (unsigned n = 0; n < PAGE_LINES; n++) {
        if (p->lines[n]) {
            p->lines[n]->next_free = c->free_lines;
            c->free_lines = p->lines[n];
            p->lines[n] = NULL;
        }
    }
    p->reasons = 0;
    changed(c, paddr);
}

static bool idle(const struct line *l)
{
    return !l->dirty && !l->fresh && !l->lost && !l->discarded && !l->split;
}

/* Lines that say nothing any more are used again. */
static void sweep(struct coh *c)
{
    for (unsigned n = 0; n < c->page_count; n++) {
        struct page *p = c->pages[c->list[n]];

        for (unsigned k = 0; k < PAGE_LINES; k++) {
            if (p->lines[k] && idle(p->lines[k])) {
                p->lines[k]->next_free = c->free_lines;
                c->free_lines = p->lines[k];
                p->lines[k] = NULL;
            }
        }
    }
}

static void more_lines(struct coh *c)
{
    struct line *slab;

    if (c->line_count + SLAB_LINES > c->config.lines_max) {
        sweep(c);
        return;
    }
    slab = calloc(SLAB_LINES, sizeof(*slab));
    if (!slab) {
        return;
    }
    c->slabs[c->slab_count++] = slab;
    c->line_count += SLAB_LINES;
    for (unsigned n = 0; n < SLAB_LINES; n++) {
        slab[n].next_free = c->free_lines;
        c->free_lines = &slab[n];
    }
}

static struct line *line_of(struct coh *c, struct page *p, unsigned n)
{
    struct line *l = p->lines[n];

    if (l || c->lines_full) {
        return l;
    }
    if (!c->free_lines) {
        more_lines(c);
    }
    l = c->free_lines;
    if (!l) {
        c->lines_full = true;
        if (c->config.full) {
            c->config.full(c->config.opaque, "lines", c->config.lines_max);
        }
        return NULL;
    }
    c->free_lines = l->next_free;
    memset(l, 0, sizeof(*l));
    l->writer.core = l->foreign.core = COH_NO_CORE;
    if (bit(p->fresh, n)) {
        l->fresh = ALL_BYTES;
        l->l2_stale = bit(p->l2_stale, n);
        l->foreign = p->foreign;
        set_bit(p->fresh, n, false);
    }
    p->lines[n] = l;
    return l;
}

/* ---- what memory shows ---- */

static void show(struct coh *c, struct line *l, uint64_t paddr, enum view view)
{
    uint8_t *ram;

    if (!l->split || l->shown == view) {
        return;
    }
    ram = c->config.memory(c->config.opaque, line_address(paddr));
    assert(ram);
    memcpy(l->bytes[l->shown], ram, COH_LINE_BYTES);
    memcpy(ram, l->bytes[view], COH_LINE_BYTES);
    l->shown = view;
}

/* From now on the two views differ. Without `stale` the copy serves the reports only. */
static void split(struct coh *c, struct line *l, uint64_t paddr, enum view writer)
{
    uint8_t *ram = c->config.memory(c->config.opaque, line_address(paddr));

    if (!ram) {
        return;
    }
    if (!l->split && (c->config.stale || (writer == CACHE_VIEW ? !l->dirty : !l->fresh))) {
        memcpy(l->bytes[1 - writer], ram, COH_LINE_BYTES);
    }
    if (c->config.stale && !l->split) {
        l->split = true;
        l->shown = writer;
    }
    show(c, l, paddr, writer);
}

static void join(struct coh *c, struct line *l, uint64_t paddr, enum view winner)
{
    show(c, l, paddr, winner);
    l->split = false;
}

/* ---- reports ---- */

static struct seen *find_seen(struct coh *c, const struct coh_report *r, bool *fresh)
{
    struct seen key = {
        .kind = r->kind, .pc = r->who.pc, .other_pc = r->other.pc, .core = r->who.core, .port = r->who.port,
        .other_core = r->other.core, .other_port = r->other.port,
    };

    *fresh = false;
    for (unsigned n = 0; n < c->seen_count; n++) {
        struct seen *s = &c->seen[n];

        if (s->kind == key.kind && s->pc == key.pc && s->other_pc == key.other_pc && s->port == key.port &&
            s->other_port == key.other_port) {
            return s;
        }
    }
    if (c->seen_count == COH_REPORTS_MAX) {
        return NULL;
    }
    *fresh = true;
    c->seen[c->seen_count] = key;
    return &c->seen[c->seen_count++];
}

static void give(struct coh *c, struct coh_report *r)
{
    bool fresh;
    struct seen *s = find_seen(c, r, &fresh);

    if (!s) {
        c->more++;
        return;
    }
    s->count++;
    if (fresh) {
        r->id = (unsigned)(s - c->seen);
        c->config.report(c->config.opaque, r);
    }
}

/* mask: the bytes at stake. board: what the access gets on the board, NULL: memory keeps what the line has. */
static void report(struct coh *c, enum coh_kind kind, const struct coh_who *who, const struct coh_who *other,
                   uint64_t paddr, uint32_t mask, const uint8_t *board)
{
    const uint8_t *ram = c->config.memory(c->config.opaque, line_address(paddr));
    unsigned first = mask ? (unsigned)__builtin_ctz(mask) : 0;
    unsigned bytes = mask ? 32u - (unsigned)__builtin_clz(mask) - first : 0;
    struct coh_report r = {
        .kind = kind, .paddr = line_address(paddr) + first, .size_bytes = bytes, .who = *who, .other = *other,
    };

    if (board && ram) {
        r.bytes = bytes < sizeof(r.board) ? bytes : sizeof(r.board);
        memcpy(r.board, board + first, r.bytes);
        memcpy(r.twin, ram + first, r.bytes);
    }
    give(c, &r);
}

static void suspect(struct page *p)
{
    p->suspect = true;
}

/* ---- cores ---- */

/* risky: the other side's bytes are at stake, so it is not two ways to read what does not change. */
static void note_turn(struct coh *c, struct page *p, const struct coh_who *who, uint64_t paddr, unsigned n,
                      bool risky)
{
    bool cached = who->attr == COH_CACHED;
    bool turn = bit(cached ? p->uncached : p->in_cache, n) && risky;

    if (turn) {
        set_bit(cached ? p->uncached : p->in_cache, n, false);
        *(cached ? &p->had_to_cached : &p->had_to_uncached) = true;
        if (p->had_to_cached && p->had_to_uncached && !p->mismatch_seen) {
            p->mismatch_seen = true;
            report(c, COH_MISMATCHED_ATTRIBUTES, who, cached ? &p->uncached_user : &p->cached_user, paddr, 0, NULL);
        }
    }
    if (cached || risky) {
        set_bit(cached ? p->in_cache : p->uncached, n, true);
        *(cached ? &p->cached_user : &p->uncached_user) = *who;
    }
}

static void cached_write(struct coh *c, struct page *p, const struct coh_who *who, uint64_t paddr, unsigned n,
                         uint32_t mask, bool into_l2)
{
    struct line *l = line_of(c, p, n);

    if (!l) {
        return;
    }
    split(c, l, paddr, CACHE_VIEW);
    l->dirty |= mask;
    l->fresh &= ~mask;
    l->lost &= ~mask;
    l->discarded &= ~mask;
    l->in_l2 = into_l2;
    l->l2_early = false;
    l->after_clean = bit(p->cleaned, n) && who->time_ps - p->cleaned_ps <= HAND_OVER_PS;
    l->writer = *who;
    set_bit(p->l1_done, n, into_l2);
    if (l->dirty == ALL_BYTES) {
        set_bit(p->known, n, true);
    }
}

/* Only while a master that is told uses the page: others may have written it since the invalidate. */
static void discarded_read(struct coh *c, const struct page *p, struct line *l, const struct coh_who *who,
                           uint64_t paddr, uint32_t mask)
{
    if ((l->discarded & mask) && p->master_ps > l->discarded_ps) {
        report(c, COH_DISCARDED_WRITE, who, &l->writer, paddr, l->discarded & mask, NULL);
        l->discarded &= ~mask;
    }
}

static void cached_read(struct coh *c, struct page *p, const struct coh_who *who, uint64_t paddr, unsigned n,
                        uint32_t mask)
{
    struct line *l = p->lines[n];

    if (bit(p->fresh, n)) {
        report(c, COH_MISSING_INVALIDATE, who, &p->foreign, paddr, mask, NULL);
    }
    if (!l) {
        return;
    }
    show(c, l, paddr, CACHE_VIEW);
    if (l->fresh & mask) {
        report(c, COH_MISSING_INVALIDATE, who, &l->foreign, paddr, l->fresh & mask,
               c->config.stale && !l->split ? NULL : l->bytes[CACHE_VIEW]);
    }
    if (l->lost & mask) {
        report(c, COH_LOST_DEVICE_WRITE, who, &l->writer, paddr, l->lost & mask, NULL);
        l->lost &= ~mask;
    }
    discarded_read(c, p, l, who, paddr, mask);
}

/* Bytes reach DDR past the caches. */
static void foreign_write(struct coh *c, struct page *p, const struct coh_who *who, uint64_t paddr, unsigned n,
                          uint32_t mask, enum coh_kind kind)
{
    struct line *l = p->lines[n];
    bool ever = ever_cached(c, page_number(paddr));

    if (who->core != COH_NO_CORE && !ever) {
        return; /* no cache has a copy; before a master's write, speculation may still have brought one */
    }
    if (!bit(p->known, n) && (!l || l->dirty != ALL_BYTES)) {
        suspect(p);
    }
    if (!l && !(c->config.stale && ever) && (mask == ALL_BYTES || who->core != COH_NO_CORE)) {
        set_bit(p->fresh, n, true); /* the usual case takes no memory */
        set_bit(p->l2_stale, n, c->l2_on);
        p->foreign = *who;
        return;
    }
    l = line_of(c, p, n);
    if (!l) {
        return;
    }
    if (l->dirty) {
        report(c, kind, who, &l->writer, paddr, l->dirty, NULL);
    }
    split(c, l, paddr, DDR_VIEW);
    l->fresh |= mask;
    l->lost &= ~mask;
    l->discarded &= ~mask;
    l->l2_stale = c->l2_on;
    l->foreign = *who;
}

static void uncached_read(struct coh *c, struct page *p, const struct coh_who *who, uint64_t paddr, unsigned n,
                          uint32_t mask)
{
    struct line *l = p->lines[n];
    uint32_t dirty = l ? l->dirty : 0;

    if (!bit(p->known, n) && (mask & ~dirty) && !who->mmu_off) {
        suspect(p);
    }
    if (!l) {
        return;
    }
    if ((dirty & mask) && !(who->attr == COH_INNER_NC && l->in_l2)) {
        report(c, COH_UNCACHED_READ_DIRTY, who, &l->writer, paddr, dirty & mask,
               l->shown == DDR_VIEW && l->split ? NULL : l->bytes[DDR_VIEW]);
    }
    show(c, l, paddr, DDR_VIEW);
}

static void core_line(struct coh *c, struct page *p, const struct coh_who *who, uint64_t paddr, uint32_t mask,
                      bool is_write)
{
    unsigned n = line_number(paddr);
    bool cached = who->attr == COH_CACHED;

    note_turn(c, p, who, paddr, n, cached || is_write || (p->lines[n] && (p->lines[n]->dirty & mask)));
    if (cached && is_write) {
        cached_write(c, p, who, paddr, n, mask, false);
    } else if (cached) {
        cached_read(c, p, who, paddr, n, mask);
    } else if (is_write) {
        foreign_write(c, p, who, paddr, n, mask, COH_UNCACHED_WRITE_DIRTY);
    } else {
        uncached_read(c, p, who, paddr, n, mask);
    }
}

static uint32_t bytes_mask(uint64_t from, uint64_t count)
{
    return count >= 32 ? ALL_BYTES : (uint32_t)(((UINT64_C(1) << count) - 1) << from % COH_LINE_BYTES);
}

void coh_core(struct coh *c, const struct coh_who *who, uint64_t paddr, unsigned size_bytes, bool is_write)
{
    uint64_t end = paddr + size_bytes;

    for (uint64_t at = paddr; at < end;) {
        uint64_t next = line_address(at) + COH_LINE_BYTES;
        uint64_t count = (next < end ? next : end) - at;
        struct page *p = page_at(c, at);

        if (p) {
            core_line(c, p, who, at, bytes_mask(at, count), is_write);
            p->cached_weight = who->attr == COH_CACHED ? p->cached_weight + (is_write ? 1 : READ_WEIGHT) : 0;
            if (p->cached_weight >= LET_GO_WEIGHT && !(p->reasons & (FOR_GOOD | BY_MASTER))) {
                p->cached_weight = 0;
                let_go(c, p, at);
            }
        }
        at += count;
    }
}

bool coh_wants(struct coh *c, uint64_t page, unsigned core, enum coh_attr attr, uint64_t now_ps)
{
    unsigned number = page_number(page);
    bool both = attr == COH_CACHED ? bit(c->ever_uncached, number) && !c->pages[number] : ever_cached(c, number);
    struct page *p = page_at(c, page);

    if (!p && both) {
        p = adopt(c, page, BOTH_WAYS, now_ps); /* before this side's bit: what was until now decides what is known */
    }
    set_bit(attr == COH_CACHED ? c->ever_cached[core % COH_CORES] : c->ever_uncached, number, true);
    return p != NULL;
}

/* ---- masters that are no core ---- */

static enum coh_kind kind_of_dirty(const struct line *l)
{
    if (l->in_l2 && l->writer.core != COH_NO_CORE) {
        return COH_INCOMPLETE_CLEAN;
    }
    if (l->l2_early) {
        return COH_INCOMPLETE_CLEAN;
    }
    return l->after_clean ? COH_WRITTEN_AFTER_CLEAN : COH_MISSING_CLEAN;
}

static void master_read(struct coh *c, struct page *p, const struct coh_who *who, uint64_t paddr, unsigned n,
                        uint32_t mask)
{
    struct line *l = p->lines[n];
    uint32_t dirty = l ? l->dirty : 0;

    if (!bit(p->known, n) && (mask & ~dirty)) {
        suspect(p);
    }
    if (!l) {
        return;
    }
    if (dirty & mask) {
        report(c, kind_of_dirty(l), who, &l->writer, paddr, dirty & mask,
               l->shown == DDR_VIEW && l->split ? NULL : l->bytes[DDR_VIEW]);
    } else if ((l->cleaned & mask) && who->time_ps < l->cleaned_ps) {
        report(c, COH_LATE_CLEAN, who, &l->writer, paddr, l->cleaned & mask, NULL);
    }
    discarded_read(c, p, l, who, paddr, mask);
    show(c, l, paddr, DDR_VIEW);
}

static void master_line(struct coh *c, const struct coh_who *who, uint64_t paddr, uint32_t mask, bool is_write)
{
    unsigned n = line_number(paddr);
    struct page *p = page_at(c, paddr);

    if (who->port == COH_PORT_ACP) {
        if (p && is_write) {
            cached_write(c, p, who, paddr, n, mask, c->l2_on);
        } else if (p && p->lines[n]) {
            show(c, p->lines[n], paddr, CACHE_VIEW);
        }
        return;
    }
    if (!p || !(p->reasons & BY_MASTER)) {
        p = adopt(c, paddr, BY_MASTER, who->time_ps);
    }
    if (!p) {
        return;
    }
    p->cached_weight = 0;
    p->master_ps = who->time_ps;
    if (is_write) {
        foreign_write(c, p, who, paddr, n, mask, COH_DEVICE_WRITE_DIRTY);
    } else {
        master_read(c, p, who, paddr, n, mask);
    }
}

static uint32_t strobe_mask(const uint8_t *strobe, uint64_t from, uint64_t count)
{
    uint32_t mask = 0;

    for (uint64_t k = 0; k < count; k++) {
        mask |= strobe[k] ? UINT32_C(1) << (from + k) % COH_LINE_BYTES : 0;
    }
    return mask;
}

void coh_master(struct coh *c, enum coh_port port, uint64_t paddr, size_t size_bytes, bool is_write,
                const uint8_t *strobe, uint64_t time_ps)
{
    struct coh_who who = { .time_ps = time_ps, .core = COH_NO_CORE, .port = (uint8_t)port };
    uint64_t end = paddr + size_bytes;

    for (uint64_t at = paddr; at < end;) {
        uint64_t next = line_address(at) + COH_LINE_BYTES;
        uint64_t count = (next < end ? next : end) - at;
        uint32_t mask = strobe ? strobe_mask(strobe + (at - paddr), at, count) : bytes_mask(at, count);

        if (mask) {
            master_line(c, &who, at, mask, is_write);
        }
        at += count;
    }
}

/* ---- maintenance ---- */

static void reached_ddr(struct coh *c, struct page *p, struct line *l, uint64_t paddr, unsigned n, uint64_t time_ps)
{
    l->lost |= l->fresh; /* the whole line was written back */
    l->fresh = 0;
    l->cleaned = l->dirty;
    l->cleaned_ps = time_ps;
    l->dirty = 0;
    l->in_l2 = l->l2_early = false;
    set_bit(p->cleaned, n, true);
    p->cleaned_ps = time_ps;
    join(c, l, paddr, CACHE_VIEW);
}

static void clean_level(struct coh *c, struct page *p, struct line *l, uint64_t paddr, unsigned n,
                        enum coh_level level, uint64_t time_ps)
{
    if (!l || !l->dirty) {
        return;
    }
    if (level == COH_L1) {
        if (!c->l2_on) {
            reached_ddr(c, p, l, paddr, n, time_ps);
        }
        l->in_l2 = c->l2_on;
    } else if (l->in_l2) {
        reached_ddr(c, p, l, paddr, n, time_ps);
    } else {
        l->l2_early = true;
    }
}

static void invalidate_level(struct coh *c, struct page *p, struct line *l, uint64_t paddr, unsigned n,
                             enum coh_level level, uint64_t time_ps)
{
    if (level == COH_L2) {
        set_bit(p->l2_stale, n, false);
    } else if (!bit(p->l2_stale, n)) {
        set_bit(p->fresh, n, false);
    }
    if (!l) {
        return;
    }
    if (level == COH_L2) {
        l->l2_stale = false;
    }
    if (l->dirty && l->in_l2 == (level == COH_L2)) {
        l->discarded |= l->dirty;
        l->discarded_ps = time_ps;
        l->dirty = 0;
        l->in_l2 = l->l2_early = false;
        join(c, l, paddr, DDR_VIEW);
        if (l->fresh && c->config.stale) { /* a copy of the past may come back from the other level */
            l->fresh = level == COH_L2 ? l->fresh : 0;
        }
    }
    if (level == COH_L1 && !l->l2_stale && l->fresh) {
        l->fresh = 0;
        join(c, l, paddr, DDR_VIEW);
    }
}

static void note_known(struct coh *c, struct page *p, unsigned n, enum coh_level level, enum coh_op op,
                       uint64_t time_ps)
{
    struct line *l = p->lines[n];

    if (level == COH_L1) {
        set_bit(p->l1_done, n, true);
    }
    if (bit(p->l1_done, n) && (level == COH_L2 || !c->l2_on)) {
        set_bit(p->known, n, true);
        if (op != COH_INVALIDATE) {
            set_bit(p->cleaned, n, true);
            p->cleaned_ps = time_ps;
        }
    }
    if (op != COH_CLEAN && !bit(p->fresh, n) && (!l || !l->fresh) && (level == COH_L2 || !c->l2_on || bit(p->l1_done, n))) {
        set_bit(p->in_cache, n, false);
        set_bit(p->uncached, n, false);
        p->had_to_cached = p->had_to_uncached = false;
    }
}

static void maintain_line(struct coh *c, struct page *p, uint64_t paddr, uint64_t time_ps, enum coh_level level,
                          enum coh_op op)
{
    unsigned n = line_number(paddr);
    struct line *l = p->lines[n];

    if (op != COH_INVALIDATE) {
        clean_level(c, p, l, paddr, n, level, time_ps);
    }
    if (op != COH_CLEAN) {
        invalidate_level(c, p, l, paddr, n, level, time_ps);
    }
    note_known(c, p, n, level, op, time_ps);
}

void coh_maintain(struct coh *c, const struct coh_who *who, enum coh_level level, enum coh_op op, uint64_t paddr)
{
    unsigned number = page_number(paddr);
    struct page *p = page_at(c, paddr);

    if (!p && level == COH_L2 && c->config.memory(c->config.opaque, line_address(paddr))) {
        p = adopt(c, paddr, MAINTAINED, who->time_ps);
    }
    if (p) {
        maintain_line(c, p, paddr, who->time_ps, level, op);
    } else if (level == COH_L1) {
        struct early *e = &c->early[number];

        if (who->time_ps - e->time_ps > EARLY_WINDOW_PS) {
            memset(e->l1_done, 0, sizeof(e->l1_done));
            memset(e->l1_emptied, 0, sizeof(e->l1_emptied));
        }
        e->time_ps = who->time_ps;
        set_bit(e->l1_done, line_number(paddr), true);
        set_bit(e->l1_emptied, line_number(paddr), op != COH_CLEAN);
    }
}

/* By set and way: of the own core's L1. */
static void maintain_own(struct coh *c, struct page *p, const struct coh_who *who, uint64_t paddr,
                         enum coh_level level, enum coh_op op)
{
    struct line *l = p->lines[line_number(paddr)];

    if (!(l && level == COH_L1 && l->dirty && !l->in_l2 && l->writer.core != who->core)) {
        maintain_line(c, p, paddr, who->time_ps, level, op);
    }
}

void coh_maintain_all(struct coh *c, const struct coh_who *who, enum coh_level level, enum coh_op op)
{
    if (level == COH_L1 && op != COH_CLEAN && !c->l2_on && who->core < COH_CORES) {
        memset(c->ever_cached[who->core], 0, PAGES / 8); /* this core's cache is empty, and there is no other */
    }
    for (unsigned k = 0; k < c->page_count; k++) {
        uint64_t page = (uint64_t)c->list[k] * COH_PAGE_BYTES;
        struct page *p = page_at(c, page);

        for (unsigned n = 0; p && n < PAGE_LINES; n++) {
            maintain_own(c, p, who, page + n * COH_LINE_BYTES, level, op);
        }
    }
}

void coh_l2_enable(struct coh *c, bool on)
{
    c->l2_on = on;
}

/* ---- single rules ---- */

void coh_exclusive(struct coh *c, const struct coh_who *who, uint64_t paddr, unsigned size_bytes)
{
    const struct coh_who nobody = { .core = COH_NO_CORE };

    if (who->attr != COH_CACHED) {
        report(c, COH_EXCLUSIVE_UNCACHED, who, &nobody, paddr, bytes_mask(paddr, size_bytes), NULL);
    }
}

void coh_unaligned(struct coh *c, const struct coh_who *who, uint64_t paddr, unsigned size_bytes)
{
    const struct coh_who nobody = { .core = COH_NO_CORE };

    if (who->attr >= COH_DEVICE) {
        report(c, COH_UNALIGNED_DEVICE, who, &nobody, paddr, bytes_mask(paddr, size_bytes), NULL);
    }
}

/* ---- the whole ---- */

struct coh *coh_new(const struct coh_config *config)
{
    struct coh *c = calloc(1, sizeof(*c));

    assert(config->memory && config->report);
    if (!c) {
        return NULL;
    }
    c->config = *config;
    c->pages = calloc(PAGES, sizeof(*c->pages)); /* NOLINT(bugprone-sizeof-expression): a table of pointers */
    c->early = calloc(PAGES, sizeof(*c->early));
    c->list = calloc(config->pages_max, sizeof(*c->list));
    c->ever_cached[0] = calloc(PAGES / 64, sizeof(uint64_t));
    c->ever_cached[1] = calloc(PAGES / 64, sizeof(uint64_t));
    c->ever_uncached = calloc(PAGES / 64, sizeof(uint64_t));
    c->slabs = calloc(config->lines_max / SLAB_LINES + 1, sizeof(*c->slabs));
    if (!c->pages || !c->list || !c->early || !c->ever_cached[0] || !c->ever_cached[1] || !c->ever_uncached ||
        !c->slabs) {
        coh_free(c);
        return NULL;
    }
    return c;
}

void coh_free(struct coh *c)
{
    if (!c) {
        return;
    }
    for (unsigned n = 0; n < c->page_count; n++) {
        free(c->pages[c->list[n]]); /* NOLINT(clang-analyzer-core.NullDereference): empty without a list */
    }
    for (unsigned n = 0; n < c->slab_count; n++) {
        free(c->slabs[n]); /* NOLINT(clang-analyzer-core.NullDereference): the same */
    }
    free(c->pages);
    free(c->early);
    free(c->list);
    free(c->ever_cached[0]);
    free(c->ever_cached[1]);
    free(c->ever_uncached);
    free(c->slabs);
    free(c);
}

void coh_track(struct coh *c, uint64_t page)
{
    adopt(c, page, FOR_GOOD, 0);
}

uint64_t coh_count(const struct coh *c, unsigned id)
{
    return id < c->seen_count ? c->seen[id].count : 0;
}

unsigned coh_reports(const struct coh *c)
{
    return c->seen_count;
}

uint64_t coh_more(const struct coh *c)
{
    return c->more;
}

uint64_t coh_next_suspect(const struct coh *c, uint64_t page)
{
    for (uint64_t number = (page + COH_PAGE_BYTES - 1) / COH_PAGE_BYTES; number < PAGES; number++) {
        if (c->pages[number] && c->pages[number]->suspect) {
            return number * COH_PAGE_BYTES;
        }
    }
    return UINT64_MAX;
}

unsigned coh_pages(const struct coh *c)
{
    unsigned count = 0;

    for (unsigned n = 0; n < c->page_count; n++) {
        count += c->pages[c->list[n]]->reasons != 0;
    }
    return count;
}
