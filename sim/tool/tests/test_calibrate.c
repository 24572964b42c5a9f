/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <math.h>

#include "../calibrate/calibrate.h"
#include "scratch.h"

static bool near(double value, double expected)
{
    return fabs(value - expected) < 1e-12;
}

Test(residual, is_the_share_by_which_a_value_misses)
{
    cr_expect(near(zt_residual(110, 100, 100), 0.1));
    cr_expect(near(zt_residual(75, 100, 100), -0.25));
    cr_expect(near(zt_residual(100, 100, 100), 0));
}

Test(residual, counts_from_the_nearer_end_of_a_range)
{
    cr_expect(near(zt_residual(90, 100, 200), -0.1));
    cr_expect(near(zt_residual(150, 100, 200), 0));
    cr_expect(near(zt_residual(250, 100, 200), 0.25));
}

Test(residual, of_nothing_is_no_number)
{
    cr_expect(isnan(zt_residual(NAN, 1, 1)));
    cr_expect(isnan(zt_residual(INFINITY, 1, 1)));
    cr_expect(isnan(zt_residual(1, 0, 1)));
    cr_expect(isnan(zt_residual(1, 2, 1)));
}

Test(residual, summary_takes_magnitudes)
{
    const double odd[] = {-0.4, 0.1, NAN, 0.2};
    struct zt_residual_summary s = zt_residual_summarise(odd, 4);
    cr_expect(s.count == 3 && near(s.median, 0.2) && near(s.worst, 0.4) && s.worst_index == 0);
    const double even[] = {0.1, -0.3, 0.2, 0};
    s = zt_residual_summarise(even, 4);
    cr_expect(s.count == 4 && near(s.median, 0.15) && near(s.worst, 0.3) && s.worst_index == 1);
    s = zt_residual_summarise(odd + 2, 1);
    cr_expect(s.count == 0 && isnan(s.median) && isnan(s.worst));
}

static const char published_text[] =
    "figures:\n"
    "  - {id: A, of: one, value: 10, scale: 1.5, unit: us, use: holdout, conditions: c, source: s}\n"
    "  - {id: B, of: one, value: [5, 20], unit: us, use: calibrate, statistic: p99, conditions: c, source: "
    "s}\n"
    "  - {id: C, of: two, value: 100, unit: ns, use: holdout, pl_mhz: 150, conditions: c, source: s}\n"
    "  - {id: D, of: two, value: 1, unit: ns, use: context, why_not: w, conditions: c, source: s}\n"
    "floors:\n"
    "  - {of: one, at_least: 12, unit: us, why: w, source: s}\n";

static const char measured_text[] =
    "{\"format\":\"rxc-calibrate 1\",\"pl_mhz\":100,\"measurements\":["
    "{\"id\":\"one\",\"what\":\"w\",\"unit\":\"us\",\"value\":12,\"min\":10,\"max\":40,\"p99\":30,\"mean\":"
    "13,"
    "\"samples\":9,\"conditions\":{\"size_bytes\":64}},"
    "{\"id\":\"two\",\"what\":\"w\",\"unit\":\"ns\",\"skipped\":\"no device\",\"conditions\":{}}]}";

static const char other_clock_text[] =
    "{\"format\":\"rxc-calibrate 1\",\"pl_mhz\":150,\"measurements\":["
    "{\"id\":\"two\",\"what\":\"w\",\"unit\":\"ns\",\"value\":120,\"min\":120,\"max\":120,\"p99\":120,"
    "\"mean\":120,\"samples\":1,\"conditions\":{}}]}";

static struct zt_published_list *read_published(const char *text)
{
    struct zt_diag diag = {stderr, 0};
    char *file = scratch_file(text, strlen(text));
    struct zt_published_list *list = zt_published_read(file, &diag);
    unlink(file);
    free(file);
    return list;
}

static bool read_measured(const char *text, struct zt_measured_list *list)
{
    char *file = scratch_file(text, strlen(text));
    bool good = zt_measured_read(file, list);
    unlink(file);
    free(file);
    return good;
}

Test(calibration, compares_by_name_clock_and_statistic)
{
    struct zt_published_list *published = read_published(published_text);
    struct zt_measured_list measured = {0};
    struct zt_calibration c;
    cr_assert(published && published->count == 4 && published->floor_count == 1);
    cr_assert(read_measured(measured_text, &measured) && read_measured(other_clock_text, &measured));
    cr_assert(zt_calibration_make(published, &measured, false, &c));
    cr_expect(near(c.rows[0].residual, -0.2), "12 against 10 times 1.5");
    cr_expect(near(c.rows[1].residual, 0.5), "p99 30 against at most 20");
    cr_expect(near(c.rows[2].residual, 0.2), "with the clock of 150 MHz");
    cr_expect(isnan(c.rows[3].residual), "skipped");
    cr_expect(c.summaries[ZT_USE_HOLDOUT].count == 2 && near(c.summaries[ZT_USE_HOLDOUT].median, 0.2));
    cr_expect(c.floors[0].met);
    cr_expect(!c.met, "median 20 %%");
    zt_calibration_free(&c);
    zt_measured_free(&measured);
    zt_published_free(published);
}

