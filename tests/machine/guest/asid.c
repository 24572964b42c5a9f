/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Address spaces with one address each at different memory, for data and for code, and every way to
 * invalidate a translation (ARM DDI 0406C B3.10): after it the new translation is used, in the space that
 * it names and by the core that it reaches. What a core does between a change and its invalidation is not
 * looked at: both translations are allowed there.
 */
#include "paging.h"

#define SPACES 24u /* more than any cache of address spaces that the machine may have */
#define PRIVATE 0x50000000u
#define GLOBAL (PRIVATE + 0x1000u)
#define SECTION 0x52000000u
#define FRAMES 0x12000000u
#define FRAME_COUNT (2 * SPACES + 8)
#define SMALL (1u << 6 | 3u << 4 | 1u << 3 | 1u << 2 | 2) /* Normal write-back, full access */
#define NOT_GLOBAL (1u << 11)
#define DOMAIN_1 (1u << 5)
#define SHARED_FRAME (FRAME_COUNT - 1)
#define ASID(space) ((space) + 1)

/* One for each space; all have the same sections but for the one at PRIVATE. */
static uint32_t roots[SPACES][4096] __attribute__((aligned(0x4000)));
static uint32_t pages[SPACES][256] __attribute__((aligned(0x400)));
static unsigned frame[SPACES]; /* behind PRIVATE */
static unsigned global_frame = SHARED_FRAME;
static uint32_t checks, wrong;
static volatile uint32_t asked, done; /* what core 1 is to do */

enum operation { BY_ADDRESS, BY_ASID, BY_ADDRESS_ANY_ASID, ALL, OPERATIONS };

/* A frame's first word is its own number, and its third and fourth are a function that returns it. */
static void fill_frames(void)
{
    for (uint32_t n = 0; n < FRAME_COUNT; n++) {
        volatile uint32_t *word = (volatile uint32_t *)(FRAMES + n * 4096);
        word[0] = n;
        word[2] = 0xE3A00000 | n; /* mov r0, #n */
        word[3] = 0xE12FFF1E;     /* bx lr */
    }
}

static void clean(const volatile uint32_t *word)
{
    __asm__ volatile("mcr p15, 0, %0, c7, c11, 1\n\tdsb" : : "r"(word) : "memory"); /* for the walker */
}

static void set_page(unsigned space, uint32_t address, unsigned number, uint32_t flags)
{
    uint32_t *entry = &pages[space][address / 4096 % 256];

    *entry = (FRAMES + number * 4096) | SMALL | flags;
    clean(entry);
}

static void map_private(unsigned space, unsigned number)
{
    frame[space] = number;
    set_page(space, PRIVATE, number, NOT_GLOBAL);
}

static void map_global(unsigned number)
{
    global_frame = number;
    for (unsigned n = 0; n < SPACES; n++)
        set_page(n, GLOBAL, number, 0);
}

/* As Linux does it: the ASID first, then the table (both are of no use to the code that runs in between). */
static void enter(unsigned space)
{
    __asm__ volatile("mcr p15, 0, %0, c13, c0, 1\n\tisb\n\tmcr p15, 0, %1, c2, c0, 0\n\tisb"
                     :
                     : "r"(ASID(space)), "r"(roots[space])
                     : "memory");
}

static void forget_code(void)
{
    __asm__ volatile("mcr p15, 0, %0, c7, c5, 0\n\tmcr p15, 0, %0, c7, c5, 6\n\tdsb\n\tisb"
                     :
                     : "r"(0)
                     : "memory");
}

static void invalidate(enum operation operation, uint32_t address, unsigned space)
{
    switch (operation) {
    case BY_ADDRESS:
        __asm__ volatile("mcr p15, 0, %0, c8, c7, 1" : : "r"(address | ASID(space)) : "memory");
        break;
    case BY_ASID:
        __asm__ volatile("mcr p15, 0, %0, c8, c7, 2" : : "r"(ASID(space)) : "memory");
        break;
    case BY_ADDRESS_ANY_ASID:
        __asm__ volatile("mcr p15, 0, %0, c8, c7, 3" : : "r"(address) : "memory");
        break;
    default:
        __asm__ volatile("mcr p15, 0, %0, c8, c7, 0" : : "r"(0) : "memory");
        break;
    }
    __asm__ volatile("dsb\n\tisb" : : : "memory");
    forget_code();
}

/* The same for both cores. */
static void invalidate_shared(enum operation operation, uint32_t address, unsigned space)
{
    switch (operation) {
    case BY_ADDRESS:
        __asm__ volatile("mcr p15, 0, %0, c8, c3, 1" : : "r"(address | ASID(space)) : "memory");
        break;
    case BY_ASID:
        __asm__ volatile("mcr p15, 0, %0, c8, c3, 2" : : "r"(ASID(space)) : "memory");
        break;
    case BY_ADDRESS_ANY_ASID:
        __asm__ volatile("mcr p15, 0, %0, c8, c3, 3" : : "r"(address) : "memory");
        break;
    default:
        __asm__ volatile("mcr p15, 0, %0, c8, c3, 0" : : "r"(0) : "memory");
        break;
    }
    __asm__ volatile("mcr p15, 0, %0, c7, c1, 0\n\tmcr p15, 0, %0, c7, c1, 6\n\tdsb\n\tisb"
                     :
                     : "r"(0)
                     : "memory");
}

