/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Which ready callback a free worker runs next. A policy gives each worker an order of search; the executor
 * tries the candidates in that order (may it run here? is it ready? can its message be taken?) and tells the
 * policy which one was served. All calls come with the executor's lock held: they are short, pure and do not
 * allocate.
 */
#ifndef RXC_POLICY_H
#define RXC_POLICY_H

#include <stdint.h>

#define RXC_CALLBACKS_MAX 32u

enum rxc_callback_kind { RXC_TIMER, RXC_SUBSCRIPTION, RXC_SERVICE, RXC_CLIENT, RXC_CALLBACK_KINDS };

/* The callbacks of each kind in the order of their registration, as numbers of the executor's callbacks. */
struct rxc_callback_lists {
    uint32_t count[RXC_CALLBACK_KINDS];
    uint32_t callback[RXC_CALLBACK_KINDS][RXC_CALLBACKS_MAX];
};

/* Of one worker. */
struct rxc_policy_state {
    uint32_t
        position[RXC_CALLBACK_KINDS]; /* the OffsetVector: entry last served; length of the list: none yet */
    uint32_t kind;                    /* where the search is */
    uint32_t step;
};

#define RXC_POLICY_END 0xffffffffu

struct rxc_policy {
    const char *name;
    void (*init)(struct rxc_policy_state *state, const struct rxc_callback_lists *lists);
    void (*begin)(struct rxc_policy_state *state, const struct rxc_callback_lists *lists);
    /* The next candidate of this search, or RXC_POLICY_END; each callback at most once. */
    uint32_t (*next)(struct rxc_policy_state *state, const struct rxc_callback_lists *lists);
    /* The candidate last given runs now. */
    void (*served)(struct rxc_policy_state *state, const struct rxc_callback_lists *lists);
};

/*
 * As in "ReconROS Executor" (Lienen and Platzner, 2022): timers, subscriptions, services, clients; timers
 * from the start of their list, the others from the entry after the one last served, around the list once.
 */
extern const struct rxc_policy rxc_policy_reconros;

/* NULL: unknown name. */
const struct rxc_policy *rxc_find_policy(const char *name);

#endif
