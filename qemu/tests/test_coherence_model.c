/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The rules of coherence_model.h, one after another. Expected: what the ARM ARM says of each sequence. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "zynqtwin/coherence_model.h"

#define PAGE 0x100000u
#define PAGES 8u
#define CALLS_MAX 64u

static uint8_t ram[PAGES * COH_PAGE_BYTES];
static struct coh_report calls[CALLS_MAX];
static unsigned call_count, full_count, change_count;
static struct coh *coh;
static uint64_t now_ps = 1;

static uint8_t *memory(void *opaque, uint64_t paddr)
{
    (void)opaque;
    return paddr >= PAGE && paddr < PAGE + sizeof ram ? ram + (paddr - PAGE) : NULL;
}

static void on_report(void *opaque, const struct coh_report *report)
{
    (void)opaque;
    cr_assert_lt(call_count, CALLS_MAX);
    calls[call_count++] = *report;
}

static void on_full(void *opaque, const char *what, unsigned limit)
{
    (void)opaque;
    (void)what;
    (void)limit;
    full_count++;
}

static void on_change(void *opaque, uint64_t page)
{
    (void)opaque;
    cr_assert_eq(page % COH_PAGE_BYTES, 0);
    change_count++;
}

static void open_model(bool stale, unsigned pages_max)
{
    static const struct coh_config common = {.lines_max = 4096,
                                             .memory = memory,
                                             .report = on_report,
                                             .full = on_full,
                                             .watch_changed = on_change};
    struct coh_config config = common;

    coh_free(coh);
    config.stale = stale;
    config.pages_max = pages_max;
    memset(ram, 0, sizeof ram);
    call_count = full_count = change_count = 0;
    coh = coh_new(&config);
    cr_assert_not_null(coh);
    coh_l2_enable(coh, true);
}

static void start(void)
{
    open_model(false, PAGES);
    coh_track(coh, PAGE);
    coh_wants(coh, PAGE, 0, COH_CACHED, now_ps);
}

static void start_stale(void)
{
    open_model(true, PAGES);
    coh_track(coh, PAGE);
    coh_wants(coh, PAGE, 0, COH_CACHED, now_ps);
}

static void stop(void)
{
    coh_free(coh);
    coh = NULL;
}

static struct coh_who core(unsigned n, enum coh_attr attr, uint32_t pc)
{
    return (struct coh_who){.core = (uint8_t)n, .attr = (uint8_t)attr, .pc = pc, .time_ps = now_ps++};
}

static void store(uint64_t paddr, uint32_t value, uint32_t pc)
{
    struct coh_who who = core(0, COH_CACHED, pc);

    coh_core(coh, &who, paddr, 4, true);
    memcpy(memory(NULL, paddr), &value, 4);
}

static uint32_t access_as(unsigned n, enum coh_attr attr, uint64_t paddr, bool is_write, uint32_t pc)
{
    struct coh_who who = core(n, attr, pc);
    uint32_t value;

    coh_core(coh, &who, paddr, 4, is_write);
    memcpy(&value, memory(NULL, paddr), 4);
    return value;
}

static uint32_t load(uint64_t paddr, uint32_t pc)
{
    return access_as(0, COH_CACHED, paddr, false, pc);
}

static uint32_t device_load(uint64_t paddr)
{
    uint32_t value;

    coh_master(coh, COH_PORT_HP0, paddr, 4, false, NULL, now_ps++);
    memcpy(&value, memory(NULL, paddr), 4);
    return value;
}

static void device_store(uint64_t paddr, uint32_t value)
{
    coh_master(coh, COH_PORT_HP1, paddr, 4, true, NULL, now_ps++);
    memcpy(memory(NULL, paddr), &value, 4);
}

static void maintain(enum coh_level level, enum coh_op op, uint64_t paddr)
{
    struct coh_who who = core(0, COH_CACHED, 0xc0);

    coh_maintain(coh, &who, level, op, paddr);
}

static void clean(uint64_t paddr)
{
    maintain(COH_L1, COH_CLEAN, paddr);
    maintain(COH_L2, COH_CLEAN, paddr);
}

static void invalidate(uint64_t paddr)
{
    maintain(COH_L2, COH_INVALIDATE, paddr);
    maintain(COH_L1, COH_INVALIDATE, paddr);
}

