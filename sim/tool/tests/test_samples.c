/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Programs' metrics, intervals over seeds, movement over variants, and the keys that ask for them. */
#include <math.h>

#include "../programs.h"
#include "../samples.h"
#include "../scenario.h"
#include "scratch.h"

static double metric(const struct zt_metrics *m, const char *name)
{
    const struct zt_metric *found = zt_metrics_find(m, name);
    cr_assert(found, "%s", name);
    return found->value;
}

Test(programs, numbers_become_metrics_with_units)
{
    struct zt_metrics m = {0};
    cr_expect(
        zt_program_metrics("pong",
                           "{\"times\": 3, \"p99_us\": 1.5, \"ok\": true, \"text\": \"x\", \"none\": null,\n"
                           " \"port\": {\"moved_bytes\": 4096, \"mb_s\": 10}, \"each\": [7, {\"ns\": 8}]}",
                           &m));
    cr_expect_eq(metric(&m, "pong.times"), 3);
    cr_expect_eq(metric(&m, "pong.p99_us"), 1500);
    cr_expect_eq(metric(&m, "pong.ok"), 1);
    cr_expect_eq(metric(&m, "pong.port.moved_bytes"), 4096);
    cr_expect_eq(metric(&m, "pong.port.mb_s"), 10);
    cr_expect_eq(metric(&m, "pong.each.0"), 7);
    cr_expect_eq(metric(&m, "pong.each.1.ns"), 8);
    cr_expect_eq(m.count, 7u);
    cr_expect_eq(zt_metrics_find(&m, "pong.p99_us")->unit, ZT_UNIT_NS);
    cr_expect_eq(zt_metrics_find(&m, "pong.port.moved_bytes")->unit, ZT_UNIT_BYTES);
    cr_expect_eq(zt_metrics_find(&m, "pong.port.mb_s")->unit, ZT_UNIT_NONE);
    char *key = zt_metric_key(zt_metrics_find(&m, "pong.p99_us"));
    cr_expect_str_eq(key, "pong.p99_us");
    cr_expect_float_eq(zt_metric_number(zt_metrics_find(&m, "pong.p99_us")), 1.5, 1e-12);
    free(key);
    zt_metrics_free(&m);
}

Test(programs, lines_are_merged_and_other_text_is_left_out)
{
    struct zt_metrics m = {0};
    cr_expect(zt_program_metrics("p", "hello\n{\"a\": 1, \"b\": 1}\n{broken\n{\"b\": 2}", &m));
    cr_expect(metric(&m, "p.a") == 1 && metric(&m, "p.b") == 2 && m.count == 2);
    cr_expect_not(zt_program_metrics("p", "nothing here\n", &m));
    zt_metrics_free(&m);
}

static void add(struct zt_samples *samples, unsigned variant, uint64_t seed, double value)
{
    struct zt_metrics m = {0};
    zt_metrics_put(&m, "x.p50", ZT_UNIT_NS, 0, value, "");
    zt_samples_add(samples, variant, seed, true, &m);
    zt_metrics_free(&m);
}

Test(samples, interval_over_seeds)
{
    struct zt_samples samples = {0};
    struct zt_interval i;
    for (unsigned seed = 1; seed <= 100; seed++)
        add(&samples, 0, seed, 101 - (double)seed); /* 1 to 100, largest first */
    add(&samples, 0, 101, NAN);
    add(&samples, 1, 1, 1e9);
    zt_samples_interval(&samples, 0, "x.p50", &i);
    cr_expect(i.count == 100 && i.least == 1 && i.low == 5 && i.median == 50 && i.high == 95 &&
              i.most == 100);
    zt_samples_interval(&samples, 0, "y", &i);
    cr_expect(i.count == 0 && isnan(i.median));
    zt_samples_free(&samples);
}

Test(samples, movement_is_between_the_variants_medians)
{
    struct zt_samples samples = {0};
    struct zt_movement m;
    for (unsigned seed = 0; seed < 3; seed++) { /* medians 1000, 1005, 1009 */
        add(&samples, 0, seed, 1000 + 500 * ((double)seed - 1));
        add(&samples, 1, seed, 1005 + 700 * ((double)seed - 1));
        add(&samples, 2, seed, 1009);
    }
    zt_samples_movement(&samples, 3, "x.p50", &m);
    cr_expect(m.complete && m.least == 1000 && m.most == 1009);
    cr_expect_float_eq(m.share, 0.009, 1e-12);
    zt_samples_movement(&samples, 4, "x.p50", &m);
    cr_expect_not(m.complete, "a variant without a value");
    cr_expect(isnan(m.share));
    zt_samples_free(&samples);
    add(&samples, 0, 1, 0);
    add(&samples, 1, 1, 0);
    zt_samples_movement(&samples, 2, "x.p50", &m);
    cr_expect_eq(m.share, 0);
    add(&samples, 2, 1, 1);
    zt_samples_movement(&samples, 3, "x.p50", &m);
    cr_expect(isinf(m.share), "from nothing to something is no small step");
    zt_samples_free(&samples);
}

