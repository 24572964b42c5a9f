/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The model of the L2, told every access to the pages that it observes. */
#include "zynqtwin/l2_model.h"

#include <criterion/criterion.h>

#define MEMORY (UINT64_C(1) << 30)
#define LINES 16384u
#define L2_BYTES (LINES * L2_LINE_BYTES)
#define BASE UINT64_C(0x10000000)

static unsigned changes;
static uint64_t changed_page;

static void on_change(uint64_t page)
{
    changes++;
    changed_page = page;
}

struct cost {
    uint64_t cold, dirtied, tlb_misses, told;
};

/* One access; what it found, times what it stands for. */
static void touch(struct l2_model *m, uint64_t address, bool is_write, struct cost *cost)
{
    if (!l2_model_observes(m, address)) {
        return;
    }
    struct l2_found found = l2_model_access(m, 0, address, is_write);
    cost->told++;
    cost->cold += L2_SAMPLE * found.cold;
    cost->dirtied += L2_SAMPLE * found.dirtied;
    cost->tlb_misses += L2_SAMPLE * found.tlb_miss;
}

static struct cost pass(struct l2_model *m, uint64_t from, uint64_t bytes, unsigned step, bool is_write)
{
    struct cost cost = {0};

    for (uint64_t offset = 0; offset < bytes; offset += step) {
        touch(m, from + offset, is_write, &cost);
    }
    return cost;
}

static struct l2_model *new_model(void)
{
    struct l2_model *m = l2_model_new(LINES, MEMORY, on_change);

    cr_assert(m);
    changes = 0;
    return m;
}

Test(sample, has_one_page_of_each_group)
{
    struct l2_model *m = new_model();

    for (uint64_t group = 0; group < 4096; group++) {
        unsigned count = 0;

        for (uint64_t page = 0; page < L2_SAMPLE; page++) {
            count += l2_model_observes(m, (group * L2_SAMPLE + page) * L2_PAGE_BYTES);
        }
        cr_assert_eq(count, 1);
    }
    cr_expect_not(l2_model_observes(m, MEMORY));
    l2_model_free(m);
}

Test(stream, costs_each_line_in_each_pass)
{
    struct l2_model *m = new_model();

    for (unsigned n = 0; n < 2; n++) {
        struct cost cost = pass(m, BASE, 8 << 20, 4, false);

        cr_expect_eq(cost.cold, (8 << 20) / L2_LINE_BYTES);
        cr_expect_eq(cost.tlb_misses, (8 << 20) / L2_PAGE_BYTES);
        cr_expect_eq(cost.dirtied, 0);
    }
    cr_expect_eq(pass(m, BASE, 8 << 20, 4, true).dirtied, (8 << 20) / L2_LINE_BYTES);
    l2_model_free(m);
}

Test(resident, is_free_after_the_first_pass_and_soon_not_told)
{
    struct l2_model *m = new_model();

    cr_expect_eq(pass(m, BASE, L2_BYTES, 4, false).cold, LINES);
    struct cost second = pass(m, BASE, L2_BYTES, 4, false);
    cr_expect_eq(second.cold, 0);
    cr_expect_leq(second.told, L2_BYTES / L2_PAGE_BYTES / L2_SAMPLE * (L2_HITS_ENOUGH + 1));
    cr_expect_eq(pass(m, BASE, L2_BYTES, 4, false).told, 0);
    cr_expect_eq(changes, 0);
    l2_model_free(m);
}

Test(resident, is_cold_again_when_a_stream_has_gone_through)
{
    struct l2_model *m = new_model();

    pass(m, BASE, 65536, 4, false);
    pass(m, BASE, 65536, 4, false);
    pass(m, BASE + (16 << 20), 4 << 20, 4, false);
    cr_expect_eq(changes, 65536 / L2_PAGE_BYTES / L2_SAMPLE); /* released, and observed again */
    cr_expect(l2_model_observes(m, changed_page));
    cr_expect_eq(pass(m, BASE, 65536, 4, false).cold, 65536 / L2_LINE_BYTES);
    l2_model_free(m);
}

/* A stack beside a stream stays in the L1, whatever the age of its lines in the L2. */
Test(hot, costs_nothing_beside_a_stream)
{
    struct l2_model *m = new_model();
    struct cost hot = {0}, stream = {0};

    pass(m, BASE, 32768, 32, false);
    for (uint64_t offset = 0; offset < 8 << 20; offset += 4) {
        touch(m, BASE + (16 << 20) + offset, false, &stream);
        touch(m, BASE + offset * 8 % 32768, false, &hot);
    }
    cr_expect_eq(hot.cold, 0);
    cr_expect_eq(stream.cold, (8 << 20) / L2_LINE_BYTES);
    l2_model_free(m);
}

Test(maintenance, takes_lines_away)
{
    struct l2_model *m = new_model();

    pass(m, BASE, 65536, 4, false);
    pass(m, BASE, 65536, 4, false);
    for (uint64_t offset = 0; offset < 32768; offset += L2_LINE_BYTES) {
        l2_model_drop(m, BASE + offset);
    }
    cr_expect_eq(changes, 32768 / L2_PAGE_BYTES / L2_SAMPLE);
    cr_expect_eq(pass(m, BASE, 65536, 4, false).cold, 32768 / L2_LINE_BYTES);
    l2_model_drop_all(m);
    cr_expect_eq(pass(m, BASE, 65536, 4, false).cold, 65536 / L2_LINE_BYTES);
    l2_model_free(m);
}

/* Half of what is read at random in twice the L2's size is not there. */
Test(random, misses_in_proportion)
{
    struct l2_model *m = new_model();
    struct cost cost = {0};
    uint32_t state = 1;
    const unsigned reads = 400000;

    for (unsigned n = 0; n < 2 * reads; n++) {
        state = state * 1664525u + 1013904223u;
        if (n == reads) {
            cost = (struct cost){0};
        }
        touch(m, BASE + (state >> 8) % (2 * L2_BYTES), false, &cost);
    }
    /* What left the L2 lately is taken to be in the L1. */
    double expected = reads * (1.0 - (double)(LINES + L2_L1_LINES) / (2 * LINES));
    cr_expect(cost.cold > expected * 0.95 && cost.cold < expected * 1.05, "%lu cold, expected %.0f",
              (unsigned long)cost.cold, expected);
    l2_model_free(m);
}