static void expect_one(enum coh_kind kind, uint64_t paddr, uint32_t pc, uint32_t other_pc)
{
    cr_assert_eq(call_count, 1, "%u reports, first %s", call_count, coh_kind_name(calls[0].kind));
    cr_expect_str_eq(coh_kind_name(calls[0].kind), coh_kind_name(kind));
    cr_expect_eq(calls[0].paddr, paddr);
    cr_expect_eq(calls[0].who.pc, pc);
    cr_expect_eq(calls[0].other.pc, other_pc);
}

TestSuite(rules, .init = start, .fini = stop);

Test(rules, clean_transfer_says_nothing)
{
    store(PAGE, 1, 0x10);
    clean(PAGE);
    device_load(PAGE);
    cr_expect_eq(call_count, 0);
}

Test(rules, missing_clean)
{
    store(PAGE + 4, 0x11223344, 0x10);
    device_load(PAGE + 4);
    expect_one(COH_MISSING_CLEAN, PAGE + 4, 0, 0x10);
    cr_expect_eq(calls[0].who.port, COH_PORT_HP0);
    cr_expect_eq(calls[0].other.core, 0);
    cr_expect_eq(calls[0].bytes, 4);
    cr_expect_arr_eq(calls[0].board, ((uint8_t[4]){0, 0, 0, 0}), 4);
    cr_expect_arr_eq(calls[0].twin, ((uint8_t[4]){0x44, 0x33, 0x22, 0x11}), 4);
}

Test(rules, only_the_bytes_that_are_read_matter)
{
    store(PAGE + 4, 1, 0x10);
    device_load(PAGE + 8);
    device_load(PAGE);
    cr_expect_eq(call_count, 0);
}

Test(rules, partial_clean)
{
    store(PAGE, 1, 0x10);
    store(PAGE + 32, 2, 0x14);
    clean(PAGE);
    device_load(PAGE);
    device_load(PAGE + 32);
    expect_one(COH_MISSING_CLEAN, PAGE + 32, 0, 0x14);
}

Test(rules, clean_of_one_level)
{
    store(PAGE, 1, 0x10);
    maintain(COH_L1, COH_CLEAN, PAGE);
    device_load(PAGE);
    expect_one(COH_INCOMPLETE_CLEAN, PAGE, 0, 0x10);
}

Test(rules, clean_in_the_wrong_order)
{
    store(PAGE, 1, 0x10);
    maintain(COH_L2, COH_CLEAN, PAGE);
    maintain(COH_L1, COH_CLEAN, PAGE);
    device_load(PAGE);
    expect_one(COH_INCOMPLETE_CLEAN, PAGE, 0, 0x10);
}

Test(rules, one_level_is_enough_without_l2)
{
    coh_l2_enable(coh, false);
    store(PAGE, 1, 0x10);
    maintain(COH_L1, COH_CLEAN, PAGE);
    device_load(PAGE);
    cr_expect_eq(call_count, 0);
}

Test(rules, write_long_after_a_clean)
{
    store(PAGE, 1, 0x10);
    clean(PAGE);
    now_ps += 1000000000000;
    store(PAGE, 2, 0x14);
    device_load(PAGE);
    expect_one(COH_MISSING_CLEAN, PAGE, 0, 0x14);
}

Test(rules, write_after_clean)
{
    store(PAGE, 1, 0x10);
    clean(PAGE);
    store(PAGE, 2, 0x14);
    device_load(PAGE);
    expect_one(COH_WRITTEN_AFTER_CLEAN, PAGE, 0, 0x14);
}

/* The master's clock may be behind the core's: what counts is whose time is earlier. */
Test(rules, late_clean)
{
    uint64_t before;

    store(PAGE, 1, 0x10);
    before = now_ps++;
    clean(PAGE);
    coh_master(coh, COH_PORT_HP0, PAGE, 4, false, NULL, before);
    expect_one(COH_LATE_CLEAN, PAGE, 0, 0x10);
}

Test(rules, missing_invalidate)
{
    load(PAGE, 0x10);
    device_store(PAGE, 7);
    load(PAGE + 4, 0x14);
    cr_expect_eq(call_count, 0);
    load(PAGE, 0x18);
    expect_one(COH_MISSING_INVALIDATE, PAGE, 0x18, 0);
    cr_expect_eq(calls[0].other.port, COH_PORT_HP1);
}

