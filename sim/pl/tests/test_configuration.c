/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Partial reconfiguration through ZyCAP, ICAP and PCAP, good and bad; AXI rules; interrupts. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bitstream.h"
#include "harness.h"

static struct machine m;

TestSuite(configuration, .timeout = 60);
TestSuite(axi, .timeout = 60);

static uint64_t name8(const char *name)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < 8 && name[i] != '\0'; i++)
        value |= (uint64_t)(uint8_t)name[i] << (8 * i);
    return value;
}

/* The n-th transfer of `bytes` bytes: one word a clock, all of them, whatever the gaps. */
static void check_transfer(unsigned n, uint32_t bytes)
{
    const struct zt_trace_record *start = machine_record(&m, ZT_TRACE_DMA_START, n);
    const struct zt_trace_record *done = machine_record(&m, ZT_TRACE_DMA_DONE, n);
    uint64_t words = 0;
    uint64_t gaps = 0;

    cr_assert(start != NULL && done != NULL);
    cr_assert_eq(start->b, bytes);
    cr_assert_eq(done->a, bytes / 4, "active ICAP cycles of %u bytes", bytes);
    for (size_t i = 0; i < m.trace_count; i++) {
        const struct zt_trace_record *r = &m.trace[i];
        if (r->kind != ZT_TRACE_ICAP_WORDS || r->time_ps < start->time_ps ||
            r->time_ps > done->time_ps + CYCLE_PS)
            continue;
        words += r->a;
        gaps += r->b;
    }
    cr_assert_eq(words, bytes / 4);
    cr_assert_eq(gaps, done->b, "gap cycles on the pins and in the counter");
    cr_assert_leq((done->a + done->b + done->c) * CYCLE_PS, done->time_ps - start->time_ps + 4 * CYCLE_PS);
    cr_assert_geq((done->a + done->b + done->c + 8) * CYCLE_PS, done->time_ps - start->time_ps);
}

Test(configuration, two_loads_through_zycap)
{
    machine_start(&m, 1, true, NULL);
    cr_assert(machine_configure(&m, 0, "sort_small"));
    cr_assert(machine_configure(&m, 0, "sobel_small"));
    const uint32_t bytes = machine_load_file(&m, "sort_small", 0x100000);
    check_transfer(0, bytes);
    check_transfer(1, bytes);
    for (unsigned n = 0; n < 2; n++) {
        const struct zt_trace_record *begin = machine_record(&m, ZT_TRACE_CONFIG_BEGIN, n);
        const struct zt_trace_record *end = machine_record(&m, ZT_TRACE_CONFIG_END, n);
        cr_assert(begin != NULL && end != NULL);
        cr_assert_eq(begin->a, 0u, "origin ICAP");
        cr_assert_eq(end->c, ZT_CONFIG_OK);
        cr_assert_eq(end->source, 0u);
        cr_assert_neq(end->b, 0u);
        cr_assert_gt(end->a, bytes / 4 - 64u);
        cr_assert_lt(begin->time_ps, end->time_ps);
    }
    const uint64_t plugs[][2] = {{1, name8("sort")}, {0, name8("sort")}, {1, name8("sobel")}};
    cr_assert_eq(machine_count(&m, ZT_TRACE_SLOT_PLUG), 3u);
    for (unsigned n = 0; n < 3; n++) {
        cr_assert_eq(machine_record(&m, ZT_TRACE_SLOT_PLUG, n)->a, plugs[n][0]);
        cr_assert_eq(machine_record(&m, ZT_TRACE_SLOT_PLUG, n)->b, plugs[n][1]);
    }
    /* Its old thread went with the first frame, long before the new one came. */
    cr_assert_lt(machine_record(&m, ZT_TRACE_SLOT_PLUG, 1)->time_ps + 1000 * CYCLE_PS,
                 machine_record(&m, ZT_TRACE_SLOT_PLUG, 2)->time_ps);
    cr_assert_eq(m.fatal[0], '\0', "%s", m.fatal);
    machine_stop(&m);
}

/* Port parameters make gaps, never other words: 4 bytes a clock is the most. */
Test(configuration, a_slow_port_makes_gaps)
{
    machine_start(&m, 1, true, "hp_read_beat_cycles=4\nhp_read_outstanding=1\nhp_read_latency_cycles=40");
    cr_assert(machine_configure(&m, 0, "sort_small"));
    check_transfer(0, machine_load_file(&m, "sort_small", 0x100000));
    /* A burst of 16 beats of 8 bytes, 32 words, takes 40 cycles to its first beat and 15 times 4 to its last.
     */
    const struct zt_trace_record *done = machine_record(&m, ZT_TRACE_DMA_DONE, 0);
    cr_assert_geq(done->a + done->b, done->a / 32 * 100);
    cr_assert_leq(done->a + done->b, done->a / 32 * 108);
    cr_assert_eq(machine_record(&m, ZT_TRACE_CONFIG_END, 0)->c, ZT_CONFIG_OK);
    machine_stop(&m);
}

