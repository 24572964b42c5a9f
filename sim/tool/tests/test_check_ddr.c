/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The judge of memory shares: results as a fair memory would give them, and as an unfair one would. */
#include <math.h>

#include "../programs.h"
#include "scratch.h"

#define HZ 1e6 /* counts are microseconds here, so that bytes a count are MB/s */

static struct zt_board *read_board(void)
{
    struct messages m;
    messages_open(&m);
    struct zt_board *board = zt_board_read(ZT_TEST_BOARDS "/zedboard.yaml", &m.diag);
    cr_assert(board, "%s", messages_text(&m));
    messages_close(&m);
    return board;
}

static void set_cost(struct zt_board *board, const char *name, uint64_t value)
{
    struct zt_figure *f = zt_board_figure(board, "costs", name);
    cr_assert(f, "%s", name);
    f->value = value;
}

/* A memory of 1200 MB/s, whatever the mix; ports are wide. */
static struct zt_board *simple_board(void)
{
    static const char *const efficiencies[] = {"ddr_eff_read_permille", "ddr_eff_write_permille",
                                               "ddr_eff_mixed_permille"};
    struct zt_board *board = read_board();
    set_cost(board, "ddr_peak_mb_s", 1200);
    for (size_t i = 0; i < 3; i++)
        set_cost(board, efficiencies[i], 1000);
    set_cost(board, "ddr_pair_read_mb_s", 5000);
    set_cost(board, "ddr_pair_mixed_mb_s", 5000);
    set_cost(board, "ddr_cpu_port_mb_s", 5000);
    return board;
}

static void put_client(struct zt_metrics *m, const char *name, double alone, double together)
{
    const struct {
        const char *key;
        double value;
    } values[] = {{"alone_bytes", alone * 1000},
                  {"alone_counts", 1000},
                  {"together_bytes", together * 1000},
                  {"together_counts", 1000}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char *full = zt_format("c.%s.%s", name, values[i].key);
        zt_metrics_put(m, full, ZT_UNIT_NONE, 1, values[i].value, "");
        free(full);
    }
}

/* Six clients of 1200 MB/s: 200 each. A core's 200 are 100 of its copy, HP0's are shared by its two parts.
 */
static void fair(struct zt_metrics *m)
{
    *m = (struct zt_metrics){0};
    zt_metrics_put(m, "c.timer_hz", ZT_UNIT_NONE, 1, HZ, "");
    zt_metrics_put(m, "c.icap_span_counts", ZT_UNIT_NONE, 1, 1000, "");
    put_client(m, "core0", 300, 100);
    put_client(m, "core1", 300, 100);
    put_client(m, "master0", 800, 150);
    put_client(m, "icap", 400, 50);
    put_client(m, "master1", 800, 200);
    put_client(m, "master2", 800, 200);
    put_client(m, "master3", 800, 200);
}

static double value(const struct zt_metrics *m, const char *name)
{
    const struct zt_metric *found = zt_metrics_find(m, name);
    cr_assert(found, "%s", name);
    return found->value;
}

Test(check_ddr, fair_shares_are_right)
{
    struct zt_board *board = simple_board();
    struct zt_metrics m;
    fair(&m);
    zt_check_ddr(board, "c", &m);
    cr_expect_float_eq(value(&m, "c.core0.demand_mb_s"), 600, 0.01);
    cr_expect_float_eq(value(&m, "c.hp0.demand_mb_s"), 1200, 0.01);
    cr_expect_float_eq(value(&m, "c.hp3.golden_mb_s"), 200, 0.01);
    cr_expect_lt(value(&m, "c.worst_share_error"), 0.001);
    zt_metrics_free(&m);
    zt_board_free(board);
}

Test(check_ddr, an_unfair_share_is_found)
{
    struct zt_board *board = simple_board();
    struct zt_metrics m;
    fair(&m);
    put_client(&m, "master2", 800, 240);
    zt_check_ddr(board, "c", &m);
    cr_expect_float_eq(value(&m, "c.hp2.share_error"), 0.2, 0.001);
    cr_expect_float_eq(value(&m, "c.worst_share_error"), 0.2, 0.001);
    zt_metrics_free(&m);
    zt_board_free(board);
}

Test(check_ddr, a_client_that_is_missing_is_no_success)
{
    struct zt_board *board = simple_board();
    struct zt_metrics m = {0};
    zt_check_ddr(board, "c", &m);
    cr_expect(isinf(value(&m, "c.worst_share_error")));
    zt_metrics_free(&m);
    zt_board_free(board);
}
