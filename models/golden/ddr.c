/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Max-min shares by water filling: the level of all clients rises; whoever has what it wants, or whose port
 * or whose memory is full, stays behind. Each turn fixes at least one client.
 */
#include "golden.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#define TURNS 200 /* of the mix of reads and writes, which depends on the shares and they on it */

static double mixture(double read, double write)
{
    return read + write > 0 ? 2 * fmin(read, write) / (read + write) : 0;
}

static double capacity_mb_s(const struct zt_golden_ddr *ddr, double read, double write)
{
    double all = read + write;
    double pure =
        all > 0 ? (ddr->read_efficiency * read + ddr->write_efficiency * write) / all : ddr->read_efficiency;
    return ddr->peak_mb_s * (pure + (ddr->mixed_efficiency - pure) * mixture(read, write));
}

/* Capacities of the memory (first) and of the ports, for what the clients now move. */
static void find_capacities(const struct zt_golden_ddr *ddr, const struct zt_golden_ddr_client *clients,
                            size_t count, double *capacities)
{
    double read[ZT_GOLDEN_DDR_PORTS] = {0}, write[ZT_GOLDEN_DDR_PORTS] = {0}, all_read = 0, all_write = 0;
    for (size_t i = 0; i < count; i++) {
        read[clients[i].port] += clients[i].share_mb_s * clients[i].read_share;
        write[clients[i].port] += clients[i].share_mb_s * (1 - clients[i].read_share);
    }
    for (unsigned port = 0; port < ZT_GOLDEN_DDR_PORTS; port++) {
        all_read += read[port];
        all_write += write[port];
        capacities[1 + port] = port == ZT_GOLDEN_DDR_CPU
                                   ? ddr->cpu_port_mb_s
                                   : ddr->pair_read_mb_s + (ddr->pair_mixed_mb_s - ddr->pair_read_mb_s) *
                                                               mixture(read[port], write[port]);
    }
    capacities[0] = capacity_mb_s(ddr, all_read, all_write);
}

/* The level at which this resource is full while those in `rising` still rise. */
static double full_at(const struct zt_golden_ddr_client *clients, size_t count, const bool *rising,
                      unsigned resource, double capacity)
{
    double fixed = 0;
    unsigned risers = 0;
    for (size_t i = 0; i < count; i++) {
        if (resource > 0 && clients[i].port != resource - 1)
            continue;
        risers += rising[i];
        fixed += rising[i] ? 0 : clients[i].share_mb_s;
    }
    return risers ? fmax(0, capacity - fixed) / risers : INFINITY;
}

static void fill(struct zt_golden_ddr_client *clients, size_t count, const double *capacities)
{
    bool rising[ZT_GOLDEN_DDR_CLIENTS_MAX];
    for (size_t i = 0; i < count; i++)
        rising[i] = true;
    for (size_t turn = 0; turn < count; turn++) {
        double level = INFINITY;
        unsigned fullest = 0;
        for (unsigned resource = 0; resource <= ZT_GOLDEN_DDR_PORTS; resource++) {
            double at = full_at(clients, count, rising, resource, capacities[resource]);
            fullest = at < level ? resource : fullest;
            level = fmin(level, at);
        }
        bool content = false; /* has anybody all it wants below that level? */
        for (size_t i = 0; i < count; i++)
            content = content || (rising[i] && clients[i].demand_mb_s <= level);
        for (size_t i = 0; i < count; i++) {
            bool stops =
                content ? clients[i].demand_mb_s <= level : fullest == 0 || clients[i].port == fullest - 1;
            if (!rising[i] || !stops)
                continue;
            clients[i].share_mb_s = content ? clients[i].demand_mb_s : level;
            rising[i] = false;
        }
    }
}

void zt_golden_ddr_shares(const struct zt_golden_ddr *ddr, struct zt_golden_ddr_client *clients, size_t count)
{
    double capacities[1 + ZT_GOLDEN_DDR_PORTS];
    assert(count <= ZT_GOLDEN_DDR_CLIENTS_MAX);
    for (size_t i = 0; i < count; i++)
        clients[i].share_mb_s = clients[i].demand_mb_s;
    for (int turn = 0; turn < TURNS; turn++) {
        find_capacities(ddr, clients, count, capacities);
        fill(clients, count, capacities);
    }
}
