/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "../coherence.h"

#include <math.h>

#include "scratch.h"

static const char log_text[] =
    "{\"id\":0,\"kind\":\"missing_clean\",\"address\":4096,\"size_bytes\":8,\"who\":{\"time_ps\":5000,"
    "\"port\":"
    "\"HP0\"},\"other\":{\"time_ps\":4000,\"core\":1,\"pc\":3204448272,\"lr\":3221258240,\"mode\":19,"
    "\"context\":0,\"as\":\"cacheable\"},\"board\":\"00000000\",\"twin\":\"11000000\"}\n"
    "{\"id\":1,\"kind\":\"unaligned_device\",\"address\":4099,\"size_bytes\":4,\"who\":{\"time_ps\":6000,"
    "\"core\":"
    "0,\"pc\":3221258252,\"lr\":0,\"mode\":16,\"context\":0,\"as\":\"device\"}}\n"
    "{\"end\":true,\"pages\":3,\"more\":2,\"counts\":[7,1],\"suspects\":[8192,12288]}\n";

static void read_log(const char *text, struct zt_coherence *coherence)
{
    char *path = scratch_file(text, strlen(text));
    *coherence = (struct zt_coherence){0};
    cr_assert_eq(zt_coherence_read(coherence, path), 0);
    unlink(path);
    free(path);
}

static double metric(const struct zt_metrics *metrics, const char *name)
{
    const struct zt_metric *m = zt_metrics_find(metrics, name);
    cr_assert_not_null(m, "no metric %s", name);
    return m->value;
}

Test(coherence, log)
{
    struct zt_coherence c;
    read_log(log_text, &c);
    cr_assert_eq(c.count, 2);
    cr_expect(c.complete);
    cr_expect_eq(c.list[0].count, 7);
    cr_expect_str_eq(c.list[0].who.port, "HP0");
    cr_expect_not(c.list[0].who.is_core);
    cr_expect(c.list[0].has_other);
    cr_expect_eq(c.list[0].other.core, 1);
    cr_expect_eq(c.list[0].other.pc, 0xbf000010u);
    cr_expect_not(c.list[1].has_other);
    cr_expect(c.list[1].who.user);
    cr_assert_eq(c.suspect_count, 2);
    cr_expect_eq(c.suspects[1], 12288);
    zt_coherence_free(&c);
}

Test(coherence, names_and_metrics)
{
    struct zt_coherence c;
    struct zt_symbols symbols = {0};
    struct zt_metrics metrics = {0};
    struct zt_scenario s = {.coherence = {.mode = ZT_COHERENCE_REPORT, .find_count = 2}};
    static const char text[] = "c0008000 T first\nbf000000 t bug_one\nc0009000 D data\n";
    char *map = scratch_file(text, sizeof text - 1);
    cr_assert_eq(zt_symbols_add_map(&symbols, map), 0);
    unlink(map);
    free(map);
    zt_symbols_sort(&symbols);
    read_log(log_text, &c);
    zt_coherence_name(&c, &symbols);
    cr_expect_str_eq(c.list[0].other.symbol, "bug_one+0x10");
    cr_expect_str_eq(c.list[0].other.caller, "first");
    cr_expect_str_eq(c.list[1].who.symbol, "first+0xc");
    s.coherence.find[0] = "bug_one";
    s.coherence.find[1] = "bug_on"; /* part of a name is not the name */
    zt_coherence_metrics(&s, &c, &metrics);
    cr_expect_eq(metric(&metrics, "coherence.reports"), 2);
    cr_expect_eq(metric(&metrics, "coherence.accesses"), 10);
    cr_expect_eq(metric(&metrics, "coherence.suspects"), 2);
    cr_expect_eq(metric(&metrics, "coherence.missing_clean"), 1);
    cr_expect_eq(metric(&metrics, "coherence.late_clean"), 0);
    cr_expect_eq(metric(&metrics, "coherence.found"), 1);
    cr_expect_eq(metric(&metrics, "coherence.unexpected"), 1);
    zt_metrics_free(&metrics);
    zt_symbols_free(&symbols);
    zt_coherence_free(&c);
}

/* Nothing was found is not the same as nobody looked to the end. */
Test(coherence, without_an_end_there_are_no_figures)
{
    struct zt_coherence c;
    struct zt_metrics metrics = {0};
    const struct zt_scenario s = {.coherence = {.mode = ZT_COHERENCE_REPORT}};
    read_log("not JSON\n", &c);
    zt_coherence_metrics(&s, &c, &metrics);
    cr_expect(isnan(metric(&metrics, "coherence.reports")));
    zt_metrics_free(&metrics);
    zt_coherence_free(&c);
}

/* The kinds stand in the checker's header and in the tool. */
Test(coherence, every_kind_is_a_metric)
{
    struct zt_bytes header;
    struct zt_metrics metrics = {0};
    const struct zt_scenario s = {.coherence = {.mode = ZT_COHERENCE_REPORT}};
    unsigned kinds = 0;
    cr_assert_eq(zt_read_file(ZT_TEST_COHERENCE_H, &header), 0);
    zt_coherence_metrics(&s, NULL, &metrics);
    for (char *at = (char *)header.data; (at = strstr(at, "    X(")); at++) {
        char *name = strchr(at, '"');
        char *key = zt_format("coherence.%.*s", (int)strcspn(name + 1, "\""), name + 1);
        cr_expect_not_null(zt_metrics_find(&metrics, key), "no metric %s", key);
        free(key);
        kinds++;
    }
    cr_expect_eq(kinds, 13);
    zt_metrics_free(&metrics);
    zt_bytes_free(&header);
}

static void refused(const char *coherence, const char *message)
{
    struct messages m;
    char *text = zt_format("board: zedboard\nrun: {for: 2 s}\ncoherence: %s\n", coherence);
    char *file = scratch_file(text, strlen(text));
    messages_open(&m);
    struct zt_scenario *s = zt_scenario_read(file, ZT_TEST_BOARDS, false, &m.diag);
    cr_expect_null(s);
    cr_expect(strstr(messages_text(&m), message), "'%s' lacks '%s'", messages_text(&m), message);
    messages_close(&m);
    unlink(file);
    free(file);
    free(text);
}

Test(coherence, scenario_key)
{
    refused("sometimes", ":3:12: 'sometimes' is not a value for coherence (allowed: report, stale, off)");
    refused("{mode: report, module: a/b}", "'a/b' is not a name for module");
    refused("{mod: report}", "mod");
    refused("report", "the key 'callbacks' is missing");
}