/* What is judged: the median, the worst, and what no board can do. */
Test(calibration, bars)
{
    static const struct {
        double holdouts[3];
        double at_least;
        bool met;
    } cases[] = {{{1.05, 1.149, 0.701}, 0.5, true},
                 {{1.05, 1.151, 0.71}, 0.5, false},
                 {{1.05, 1.10, 0.699}, 0.5, false},
                 {{1.05, 1.149, 0.701}, 1.06, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct zt_published figures[3];
        struct zt_measured rows[3];
        struct zt_floor floor = {.of = "a", .unit = "us", .at_least = cases[i].at_least};
        char names[3][2] = {"a", "b", "c"};
        for (int k = 0; k < 3; k++) {
            figures[k] = (struct zt_published){
                .of = names[k], .unit = "us", .low = 1, .high = 1, .pl_mhz = 100, .use = ZT_USE_HOLDOUT};
            rows[k] = (struct zt_measured){.id = names[k], .unit = "us", .pl_mhz = 100};
            rows[k].values[ZT_MEDIAN] = cases[i].holdouts[k];
        }
        struct zt_published_list published = {
            .file = "figures", .figures = figures, .count = 3, .floors = &floor, .floor_count = 1};
        struct zt_measured_list measured = {.rows = rows, .count = 3};
        struct zt_calibration c;
        cr_assert(zt_calibration_make(&published, &measured, false, &c));
        cr_expect_eq(c.met, cases[i].met, "case %zu", i);
        zt_calibration_free(&c);
    }
}

Test(calibration, units_must_agree)
{
    struct zt_published_list *published = read_published(
        "figures:\n  - {id: A, of: one, value: 1, unit: ns, use: holdout, conditions: c, source: s}\n"
        "floors: []\n");
    struct zt_measured_list measured = {0};
    struct zt_calibration c;
    cr_assert(published && read_measured(measured_text, &measured));
    cr_expect(!zt_calibration_make(published, &measured, false, &c));
    zt_calibration_free(&c);
    zt_measured_free(&measured);
    zt_published_free(published);
}

Test(published, says_what_is_wrong_and_where)
{
    static const struct {
        const char *figure, *message;
    } cases[] = {
        {"{id: A, of: one, value: 1, unit: us, use: maybe, conditions: c, source: s}",
         "'maybe' is not a value for use (one of: calibrate, holdout, context)"},
        {"{id: A, of: one, value: -1, unit: us, use: holdout, conditions: c, source: s}",
         "'-1' is not a value for value (a number above 0)"},
        {"{id: A, of: one, value: [2, 1], unit: us, use: holdout, conditions: c, source: s}",
         "the lower value must stand first"},
        {"{id: A, of: one, value: 1, unit: us, use: holdout, conditions: c}", "the key 'source' is missing"},
        {"{id: A, of: one, value: 1, unit: us, use: context, conditions: c, source: s}",
         "the key 'why_not' is missing"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct messages m;
        char *text = zt_format("figures:\n  - %s\nfloors: []\n", cases[i].figure);
        char *file = scratch_file(text, strlen(text));
        messages_open(&m);
        cr_expect_null(zt_published_read(file, &m.diag));
        cr_expect(strstr(messages_text(&m), cases[i].message) && strstr(messages_text(&m), ":2:"), "%s",
                  messages_text(&m));
        messages_close(&m);
        unlink(file);
        free(file);
        free(text);
    }
}

Test(published, the_boards_own_file_is_good)
{
    struct zt_diag diag = {stderr, 0};
    struct zt_published_list *list = zt_published_read(ZT_TEST_BOARDS "/published.yaml", &diag);
    cr_assert(list);
    size_t uses[ZT_USES] = {0};
    for (size_t i = 0; i < list->count; i++)
        uses[list->figures[i].use]++;
    cr_expect(uses[ZT_USE_CALIBRATE] >= 20 && uses[ZT_USE_HOLDOUT] >= 20);
    zt_published_free(list);
}

Test(measured, refuses_what_is_no_result)
{
    static const char *const texts[] = {
        "", "{}", "{\"format\":\"rxc-calibrate 1\",\"measurements\":[]}",
        "{\"format\":\"rxc-calibrate 2\",\"pl_mhz\":100,\"measurements\":[]}",
        "{\"format\":\"rxc-calibrate 1\",\"pl_mhz\":100,\"measurements\":[{\"id\":\"a\",\"what\":\"w\"}]}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct zt_measured_list list = {0};
        cr_expect(!read_measured(texts[i], &list), "%s", texts[i]);
        zt_measured_free(&list);
    }
}
