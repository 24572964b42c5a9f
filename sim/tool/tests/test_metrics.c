/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <math.h>

#include "../metrics.h"
#include "scratch.h"

Test(metrics, nearest_rank_percentiles)
{
    double values[] = {5, 1, 4, 2, 3};
    cr_expect(zt_percentile(values, 5, 50) == 3 && zt_percentile(values, 5, 99) == 5);
    cr_expect(zt_percentile(values, 5, 0) == 1 && zt_percentile(values, 5, 20) == 1 &&
              zt_percentile(values, 5, 21) == 2);
    cr_expect(isnan(zt_percentile(values, 0, 50)));
}

static struct zt_answer answer(uint64_t send_ps, uint64_t done_ps, enum zt_verdict verdict)
{
    return (struct zt_answer){
        .callback = 0, .has_send = true, .send_ps = send_ps, .done_ps = done_ps, .verdict = verdict};
}

Test(metrics, come_from_the_timeline)
{
    struct messages m;
    messages_open(&m);
    struct zt_scenario *s =
        zt_scenario_read(ZT_TEST_SCENARIOS "/first-light.yaml", ZT_TEST_BOARDS, false, &m.diag);
    cr_assert(s, "%s", messages_text(&m));
    struct zt_answer answers[] = {answer(0, 2000000, ZT_RIGHT), answer(0, 4000000, ZT_WRONG),
                                  answer(0, 9000000, ZT_TIMEOUT), answer(0, 0, ZT_OPEN)};
    struct zt_transfer transfers[] = {
        {.slot = 0,
         .bytes = 400,
         .ended = true,
         .result = ZT_CONFIG_OK,
         .active_cycles = 100,
         .gap_cycles = 7},
        {.slot = 0, .bytes = 400, .ended = true, .result = ZT_CONFIG_BAD_CRC, .active_cycles = 99}};
    struct zt_timeline t = {.answers = answers,
                            .answer_count = 4,
                            .transfers = transfers,
                            .transfer_count = 2,
                            .end_ps = 1000000};
    struct zt_metrics metrics;
    zt_metrics_compute(s, &t, NULL, &metrics);
    static const struct {
        const char *name;
        double value;
    } wanted[] = {{"sobel.count", 2},     {"sobel.right", 1},           {"sobel.wrong", 1},
                  {"sobel.timeouts", 2},  {"sobel.response.max", 4000}, {"small.reconfigurations", 1},
                  {"icap.transfers", 2},  {"icap.failures", 1},         {"icap.odd_transfers", 1},
                  {"icap.gap_cycles", 7}, {"run.virtual", 1000},        {"sobel.executions", 0}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        const struct zt_metric *metric = zt_metrics_find(&metrics, wanted[i].name);
        cr_assert(metric, "%s", wanted[i].name);
        cr_expect(metric->value == wanted[i].value, "%s is %g", wanted[i].name, metric->value);
    }
    cr_expect(isnan(zt_metrics_find(&metrics, "sort.response.p99")->value), "no answers, no percentile");
    zt_metrics_free(&metrics);
    zt_scenario_free(s);
    messages_close(&m);
}

Test(metrics, values_for_people)
{
    static const struct {
        double value;
        enum zt_unit unit;
        const char *text;
    } cases[] = {{1250000, ZT_UNIT_NS, "1.25 ms"}, {3e9, ZT_UNIT_NS, "3 s"},  {0.5, ZT_UNIT_FRACTION, "50 %"},
                 {20, ZT_UNIT_NONE, "20"},         {NAN, ZT_UNIT_NS, "none"}, {512, ZT_UNIT_BYTES, "512 B"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = zt_value_text(cases[i].value, cases[i].unit);
        cr_expect_str_eq(text, cases[i].text);
        free(text);
    }
}