Test(rules, invalidate_after_the_write)
{
    device_store(PAGE, 7);
    invalidate(PAGE);
    load(PAGE, 0x18);
    cr_expect_eq(call_count, 0);
}

/* L1 may fetch the old line from L2 again. */
Test(rules, invalidate_in_the_wrong_order)
{
    device_store(PAGE, 7);
    maintain(COH_L1, COH_INVALIDATE, PAGE);
    maintain(COH_L2, COH_INVALIDATE, PAGE);
    load(PAGE, 0x18);
    expect_one(COH_MISSING_INVALIDATE, PAGE, 0x18, 0);
}

Test(rules, own_write_covers_the_master_s)
{
    device_store(PAGE, 7);
    store(PAGE, 8, 0x10);
    load(PAGE, 0x14);
    cr_expect_eq(call_count, 0);
}

Test(rules, master_writes_a_dirty_line)
{
    store(PAGE + 16, 1, 0x10);
    device_store(PAGE, 7);
    expect_one(COH_DEVICE_WRITE_DIRTY, PAGE + 16, 0, 0x10);
}

/* The core writes its part of a shared line while the master's part is new: the write-back takes it away. */
Test(rules, shared_line_loses_the_master_s_bytes)
{
    device_store(PAGE, 7);
    store(PAGE + 16, 1, 0x10);
    maintain(COH_L1, COH_CLEAN_INVALIDATE, PAGE);
    maintain(COH_L2, COH_CLEAN_INVALIDATE, PAGE);
    cr_expect_eq(call_count, 0);
    load(PAGE, 0x14);
    expect_one(COH_LOST_DEVICE_WRITE, PAGE, 0x14, 0x10);
}

Test(rules, discarded_write)
{
    store(PAGE, 1, 0x10);
    maintain(COH_L1, COH_INVALIDATE, PAGE);
    load(PAGE, 0x14);
    cr_expect_eq(call_count, 0); /* the card's controller may have written it */
    device_load(PAGE + 256);
    load(PAGE, 0x18);
    expect_one(COH_DISCARDED_WRITE, PAGE, 0x18, 0x10);
}

/* What a driver does before a receive: nobody minds that the old bytes are gone. */
Test(rules, invalidate_before_a_receive)
{
    store(PAGE, 1, 0x10);
    maintain(COH_L1, COH_INVALIDATE, PAGE);
    maintain(COH_L2, COH_INVALIDATE, PAGE);
    device_store(PAGE, 7);
    invalidate(PAGE);
    load(PAGE, 0x14);
    cr_expect_eq(call_count, 0);
}

Test(rules, uncached_read_of_a_dirty_line)
{
    store(PAGE, 1, 0x10);
    access_as(0, COH_UNCACHED, PAGE + 4, false, 0x14);
    cr_expect_eq(call_count, 0);
    access_as(0, COH_UNCACHED, PAGE, false, 0x18);
    expect_one(COH_UNCACHED_READ_DIRTY, PAGE, 0x18, 0x10);
}

Test(rules, uncached_write_into_a_dirty_line)
{
    store(PAGE, 1, 0x10);
    access_as(0, COH_DEVICE, PAGE + 4, true, 0x18);
    expect_one(COH_UNCACHED_WRITE_DIRTY, PAGE, 0x18, 0x10);
}

/* Inner non-cacheable memory goes through L2. */
Test(rules, outer_cacheable_sees_l2)
{
    store(PAGE, 1, 0x10);
    maintain(COH_L1, COH_CLEAN, PAGE);
    access_as(0, COH_INNER_NC, PAGE, false, 0x14);
    cr_expect_eq(call_count, 0);
}

Test(rules, mismatched_attributes_in_turns)
{
    access_as(0, COH_CACHED, PAGE, true, 0x10);
    clean(PAGE);
    access_as(1, COH_DEVICE, PAGE, true, 0x20);
    cr_expect_eq(call_count, 0); /* one turn is how a page changes hands */
    access_as(0, COH_CACHED, PAGE + 4, true, 0x10);
    expect_one(COH_MISMATCHED_ATTRIBUTES, PAGE, 0x10, 0x20);
    clean(PAGE);
    access_as(1, COH_DEVICE, PAGE, true, 0x24);
    access_as(0, COH_CACHED, PAGE + 8, true, 0x18);
    cr_expect_eq(call_count, 1);
}

