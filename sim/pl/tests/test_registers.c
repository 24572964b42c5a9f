/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Register accesses through the GP port, time and clock gating, resets, bad configurations. */
#include <criterion/criterion.h>
#include <string.h>

#include "harness.h"

static struct machine m;

static void start(void)
{
    machine_start(&m, 1, false, NULL);
}

static void stop(void)
{
    machine_stop(&m);
}

TestSuite(registers, .init = start, .fini = stop, .timeout = 60);

Test(registers, identity)
{
    cr_assert_eq(machine_read(&m, PROC_CONTROL + 0x8000), 0x5a54574eu);
    cr_assert_eq(machine_read(&m, PROC_CONTROL + 0x8004), 0x00010000u);
    cr_assert_eq(machine_read(&m, PROC_CONTROL + 0x8008), 0x04070302u);
    cr_assert_eq(machine_read(&m, PROC_CONTROL), 2u);
    cr_assert_eq(machine_read(&m, ZYCAP + 0x8000), 0x5a43574eu);
    cr_assert_eq(m.fatal[0], '\0', "%s", m.fatal);
}

Test(registers, narrow_reads_take_their_lanes)
{
    uint32_t data = 0;

    cr_assert_eq(machine_access(&m, false, PROC_CONTROL + 0x8001, 1, &data), PL_OKAY);
    cr_assert_eq(data, 0x57u);
    cr_assert_eq(machine_access(&m, false, PROC_CONTROL + 0x8002, 2, &data), PL_OKAY);
    cr_assert_eq(data, 0x5a54u);
    cr_assert_eq(machine_access(&m, false, PROC_CONTROL + 0x8001, 4, &data), PL_SLVERR);
    cr_assert_eq(data, 0u);
}

Test(registers, errors_are_those_of_the_bus)
{
    uint32_t data = 0xffffffffu;
    uint64_t done_ps;

    cr_assert_eq(machine_access(&m, false, 0x50000000, 4, &data), PL_DECERR);
    cr_assert_eq(data, 0u, "data of a failed read");
    data = 1;
    cr_assert_eq(machine_access(&m, true, 0x50000000, 4, &data), PL_DECERR);
    cr_assert_eq(machine_access(&m, false, PROC_CONTROL + 0xf000, 4, &data), PL_SLVERR);
    cr_assert_eq(pl_access(m.pl, PL_PORT_GP1, false, 0x80000000, 4, &data, m.now_ps, &done_ps), PL_DECERR);
    cr_assert_eq(m.fatal[0], '\0', "%s", m.fatal);
}

/* The counter counts what the clock would have done, whether it ran or was gated. */
Test(registers, cycle_counter_is_exact_over_gating)
{
    const uint64_t gaps_ps[] = {0, 10000, 12345, 1000000, 999999999, 5000000000ull, 123456789012345ull};
    uint64_t last_count = 0;
    uint64_t last_done_ps = 0;

    for (unsigned i = 0; i < sizeof gaps_ps / sizeof gaps_ps[0]; i++) {
        m.now_ps += gaps_ps[i];
        pl_advance(m.pl, m.now_ps, false);
        const uint64_t low = machine_read(&m, PROC_CONTROL + 0x8018);
        const uint64_t done_ps = m.now_ps;
        const uint64_t count = (uint64_t)machine_read(&m, PROC_CONTROL + 0x801c) << 32 | low;
        if (i > 0)
            cr_assert_eq((count - last_count) * CYCLE_PS, done_ps - last_done_ps, "after a gap of %llu ps",
                         (unsigned long long)gaps_ps[i]);
        last_count = count;
        last_done_ps = done_ps;
        cr_assert(machine_wait_idle(&m, 10000000), "%s", "the clock of an idle PL runs on");
    }
    cr_assert_gt(machine_count(&m, ZT_TRACE_GATE), 8u);
    /* And from reset (1 us) on: what is left is the depth of the read's path in the static region. */
    const uint64_t since_reset = (last_done_ps - 1000000) / CYCLE_PS;
    cr_assert(since_reset - last_count < 20, "%llu cycles counted, %llu passed",
              (unsigned long long)last_count, (unsigned long long)since_reset);
}

