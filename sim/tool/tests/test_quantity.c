/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <criterion/criterion.h>
#include <math.h>

#include "../quantity.h"

Test(quantity, units_are_kept_in_base_units)
{
    static const struct {
        const char *text;
        double value;
        enum zt_unit unit;
    } cases[] = {
        {"20 ms", 20e6, ZT_UNIT_NS},    {"1.5us", 1500, ZT_UNIT_NS},  {"7 s", 7e9, ZT_UNIT_NS},
        {"500 ps", 0.5, ZT_UNIT_NS},    {"3", 3, ZT_UNIT_NONE},       {"-2.5e3", -2500, ZT_UNIT_NONE},
        {"2 KiB", 2048, ZT_UNIT_BYTES}, {"1 MB", 1e6, ZT_UNIT_BYTES}, {"50 %", 0.5, ZT_UNIT_FRACTION}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct zt_quantity q;
        cr_assert(zt_quantity_parse(cases[i].text, &q), "%s", cases[i].text);
        cr_expect(fabs(q.value - cases[i].value) < 1e-9 * fabs(cases[i].value) && q.unit == cases[i].unit,
                  "%s is %g", cases[i].text, q.value);
    }
}

Test(quantity, nonsense_is_refused)
{
    static const char *const texts[] = {"",    "ms",   "5 parsecs", "1 2", "inf",
                                        "nan", "0x10", "5 ms ms",   "--1", "1e999"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct zt_quantity q;
        cr_expect(!zt_quantity_parse(texts[i], &q), "'%s' was taken as %g", texts[i], q.value);
    }
}

Test(quantity, durations)
{
    uint64_t ns = 0;
    cr_expect(zt_duration_parse("12 s", &ns) && ns == 12000000000ull);
    cr_expect(zt_duration_parse("0 s", &ns) && ns == 0);
    cr_expect(!zt_duration_parse("12", &ns) && !zt_duration_parse("-1 s", &ns) &&
              !zt_duration_parse("1 KiB", &ns));
}

Test(quantity, integers_have_bounds)
{
    uint64_t value = 0;
    cr_expect(zt_integer_parse("0x10", 0, 16, &value) && value == 16);
    cr_expect(!zt_integer_parse("17", 0, 16, &value) && !zt_integer_parse("-1", 0, 16, &value));
    cr_expect(!zt_integer_parse("1x", 0, 16, &value) && !zt_integer_parse("", 0, 16, &value));
    cr_expect(!zt_integer_parse("99999999999999999999", 0, UINT64_MAX, &value));
}

Test(quantity, ranges_hold_at_their_edges)
{
    static const struct {
        const char *text;
        double inside, outside;
    } cases[] = {{"0", 0, 1},
                 {"== 4", 4, 5},
                 {"!= 4", 5, 4},
                 {"< 20 ms", 19999999, 20e6},
                 {"<= 20 ms", 20e6, 20000001},
                 {"> 2", 3, 2},
                 {">= 2", 2, 1},
                 {"1..5", 5, 5.5},
                 {"1 ms .. 2 ms", 1e6, 999999}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct zt_range range;
        cr_assert(zt_range_parse(cases[i].text, &range), "%s", cases[i].text);
        cr_expect(zt_range_holds(&range, cases[i].inside), "%s must hold %g", cases[i].text, cases[i].inside);
        cr_expect(!zt_range_holds(&range, cases[i].outside), "%s must not hold %g", cases[i].text,
                  cases[i].outside);
        cr_expect(!zt_range_holds(&range, NAN), "%s must not hold a missing value", cases[i].text);
    }
}

Test(quantity, bad_ranges_are_refused)
{
    static const char *const texts[] = {"", "<", "< x", "5..1", "1 ms .. 2", "1..", "=> 2", "1...2"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct zt_range range;
        cr_expect(!zt_range_parse(texts[i], &range), "'%s' was taken", texts[i]);
    }
}
