/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Compares what rxc-contention measured with the golden model of shared memory: what each client moved alone
 * is its demand; the model says what it gets of it together with the others.
 *
 * A client of the memory is a core or a port: master 0 and ICAP's DMA are one on HP0. A copy of N bytes moves
 * 2 N: the source is read, the target's lines are written back (a Cortex-A9 does not fetch lines that are
 * written whole, in a row).
 */
#include "golden.h"
#include "programs.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>

#define PARTS_MAX 2

struct client {
    const char *name;
    enum zt_golden_ddr_port port;
    double moved_per_byte;
    double read_share[PARTS_MAX];
    const char *parts[PARTS_MAX]; /* clients of the program */
};

static const struct client table[] = {
    {"core0", ZT_GOLDEN_DDR_CPU, 2, {0.5}, {"core0"}},
    {"core1", ZT_GOLDEN_DDR_CPU, 2, {0.5}, {"core1"}},
    {"hp0", ZT_GOLDEN_DDR_HP01, 1, {0, 1}, {"master0", "icap"}},
    {"hp1", ZT_GOLDEN_DDR_HP01, 1, {1}, {"master1"}},
    {"hp2", ZT_GOLDEN_DDR_HP23, 1, {0}, {"master2"}},
    {"hp3", ZT_GOLDEN_DDR_HP23, 1, {1}, {"master3"}},
};
#define CLIENTS (sizeof table / sizeof table[0])

struct source {
    const char *program;
    const struct zt_metrics *metrics;
};

static double metric(const struct source *s, const char *client, const char *key)
{
    char *name = zt_format("%s%s%s.%s", s->program, client ? "." : "", client ? client : "", key);
    const struct zt_metric *found = zt_metrics_find(s->metrics, name);
    double value = found ? found->value : NAN;
    free(name);
    return value;
}

/* MB/s of one part, alone or together. */
static double rate(const struct source *s, const char *part, bool together)
{
    double hz = metric(s, NULL, "timer_hz");
    double bytes = metric(s, part, together ? "together_bytes" : "alone_bytes");
    double counts = metric(s, part, together ? "together_counts" : "alone_counts");
    if (together && part[0] == 'i') /* ICAP's own counts leave out the time between two loads */
        counts = metric(s, NULL, "icap_span_counts");
    return bytes * 1e-6 / (counts / hz);
}

static double figure(const struct zt_board *board, const char *name)
{
    const struct zt_figure *f = zt_board_figure(board, "costs", name);
    return f ? (double)f->value : NAN;
}

static void put(struct zt_metrics *metrics, const char *program, const char *client, const char *key,
                enum zt_unit unit, double value, const char *meaning)
{
    char *name = zt_format("%s.%s%s%s", program, client ? client : "", client ? "." : "", key);
    zt_metrics_put(metrics, name, unit, 1, value, meaning);
    free(name);
}

static double sum_of(const struct source *s, const struct client *client, bool together, double *read_mb_s)
{
    double all = 0, read = 0;
    for (unsigned k = 0; k < PARTS_MAX && client->parts[k]; k++) {
        double moved = rate(s, client->parts[k], together) * client->moved_per_byte;
        all += moved;
        read += moved * client->read_share[k];
    }
    if (read_mb_s)
        *read_mb_s = read;
    return all;
}

void zt_check_ddr(const struct zt_board *board, const char *program, struct zt_metrics *metrics)
{
    const struct source s = {program, metrics};
    const struct zt_golden_ddr ddr = {
        .peak_mb_s = figure(board, "ddr_peak_mb_s"),
        .read_efficiency = figure(board, "ddr_eff_read_permille") / 1000,
        .write_efficiency = figure(board, "ddr_eff_write_permille") / 1000,
        .mixed_efficiency = figure(board, "ddr_eff_mixed_permille") / 1000,
        .pair_read_mb_s = figure(board, "ddr_pair_read_mb_s"),
        .pair_mixed_mb_s = figure(board, "ddr_pair_mixed_mb_s"),
        .cpu_port_mb_s = figure(board, "ddr_cpu_port_mb_s"),
    };
    struct zt_golden_ddr_client clients[CLIENTS];
    double together[CLIENTS], worst = 0;
    for (size_t i = 0; i < CLIENTS; i++) {
        double read = 0, demand = sum_of(&s, &table[i], false, &read);
        clients[i] = (struct zt_golden_ddr_client){table[i].port, demand, demand > 0 ? read / demand : 0, 0};
        together[i] = sum_of(&s, &table[i], true, NULL);
    }
    zt_golden_ddr_shares(&ddr, clients, CLIENTS);
    for (size_t i = 0; i < CLIENTS; i++) {
        double error = fabs(together[i] / clients[i].share_mb_s - 1);
        worst = isfinite(error) ? fmax(worst, error) : (double)INFINITY;
        put(metrics, program, table[i].name, "demand_mb_s", ZT_UNIT_NONE, clients[i].demand_mb_s,
            "moved in the memory when it is alone");
        put(metrics, program, table[i].name, "golden_mb_s", ZT_UNIT_NONE, clients[i].share_mb_s,
            "its share by the golden model");
        put(metrics, program, table[i].name, "moved_mb_s", ZT_UNIT_NONE, together[i],
            "moved together with all");
        put(metrics, program, table[i].name, "share_error", ZT_UNIT_FRACTION, error,
            "how far that is from its share");
    }
    put(metrics, program, NULL, "worst_share_error", ZT_UNIT_FRACTION, worst, "the largest of them");
}