Test(registers, an_access_costs_the_same_at_every_phase_of_the_clock)
{
    machine_wait_idle(&m, 10000000);
    for (unsigned phase = 0; phase < 3 * CYCLE_PS; phase += 1237) {
        const uint64_t base_ps = m.now_ps / CYCLE_PS * CYCLE_PS + 100 * CYCLE_PS;
        m.now_ps = base_ps + phase;
        machine_read(&m, PROC_CONTROL + 0x8000);
        const uint64_t edge_ps = (base_ps + phase + CYCLE_PS - 1) / CYCLE_PS * CYCLE_PS;
        cr_assert_eq((m.now_ps - edge_ps) % CYCLE_PS, 126000u % CYCLE_PS);
        cr_assert_leq(m.now_ps - edge_ps, 126000u + 8u * CYCLE_PS);
    }
}

/* A read costs two terms: time, and cycles of whatever clock the PL has. */
static void read_costs(const char *params, uint64_t period_ps)
{
    machine_start(&m, 1, false, params);
    machine_wait_idle(&m, 10000000);
    for (unsigned i = 0; i < 8; i++) {
        const uint64_t edge_ps = (m.now_ps / period_ps + 100 + 3 * i) * period_ps;
        m.now_ps = edge_ps;
        machine_read(&m, PROC_CONTROL + 0x8000);
        cr_assert_eq(m.now_ps - edge_ps, 56000 + (3 + 7) * period_ps);
    }
    /* The counter counts cycles of this clock. */
    const uint64_t from_ps = m.now_ps;
    const uint32_t from = machine_read(&m, PROC_CONTROL + 0x8018);
    m.now_ps = from_ps + 1000000 * period_ps;
    const uint32_t to = machine_read(&m, PROC_CONTROL + 0x8018);
    cr_assert_eq(to - from, 1000000u);
    machine_stop(&m);
}

Test(clocks, of_133_mhz, .timeout = 60)
{
    read_costs("clock_period_ps=7500", 7500);
}

Test(clocks, of_150_mhz, .timeout = 60)
{
    read_costs("clock_period_ps=6667", 6667);
}

Test(clocks, of_200_mhz, .timeout = 60)
{
    read_costs("clock_period_ps=5000", 5000);
}

Test(registers, an_early_call_happens_at_the_time_of_the_pl)
{
    uint32_t data;
    uint64_t first_ps, second_ps;

    cr_assert_eq(pl_access(m.pl, PL_PORT_GP0, false, PROC_CONTROL, 4, &data, 50000000, &first_ps), PL_OKAY);
    cr_assert_eq(pl_access(m.pl, PL_PORT_GP0, false, PROC_CONTROL, 4, &data, 2000000, &second_ps), PL_OKAY);
    cr_assert_gt(second_ps, 50000000u);
    cr_assert_lt(second_ps, first_ps + 200000);
    m.now_ps = second_ps;
}

Test(registers, reset_resets)
{
    const uint32_t pgd = PROC_CONTROL + 0x9000;

    machine_write(&m, pgd, 0x12344000);
    cr_assert_eq(machine_read(&m, pgd), 0x12344000u);
    pl_reset(m.pl, 1, m.now_ps);
    m.now_ps += 10000000;
    pl_reset(m.pl, 0, m.now_ps);
    const uint64_t release_ps = m.now_ps;
    m.now_ps += 5000000;
    cr_assert_eq(machine_read(&m, pgd), 0u);
    const uint32_t count = machine_read(&m, PROC_CONTROL + 0x8018);
    cr_assert_leq(count * (uint64_t)CYCLE_PS, m.now_ps - release_ps);
    cr_assert_geq(count * (uint64_t)CYCLE_PS + 300000, m.now_ps - release_ps);
    cr_assert_eq(machine_count(&m, ZT_TRACE_FPGA_RESET), 3u);
}