static void load_broken(uint32_t word_from_end, bool is_idcode, uint32_t xor)
{
    machine_start(&m, 1, true, NULL);
    const uint32_t addr = 0x100000;
    const uint32_t bytes = machine_load_file(&m, "sort_small", addr);
    uint32_t *words = (uint32_t *)(void *)(m.memory + addr);
    uint32_t at = bytes / 4 - word_from_end;

    if (is_idcode) {
        for (at = 0; at < bytes / 4 && words[at] != 0x03727093u; at++)
            ;
        cr_assert_lt(at, bytes / 4);
    }
    words[at] ^= xor;
    machine_write(&m, PROC_CONTROL + 0x9000 + 0x10, 1);
    cr_assert(machine_zycap(&m, addr, bytes));
}

static void slot_is_empty(void)
{
    char text[4096];

    pl_explain(m.pl, text, sizeof text);
    cr_assert_not_null(strstr(text, "slot 0 small: empty"), "%s", text);
    cr_assert_eq(machine_count(&m, ZT_TRACE_SLOT_PLUG), 0u);
    cr_assert_eq(m.fatal[0], '\0', "%s", m.fatal);
}

Test(configuration, a_wrong_bit_leaves_the_slot_empty)
{
    load_broken(5000, false, 0x10);
    cr_assert_eq(machine_record(&m, ZT_TRACE_CONFIG_END, 0)->c, ZT_CONFIG_BAD_CRC);
    slot_is_empty();
    cr_assert(machine_read(&m, ZYCAP + 0x8004) & 0x100u, "CFGERR_B is not latched");
    machine_stop(&m);
}

Test(configuration, another_device_leaves_the_slot_empty)
{
    load_broken(0, true, 0x1000);
    cr_assert_eq(machine_record(&m, ZT_TRACE_CONFIG_END, 0)->c, ZT_CONFIG_BAD_IDCODE);
    slot_is_empty();
    machine_stop(&m);
}

/* The top four bits of IDCODE are the silicon's revision. */
Test(configuration, another_revision_is_no_error)
{
    load_broken(0, true, 0x20000000);
    const struct zt_trace_record *end = machine_record(&m, ZT_TRACE_CONFIG_END, 0);
    /* The CRC covers IDCODE, so this file still has a wrong CRC; but not a wrong IDCODE. */
    cr_assert_eq(end->c, ZT_CONFIG_BAD_CRC);
    machine_stop(&m);
}

Test(configuration, a_bad_load_empties_a_full_slot)
{
    machine_start(&m, 1, true, NULL);
    cr_assert(machine_configure(&m, 0, "sort_small"));
    const uint32_t bytes = machine_load_file(&m, "sobel_small", 0x100000);
    m.memory[0x100000 + bytes - 20000] ^= 1;
    machine_write(&m, PROC_CONTROL + 0x9000 + 0x10, 1);
    cr_assert(machine_zycap(&m, 0x100000, bytes));
    cr_assert_eq(machine_record(&m, ZT_TRACE_CONFIG_END, 1)->c, ZT_CONFIG_BAD_CRC);
    cr_assert_eq(machine_count(&m, ZT_TRACE_SLOT_PLUG), 2u, "plugged, unplugged, and that is all");
    machine_stop(&m);
}

Test(configuration, icap_is_deaf_while_pcap_owns_the_port)
{
    machine_start(&m, 1, true, NULL);
    const uint32_t bytes = machine_load_file(&m, "sort_small", 0x100000);
    machine_zycap_start(&m, 0x100000, bytes);
    pl_set_pcap_pr(m.pl, true, m.now_ps);
    cr_assert(machine_wait_irq(&m, IRQ_ZYCAP, 100000000000ull));
    cr_assert_eq(machine_count(&m, ZT_TRACE_CONFIG_END), 0u);
    cr_assert_eq(machine_count(&m, ZT_TRACE_SLOT_PLUG), 0u);
    machine_stop(&m);
}