static void check_at(uint32_t address, uint32_t expected)
{
    uint32_t (*function)(void) = (uint32_t(*)(void))(uintptr_t)(address + 8);

    checks += 2;
    wrong += reg_read(address) != expected;
    wrong += function() != expected;
}

static void check(unsigned space)
{
    enter(space);
    check_at(PRIVATE, frame[space]);
    check_at(GLOBAL, global_frame);
}

static void check_all(void)
{
    for (unsigned n = 0; n < SPACES; n++)
        check(n);
}

static void finish_section(const char *name)
{
    report(name, wrong);
    report("checks", checks);
    wrong = checks = 0;
}

static void switches(void)
{
    for (unsigned turn = 0; turn < 3; turn++)
        check_all();
    for (unsigned turn = 0; turn < 100; turn++)
        check(turn % 2);
    finish_section("switches");
}

/* The private page of space 0 changes; the operation is made in space `from`. */
static void private_changes(unsigned from)
{
    for (unsigned operation = 0; operation < OPERATIONS; operation++) {
        check(0);
        check(1);
        enter(from);
        map_private(0, SPACES + operation);
        invalidate(operation, PRIVATE, 0);
        check(0);
        check(1);
        check(0);
    }
    finish_section("private");
}

/* TLBIASID leaves global entries alone, so it is not among these. */
static void global_changes(void)
{
    static const enum operation operations[] = {BY_ADDRESS, BY_ADDRESS_ANY_ASID, ALL};

    for (unsigned n = 0; n < sizeof operations / sizeof operations[0]; n++) {
        check_all();
        enter(n); /* of whichever space: a global entry is found by its address */
        map_global(SPACES + n);
        invalidate(operations[n], GLOBAL, 5);
        check_all();
    }
    finish_section("global");
}

static void core1_main(void)
{
    mmu_join();
    for (uint32_t n = 1; n <= OPERATIONS; n++) { /* each wait is bounded */
        await(&asked, n);
        invalidate_shared(n - 1, PRIVATE, 0);
        done = n;
        __asm__ volatile("dsb" : : : "memory");
    }
    for (;;)
        wfi();
}

static void other_core_invalidates(void)
{
    start_core1(core1_main);
    for (uint32_t n = 1; n <= OPERATIONS; n++) {
        check(0);
        check(1);
        map_private(0, SPACES + 8 + n);
        asked = n;
        __asm__ volatile("dsb" : : : "memory");
        await(&done, n);
        forget_code();
        check(0);
        check(1);
    }
    finish_section("other_core");
}

static void set_domains(uint32_t value)
{
    __asm__ volatile("mcr p15, 0, %0, c3, c0, 0\n\tisb" : : "r"(value) : "memory");
}

/* Domain 1 goes from client to no access and back: no invalidation is needed. */
static void domains(void)
{
    uint32_t before = last_abort.count;

    check(3);
    check(2);
    set_domains(1);
    (void)reg_read(PRIVATE);
    enter(3);
    (void)reg_read(PRIVATE);
    report("domain_aborts", last_abort.count - before);
    report("domain_status", last_abort.status & 0x40F); /* FS: domain fault of a page */
    set_domains(5);
    check(2);
    check(3);
    report("domain_aborts_after", last_abort.count - before);
    finish_section("domains");
}

/* A section goes from one MiB of memory to another; it is invalidated by the address of another page of it.
 */
static void sections(void)
{
    for (unsigned turn = 0; turn < 4; turn++) {
        for (unsigned n = 0; n < SPACES; n++) {
            uint32_t *entry = &roots[n][SECTION / MIB];
            *entry = (FRAMES + turn % 2 * MIB) | 1u << 12 | 3u << 10 | 1u << 3 | 1u << 2 | 2; /* global */
            clean(entry);
        }
        invalidate(turn < 2 ? BY_ADDRESS_ANY_ASID : BY_ADDRESS, SECTION + 0x80000, 7);
        for (unsigned n = 0; n < 4; n++) {
            enter(n);
            check_at(SECTION + 0x1000, turn % 2 ? 40 : 1);
            check_at(SECTION + 0x3000, turn % 2 ? 41 : 3);
        }
    }
    finish_section("sections");
}

/* Into the second MiB, what sections() expects there. */
static void fill_second(uint32_t page, uint32_t value)
{
    volatile uint32_t *word = (volatile uint32_t *)(FRAMES + MIB + page * 4096);
    word[0] = value;
    word[2] = 0xE3A00000 | value;
    word[3] = 0xE12FFF1E;
}

int main(void)
{
    uint32_t root;

    start_timer();
    mmu_on(false);
    fill_frames();
    fill_second(1, 40);
    fill_second(3, 41);
    set_domains(5);
    __asm__ volatile("mrc p15, 0, %0, c2, c0, 0" : "=r"(root));
    for (unsigned n = 0; n < SPACES; n++) {
        for (unsigned k = 0; k < 4096; k++)
            roots[n][k] = ((uint32_t *)(root & ~0x3FFFu))[k];
        roots[n][PRIVATE / MIB] = (uint32_t)(uintptr_t)pages[n] | DOMAIN_1 | 1;
        map_private(n, n);
    }
    map_global(SHARED_FRAME);
    invalidate(ALL, 0, 0);
    switches();
    private_changes(0);
    private_changes(1);
    private_changes(SPACES - 1);
    global_changes();
    other_core_invalidates();
    domains();
    sections();
    finish();
}