/* A core with its MMU off reads what the other one cleaned for it: the way Linux starts a core. */
Test(rules, uncached_reads_of_clean_lines)
{
    for (unsigned turn = 0; turn < 3; turn++) {
        access_as(0, COH_CACHED, PAGE, true, 0x10);
        clean(PAGE);
        access_as(1, COH_STRONGLY_ORDERED, PAGE, false, 0x20);
    }
    cr_expect_eq(call_count, 0);
}

Test(rules, maintenance_between_turns)
{
    for (unsigned turn = 0; turn < 3; turn++) {
        access_as(0, COH_CACHED, PAGE, false, 0x10);
        maintain(COH_L1, COH_CLEAN_INVALIDATE, PAGE);
        maintain(COH_L2, COH_CLEAN_INVALIDATE, PAGE);
        access_as(1, COH_UNCACHED, PAGE, false, 0x20);
        maintain(COH_L1, COH_CLEAN_INVALIDATE, PAGE);
        maintain(COH_L2, COH_CLEAN_INVALIDATE, PAGE);
    }
    cr_expect_eq(call_count, 0);
}

Test(rules, exclusives_and_unaligned_accesses)
{
    struct coh_who cached = core(0, COH_CACHED, 0x10), device = core(0, COH_DEVICE, 0x14);
    struct coh_who uncached = core(1, COH_UNCACHED, 0x18);

    coh_exclusive(coh, &cached, PAGE, 4);
    coh_unaligned(coh, &cached, PAGE + 1, 4);
    coh_unaligned(coh, &uncached, PAGE + 1, 4);
    cr_expect_eq(call_count, 0);
    coh_exclusive(coh, &uncached, PAGE, 4);
    coh_unaligned(coh, &device, PAGE + 1, 4);
    cr_assert_eq(call_count, 2);
    cr_expect_eq(calls[0].kind, COH_EXCLUSIVE_UNCACHED);
    cr_expect_eq(calls[1].kind, COH_UNALIGNED_DEVICE);
    cr_expect_eq(calls[1].paddr, PAGE + 1);
}

Test(rules, acp_is_coherent_with_l1_but_dirty_in_l2)
{
    store(PAGE, 1, 0x10);
    coh_master(coh, COH_PORT_ACP, PAGE, 32, false, NULL, now_ps++);
    cr_expect_eq(call_count, 0);
    coh_master(coh, COH_PORT_ACP, PAGE, 32, true, NULL, now_ps++);
    load(PAGE, 0x14);
    cr_expect_eq(call_count, 0);
    device_load(PAGE);
    expect_one(COH_MISSING_CLEAN, PAGE, 0, 0);
    cr_expect_eq(calls[0].other.port, COH_PORT_ACP);
    maintain(COH_L2, COH_CLEAN, PAGE);
    device_load(PAGE);
    cr_expect_eq(call_count, 1);
}

Test(rules, strobes)
{
    static const uint8_t strobe[8] = {0, 0, 0, 0, 1, 1, 1, 1};

    coh_master(coh, COH_PORT_HP2, PAGE, 8, true, strobe, now_ps++);
    load(PAGE, 0x10);
    cr_expect_eq(call_count, 0);
    load(PAGE + 4, 0x14);
    expect_one(COH_MISSING_INVALIDATE, PAGE + 4, 0x14, 0);
}

Test(rules, accesses_over_lines_and_pages)
{
    struct coh_who who = core(0, COH_CACHED, 0x10);

    coh_track(coh, PAGE + COH_PAGE_BYTES);
    coh_core(coh, &who, PAGE + COH_PAGE_BYTES - 2, 4, true);
    device_load(PAGE + COH_PAGE_BYTES - 4);
    expect_one(COH_MISSING_CLEAN, PAGE + COH_PAGE_BYTES - 2, 0, 0x10);
    cr_expect_eq(calls[0].size_bytes, 2);
    device_load(PAGE + COH_PAGE_BYTES);
    cr_expect_eq(coh_count(coh, 0), 2);
}

