/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Schedules of the policy reconros worked out by hand from the paper's rules. Callbacks: timers 0, 1;
 * subscriptions 2, 3, 4; service 5; clients 6, 7.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "rxc/policy.h"

static const struct rxc_callback_lists lists = {
    .count = {2, 3, 1, 2},
    .callback = {{0, 1}, {2, 3, 4}, {5}, {6, 7}},
};

/* The order in which a search goes through the callbacks when nothing is ready. */
static void check_search(struct rxc_policy_state *state, const char *expected)
{
    char got[32] = "";

    rxc_policy_reconros.begin(state, &lists);
    for (int i = 0; i < 20; i++) {
        uint32_t callback = rxc_policy_reconros.next(state, &lists);
        if (callback == RXC_POLICY_END)
            break;
        got[strlen(got)] = (char)('0' + callback);
    }
    cr_assert_str_eq(got, expected);
    cr_assert_eq(rxc_policy_reconros.next(state, &lists), RXC_POLICY_END, "and stays at the end");
}

/* Runs what is first in `ready` (a set of digits); returns it. */
static char serve(struct rxc_policy_state *state, const char *ready)
{
    rxc_policy_reconros.begin(state, &lists);
    for (int i = 0; i < 20; i++) {
        uint32_t callback = rxc_policy_reconros.next(state, &lists);
        if (callback == RXC_POLICY_END)
            return '-';
        if (strchr(ready, (char)('0' + callback))) {
            rxc_policy_reconros.served(state, &lists);
            return (char)('0' + callback);
        }
    }
    return '?';
}

Test(policy, first_search_starts_at_the_front)
{
    struct rxc_policy_state state;

    rxc_policy_reconros.init(&state, &lists);
    cr_expect_eq(state.position[RXC_SUBSCRIPTION], 3, "initially the length of the list");
    check_search(&state, "01234567");
}

Test(policy, subscriptions_take_turns)
{
    struct rxc_policy_state state;
    const char expected[] = "23423";

    rxc_policy_reconros.init(&state, &lists);
    for (int i = 0; i < 5; i++)
        cr_expect_eq(serve(&state, "234"), expected[i], "turn %d", i);
    cr_expect_eq(state.position[RXC_SUBSCRIPTION], 1);
    check_search(&state, "01423567");
}

/* After entry 0 the search begins at entry 1, finds nothing there and wraps. */
Test(policy, search_wraps_once)
{
    struct rxc_policy_state state;

    rxc_policy_reconros.init(&state, &lists);
    cr_expect_eq(serve(&state, "2"), '2');
    cr_expect_eq(serve(&state, "2"), '2');
    cr_expect_eq(serve(&state, "4"), '4');
    check_search(&state, "01234567");
    cr_expect_eq(serve(&state, ""), '-');
}

/* Timers have no position: the first one always wins. Kinds keep their order whatever was served. */
Test(policy, kinds_and_timers)
{
    struct rxc_policy_state state;

    rxc_policy_reconros.init(&state, &lists);
    cr_expect_eq(serve(&state, "015"), '0');
    cr_expect_eq(serve(&state, "015"), '0');
    cr_expect_eq(serve(&state, "15"), '1');
    cr_expect_eq(serve(&state, "567"), '5');
    cr_expect_eq(serve(&state, "67"), '6');
    cr_expect_eq(serve(&state, "67"), '7');
    cr_expect_eq(serve(&state, "67"), '6');
    cr_expect_eq(serve(&state, "2567"), '2', "a subscription comes before services and clients");
    cr_expect_eq(serve(&state, "567"), '5', "the only service, again");
}

Test(policy, workers_are_independent)
{
    struct rxc_policy_state a, b;

    rxc_policy_reconros.init(&a, &lists);
    rxc_policy_reconros.init(&b, &lists);
    cr_expect_eq(serve(&a, "234"), '2');
    cr_expect_eq(serve(&b, "234"), '2');
    cr_expect_eq(serve(&a, "234"), '3');
}

Test(policy, empty_lists)
{
    static const struct rxc_callback_lists none = {0};
    struct rxc_policy_state state;

    rxc_policy_reconros.init(&state, &none);
    rxc_policy_reconros.begin(&state, &none);
    cr_expect_eq(rxc_policy_reconros.next(&state, &none), RXC_POLICY_END);
}

Test(policy, by_name)
{
    cr_expect_eq(rxc_find_policy("reconros"), &rxc_policy_reconros);
    cr_expect_null(rxc_find_policy("other"));
}