static const char good[] = "board: zedboard\n"
                           "run: {for: 2 s, quantum: 400}\n"
                           "matrix: {run.quantum: [100, 5000], run.pl_quantum_ns: [50, 1000], seeds: 1..3}\n"
                           "programs:\n"
                           "  one: {run: rxc-plbench sleep --count 1}\n"
                           "  two: {run: rxc-plbench sleep, after: one, results: two.json}\n"
                           "expect: {two.p99_ns: < 20 ms, one.ok: 1}\n"
                           "invariant:\n"
                           "  - {metrics: [one.p50_ns, cpu0.busy], within: 1 %}\n";

static struct zt_scenario *read_text(const char *text, struct messages *m)
{
    char *file = scratch_file(text, strlen(text));
    messages_open(m);
    struct zt_scenario *s = zt_scenario_read(file, ZT_TEST_BOARDS, false, &m->diag);
    if (s)
        zt_expects_check(s, &m->diag);
    unlink(file);
    free(file);
    return s;
}

Test(matrix, is_read_whole)
{
    struct messages m;
    struct zt_scenario *s = read_text(good, &m);
    cr_assert(s && m.diag.errors == 0, "%s", messages_text(&m));
    cr_expect(s->variant_count == 4 && s->first_seed == 1 && s->last_seed == 3 && s->callback_count == 0);
    cr_expect_str_eq(s->variants[0].label, "q100-pl50");
    cr_expect_str_eq(s->variants[3].label, "q5000-pl1000");
    cr_expect(s->variants[1].quantum == 100 && s->variants[1].pl_quantum_ns == 1000);
    cr_expect(s->invariant_count == 1 && s->invariants[0].metric_count == 2);
    cr_expect_float_eq(s->invariants[0].within, 0.01, 1e-12);
    cr_expect(s->program_count == 2 && s->programs[0].after == -1 && s->programs[1].after == 0);
    cr_expect_str_eq(s->programs[0].binary, "rxc-plbench");
    cr_expect_str_eq(s->programs[0].command, "sleep --count 1");
    zt_scenario_free(s);
    messages_close(&m);
}

Test(matrix, without_one_there_is_one_variant)
{
    struct messages m;
    struct zt_scenario *s =
        read_text("board: zedboard\nrun: {for: 2 s, seed: 9, quantum: 400}\nprograms: {a: {run: x}}\n", &m);
    cr_assert(s, "%s", messages_text(&m));
    cr_expect(s->variant_count == 1 && s->variants[0].quantum == 400 && s->first_seed == 9 &&
              s->last_seed == 9);
    zt_scenario_free(s);
    messages_close(&m);
}

Test(matrix, bad_values_are_named_with_their_place)
{
    static const struct {
        const char *from, *to, *error;
    } cases[] = {
        {"[100, 5000]", "[100, 0]",
         ":3:29: '0' is not a value for run.quantum (a whole number from 1 to 100000)"},
        {"[100, 5000]", "100", ":3:23: wrong type: run.quantum must be a list"},
        {"[50, 1000]", "[]", "0 values for run.pl_quantum_ns (1 to 16)"},
        {"run.pl_quantum_ns", "run.speed", "unknown key 'run.speed' in matrix"},
        {"1..3", "3..1", "'3..1' is not a value for seeds (A..B, at most 10000 seeds)"},
        {"1 %", "1", "'1' is not a value for within (a share of at least 0, like 1 %)"},
        {", within: 1 %", "", ":9:5: the key 'within' is missing"},
        {"cpu0.busy", "cpu7.busy", ":9:28: 'cpu7.busy' is not a metric of this scenario"},
        {"matrix: {run.quantum: [100, 5000], run.pl_quantum_ns: [50, 1000], seeds: 1..3}", "about: x",
         "an invariant needs a matrix of at least two variants"},
        {"rxc-plbench sleep --count 1", "rxc-plbench; rm", ":5:14: 'rxc-plbench; rm' is not a program"},
        {"rxc-plbench sleep --count 1", "/bin/sh", "'/bin/sh' is not a program"},
        {"after: one", "after: two", ":6:40: 'two' is not a program that stands above this one"},
        {"results: two.json", "results: ../x", "'../x' is not a file name"},
        {"results: two.json", "check: golden/sobel",
         "'golden/sobel' is no check of a program (allowed: golden/ddr)"},
        {"two.p99_ns: < 20 ms", "two.p99_ns: < 20",
         ":7:10: '< 20' has the wrong unit for two.p99_ns (a time"},
        {"two.p99_ns: < 20 ms", "three.p99_ns: < 20 ms", "'three.p99_ns' is not a metric"},
        {"quantum: 400", "quantum: 4 us",
         "'4 us' is not a value for quantum (a whole number from 1 to 100000)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *at = strstr(good, cases[i].from);
        cr_assert(at, "case %zu", i);
        char *text = zt_format("%.*s%s%s", (int)(at - good), good, cases[i].to, at + strlen(cases[i].from));
        struct messages m;
        struct zt_scenario *s = read_text(text, &m);
        cr_expect(m.diag.errors > 0, "'%s' was taken", cases[i].to);
        cr_expect(strstr(messages_text(&m), cases[i].error), "'%s' said: %s", cases[i].to, messages_text(&m));
        zt_scenario_free(s);
        messages_close(&m);
        free(text);
    }
}
