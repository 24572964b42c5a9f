/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Hardware threads end to end: loaded by a bitstream, spoken to over OSIF, working on virtual memory. */
#include <criterion/criterion.h>
#include <string.h>

#include "golden.h"
#include "harness.h"

#define LIMIT_PS 200000000000ull /* 200 ms of virtual time for one execution */
#define RESPOND 0x910u
#define PUBLISH 0x900u

static struct machine m;

TestSuite(threads, .timeout = 120);

static void poke32(uint32_t virtual, uint32_t value)
{
    memcpy(machine_virtual(&m, virtual), &value, sizeof value);
}

static uint32_t peek32(uint32_t virtual)
{
    uint32_t value;

    memcpy(&value, machine_virtual(&m, virtual), sizeof value);
    return value;
}

static void copy_in(uint32_t virtual, const void *data, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++)
        *machine_virtual(&m, virtual + i) = ((const uint8_t *)data)[i];
}

static void copy_out(void *data, uint32_t virtual, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++)
        ((uint8_t *)data)[i] = *machine_virtual(&m, virtual + i);
}

static uint32_t random32(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state ^ *state >> 15;
}

static void sequence(uint32_t virtual, uint32_t data, uint32_t count)
{
    poke32(virtual, data);
    poke32(virtual + 4, count);
    poke32(virtual + 8, count);
}

/* Messages near a page's end, data that crosses pages. */
#define SORT_IN 0x10000ff8u
#define SORT_OUT 0x10040ff0u
#define SORT_DATA_IN 0x2a100f04u
#define SORT_DATA_OUT 0x3ff00ffcu

static void map_sort(uint32_t count)
{
    machine_map(&m, SORT_IN, 12, true);
    machine_map(&m, SORT_OUT, 12, true);
    machine_map(&m, SORT_DATA_IN, 4 * count, true);
    machine_map(&m, SORT_DATA_OUT, 4 * count + 4, true);
    sequence(SORT_IN, SORT_DATA_IN, count);
    sequence(SORT_OUT, SORT_DATA_OUT, count);
}

static void run_sort(unsigned slot, uint32_t count, uint32_t seed)
{
    uint32_t in[2048], expected[2048], out[2048];

    for (uint32_t i = 0; i < count; i++)
        in[i] = random32(&seed);
    map_sort(count);
    copy_in(SORT_DATA_IN, in, 4 * count);
    poke32(SORT_DATA_OUT - 4, 0xc0ffee11u); /* neighbours in the same beats of 8 bytes */
    poke32(SORT_DATA_OUT + 4 * count, 0xc0ffee22u);
    zt_golden_sort(in, expected, count);
    cr_assert_eq(machine_execute(&m, slot, SORT_IN, SORT_OUT, LIMIT_PS), RESPOND, "%s", m.fatal);
    copy_out(out, SORT_DATA_OUT, 4 * count);
    cr_assert_arr_eq(out, expected, 4 * count, "%u values are not sorted", count);
    cr_assert_eq(peek32(SORT_DATA_OUT - 4), 0xc0ffee11u, "the word before the result was written");
    cr_assert_eq(peek32(SORT_DATA_OUT + 4 * count), 0xc0ffee22u, "the word after the result was written");
    copy_out(out, SORT_DATA_IN, 4 * count);
    cr_assert_arr_eq(out, in, 4 * count, "the request was changed");
}

Test(threads, sort_agrees_with_the_golden_model)
{
    machine_start(&m, 1, true, NULL);
    cr_assert(machine_configure(&m, 0, "sort_small"));
    run_sort(0, 2048, 1);
    run_sort(0, 1, 2);
    run_sort(0, 1000, 3);
    cr_assert_eq(machine_count(&m, ZT_TRACE_PAGE_FAULT), 0u);
    /* 256 bytes a request at most, each way, for 2048, 1000 and 1 values. */
    cr_assert_geq(machine_count(&m, ZT_TRACE_MEMIF_REQUEST), 2u * (32u + 16u + 1u));
    /* Every word of the conversation: START and three results in, commands and arguments out, three times. */
    cr_assert_eq(machine_count(&m, ZT_TRACE_OSIF_WORD), 3u * (4u + 7u));
    cr_assert(machine_wait_idle(&m, 100000000));
    cr_assert_eq(m.fatal[0], '\0', "%s", m.fatal);
    machine_stop(&m);
}

