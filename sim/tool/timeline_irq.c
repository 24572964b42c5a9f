/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* From the rise of the OSIF's interrupt line to the delegate that serves it in user space. */
#include "timeline.h"

#include "util.h"

#define IRQ_OSIF 14

static void add_response(struct zt_timeline *t, uint64_t raised_ps, uint64_t served_ps)
{
    t->irq_responses_ps =
        zt_grow(t->irq_responses_ps, &t->irq_response_capacity, t->irq_response_count + 1, sizeof(uint64_t));
    t->irq_responses_ps[t->irq_response_count++] = served_ps - raised_ps;
}

void zt_timeline_irq(const struct zt_trace *trace, const struct zt_ring *ring, const struct zt_clock *clock,
                     struct zt_timeline *t)
{
    uint64_t raised_ps = 0;
    size_t at = 0;
    for (uint32_t k = 0; k < ring->count; k++) {
        uint64_t served_ps = 0;
        if (ring->events[k].kind != RXC_EVENT_OSIF_CALL ||
            !zt_clock_to_ps(clock, ring->events[k].count, &served_ps))
            continue;
        uint64_t before_ps = raised_ps;
        for (; at < trace->count && trace->records[at].time_ps <= served_ps; at++) {
            const struct zt_trace_record *r = &trace->records[at];
            if (r->kind == ZT_TRACE_IRQ_RAISED && r->source == IRQ_OSIF && r->a == 1)
                raised_ps = r->time_ps;
        }
        if (raised_ps != before_ps) /* else it has no interrupt of its own: the delegate was awake */
            add_response(t, raised_ps, served_ps);
    }
}
