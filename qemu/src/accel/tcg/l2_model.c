/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* A model of the L2 from a sample of pages. See include/zynqtwin/l2_model.h. */
#include "zynqtwin/l2_model.h"

#include <assert.h>
#include <stdlib.h>

#define TLB_SAMPLE (L2_TLB_ENTRIES / L2_SAMPLE)

struct page {
    /* When each line came in, as a count of all lines that did. A line is in the L2 as long as no more came
     * since than the L2 holds. */
    uint32_t came[L2_LINES_A_PAGE];
    uint32_t dirty[L2_LINES_A_PAGE / 32];
    uint32_t hits; /* in a row */
    bool released;
};

struct l2_model {
    struct page *pages; /* one for each group of L2_SAMPLE pages */
    uint32_t page_count;
    uint32_t capacity; /* lines, in the sample */
    uint32_t l1_lines;
    uint32_t now; /* lines that ever came in */
    uint32_t *ring; /* the last `capacity` lines that came, by page index and line */
    uint32_t tlb[L2_CORES][TLB_SAMPLE];
    uint32_t tlb_next[L2_CORES];
    void (*changed)(uint64_t page_address);
};

#define NO_LINE UINT32_MAX

/* Which page of a group is in the sample: not always the first, which allocators treat in a special way. */
static uint32_t member(uint32_t group)
{
    return (group ^ group >> 3 ^ group >> 6 ^ 5) % L2_SAMPLE;
}

static uint64_t page_address(uint32_t index)
{
    return ((uint64_t)index * L2_SAMPLE + member(index)) * L2_PAGE_BYTES;
}

struct l2_model *l2_model_new(uint32_t lines, uint64_t memory_bytes, void (*changed)(uint64_t page_address))
{
    struct l2_model *m = calloc(1, sizeof(*m));

    if (!m) {
        return NULL;
    }
    m->capacity = lines / L2_SAMPLE ? lines / L2_SAMPLE : 1;
    m->l1_lines = L2_L1_LINES / L2_SAMPLE;
    m->page_count = memory_bytes / L2_PAGE_BYTES / L2_SAMPLE;
    m->changed = changed;
    m->pages = calloc(m->page_count ? m->page_count : 1, sizeof(*m->pages));
    m->ring = malloc(m->capacity * sizeof(*m->ring));
    if (!m->pages || !m->ring) {
        l2_model_free(m);
        return NULL;
    }
    for (uint32_t i = 0; i < m->capacity; i++) {
        m->ring[i] = NO_LINE;
    }
    for (unsigned core = 0; core < L2_CORES; core++) {
        for (unsigned i = 0; i < TLB_SAMPLE; i++) {
            m->tlb[core][i] = NO_LINE;
        }
    }
    m->now = m->capacity + m->l1_lines + 1; /* what never came has left long ago */
    return m;
}

void l2_model_free(struct l2_model *m)
{
    if (m) {
        free(m->pages);
        free(m->ring);
        free(m);
    }
}

/* The page of an address if it is in the sample, else NULL. */
static struct page *sampled(const struct l2_model *m, uint64_t address, uint32_t *index)
{
    uint64_t page = address / L2_PAGE_BYTES;

    *index = page / L2_SAMPLE;
    return page / L2_SAMPLE < m->page_count && page % L2_SAMPLE == member(*index) ? &m->pages[*index] : NULL;
}

bool l2_model_observes(const struct l2_model *m, uint64_t address)
{
    uint32_t index;
    const struct page *page = sampled(m, address, &index);

    return page && !page->released;
}

bool l2_model_samples(const struct l2_model *m, uint64_t address)
{
    uint32_t index;

    return sampled(m, address, &index) != NULL;
}

static void observe(struct l2_model *m, uint32_t index)
{
    struct page *page = &m->pages[index];

    page->hits = 0;
    if (page->released) {
        page->released = false;
        m->changed(page_address(index));
    }
}

static uint32_t age(const struct l2_model *m, const struct page *page, unsigned line)
{
    return m->now - page->came[line];
}

/* The oldest line makes room; its page is seen again from here on. */
static void insert(struct l2_model *m, uint32_t index, unsigned line)
{
    uint32_t *slot = &m->ring[m->now % m->capacity];
    uint32_t old = *slot;

    *slot = index * L2_LINES_A_PAGE + line;
    m->pages[index].came[line] = m->now++;
    if (old != NO_LINE) {
        struct page *page = &m->pages[old / L2_LINES_A_PAGE];

        /* It may have come again since then, or have been dropped. */
        if (page->released && age(m, page, old % L2_LINES_A_PAGE) == m->capacity + 1) {
            observe(m, old / L2_LINES_A_PAGE);
        }
    }
}

static bool tlb_holds(struct l2_model *m, unsigned core, uint32_t index)
{
    for (unsigned i = 0; i < TLB_SAMPLE; i++) {
        if (m->tlb[core][i] == index) {
            return true;
        }
    }
    m->tlb[core][m->tlb_next[core]++ % TLB_SAMPLE] = index;
    return false;
}

static bool set_dirty(struct page *page, unsigned line, bool dirty)
{
    uint32_t bit = UINT32_C(1) << line % 32;
    bool was = page->dirty[line / 32] & bit;

    page->dirty[line / 32] = dirty ? page->dirty[line / 32] | bit : page->dirty[line / 32] & ~bit;
    return was;
}

struct l2_found l2_model_access(struct l2_model *m, unsigned core, uint64_t address, bool is_write)
{
    struct l2_found found = {0};
    unsigned line = address % L2_PAGE_BYTES / L2_LINE_BYTES;
    uint32_t index;
    struct page *page = sampled(m, address, &index);

    assert(core < L2_CORES);
    if (!page) {
        return found;
    }
    if (age(m, page, line) > m->capacity) {
        observe(m, index);
        /* Else it is in an L1, and comes back to the L2. */
        found.cold = age(m, page, line) > m->capacity + m->l1_lines;
        insert(m, index, line);
        if (found.cold) {
            found.tlb_miss = !tlb_holds(m, core, index);
            set_dirty(page, line, false);
        }
    } else {
        page->hits++;
    }
    if (is_write) {
        found.dirtied = !set_dirty(page, line, true);
    }
    if (found.dirtied) {
        observe(m, index);
    }
    page->released = page->hits >= L2_HITS_ENOUGH;
    found.released = page->released;
    return found;
}

void l2_model_drop(struct l2_model *m, uint64_t address)
{
    unsigned line = address % L2_PAGE_BYTES / L2_LINE_BYTES;
    uint32_t index;
    struct page *page = sampled(m, address, &index);

    if (page && age(m, page, line) <= m->capacity + m->l1_lines) {
        page->came[line] = m->now - (m->capacity + m->l1_lines + 1);
        set_dirty(page, line, false);
        observe(m, index);
    }
}

void l2_model_drop_all(struct l2_model *m)
{
    m->now += m->capacity + m->l1_lines + 1;
    for (uint32_t i = 0; i < m->capacity; i++) {
        uint32_t id = m->ring[i];

        m->ring[i] = NO_LINE;
        if (id != NO_LINE) {
            set_dirty(&m->pages[id / L2_LINES_A_PAGE], id % L2_LINES_A_PAGE, false);
            observe(m, id / L2_LINES_A_PAGE);
        }
    }
}
