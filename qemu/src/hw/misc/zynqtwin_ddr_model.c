/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* How DDR is shared. See include/zynqtwin/ddr_model.h. */
#include "zynqtwin/ddr_model.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#define PERMILLE 1000
#define BYTES_A_MS(mb_s) ((mb_s) * 1000)
#define PS_A_MS UINT64_C(1000000000)

/* The ports of the controller that clients share. */
enum { PORT_CPU, PORT_HP01, PORT_HP23, PORTS };
static const uint8_t port_of[DDR_CLIENTS] = {
    [DDR_CPU0] = PORT_CPU, [DDR_CPU1] = PORT_CPU, [DDR_ACP] = PORT_CPU, [DDR_HP0] = PORT_HP01,
    [DDR_HP1] = PORT_HP01, [DDR_HP2] = PORT_HP23, [DDR_HP3] = PORT_HP23,
};

static uint64_t min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t max(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

void ddr_model_init(struct ddr_model *m, const struct ddr_config *config)
{
    memset(m, 0, sizeof(*m));
    m->config = *config;
    assert(config->window_ps > 0);
    for (unsigned i = 0; i < DDR_CLIENTS; i++) {
        m->client[i].share_window = UINT64_MAX;
        for (unsigned w = 0; w < DDR_WINDOWS; w++) {
            m->client[i].windows[w].number = UINT64_MAX;
        }
    }
}

/* ---- capacities ---- */

/* from + (to - from) * part / whole */
static uint64_t between(uint64_t from, uint64_t to, uint64_t part, uint64_t whole)
{
    return to >= from ? from + (to - from) * part / whole : from - (from - to) * part / whole;
}

uint64_t ddr_capacity(const struct ddr_config *c, const struct ddr_moved *mix)
{
    uint64_t all = mix->read + mix->write, efficiency = c->eff_read_permille;

    if (all > 0) {
        efficiency = (c->eff_read_permille * mix->read + c->eff_write_permille * mix->write) / all;
        efficiency = between(efficiency, c->eff_mixed_permille, 2 * min(mix->read, mix->write), all);
        if (c->eff_short_permille < efficiency) {
            efficiency = between(efficiency, c->eff_short_permille, min(mix->in_short, all), all);
        }
    }
    return BYTES_A_MS(c->peak_mb_s) * efficiency / PERMILLE;
}

uint64_t ddr_pair_capacity(const struct ddr_config *c, const struct ddr_moved *mix)
{
    uint64_t all = mix->read + mix->write;

    return all == 0 ? BYTES_A_MS(c->pair_read_mb_s)
                    : between(BYTES_A_MS(c->pair_read_mb_s), BYTES_A_MS(c->pair_mixed_mb_s),
                              2 * min(mix->read, mix->write), all);
}

/* ---- shares ---- */

struct filling {
    uint64_t left[PORTS + 1]; /* of each port, and of the memory */
    unsigned rising[PORTS + 1];
    bool stopped[DDR_CLIENTS];
};

/* How far all that rise can rise further, until the first is stopped. */
static uint64_t next_step(const struct filling *f, const uint64_t *demand, const uint64_t *share)
{
    uint64_t step = DDR_UNLIMITED;

    for (unsigned p = 0; p <= PORTS; p++) {
        if (f->rising[p]) {
            step = min(step, f->left[p] / f->rising[p]);
        }
    }
    for (unsigned i = 0; i < DDR_CLIENTS; i++) {
        if (!f->stopped[i]) {
            step = min(step, demand[i] - share[i]);
        }
    }
    return step;
}

static bool is_stopped(const struct filling *f, const uint64_t *demand, const uint64_t *share, unsigned i)
{
    unsigned p = port_of[i];

    return share[i] >= demand[i] || f->left[p] < f->rising[p] || f->left[PORTS] < f->rising[PORTS];
}

void ddr_shares(const struct ddr_config *c, uint64_t capacity, const uint64_t pair[2],
                const uint64_t demand[DDR_CLIENTS], uint64_t share[DDR_CLIENTS])
{
    struct filling f = {
        .left = {BYTES_A_MS(c->cpu_port_mb_s), pair[0], pair[1], capacity},
    };

    for (unsigned i = 0; i < DDR_CLIENTS; i++) {
        share[i] = 0;
        f.rising[port_of[i]]++;
        f.rising[PORTS]++;
    }
    /* Each turn stops a client at least. */
    for (unsigned turn = 0; turn < DDR_CLIENTS && f.rising[PORTS] > 0; turn++) {
        uint64_t step = next_step(&f, demand, share);
        bool stops[DDR_CLIENTS] = {false};

        for (unsigned i = 0; i < DDR_CLIENTS; i++) {
            if (!f.stopped[i]) {
                share[i] += step;
                f.left[port_of[i]] -= step;
                f.left[PORTS] -= step;
            }
        }
        for (unsigned i = 0; i < DDR_CLIENTS; i++) {
            stops[i] = !f.stopped[i] && is_stopped(&f, demand, share, i);
        }
        for (unsigned i = 0; i < DDR_CLIENTS; i++) {
            if (stops[i]) {
                f.stopped[i] = true;
                f.rising[port_of[i]]--;
                f.rising[PORTS]--;
            }
        }
    }
    assert(f.rising[PORTS] == 0);
}

/* ---- load ---- */

static const struct ddr_window *window_at(const struct ddr_client *client, uint64_t number)
{
    const struct ddr_window *w = &client->windows[number % DDR_WINDOWS];

    return w->number == number ? w : NULL;
}

/* The client's last whole window, by its own clock; NULL: it has done nothing then, or for long. */
static const struct ddr_window *last_window(const struct ddr_model *m, unsigned i, uint64_t now_ps)
{
    const struct ddr_client *client = &m->client[i];
    uint64_t number = client->last_ps / m->config.window_ps;

    if (number == 0 || now_ps > client->last_ps + DDR_HOLD_WINDOWS * m->config.window_ps) {
        return NULL;
    }
    return window_at(client, number - 1);
}

static void add(struct ddr_moved *sum, const struct ddr_moved *moved)
{
    sum->read += moved->read;
    sum->write += moved->write;
    sum->in_short += moved->in_short;
}

static uint64_t rate_of(const struct ddr_model *m, const struct ddr_moved *moved)
{
    return (moved->read + moved->write) * PS_A_MS / m->config.window_ps;
}

static bool is_alone(const struct ddr_model *m, unsigned client, uint64_t now_ps)
{
    for (unsigned i = 0; i < DDR_CLIENTS; i++) {
        if (i != client && last_window(m, i, now_ps)) {
            return false;
        }
    }
    return true;
}

/* What ddr_shares() would say, sooner. */
static uint64_t share_alone(const struct ddr_model *m, unsigned client, uint64_t now_ps)
{
    const struct ddr_window *w = last_window(m, client, now_ps);
    struct ddr_moved mix = {0};
    uint64_t port;

    if (w) {
        mix = w->moved;
    }
    port = port_of[client] == PORT_CPU ? BYTES_A_MS(m->config.cpu_port_mb_s) : ddr_pair_capacity(&m->config, &mix);
    return max(min(ddr_capacity(&m->config, &mix), port), 1);
}

/* What the client may take while it wants all it can get. */
static uint64_t share_now(const struct ddr_model *m, unsigned client, uint64_t now_ps)
{
    uint64_t demand[DDR_CLIENTS] = {0}, share[DDR_CLIENTS], pair[2];
    struct ddr_moved mix = {0}, pair_mix[2] = {{0}};

    for (unsigned i = 0; i < DDR_CLIENTS; i++) {
        const struct ddr_window *w = last_window(m, i, now_ps);

        if (w) {
            uint64_t rate = rate_of(m, &w->moved);

            demand[i] = rate * PERMILLE >= w->share * DDR_HUNGRY_PERMILLE ? DDR_UNLIMITED : rate;
            add(&mix, &w->moved);
            if (port_of[i] != PORT_CPU) {
                add(&pair_mix[port_of[i] - PORT_HP01], &w->moved);
            }
        }
    }
    demand[client] = DDR_UNLIMITED;
    pair[0] = ddr_pair_capacity(&m->config, &pair_mix[0]);
    pair[1] = ddr_pair_capacity(&m->config, &pair_mix[1]);
    ddr_shares(&m->config, ddr_capacity(&m->config, &mix), pair, demand, share);
    return max(share[client], 1);
}

static void count_part(struct ddr_client *client, uint64_t number, const struct ddr_moved *part)
{
    struct ddr_window *w = &client->windows[number % DDR_WINDOWS];

    if (w->number != number) {
        *w = (struct ddr_window){.number = number};
    }
    add(&w->moved, part);
    w->share = client->share;
}

/* Moved from start_ps to end_ps, spread over the windows between. */
static void count(struct ddr_model *m, struct ddr_client *client, const struct ddr_moved *moved, uint64_t start_ps,
                  uint64_t end_ps)
{
    uint64_t first = start_ps / m->config.window_ps;
    uint64_t last = min(end_ps / m->config.window_ps, first + DDR_WINDOWS / 2);
    uint64_t from = start_ps;
    struct ddr_moved left = *moved;

    for (uint64_t n = first; n < last; n++) {
        uint64_t until = (n + 1) * m->config.window_ps, whole = end_ps - start_ps;
        struct ddr_moved part = {
            .read = moved->read * (until - from) / whole,
            .write = moved->write * (until - from) / whole,
            .in_short = moved->in_short * (until - from) / whole,
        };

        count_part(client, n, &part);
        left.read -= part.read;
        left.write -= part.write;
        left.in_short -= part.in_short;
        from = until;
    }
    count_part(client, last, &left);
}

uint64_t ddr_move(struct ddr_model *m, unsigned i, unsigned read_bytes, unsigned write_bytes, uint64_t now_ps,
                  uint64_t least_ps)
{
    struct ddr_client *client = &m->client[i];
    uint64_t bytes = (uint64_t)read_bytes + write_bytes, window, credit, start, end;
    struct ddr_moved moved = {
        .read = read_bytes, .write = write_bytes, .in_short = bytes < DDR_SHORT_BURST_BYTES ? bytes : 0,
    };

    assert(i < DDR_CLIENTS);
    if (m->config.peak_mb_s == 0) {
        return now_ps + least_ps;
    }
    client->last_ps = max(client->last_ps, now_ps);
    window = client->last_ps / m->config.window_ps;
    if (client->share_window != window) {
        client->share = is_alone(m, i, now_ps) ? share_alone(m, i, now_ps) : share_now(m, i, now_ps);
        client->share_window = window;
    }
    /* What it left unused of its share lately it may take now. */
    credit = m->config.window_ps * (i <= DDR_CPU1 ? DDR_CORE_CREDIT_WINDOWS : 1);
    start = max(client->busy_until_ps, now_ps - min(now_ps, credit));
    client->busy_until_ps = start + (bytes * PS_A_MS + client->share - 1) / client->share;
    end = max(client->busy_until_ps, now_ps + least_ps);
    count(m, client, &moved, now_ps, max(end, now_ps + 1));
    return end;
}