/* Set and way: the own core's L1 only. */
Test(rules, maintenance_of_everything)
{
    struct coh_who mine = core(0, COH_CACHED, 0), others = core(1, COH_CACHED, 0);

    store(PAGE, 1, 0x10);
    coh_maintain_all(coh, &others, COH_L1, COH_CLEAN);
    coh_maintain_all(coh, &mine, COH_L2, COH_CLEAN);
    device_load(PAGE);
    cr_expect_eq(call_count, 1);
    coh_maintain_all(coh, &mine, COH_L1, COH_CLEAN);
    coh_maintain_all(coh, &mine, COH_L2, COH_CLEAN);
    device_load(PAGE);
    cr_expect_eq(coh_count(coh, 0), 1);
    cr_expect_eq(call_count, 1);
}

Test(rules, equal_reports_are_counted)
{
    for (unsigned n = 0; n < 5; n++) {
        store(PAGE + 32 * n, n, 0x10);
        device_load(PAGE + 32 * n);
    }
    cr_expect_eq(call_count, 1);
    cr_expect_eq(coh_reports(coh), 1);
    cr_expect_eq(coh_count(coh, calls[0].id), 5);
}

TestSuite(stale, .init = start_stale, .fini = stop);

Test(stale, master_reads_the_old_bytes)
{
    store(PAGE, 0x11, 0x10);
    clean(PAGE);
    cr_expect_eq(device_load(PAGE), 0x11);
    store(PAGE, 0x22, 0x10);
    cr_expect_eq(device_load(PAGE), 0x11);
    cr_expect_eq(load(PAGE, 0x14), 0x22);
    clean(PAGE);
    cr_expect_eq(device_load(PAGE), 0x22);
}

Test(stale, core_reads_the_old_bytes)
{
    store(PAGE, 0x11, 0x10);
    clean(PAGE);
    device_store(PAGE, 0x22);
    cr_expect_eq(load(PAGE, 0x14), 0x11);
    cr_expect_eq(device_load(PAGE), 0x22);
    cr_expect_eq(access_as(0, COH_UNCACHED, PAGE, false, 0x18), 0x22);
    invalidate(PAGE);
    cr_expect_eq(load(PAGE, 0x14), 0x22);
}

Test(stale, uncached_alias_reads_the_old_bytes)
{
    store(PAGE, 0x11, 0x10);
    cr_expect_eq(access_as(1, COH_UNCACHED, PAGE, false, 0x18), 0);
    cr_expect_eq(load(PAGE, 0x14), 0x11);
    clean(PAGE);
    cr_expect_eq(access_as(1, COH_UNCACHED, PAGE, false, 0x18), 0x11);
}

Test(stale, write_back_overwrites_the_master_s_bytes)
{
    device_store(PAGE, 0x77);
    store(PAGE + 16, 1, 0x10);
    clean(PAGE);
    cr_expect_eq(device_load(PAGE), 0);
    cr_expect_eq(load(PAGE + 16, 0x14), 1);
}

Test(stale, invalidate_discards_a_write)
{
    store(PAGE, 0x11, 0x10);
    maintain(COH_L1, COH_INVALIDATE, PAGE);
    cr_expect_eq(load(PAGE, 0x14), 0);
}

static void start_empty(void)
{
    open_model(false, 2);
}

TestSuite(pages, .init = start_empty, .fini = stop);

Test(pages, one_way_is_not_tracked)
{
    cr_expect_not(coh_wants(coh, PAGE, 0, COH_CACHED, now_ps));
    cr_expect_not(coh_wants(coh, PAGE, 1, COH_CACHED, now_ps));
    cr_expect_not(coh_wants(coh, PAGE + COH_PAGE_BYTES, 0, COH_UNCACHED, now_ps));
    cr_expect_eq(coh_pages(coh), 0);
}

Test(pages, both_ways_are_tracked)
{
    cr_expect_not(coh_wants(coh, PAGE, 0, COH_UNCACHED, now_ps));
    cr_expect(coh_wants(coh, PAGE, 1, COH_CACHED, now_ps));
    cr_expect(coh_wants(coh, PAGE, 0, COH_UNCACHED, now_ps));
    cr_expect_eq(change_count, 1);
    cr_expect_eq(coh_next_suspect(coh, 0), UINT64_MAX);
}

