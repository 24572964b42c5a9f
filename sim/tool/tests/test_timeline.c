/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "../timeline.h"
#include "scratch.h"

static const struct zt_trace_record header = {
    .kind = ZT_TRACE_HEADER, .a = ZT_TRACE_MAGIC, .b = ZT_TRACE_VERSION};
/* One count a nanosecond. */
static const struct zt_trace_record timer = {.kind = ZT_TRACE_GLOBAL_TIMER, .b = 1000000000};

Test(timeline, executions_answers_and_places)
{
    static const struct rxc_event software[] = {
        {10, RXC_EVENT_CALLBACK_READY, 0, 4, 0}, {12, RXC_EVENT_WORKER_CPU, 0, 4, 1},
        {12, RXC_EVENT_CALLBACK_START, 0, 4, 0}, {30, RXC_EVENT_CALLBACK_END, 0, 4, 0},
        {40, RXC_EVENT_CALLBACK_START, 0, 4, 1}, {41, RXC_EVENT_WORKER_CPU, 0, 4, 0},
    };
    static const struct rxc_event hardware[] = {
        {5, RXC_EVENT_CALLBACK_START, 0x101, 2, 9},
        {50, RXC_EVENT_CALLBACK_END, 0x101, 2, 9 | 110ull << 32},
    };
    static const struct rxc_event client[] = {
        {3, RXC_EVENT_CLIENT_SEND, 0xffff, 2, 0},
        {60, RXC_EVENT_CLIENT_DONE, 0xffff, 2, 1ull << 32},
        {61, RXC_EVENT_CLIENT_SEND, 0xffff, 2, 1},
    };
    struct zt_trace_record records[] = {
        header, timer, {.time_ps = 100000, .kind = ZT_TRACE_END, .source = 1, .a = 42}};
    struct zt_trace trace = {.records = records, .count = 3};
    struct zt_rings rings = {
        .count = 3,
        .rings = {{"sw0", software, 6, 0}, {"slot1", hardware, 2, 1}, {"client:x", client, 3, 0}}};
    struct zt_timeline t;
    zt_timeline_build(&trace, &rings, &t);
    cr_assert(t.execution_count == 3);
    cr_expect(t.executions[0].place == ZT_PLACE_SLOT + 1 && t.executions[0].result == 110 &&
              t.executions[0].ended);
    cr_expect(t.executions[1].place == 1 && t.executions[1].ready_ps == 10000 &&
              t.executions[1].end_ps == 30000);
    cr_expect(t.executions[2].place == 0 && !t.executions[2].ended && t.executions[2].number == 1);
    cr_assert(t.answer_count == 2);
    cr_expect(t.answers[0].verdict == ZT_WRONG && t.answers[0].send_ps == 3000 &&
              t.answers[0].done_ps == 60000);
    cr_expect(t.answers[1].verdict == ZT_OPEN);
    cr_expect_str_eq(t.answers[0].client, "x");
    cr_expect(t.events_dropped == 1 && t.instructions[1] == 42 && t.has_end && t.end_ps == 100000);
    zt_timeline_free(&t);
}

Test(timeline, transfers)
{
    struct zt_trace_record records[] = {
        header,
        {.time_ps = 10, .kind = ZT_TRACE_DMA_START, .b = 400},
        {.time_ps = 20, .kind = ZT_TRACE_CONFIG_BEGIN, .source = 0xffff, .a = 0},
        {.time_ps = 90, .kind = ZT_TRACE_CONFIG_END, .source = 1, .c = ZT_CONFIG_BAD_CRC, .a = 99, .b = 7},
        {.time_ps = 95, .kind = ZT_TRACE_DMA_DONE, .a = 100, .b = 5, .c = 3},
        {.time_ps = 200, .kind = ZT_TRACE_CONFIG_BEGIN, .a = 1},
        {.time_ps = 300, .kind = ZT_TRACE_CONFIG_END, .source = 0, .c = ZT_CONFIG_OK, .a = 10},
        {.time_ps = 400, .kind = ZT_TRACE_DMA_START, .b = 40},
    };
    struct zt_trace trace = {.records = records, .count = sizeof records / sizeof records[0]};
    struct zt_rings rings = {0};
    struct zt_timeline t;
    zt_timeline_build(&trace, &rings, &t);
    cr_assert(t.transfer_count == 3);
    const struct zt_transfer *x = t.transfers;
    cr_expect(x[0].bytes == 400 && x[0].slot == 1 && x[0].result == ZT_CONFIG_BAD_CRC && x[0].end_ps == 90);
    cr_expect(x[0].active_cycles == 100 && x[0].gap_cycles == 5 && x[0].setup_cycles == 3 && !x[0].by_pcap);
    cr_expect(x[1].by_pcap && x[1].bytes == 40 && x[1].ended);
    cr_expect(!x[2].ended && x[2].bytes == 40);
    zt_timeline_free(&t);
}