Test(registers, an_access_in_reset_ends_the_run)
{
    uint32_t data = 0;

    pl_reset(m.pl, 1, m.now_ps);
    cr_assert_eq(machine_access(&m, false, PROC_CONTROL, 4, &data), PL_SLVERR);
    cr_assert_not_null(strstr(m.fatal, "0x6fe00000"), "%s", m.fatal);
    cr_assert_eq(machine_access(&m, false, PROC_CONTROL, 4, &data), PL_SLVERR, "a dead PL answers errors");
    cr_assert_eq(pl_next_activity(m.pl), PL_NEVER);
}

Test(registers, explain_tells_the_state)
{
    char text[4096];
    const size_t size = pl_explain(m.pl, text, sizeof text);

    cr_assert_lt(size, sizeof text);
    cr_assert_eq(strlen(text), size);
    cr_assert_not_null(strstr(text, "slot 1"), "%s", text);
    cr_assert_eq(pl_explain(m.pl, text, 10), size);
    cr_assert_eq(strlen(text), 9u);
}

/* ---- pl_create ------------------------------------------------------------------------------- */

static enum pl_resp no_read(void *host, enum pl_port port, uint64_t addr, void *buf, size_t size, uint64_t t,
                            uint64_t *ready_ps)
{
    (void)host, (void)port, (void)addr, (void)buf, (void)size;
    *ready_ps = t;
    return PL_DECERR;
}

static enum pl_resp no_write(void *host, enum pl_port port, uint64_t addr, const void *buf,
                             const uint8_t *strobe, size_t size, uint64_t t, uint64_t *ready_ps)
{
    (void)host, (void)port, (void)addr, (void)buf, (void)strobe, (void)size;
    *ready_ps = t;
    return PL_DECERR;
}

static void no_irq(void *host, unsigned line, bool level, uint64_t t)
{
    (void)host, (void)line, (void)level, (void)t;
}

static void no_trace(void *host, const struct zt_trace_record *rec)
{
    (void)host, (void)rec;
}

static void no_fatal(void *host, const char *text)
{
    (void)host, (void)text;
}

static const struct pl_host_ops no_ops = {no_read, no_write, no_irq, no_trace, no_fatal};

static void refused(const struct pl_config *config, const char *part)
{
    char err[1024] = "";

    cr_assert_null(pl_create(config, &no_ops, NULL, err, sizeof err), "should name: %s", part);
    cr_assert_not_null(strstr(err, part), "'%s' does not name: %s", err, part);
}

Test(create, refuses_bad_parameters)
{
    struct pl_config config = {PL_ABI_VERSION, 1, NULL, NULL, true};

    config.params = "# board\nhp_read_latency_cycles=20\n\nhp_latency=3\n";
    refused(&config, "line 4: 'hp_latency' is no parameter");
    config.params = "hp_read_latency_cycles=0";
    refused(&config, "line 1: hp_read_latency_cycles=0 is not an integer from 1 to");
    config.params = "gp_read_response_ps=12ns";
    refused(&config, "gp_read_response_ps=12ns");
    config.params = "hello";
    refused(&config, "not of the form name=value");
    config.params = NULL;
    config.abi_version = 77;
    refused(&config, "77");
}

Test(create, refuses_a_folder_without_slots)
{
    struct pl_config config = {PL_ABI_VERSION, 1, "/nonexistent/slots-folder", NULL, true};

    refused(&config, "/nonexistent/slots-folder/slots");
}

Test(create, is_once_a_process)
{
    struct pl_config config = {PL_ABI_VERSION, 1, NULL, "hp_read_latency_cycles = 0x20 # hex", true};
    char err[256];
    struct pl *pl = pl_create(&config, &no_ops, NULL, err, sizeof err);

    cr_assert_not_null(pl);
    refused(&config, "one PL a process");
    pl_destroy(pl);
}