Test(configuration, pcap_loads_as_well)
{
    uint64_t done_ps = 0;

    machine_start(&m, 1, true, NULL);
    const uint32_t bytes = machine_load_file(&m, "sobel_large", 0x100000);
    const uint32_t *words = (const uint32_t *)(const void *)(m.memory + 0x100000);
    machine_write(&m, PROC_CONTROL + 0x9040 + 0x10, 1);
    const uint64_t start_ps = m.now_ps;
    pl_config_words(m.pl, words, 1000, start_ps, &done_ps);
    pl_config_words(m.pl, words + 1000, bytes / 4 - 1000, done_ps, &done_ps);
    cr_assert_eq(done_ps - start_ps, 40000000u + (uint64_t)bytes / 4 * 31104u, "start-up once, then words");
    cr_assert_eq(machine_record(&m, ZT_TRACE_CONFIG_BEGIN, 0)->a, 1u, "origin PCAP");
    cr_assert_eq(machine_record(&m, ZT_TRACE_CONFIG_END, 0)->c, ZT_CONFIG_OK);
    cr_assert_eq(machine_record(&m, ZT_TRACE_SLOT_PLUG, 0)->source, 1u);
    m.now_ps = done_ps;
    cr_assert(machine_wait_idle(&m, 10000000));
    pl_set_pcap_pr(m.pl, false, m.now_ps);
    pl_config_words(m.pl, words, bytes / 4, m.now_ps, &done_ps);
    cr_assert_eq(machine_count(&m, ZT_TRACE_CONFIG_BEGIN), 1u, "PCAP does not own the port now");
    machine_stop(&m);
}

Test(configuration, a_dma_error_is_reported)
{
    machine_start(&m, 1, true, NULL);
    pl_set_pcap_pr(m.pl, false, m.now_ps);
    machine_write(&m, ZYCAP + 0x00, 1u << 14 | 1u << 12 | 1u);
    machine_write(&m, ZYCAP + 0x18, MEMORY_BYTES + 0x1000);
    machine_write(&m, ZYCAP + 0x28, 4096);
    cr_assert(machine_wait_irq(&m, IRQ_ZYCAP, 1000000000));
    cr_assert(machine_read(&m, ZYCAP + 0x04) & 1u << 6, "DMADecErr");
    cr_assert_eq(machine_record(&m, ZT_TRACE_DMA_READ, 0)->c >> 16, (uint32_t)PL_DECERR);
    cr_assert_eq(m.fatal[0], '\0', "%s", m.fatal);
    machine_stop(&m);
}

/* The interrupt rises with the end of the transfer, on an edge of the clock, however late the host looks. */
Test(configuration, interrupt_times_are_exact)
{
    machine_start(&m, 1, true, NULL);
    const uint32_t bytes = machine_load_file(&m, "sort_small", 0x100000);
    machine_zycap_start(&m, 0x100000, bytes);
    m.now_ps += 50000000000ull;
    pl_advance(m.pl, m.now_ps, false); /* one step far beyond the end */
    const struct zt_trace_record *raised = machine_record(&m, ZT_TRACE_IRQ_RAISED, 0);
    const struct zt_trace_record *done = machine_record(&m, ZT_TRACE_DMA_DONE, 0);
    cr_assert(raised != NULL && done != NULL && m.irq[IRQ_ZYCAP]);
    cr_assert_eq(raised->source, (uint16_t)IRQ_ZYCAP);
    cr_assert_eq(raised->time_ps, m.irq_ps[IRQ_ZYCAP]);
    cr_assert_eq(raised->time_ps % CYCLE_PS, 0u);
    cr_assert_leq(raised->time_ps, done->time_ps + CYCLE_PS);
    cr_assert_geq(raised->time_ps + 2 * CYCLE_PS, done->time_ps);
    machine_stop(&m);
}

/* With stop_at_irq the PL stands still in the very cycle of the interrupt, and the host can go on from there.
 */
Test(configuration, advance_stops_at_an_interrupt)
{
    machine_start(&m, 1, true, NULL);
    machine_zycap_start(&m, 0x100000, machine_load_file(&m, "sort_small", 0x100000));
    const uint64_t until_ps = m.now_ps + 50000000000ull;
    const uint64_t next_ps = pl_advance(m.pl, until_ps, true);
    cr_assert(m.irq[IRQ_ZYCAP]);
    cr_assert_eq(pl_now(m.pl), m.irq_ps[IRQ_ZYCAP]);
    cr_assert_lt(pl_now(m.pl), until_ps);
    cr_assert_gt(next_ps, pl_now(m.pl));
    /* Nothing else rises: the second call reaches its end, and a falling line does not stop it. */
    pl_advance(m.pl, until_ps, true);
    cr_assert_eq(pl_now(m.pl), until_ps);
    m.now_ps = until_ps;
    machine_write(&m, ZYCAP + 0x04, 1u << 12);
    cr_assert_not(m.irq[IRQ_ZYCAP]);
    pl_advance(m.pl, m.now_ps + 1000000, true);
    cr_assert_eq(pl_now(m.pl), m.now_ps + 1000000);
    cr_assert_eq(machine_count(&m, ZT_TRACE_IRQ_RAISED), 2u);
    machine_stop(&m);
}

static void copy_file(const char *from, const char *to)
{
    char buffer[65536];
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");

    cr_assert(in != NULL && out != NULL, "%s to %s", from, to);
    const size_t size = fread(buffer, 1, sizeof buffer, in);
    cr_assert_eq(fwrite(buffer, 1, size, out), size);
    fclose(in);
    fclose(out);
}

