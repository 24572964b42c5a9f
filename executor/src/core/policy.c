/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "rxc/policy.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static void reconros_init(struct rxc_policy_state *state, const struct rxc_callback_lists *lists)
{
    for (uint32_t kind = 0; kind < RXC_CALLBACK_KINDS; kind++)
        state->position[kind] = lists->count[kind];
    state->kind = RXC_CALLBACK_KINDS;
    state->step = 0;
}

static void reconros_begin(struct rxc_policy_state *state, const struct rxc_callback_lists *lists)
{
    (void)lists;
    state->kind = RXC_TIMER;
    state->step = 0;
}

/* Entry of the present list after `step` steps of the search. */
static uint32_t entry_at(const struct rxc_policy_state *state, uint32_t count, uint32_t step)
{
    if (state->kind == RXC_TIMER)
        return step;
    uint32_t first = state->position[state->kind] + 1;
    if (first >= count)
        first = 0;
    uint32_t entry = first + step;
    return entry < count ? entry : entry - count;
}

static uint32_t reconros_next(struct rxc_policy_state *state, const struct rxc_callback_lists *lists)
{
    while (state->kind < RXC_CALLBACK_KINDS) {
        uint32_t count = lists->count[state->kind];
        if (state->step < count)
            return lists->callback[state->kind][entry_at(state, count, state->step++)];
        state->kind++;
        state->step = 0;
    }
    return RXC_POLICY_END;
}

static void reconros_served(struct rxc_policy_state *state, const struct rxc_callback_lists *lists)
{
    assert(state->kind < RXC_CALLBACK_KINDS && state->step > 0);
    if (state->kind != RXC_TIMER)
        state->position[state->kind] = entry_at(state, lists->count[state->kind], state->step - 1);
}

const struct rxc_policy rxc_policy_reconros = {
    .name = "reconros",
    .init = reconros_init,
    .begin = reconros_begin,
    .next = reconros_next,
    .served = reconros_served,
};

const struct rxc_policy *rxc_find_policy(const char *name)
{
    static const struct rxc_policy *const policies[] = {&rxc_policy_reconros};

    for (size_t i = 0; i < sizeof policies / sizeof policies[0]; i++)
        if (strcmp(policies[i]->name, name) == 0)
            return policies[i];
    return NULL;
}