/* Slot 0 sleeps, slot 1 reads words all the time: its reads are not the answer to slot 0's interrupt. */
Test(timeline, interrupt_to_the_thread_that_slept)
{
    struct zt_trace_record records[] = {
        header,
        {.time_ps = 1000000, .kind = ZT_TRACE_OSIF_WORD, .source = 0, .c = 1},
        {.time_ps = 49000000, .kind = ZT_TRACE_OSIF_WORD, .source = 1, .c = 1},
        {.time_ps = 50000000, .kind = ZT_TRACE_IRQ_RAISED, .source = 14, .a = 1},
        {.time_ps = 50500000, .kind = ZT_TRACE_OSIF_WORD, .source = 1, .c = 1},
        {.time_ps = 51000000, .kind = ZT_TRACE_OSIF_WORD, .source = 0, .c = 0}, /* the other direction */
        {.time_ps = 58000000, .kind = ZT_TRACE_OSIF_WORD, .source = 0, .c = 1},
        {.time_ps = 58200000, .kind = ZT_TRACE_OSIF_WORD, .source = 0, .c = 1},
        {.time_ps = 90000000, .kind = ZT_TRACE_IRQ_RAISED, .source = 14, .a = 1},
        {.time_ps = 91000000, .kind = ZT_TRACE_IRQ_RAISED, .source = 15, .a = 1},
        {.time_ps = 97500000, .kind = ZT_TRACE_OSIF_WORD, .source = 1, .c = 1},
    };
    struct zt_trace trace = {.records = records, .count = sizeof records / sizeof records[0]};
    struct zt_rings rings = {0};
    struct zt_timeline t;
    zt_timeline_build(&trace, &rings, &t);
    cr_assert_eq(t.irq_response_count, 2u);
    cr_expect_eq(t.irq_responses_ps[0], 8000000u);
    cr_expect_eq(t.irq_responses_ps[1], 7500000u);
    zt_timeline_free(&t);
}

Test(timeline, busy_time_of_a_core)
{
    struct zt_trace_record records[] = {
        header,
        {.time_ps = 0, .kind = ZT_TRACE_CORE_STATE, .source = 1, .a = 2},
        {.time_ps = 2000, .kind = ZT_TRACE_CORE_STATE, .source = 1, .a = 1},
        {.time_ps = 4000, .kind = ZT_TRACE_CORE_STATE, .source = 0, .a = 0},
        {.time_ps = 7000, .kind = ZT_TRACE_CORE_STATE, .source = 1, .a = 0},
        {.time_ps = 10000, .kind = ZT_TRACE_GATE},
    };
    struct zt_trace trace = {.records = records, .count = sizeof records / sizeof records[0]};
    struct zt_rings rings = {0};
    struct zt_timeline t;
    zt_timeline_build(&trace, &rings, &t);
    cr_expect(t.core_busy_ps[0] == 4000 && t.core_busy_ps[1] == 5000);
    cr_expect(t.core_busy[0][0] > 0.99f && t.core_busy[0][ZT_BUSY_BUCKETS / 2] == 0);
    cr_expect(t.core_busy[1][ZT_BUSY_BUCKETS / 2] > 0.99f);
    zt_timeline_free(&t);
}
