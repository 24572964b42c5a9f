/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * From the rise of the OSIF's interrupt line to the read of the word by the thread in user space that waited
 * for it. The trace does not say which slot raised the line: it is the one that is read next, unless its
 * thread was reading just before, that is, did not sleep.
 */
#include "timeline.h"

#include "util.h"

#define IRQ_OSIF 14
#define SLOTS 32
#define AWAKE_PS 3000000 /* a thread that read so lately is awake */
#define FROM_HARDWARE 1

static void add_response(struct zt_timeline *t, uint64_t raised_ps, uint64_t read_ps)
{
    t->irq_responses_ps =
        zt_grow(t->irq_responses_ps, &t->irq_response_capacity, t->irq_response_count + 1, sizeof(uint64_t));
    t->irq_responses_ps[t->irq_response_count++] = read_ps - raised_ps;
}

void zt_timeline_irq(const struct zt_trace *trace, struct zt_timeline *t)
{
    uint64_t last_read_ps[SLOTS] = {0}, raised_ps = 0;
    bool awake[SLOTS] = {false}, raised = false;
    for (size_t i = 0; i < trace->count; i++) {
        const struct zt_trace_record *r = &trace->records[i];
        if (r->kind == ZT_TRACE_IRQ_RAISED && r->source == IRQ_OSIF && r->a == 1) {
            raised = true;
            raised_ps = r->time_ps;
            for (unsigned s = 0; s < SLOTS; s++)
                awake[s] = last_read_ps[s] != 0 && last_read_ps[s] + AWAKE_PS > raised_ps;
        } else if (r->kind == ZT_TRACE_OSIF_WORD && r->c == FROM_HARDWARE && r->source < SLOTS) {
            if (raised && !awake[r->source] && r->time_ps >= raised_ps) {
                add_response(t, raised_ps, r->time_ps);
                raised = false;
            }
            last_read_ps[r->source] = r->time_ps;
        }
    }
}
