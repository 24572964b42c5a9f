/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "../metrics.h"
#include "../scenario.h"
#include "scratch.h"

static const char good[] = "board: zedboard\n"
                           "run: {for: 2 s, seed: 7}\n"
                           "callbacks:\n"
                           "  sobel:\n"
                           "    on: {topic: /in, type: sensor_msgs/msg/Image}\n"
                           "    to: /out\n"
                           "    where: [large, cpu, 0]\n"
                           "  sort: {on: {service: /sort, type: sorter_msgs/srv/Sort}, where: small}\n"
                           "load:\n"
                           "  - {send: a.png, to: sobel, times: 3}\n"
                           "  - {call: sort, check: golden/sort}\n"
                           "  - {send: b.png, to: sobel}\n"
                           "full: {times: 5}\n"
                           "expect: {sobel.response.p99: < 20 ms}\n";

static struct zt_scenario *read_text(const char *text, bool full, struct messages *m)
{
    char *file = scratch_file(text, strlen(text));
    messages_open(m);
    struct zt_scenario *s = zt_scenario_read(file, ZT_TEST_BOARDS, full, &m->diag);
    if (s)
        zt_expects_check(s, &m->diag);
    unlink(file);
    free(file);
    return s;
}

Test(scenario, is_read_whole)
{
    struct messages m;
    struct zt_scenario *s = read_text(good, false, &m);
    cr_assert(s, "%s", messages_text(&m));
    cr_expect(s->for_ns == 2000000000 && s->seed == 7 && s->callback_count == 2 && s->load_count == 3);
    cr_expect_str_eq(s->policy, "reconros");
    const struct zt_callback *sobel = &s->callbacks[0];
    cr_expect(sobel->on_cpu && sobel->slot_count == 2 && sobel->slots[0] == 1 && sobel->slots[1] == 0);
    cr_expect_str_eq(sobel->to_type, "sensor_msgs/msg/Image");
    cr_expect(s->loads[0].times == 3 && s->loads[1].kind == ZT_LOAD_CALL && s->loads[1].callback == 1);
    cr_expect_str_eq(s->loads[0].name, "sobel");
    cr_expect_str_eq(s->loads[2].name, "sobel-2");
    cr_expect(s->expects[0].range.relation == ZT_BELOW && m.diag.errors == 0);
    zt_scenario_free(s);
    messages_close(&m);
}

Test(scenario, full_size_multiplies)
{
    struct messages m;
    struct zt_scenario *s = read_text(good, true, &m);
    cr_assert(s);
    cr_expect(s->loads[0].times == 15);
    zt_scenario_free(s);
    messages_close(&m);
}

/* The good text with one line changed must give this error at this place. */
Test(scenario, bad_values_are_named_with_their_place)
{
    static const struct {
        const char *from, *to, *error;
    } cases[] = {
        {"for: 2 s", "for: 2", ":2:12: '2' is not a time for for"},
        {"for: 2 s, ", "", ":2:6: the key 'for' is missing"},
        {"seed: 7", "seed: many",
         ":2:23: 'many' is not a value for seed (a whole number from 0 to 4294967295)"},
        {"seed: 7", "sede: 7",
         ":2:17: unknown key 'sede' in run (allowed: for, seed, policy, software_workers, quantum, "
         "pl_quantum_ns)"},
        {"seed: 7", "policy: fifo", ":2:25: 'fifo' is no policy (allowed: reconros)"},
        {"zedboard", "zybo", ":1:8: 'zybo' is not a known board"},
        {"[large, cpu, 0]", "[large, 2]",
         ":7:20: '2' is no place of board zedboard (allowed: cpu, small or 0, large or 1)"},
        {"[large, cpu, 0]", "[large, 1]", ":7:20: '1' stands here twice"},
        {"[large, cpu, 0]", "[]", ":7:12: callback 'sobel' has no place to run"},
        {", where: small", "", ":8:3: callback 'sort' has no place to run"},
        {"[large, cpu, 0]", "{a: b}", ":7:12: wrong type: where must be a list (found a mapping)"},
        {"/out", "out", ":6:9: 'out' is not a topic name"},
        {"sensor_msgs/msg/Image", "Image", ":5:28: 'Image' is not a type"},
        {"{call: sort", "{call: sobel", ":11:12: 'sobel' is not a service"},
        {"to: sobel, times", "to: nobody, times", ":10:23: 'nobody' is not a callback of this file"},
        {"golden/sort", "sort", ":11:25: 'sort' is no check"},
        {"times: 3", "times: 0", ":10:37: '0' is not a value for times"},
        {"{call: sort, check: golden/sort}", "call", ":11:5: wrong type: an entry of load must be a mapping"},
        {"< 20 ms", "20 parsecs", ":14:30: '20 parsecs' is not a range"},
        {"< 20 ms", "< 20 KiB", ":14:10: '< 20 KiB' has the wrong unit for sobel.response.p99 (a time"},
        {"sobel.response.p99", "sobel.speed", ":14:10: 'sobel.speed' is not a metric of this scenario"},
        {"  sort: {", "  small: {", ":8:3: 'small' is not a callback's name"},
        {"board: zedboard\n", "", ":1:1: the key 'board' is missing"},
        {"full: {times: 5}", "faults: [{at: 1 s, what: fire}]",
         ":13:26: 'fire' is no fault (allowed: executor-crash"},
        {"full: {times: 5}", "faults: [{at: 1 s, what: silent-slot}]", ":13:10: silent-slot needs a slot"},
        {"full: {times: 5}", "faults: [{at: 1, what: guest-panic}]", ":13:15: '1' is not a time for at"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *at = strstr(good, cases[i].from);
        cr_assert(at, "case %zu", i);
        char *text = zt_format("%.*s%s%s", (int)(at - good), good, cases[i].to, at + strlen(cases[i].from));
        struct messages m;
        struct zt_scenario *s = read_text(text, false, &m);
        cr_expect(m.diag.errors > 0, "'%s' was taken", cases[i].to);
        cr_expect(strstr(messages_text(&m), cases[i].error), "'%s' said: %s", cases[i].to, messages_text(&m));
        zt_scenario_free(s);
        messages_close(&m);
        free(text);
    }
}

static void shipped(const char *name)
{
    struct messages m;
    char *file = zt_format("%s/%s.yaml", ZT_TEST_SCENARIOS, name);
    messages_open(&m);
    struct zt_scenario *s = zt_scenario_read(file, ZT_TEST_BOARDS, false, &m.diag);
    cr_assert(s, "%s", messages_text(&m));
    cr_expect(zt_expects_check(s, &m.diag), "%s", messages_text(&m));
    zt_scenario_free(s);
    messages_close(&m);
    free(file);
}

Test(scenario, shipped_ones_are_good)
{
    shipped("first-light");
    shipped("quantum-invariance");
    shipped("memory-contention");
}