#define IMAGE_IN 0x20000100u
#define IMAGE_OUT 0x20010100u
#define PIXELS_IN 0x50000020u
#define PIXELS_OUT 0x60000ff4u

static void image(uint32_t virtual, uint32_t width, uint32_t height, uint32_t data)
{
    machine_map(&m, virtual, 60, true);
    poke32(virtual + 20, height);
    poke32(virtual + 24, width);
    poke32(virtual + 44, 3 * width);
    poke32(virtual + 48, data);
    poke32(virtual + 52, 3 * width * height);
    poke32(virtual + 56, 3 * width * height);
}

static void run_sobel(unsigned slot, uint32_t width, uint32_t height, uint32_t seed)
{
    static uint8_t in[640 * 48 * 3], expected[640 * 48 * 3], out[640 * 48 * 3];
    const uint32_t bytes = 3 * width * height;

    cr_assert_leq(bytes, sizeof in);
    for (uint32_t i = 0; i < bytes; i++)
        in[i] = (uint8_t)(random32(&seed) >> 24);
    machine_map(&m, PIXELS_IN, bytes, true);
    machine_map(&m, PIXELS_OUT, bytes, true);
    image(IMAGE_IN, width, height, PIXELS_IN);
    image(IMAGE_OUT, width, height, PIXELS_OUT);
    copy_in(PIXELS_IN, in, bytes);
    memset(expected, 0, sizeof expected);
    zt_golden_sobel(in, expected, width, height, 3 * width, 3);
    cr_assert_eq(machine_execute(&m, slot, IMAGE_IN, IMAGE_OUT, LIMIT_PS), PUBLISH, "%s", m.fatal);
    copy_out(out, PIXELS_OUT, bytes);
    for (uint32_t i = 0; i < bytes; i++)
        cr_assert_eq(out[i], expected[i], "byte %u of a %u x %u image: %u, expected %u", i, width, height,
                     out[i], expected[i]);
}

Test(threads, sobel_agrees_with_the_golden_model)
{
    machine_start(&m, 1, true, NULL);
    cr_assert(machine_configure(&m, 1, "sobel_large"));
    run_sobel(1, 64, 48, 7);
    run_sobel(1, 640, 20, 8);
    cr_assert_eq(m.fatal[0], '\0', "%s", m.fatal);
    machine_stop(&m);
}

/* The same library twice at once keeps its state apart, and a slot changes its thread. */
Test(threads, two_slots_hold_the_same_thread_and_change_it)
{
    machine_start(&m, 9, true, NULL);
    cr_assert(machine_configure(&m, 0, "sort_small"));
    cr_assert(machine_configure(&m, 1, "sort_large"));
    run_sort(0, 300, 4);
    run_sort(1, 300, 5);
    run_sort(0, 77, 6);
    cr_assert(machine_configure(&m, 0, "sobel_small"));
    run_sobel(0, 32, 16, 9);
    run_sort(1, 500, 10);
    cr_assert_eq(m.fatal[0], '\0', "%s", m.fatal);
    machine_stop(&m);
}