/* Each in a folder of its own: tests run at the same time. */
static void refused_library(const char *dir, const char *name, const char *part)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/slots", dir);
    copy_file(SLOTS_DIR "/slots", path);
    snprintf(path, sizeof path, "%s/manifest", dir);
    copy_file(SLOTS_DIR "/manifest", path);
    machine_start_in(&m, 1, dir, NULL);
    machine_write(&m, PROC_CONTROL + 0x9000 + 0x10, 1);
    machine_zycap(&m, 0x100000, machine_load_file(&m, name, 0x100000));
    cr_assert_not_null(strstr(m.fatal, part), "'%s' does not name: %s", m.fatal, part);
    cr_assert_not_null(strstr(m.fatal, dir), "%s", m.fatal);
    machine_stop(&m);
}

Test(configuration, a_library_of_another_abi_ends_the_run)
{
    refused_library(BAD_SLOTS_DIR, "sort_small", "has ABI version 2, this PL needs 1");
}

Test(configuration, a_missing_library_ends_the_run)
{
    refused_library(NO_SLOTS_DIR, "sobel_small", "cannot be opened");
}

/* ---- Two runs, each in its own process -------------------------------------------------------- */

static uint64_t run_apart(uint64_t seed, const char *const *loads, uint64_t step_ps)
{
    int ends[2];
    uint64_t hash = 0;
    int status = 0;

    cr_assert_eq(pipe(ends), 0);
    const pid_t child = fork();
    cr_assert_neq(child, -1);
    if (child == 0) {
        machine_start(&m, seed, true, NULL);
        for (unsigned i = 0; loads[i] != NULL; i++) {
            machine_configure(&m, 0, loads[i]);
            for (unsigned n = 0; n < 20; n++) {
                m.now_ps += step_ps;
                pl_advance(m.pl, m.now_ps, false);
                machine_read(&m, OSIF + 8);
            }
        }
        hash = m.fatal[0] == '\0' ? machine_trace_hash(&m) : 0;
        _exit(write(ends[1], &hash, sizeof hash) == (ssize_t)sizeof hash ? 0 : 1);
    }
    close(ends[1]);
    cr_assert_eq(read(ends[0], &hash, sizeof hash), (ssize_t)sizeof hash);
    close(ends[0]);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert_eq(status, 0);
    cr_assert_neq(hash, 0u);
    return hash;
}

Test(configuration, equal_runs_have_equal_traces)
{
    static const char *const loads[] = {"sort_small", "sobel_small", NULL};

    const uint64_t hash = run_apart(5, loads, 777777);
    cr_assert_eq(run_apart(5, loads, 777777), hash);
    cr_assert_neq(run_apart(5, loads, 777777 + 10000), hash, "the hash sees nothing");
}

/* Garbage of empty slots, also through a load, and what a thread's registers hold before its reset do not
 * show. */
Test(configuration, garbage_seeds_have_equal_traces)
{
    static const char *const loads[] = {"sort_small", "sobel_small", NULL};

    const uint64_t hash = run_apart(1, loads, 123450);
    for (uint64_t seed = 2; seed < 5; seed++)
        cr_assert_eq(run_apart(seed, loads, 123450), hash, "seed %llu", (unsigned long long)seed);
}

/* ---- AXI rules -------------------------------------------------------------------------------- */

static void broken_rule(const char *params, const char *port, const char *rule)
{
    machine_start(&m, 1, true, params);
    uint32_t one = 1;
    machine_access(&m, true, ZYCAP, 4, &one);
    if (m.fatal[0] == '\0') {
        const uint32_t bytes = machine_load_file(&m, "sort_small", 0x100000);
        machine_zycap_start(&m, 0x100000, bytes);
        cr_assert_not(machine_wait_irq(&m, IRQ_ZYCAP, 10000000000ull));
    }
    cr_assert_not_null(strstr(m.fatal, rule), "'%s' does not name: %s", m.fatal, rule);
    cr_assert_not_null(strstr(m.fatal, port), "'%s' does not name: %s", m.fatal, port);
    cr_assert_not_null(strstr(m.fatal, "last transactions"), "%s", m.fatal);
    cr_assert_eq(pl_next_activity(m.pl), PL_NEVER);
    machine_stop(&m);
}

Test(axi, early_rlast_is_caught)
{
    broken_rule("test_axi_fault=1", "hp0", "RLAST is not on the last beat");
}

Test(axi, wrong_rid_is_caught)
{
    broken_rule("test_axi_fault=2", "hp0", "no read outstanding");
}

Test(axi, missing_wlast_is_caught)
{
    broken_rule("test_axi_fault=3", "gp0", "WLAST is not on the last beat");
}
