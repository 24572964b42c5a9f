/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Board files and their figures: the schema, completeness against the headers, and drawing. */
#include <math.h>

#include "../board.h"
#include "scratch.h"

static const struct zt_figure_name some_ps = {"some_ps", 0, 100, 5000};

/* Reads one figure from its text. */
static bool read_figure(const char *text, struct zt_figure *figure, struct messages *m)
{
    messages_open(m);
    struct zt_node *node = zt_yaml_parse("board.yaml", text, strlen(text), &m->diag);
    cr_assert(node, "%s", messages_text(m));
    bool good = zt_figure_read(node, "costs", &some_ps, figure, &m->diag);
    zt_yaml_free(node);
    return good;
}

static const char good[] =
    "{value: 1000, unit: ps, uncertainty: \"10 %\", kind: derived, source: \"a book\"}";

Test(board, a_figure_is_read_whole)
{
    struct messages m;
    struct zt_figure f;
    cr_assert(read_figure(good, &f, &m), "%s", messages_text(&m));
    cr_expect(f.value == 1000 && f.nominal == 1000 && f.span == 100 && f.kind == ZT_DERIVED &&
              !f.lower_bound);
    cr_expect_str_eq(f.unit, "ps");
    cr_expect_str_eq(f.source, "a book");
    zt_figure_free(&f);
    messages_close(&m);
}

Test(board, bad_figures_are_named_with_their_place)
{
    static const struct {
        const char *from, *to, *error;
    } cases[] = {
        {"value: 1000", "value: 99",
         "board.yaml:1:9: '99' is not a value for some_ps (a whole number from 100 to 5000)"},
        {"value: 1000", "value: 1.5", ":1:9: '1.5' is not a value for some_ps"},
        {"value: 1000, ", "", ":1:1: the key 'value' is missing"},
        {"unit: ps", "unit: ns", ":1:21: 'ns' is not the unit of some_ps (allowed: ps)"},
        {", unit: ps", "", ":1:1: the key 'unit' is missing"},
        {"10 %", "10",
         ": '10' is not an uncertainty of some_ps (like \"10 %\", \"+-3 ps\" or \"0 (exact)\")"},
        {"10 %", "+-3 ns", ": '+-3 ns' is not an uncertainty"},
        {"10 %", "some", ": 'some' is not an uncertainty"},
        {"derived", "guess", ": 'guess' is no kind of figure (allowed: measured, vendor, estimate, derived)"},
        {"a book", "", ": the source of some_ps is empty"},
        {", source: \"a book\"", "", ":1:1: the key 'source' is missing"},
        {"kind: derived", "kind: derived, lower_bound: maybe",
         ": 'maybe' is not a value for lower_bound (allowed: true, false)"},
        {"kind: derived", "kind: derived, sauce: x", ": unknown key 'sauce' in some_ps"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *at = strstr(good, cases[i].from);
        cr_assert(at, "case %zu", i);
        char *text = zt_format("%.*s%s%s", (int)(at - good), good, cases[i].to, at + strlen(cases[i].from));
        struct messages m;
        struct zt_figure f;
        cr_expect_not(read_figure(text, &f, &m), "'%s' was taken", cases[i].to);
        cr_expect(strstr(messages_text(&m), cases[i].error), "'%s' said: %s", cases[i].to, messages_text(&m));
        zt_figure_free(&f);
        messages_close(&m);
        free(text);
    }
}

Test(board, uncertainties)
{
    static const struct {
        const char *text;
        double span; /* negative: not one */
    } cases[] = {{"10 %", 20},     {"10%", 20},  {"2.5 %", 5}, {"+-3 ps", 3}, {"+- 3 ps", 3}, {"0", 0},
                 {"0 (exact)", 0}, {"3 ps", -1}, {"+-3", -1},  {"5", -1},     {"", -1},       {"-1 %", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double span = -1;
        bool good_one = zt_uncertainty_parse(cases[i].text, 200, "ps", &span);
        cr_expect_eq(good_one, cases[i].span >= 0, "'%s'", cases[i].text);
        if (good_one)
            cr_expect_float_eq(span, cases[i].span, 1e-9, "'%s'", cases[i].text);
    }
}

/* The rows that a person counts in a header: lines with an X of four numbers behind a name. */
static void check_header(const char *path, const struct zt_figure_name *names, size_t count)
{
    FILE *file = fopen(path, "r");
    char line[512], name[64], number[3][24];
    size_t rows = 0;
    cr_assert(file, "%s", path);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, " X(%63[a-z0-9_], %23[0-9-], %23[0-9-], %23[0-9-])", name, number[0], number[1],
                   number[2]) != 4)
            continue;
        long long fallback = strtoll(number[0], NULL, 10), least = strtoll(number[1], NULL, 10);
        long long largest = strtoll(number[2], NULL, 10);
        const struct zt_figure_name *found = zt_figure_name_find(names, count, name);
        cr_expect(found && (long long)found->fallback == fallback && (long long)found->least == least &&
                      (long long)found->largest == largest,
                  "%s in %s", name, path);
        rows++;
    }
    fclose(file);
    cr_expect(rows == count && rows > 10, "%s: %zu rows, the tool knows %zu", path, rows, count);
}

