/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "../trace_file.h"
#include "scratch.h"

static const struct zt_trace_record header = {
    .kind = ZT_TRACE_HEADER, .a = ZT_TRACE_MAGIC, .b = ZT_TRACE_VERSION};

static bool open_records(const struct zt_trace_record *records, size_t bytes, struct zt_trace *trace,
                         char **error)
{
    char *file = scratch_file(records, bytes);
    bool good = zt_trace_open(file, trace, error);
    unlink(file);
    free(file);
    return good;
}

Test(trace, a_cut_last_record_is_left_out)
{
    struct zt_trace_record records[3] = {
        header, {.kind = ZT_TRACE_GATE, .time_ps = 5}, {.kind = ZT_TRACE_END}};
    struct zt_trace trace;
    char *error = NULL;
    cr_assert(open_records(records, sizeof records - 7, &trace, &error));
    cr_expect(trace.count == 2 && trace.rest_bytes == 25 && trace.records[1].time_ps == 5);
    zt_trace_close(&trace);
}

Test(trace, what_is_no_trace_is_refused)
{
    struct zt_trace_record wrong = header;
    struct zt_trace trace;
    char *error = NULL;
    wrong.b++;
    cr_expect_not(open_records(&wrong, sizeof wrong, &trace, &error));
    cr_expect(strstr(error, "not a trace of version 1"));
    free(error);
    cr_expect_not(open_records(&header, 31, &trace, &error));
    cr_expect(strstr(error, "31 bytes hold no trace"));
    free(error);
    cr_expect_not(zt_trace_open("/nowhere/trace.bin", &trace, &error));
    cr_expect(strstr(error, "No such file"));
    free(error);
}

Test(trace, first_difference)
{
    struct zt_trace_record one[3] = {header, {.a = 1}, {.a = 2}}, other[3] = {header, {.a = 1}, {.a = 3}};
    struct zt_trace a = {.records = one, .count = 3}, b = {.records = other, .count = 3};
    cr_expect(zt_trace_first_difference(&a, &b) == 2);
    cr_expect(zt_trace_first_difference(&a, &a) == SIZE_MAX);
    b.count = 2;
    cr_expect(zt_trace_first_difference(&a, &b) == 2);
}

/* The count at t is a + floor((t - t0) * hz / 10^12): the instant found must be the first with that count. */
Test(clock, finds_the_first_instant_of_a_count)
{
    struct zt_trace_record records[] = {
        header,
        {.kind = ZT_TRACE_GLOBAL_TIMER, .time_ps = 1000, .a = 10, .b = 333333343},
        {.kind = ZT_TRACE_GLOBAL_TIMER, .time_ps = 900000000, .a = 5, .b = 1000000000},
    };
    struct zt_trace trace = {.records = records, .count = 3};
    struct zt_clock clock;
    zt_clock_read(&trace, &clock);
    cr_assert(clock.segment_count == 2);
    uint64_t t = 0;
    cr_expect(zt_clock_to_ps(&clock, 5, &t) && t == 900000000, "the second segment starts there: %lu", t);
    cr_expect(zt_clock_to_ps(&clock, 1005, &t) && t == 901000000);
    clock.segment_count = 1;
    for (uint64_t count = 10; count < 200010; count += 997) {
        cr_assert(zt_clock_to_ps(&clock, count, &t));
        uint64_t shown = 10 + (uint64_t)((t - 1000) * 333333343ull / 1000000000000ull);
        cr_expect(shown == count, "count %lu found at %lu, where it is %lu", count, t, shown);
        if (t > 1000)
            cr_expect(10 + (t - 1001) * 333333343ull / 1000000000000ull < count,
                      "%lu is not the first instant", t);
    }
    cr_expect_not(zt_clock_to_ps(&clock, 9, &t));
    zt_clock_free(&clock);
}

Test(clock, large_counts_do_not_overflow)
{
    struct zt_clock_segment segment = {0, 0, 333333333};
    struct zt_clock clock = {&segment, 1, 1};
    uint64_t t = 0;
    cr_expect(zt_clock_to_ps(&clock, 333333333ull * 3600 * 24, &t) && t == 86400ull * 1000000000000ull);
}