/* What was written before the first touch cannot be known; a clean (inner, then outer) makes it known. */
Test(pages, first_touch_is_suspect)
{
    coh_wants(coh, PAGE, 0, COH_CACHED, now_ps);
    device_load(PAGE);
    cr_expect_eq(coh_next_suspect(coh, 0), PAGE);
    cr_expect(coh_wants(coh, PAGE, 0, COH_CACHED, now_ps));
    cr_expect_eq(coh_next_suspect(coh, PAGE + 1), UINT64_MAX);
}

Test(pages, first_touch_after_a_clean_is_not)
{
    coh_wants(coh, PAGE, 0, COH_CACHED, now_ps);
    clean(PAGE);
    device_load(PAGE);
    cr_expect_eq(coh_next_suspect(coh, 0), UINT64_MAX);
    device_load(PAGE + 32);
    cr_expect_eq(coh_next_suspect(coh, 0), PAGE);
}

Test(pages, never_cached_is_known)
{
    device_load(PAGE);
    cr_expect_eq(coh_next_suspect(coh, 0), UINT64_MAX);
}

/* What was cached before a page is tracked counts: it may still be in a cache. */
Test(pages, mismatch_of_a_page_that_is_tracked_late)
{
    coh_wants(coh, PAGE, 0, COH_CACHED, now_ps);
    clean(PAGE);
    access_as(1, COH_UNCACHED, PAGE, true, 0x20);
    access_as(0, COH_CACHED, PAGE + 4, true, 0x10);
    expect_one(COH_MISMATCHED_ATTRIBUTES, PAGE, 0x10, 0x20);
}

Test(pages, maintained_pages_are_let_go)
{
    coh_wants(coh, PAGE, 0, COH_CACHED, now_ps);
    clean(PAGE);
    cr_expect_eq(coh_pages(coh), 1);
    for (unsigned n = 0; n < 4096; n++)
        load(PAGE, 0x10);
    cr_expect_eq(coh_pages(coh), 0);
    cr_expect_not(coh_wants(coh, PAGE, 0, COH_CACHED, now_ps));
    device_load(PAGE); /* and are suspect when a master comes after all */
    cr_expect_eq(coh_next_suspect(coh, 0), PAGE);
}

Test(pages, empty_caches_know_everything)
{
    struct coh_who who = core(0, COH_CACHED, 0);

    coh_l2_enable(coh, false);
    coh_wants(coh, PAGE, 0, COH_CACHED, now_ps);
    coh_maintain_all(coh, &who, COH_L1, COH_CLEAN_INVALIDATE);
    device_load(PAGE);
    cr_expect_eq(coh_next_suspect(coh, 0), UINT64_MAX);
}

Test(pages, core_that_starts_is_no_question)
{
    struct coh_who who = core(1, COH_STRONGLY_ORDERED, 0x10);

    coh_wants(coh, PAGE, 0, COH_CACHED, now_ps);
    coh_wants(coh, PAGE, 1, COH_STRONGLY_ORDERED, now_ps);
    who.mmu_off = true;
    coh_core(coh, &who, PAGE, 4, false);
    cr_expect_eq(coh_next_suspect(coh, 0), UINT64_MAX);
    who.mmu_off = false;
    coh_core(coh, &who, PAGE, 4, false);
    cr_expect_eq(coh_next_suspect(coh, 0), PAGE);
}

/* How Linux's decompressor leaves the kernel to code that runs with the MMU off. */
Test(pages, maintained_by_line_without_l2)
{
    coh_l2_enable(coh, false);
    coh_wants(coh, PAGE, 0, COH_CACHED, now_ps);
    for (unsigned n = 0; n < COH_PAGE_BYTES; n += COH_LINE_BYTES)
        maintain(COH_L1, COH_CLEAN_INVALIDATE, PAGE + n);
    cr_expect(coh_wants(coh, PAGE, 0, COH_STRONGLY_ORDERED, now_ps));
    access_as(0, COH_STRONGLY_ORDERED, PAGE, false, 0x10);
    cr_expect_eq(coh_next_suspect(coh, 0), UINT64_MAX);
}

Test(pages, limit)
{
    for (unsigned n = 0; n < 4; n++)
        device_load(PAGE + n * COH_PAGE_BYTES);
    cr_expect_eq(coh_pages(coh), 2);
    cr_expect_eq(full_count, 1);
}