Test(board, the_tool_knows_every_name_of_the_headers)
{
    check_header(ZT_TEST_COSTS_H, zt_cost_names, zt_cost_name_count);
    check_header(ZT_TEST_PARAMS_H, zt_pl_param_names, zt_pl_param_name_count);
}

static const char *const boards[] = {"zedboard", "miniitx-z7100"};

static struct zt_board *read_board(const char *name)
{
    struct messages m;
    char *path = zt_format("%s/%s.yaml", ZT_TEST_BOARDS, name);
    messages_open(&m);
    struct zt_board *board = zt_board_read(path, &m.diag);
    cr_assert(board, "%s", messages_text(&m));
    messages_close(&m);
    free(path);
    return board;
}

Test(board, shipped_ones_give_the_machine_and_the_pl_every_figure)
{
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct zt_board *board = read_board(boards[i]);
        char *costs = zt_board_costs_text(board), *params = zt_board_params_text(board);
        size_t lines = 0;
        cr_expect_str_eq(board->name, boards[i]);
        for (size_t k = 0; k < zt_cost_name_count; k++) {
            char *word = zt_format("%s=", zt_cost_names[k].name);
            cr_expect(strstr(costs, word), "%s in %s", word, boards[i]);
            free(word);
        }
        for (const char *at = costs; *at; at++)
            lines += *at == '\n';
        cr_expect_eq(lines, zt_cost_name_count, "%s: %zu lines", boards[i], lines);
        for (size_t k = 0; k < zt_pl_param_name_count; k++) {
            char *word = zt_format("%s=", zt_pl_param_names[k].name);
            cr_expect(!zt_board_is_own_param(zt_pl_param_names[k].name) || strstr(params, word), "%s in %s",
                      word, boards[i]);
            free(word);
        }
        free(costs);
        free(params);
        zt_board_free(board);
    }
}

Test(board, an_estimate_is_never_exact)
{
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct zt_board *board = read_board(boards[i]);
        for (size_t k = 0; k < board->figure_count; k++) {
            const struct zt_figure *f = &board->figures[k];
            bool choice = strcmp(f->name, "ddr_window_ns") == 0; /* of the model, not a property */
            cr_expect(f->kind != ZT_ESTIMATE || f->span > 0 || choice, "%s", f->name);
        }
        zt_board_free(board);
    }
}

/* The board file with one change. */
static void board_says(const char *from, const char *to, const char *error)
{
    struct messages m;
    struct zt_bytes text = {0};
    cr_assert_eq(zt_read_file(ZT_TEST_BOARDS "/zedboard.yaml", &text), 0);
    const char *all = (const char *)text.data, *at = strstr(all, from);
    cr_assert(at, "%s", from);
    char *changed = zt_format("%.*s%s%s", (int)(at - all), all, to, at + strlen(from));
    char *file = scratch_file(changed, strlen(changed));
    messages_open(&m);
    struct zt_board *board = zt_board_read(file, &m.diag);
    cr_expect(!board && strstr(messages_text(&m), error), "'%s' said: %s", to, messages_text(&m));
    zt_board_free(board);
    messages_close(&m);
    unlink(file);
    free(file);
    free(changed);
    zt_bytes_free(&text);
}

Test(board, missing_and_unknown_figures_are_errors)
{
    board_says(
        "  barrier_ps:", "  barrier_pss:", "'barrier_pss' is not a figure of costs (allowed: insn_user_ps, ");
    board_says("  barrier_ps:", "  l2_lines:", ": this key stands here twice");
    board_says("  ddr_mib: {value: 512", "  ddr_mib: {value: 256",
               "'256' is not a value for ddr_mib (allowed: 512, 1024)");
    board_says("clock_period_ps: {value: 10000", "clock_period_ps: {value: 5000",
               "clock_period_ps is 5000, but pl_hz is 100000000");
    board_says("name: zedboard", "name: zedboard\nlike: nowhere", "'nowhere' is not a known board");
}