Test(threads, a_page_that_is_not_there_faults_and_is_retried)
{
    machine_start(&m, 1, true, NULL);
    cr_assert(machine_configure(&m, 0, "sort_small"));
    machine_map(&m, SORT_DATA_IN, 16, true); /* makes the tables; the message's page is missing */
    machine_write(&m, PROC_CONTROL + 0x9000, m.pgd);
    machine_write(&m, OSIF_INTC, 1);
    machine_write(&m, PROC_CONTROL + 0x18, 2);
    machine_write(&m, OSIF + 4, 0x01000000u);
    cr_assert(machine_wait_irq(&m, IRQ_OSIF, LIMIT_PS));
    cr_assert_eq(machine_read(&m, OSIF), 0xa0u);
    machine_write(&m, OSIF + 4, SORT_IN);
    cr_assert(machine_wait_irq(&m, IRQ_OSIF, LIMIT_PS));
    cr_assert_eq(machine_read(&m, OSIF), 0xf6u);
    cr_assert_eq(machine_read(&m, OSIF), 1u);
    machine_write(&m, OSIF + 4, SORT_OUT);
    cr_assert(machine_wait_irq(&m, IRQ_FAULT, LIMIT_PS));
    cr_assert_eq(machine_read(&m, PROC_CONTROL + 0x08), SORT_IN);
    cr_assert_not(m.irq[IRQ_FAULT], "reading the address clears the interrupt");
    const struct zt_trace_record *fault = machine_record(&m, ZT_TRACE_PAGE_FAULT, 0);
    cr_assert_not_null(fault);
    cr_assert_eq(fault->a, SORT_IN);
    cr_assert(fault->c == 1u || fault->c == 2u);
    char text[4096];
    machine_wait_idle(&m, 100000000);
    pl_explain(m.pl, text, sizeof text);
    cr_assert_not_null(strstr(text, "static region idle"), "%s", text);
    cr_assert_not_null(strstr(text, "page fault pending at 0x10000ff8"), "%s", text);
    map_sort(2);
    machine_write(&m, PROC_CONTROL + 0x9000 + 0x0c, 1);
    cr_assert(machine_wait_irq(&m, IRQ_OSIF, LIMIT_PS));
    cr_assert_eq(machine_read(&m, OSIF), RESPOND);
    machine_stop(&m);
}

/* A thread that waits for software costs nothing; one that works keeps the clock. */
Test(threads, a_waiting_thread_lets_the_clock_stop)
{
    machine_start(&m, 1, true, NULL);
    cr_assert(machine_configure(&m, 0, "sort_small"));
    machine_write(&m, PROC_CONTROL + 0x18, 2);
    cr_assert(machine_wait_idle(&m, 100000000), "waits for START");
    machine_write(&m, OSIF + 4, 0x01000000u);
    machine_wait_idle(&m, 100000000);
    cr_assert_eq(pl_next_activity(m.pl), PL_NEVER, "waits for the answer to GET_INIT_DATA");
    machine_stop(&m);
}

/* While only a slot works, the static region's edges are left out; its counter counts them. */
Test(threads, the_cycle_counter_is_exact_while_a_slot_works)
{
    machine_start(&m, 1, true, NULL);
    cr_assert(machine_configure(&m, 0, "sort_small"));
    map_sort(2048);
    machine_write(&m, PROC_CONTROL + 0x9000, m.pgd);
    machine_write(&m, PROC_CONTROL + 0x18, 2);
    const uint32_t words[] = {0x01000000u, SORT_IN, SORT_OUT};
    for (unsigned i = 0; i < 3; i++)
        machine_write(&m, OSIF + 4, words[i]);
    const uint32_t first = machine_read(&m, PROC_CONTROL + 0x8018);
    const uint64_t first_ps = m.now_ps;
    for (unsigned i = 0; i < 100; i++) {
        m.now_ps += 2345678;
        pl_advance(m.pl, m.now_ps, false);
        const uint32_t count = machine_read(&m, PROC_CONTROL + 0x8018);
        cr_assert_eq((uint64_t)(count - first) * CYCLE_PS, m.now_ps - first_ps,
                     "read %u: %u cycles counted, %llu passed", i, count - first,
                     (unsigned long long)(m.now_ps - first_ps) / CYCLE_PS);
    }
    cr_assert_neq(pl_next_activity(m.pl), PL_NEVER, "the sort is over, this tests nothing");
    machine_stop(&m);
}

Test(threads, an_unsolicited_response_is_caught)
{
    machine_start(&m, 1, true, "test_axi_fault=4");
    cr_assert(machine_configure(&m, 0, "sort_small"));
    map_sort(16);
    machine_write(&m, PROC_CONTROL + 0x9000, m.pgd);
    machine_write(&m, PROC_CONTROL + 0x18, 2);
    const uint32_t words[] = {0x01000000u, SORT_IN, SORT_OUT};
    for (unsigned i = 0; i < 3; i++)
        machine_write(&m, OSIF + 4, words[i]);
    m.now_ps += 100000000;
    pl_advance(m.pl, m.now_ps, false);
    cr_assert_not_null(strstr(m.fatal, "acp"), "%s", m.fatal);
    cr_assert_not_null(strstr(m.fatal, "no write outstanding"), "%s", m.fatal);
    machine_stop(&m);
}