static struct zt_figure figure_of(uint64_t value, double span, bool lower_bound)
{
    return (struct zt_figure){.name = (char *)"some_ps",
                              .value = value,
                              .nominal = value,
                              .span = span,
                              .least = 100,
                              .largest = 5000,
                              .lower_bound = lower_bound};
}

Test(draw, covers_the_uncertainty_evenly_and_nothing_else)
{
    enum { LOW = 990, HIGH = 1010, VALUES = HIGH - LOW + 1, SEEDS = 21000 };
    unsigned counts[VALUES] = {0};
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        struct zt_figure f = figure_of(1000, 10, false);
        zt_figure_draw(&f, seed, INFINITY);
        cr_assert(f.value >= LOW && f.value <= HIGH && f.nominal == 1000, "%llu",
                  (unsigned long long)f.value);
        counts[f.value - LOW]++;
    }
    double chi_square = 0;
    for (unsigned i = 0; i < VALUES; i++) {
        double off = (double)counts[i] - (double)SEEDS / VALUES;
        chi_square += off * off / ((double)SEEDS / VALUES);
    }
    cr_expect(chi_square < 45.3, "chi square %.1f of 20 degrees of freedom (1 in 1000: 45.3)", chi_square);
}

Test(draw, keeps_to_limit_bounds_and_exact_values)
{
    for (uint32_t seed = 0; seed < 2000; seed++) {
        struct zt_figure wide = figure_of(1000, 600, false), low = figure_of(110, 50, false);
        struct zt_figure bound = figure_of(1000, 100, true), exact = figure_of(1000, 0, false);
        struct zt_figure small = figure_of(107, 1.4, false);
        zt_figure_draw(&wide, seed, 0.2);
        cr_assert(wide.value >= 800 && wide.value <= 1200);
        zt_figure_draw(&low, seed, INFINITY);
        cr_assert(low.value >= 100 && low.value <= 160, "least bound");
        zt_figure_draw(&bound, seed, INFINITY);
        cr_assert(bound.value >= 1000 && bound.value <= 1100, "a lower bound is drawn upwards");
        zt_figure_draw(&exact, seed, INFINITY);
        cr_assert_eq(exact.value, 1000);
        zt_figure_draw(&small, seed, INFINITY);
        cr_assert(small.value >= 106 && small.value <= 108, "rounded into the span, not out of it");
    }
}

Test(draw, same_seed_same_draw_whatever_stands_beside)
{
    struct zt_board *one = read_board("zedboard"), *other = read_board("zedboard");
    zt_board_draw(one, 7, 0.2);
    /* The other board has two figures less, and was drawn before with another seed. */
    zt_figure_free(&other->figures[5]);
    memmove(&other->figures[5], &other->figures[7], (other->figure_count - 7) * sizeof other->figures[0]);
    other->figure_count -= 2; /* one of them leaks, in a test */
    zt_board_draw(other, 8, INFINITY);
    unsigned differ = 0;
    for (size_t i = 0; i < other->figure_count; i++) {
        const struct zt_figure *f = zt_board_figure(one, NULL, other->figures[i].name);
        differ += f->value != other->figures[i].value;
    }
    cr_expect(differ > 20, "another seed draws other values (%u)", differ);
    zt_board_draw(other, 7, 0.2);
    for (size_t i = 0; i < other->figure_count; i++) {
        const struct zt_figure *f = zt_board_figure(one, NULL, other->figures[i].name);
        cr_expect_eq(f->value, other->figures[i].value, "%s", f->name);
    }
    cr_expect_eq(zt_board_figure(one, "pl_params", "clock_period_ps")->value, 10000u);
    zt_board_reset(one);
    cr_expect_eq(zt_board_figure(one, "costs", "nc_read_ps")->value,
                 zt_board_figure(one, "costs", "nc_read_ps")->nominal);
    zt_board_free(one);
    zt_board_free(other);
}

Test(draw, every_name_has_a_stream_of_its_own)
{
    for (size_t i = 0; i < zt_cost_name_count + zt_pl_param_name_count; i++) {
        const char *one =
            i < zt_cost_name_count ? zt_cost_names[i].name : zt_pl_param_names[i - zt_cost_name_count].name;
        cr_expect(zt_figure_stream(one) >= 32, "%s: a stream of the client data", one);
        for (size_t k = 0; k < i; k++) {
            const char *other = k < zt_cost_name_count ? zt_cost_names[k].name
                                                       : zt_pl_param_names[k - zt_cost_name_count].name;
            cr_expect_neq(zt_figure_stream(one), zt_figure_stream(other), "%s and %s", one, other);
        }
    }
}
