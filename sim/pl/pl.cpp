/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The C ABI of pl.h over the SystemC model. */
#include "pl.h"

#include "fabric/fabric.h" /* before SystemC */

#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include <systemc>

#include "fabric/ps_bridge.h"
#include "fabric/tracer.h"
#include "params.h"

/* The SystemC library asks for it; the PL is driven by its host and never gets here. */
extern "C" __attribute__((visibility("default"))) int sc_main(int, char **)
{
    return 0;
}

namespace
{

struct Top : public sc_core::sc_module {
    zt::Fabric fabric;
    zt::PsBridge bridge;
    sc_core::sc_vector<sc_core::sc_signal<bool>> irq;

    Top(sc_core::sc_module_name name, const zt::Params &params, zt::Tracer &tracer, const pl_config &config,
        const pl_host_ops *ops, void *host)
        : sc_core::sc_module(name),
          fabric("pl", params, tracer, config.slots_dir, config.seed, config.garbage),
          bridge("ps", tracer, ops, host), irq("irq_f2p", PL_IRQ_COUNT)
    {
        bridge.gp0.bind(fabric.gp0.socket);
        fabric.acp.socket.bind(bridge.acp);
        for (size_t n = 0; n < fabric.hp.size(); n++)
            fabric.hp[n]->socket.bind(bridge.hp[n]);
        for (unsigned line = 0; line < PL_IRQ_COUNT; line++) {
            fabric.irq[line].bind(irq[line]);
            bridge.irq[line].bind(irq[line]);
        }
    }
};

bool created; /* SystemC elaborates once a process */

} // namespace

struct pl {
    zt::Params params;
    zt::Tracer tracer;
    std::unique_ptr<Top> top;
    uint64_t pcap_done_ps = 0;

    pl(const pl_host_ops *ops, void *host) : tracer(ops, host)
    {
    }
};

namespace
{

/* No exception leaves the library: SystemC reports errors by throwing. */
template <typename F> void guarded(struct pl *pl, F body)
{
    try {
        body();
    } catch (const std::exception &e) {
        pl->tracer.fatal(std::string("The SystemC kernel or the PL model failed: ") + e.what());
    }
}

uint64_t not_before(const struct pl *pl, uint64_t now_ps)
{
    const uint64_t pl_ps = pl->top->fabric.now_ps();

    return now_ps > pl_ps ? now_ps : pl_ps;
}

bool config_is_good(const pl_config *config, const pl_host_ops *ops, std::string &error)
{
    if (config == nullptr || ops == nullptr || ops->mem_read == nullptr || ops->mem_write == nullptr ||
        ops->irq == nullptr || ops->trace == nullptr || ops->fatal == nullptr)
        error = "pl_create needs a configuration and every function of pl_host_ops.";
    else if (config->abi_version != PL_ABI_VERSION)
        error = "The host has PL ABI version " + std::to_string(config->abi_version) + ", this PL has " +
                std::to_string(PL_ABI_VERSION) + ".";
    else if (created)
        error = "There is one PL a process, and this process has had it.";
    return error.empty();
}

} // namespace

struct pl *pl_create(const struct pl_config *config, const struct pl_host_ops *ops, void *host, char *err,
                     size_t err_size)
{
    std::string error;
    std::unique_ptr<struct pl> pl;

    try {
        if (config_is_good(config, ops, error)) {
            pl = std::make_unique<struct pl>(ops, host);
            if (pl->params.parse(config->params, error)) {
                created = true;
                pl->top = std::make_unique<Top>("top", pl->params, pl->tracer, *config, ops, host);
                if (pl->top->fabric.config.open(error))
                    sc_core::sc_start(sc_core::SC_ZERO_TIME); /* elaboration ends */
            }
        }
    } catch (const std::exception &e) {
        error = std::string("The PL model cannot be built: ") + e.what();
    }
    if (error.empty())
        return pl.release();
    if (err != nullptr && err_size != 0)
        snprintf(err, err_size, "%s", error.c_str());
    return nullptr;
}

void pl_destroy(struct pl *pl)
{
    delete pl;
}

void pl_reset(struct pl *pl, uint32_t fpga_rst_ctrl, uint64_t now_ps)
{
    guarded(pl, [&] {
        pl->top->fabric.advance(not_before(pl, now_ps));
        pl->tracer.write(ZT_TRACE_FPGA_RESET, pl->top->fabric.now_ps(), 0, 0, fpga_rst_ctrl, 0);
        pl->top->fabric.set_reset((fpga_rst_ctrl & 1u) != 0);
    });
}

/* Runs one access on GP0; the caller has handled every other port. */
static enum pl_resp access_gp0(struct pl *pl, bool is_write, uint64_t addr, unsigned size_bytes,
                               uint32_t *data, uint64_t *done_ps)
{
    Top &top = *pl->top;
    const zt::Params &p = pl->params;
    uint64_t handshake_ps = 0;

    if (!top.bridge.request(is_write, static_cast<uint32_t>(addr), size_bytes, *data)) {
        *data = 0; /* a size or alignment that no bus transfer has */
        return PL_SLVERR;
    }
    top.fabric.run_request();
    const enum pl_resp resp = top.bridge.response(*data, handshake_ps);
    *done_ps =
        handshake_ps + (is_write ? p.gp_write_response_ps + p.gp_write_response_cycles * p.clock_period_ps
                                 : p.gp_read_response_ps + p.gp_read_response_cycles * p.clock_period_ps);
    return resp;
}

enum pl_resp pl_access(struct pl *pl, enum pl_port port, bool is_write, uint64_t addr, unsigned size_bytes,
                       uint32_t *data, uint64_t now_ps, uint64_t *done_ps)
{
    enum pl_resp resp = PL_SLVERR;
    uint32_t value = is_write ? *data : 0;

    *done_ps = now_ps;
    guarded(pl, [&] {
        zt::Fabric &fabric = pl->top->fabric;
        fabric.advance(not_before(pl, now_ps));
        *done_ps = fabric.now_ps();
        if (pl->tracer.dead())
            return;
        if (port == PL_PORT_GP1) {
            resp = PL_DECERR; /* this static region has nothing on it: the interconnect's default slave */
            return;
        }
        if (port != PL_PORT_GP0) {
            pl->tracer.fatal("A CPU cannot reach the PL through port " + std::to_string(port) + ".");
            return;
        }
        if (fabric.in_reset()) {
            pl->tracer.fatal("Access to 0x" + zt::hex(addr) +
                             " while FPGA_RST_CTRL holds the PL in reset: a board would hang.");
            return;
        }
        resp = access_gp0(pl, is_write, addr, size_bytes, &value, done_ps);
    });
    if (!is_write)
        *data = resp == PL_OKAY ? value : 0;
    return resp;
}

uint64_t pl_advance(struct pl *pl, uint64_t until_ps, bool stop_at_irq)
{
    guarded(pl, [&] { pl->top->fabric.advance(until_ps, stop_at_irq); });
    return pl_next_activity(pl);
}

uint64_t pl_now(const struct pl *pl)
{
    return pl->top->fabric.now_ps();
}

uint64_t pl_next_activity(const struct pl *pl)
{
    return pl->tracer.dead() ? PL_NEVER : pl->top->fabric.next_edge_ps();
}

void pl_config_words(struct pl *pl, const uint32_t *words, size_t count, uint64_t now_ps, uint64_t *done_ps)
{
    *done_ps = now_ps;
    guarded(pl, [&] {
        zt::Fabric &fabric = pl->top->fabric;
        fabric.advance(not_before(pl, now_ps));
        uint64_t at_ps = fabric.now_ps();
        if (at_ps > pl->pcap_done_ps)
            at_ps += pl->params.pcap_start_ps; /* not the continuation of the last call */
        else
            at_ps = pl->pcap_done_ps;
        for (size_t n = 0; n < count && !pl->tracer.dead(); n++) {
            at_ps += pl->params.pcap_word_ps;
            fabric.config.word(words[n], zt::CONFIG_FROM_PCAP, at_ps);
        }
        fabric.slots_changed();
        pl->pcap_done_ps = at_ps;
        *done_ps = at_ps;
    });
}

void pl_set_pcap_pr(struct pl *pl, bool pcap_owns, uint64_t now_ps)
{
    guarded(pl, [&] {
        pl->top->fabric.advance(not_before(pl, now_ps));
        pl->top->fabric.config.pcap_owns = pcap_owns;
    });
}

size_t pl_explain(const struct pl *pl, char *buf, size_t size)
{
    std::string text;

    try {
        text = pl->top->fabric.describe();
    } catch (const std::exception &e) {
        text = std::string("The PL's state cannot be told: ") + e.what() + "\n";
    }
    if (buf != nullptr && size != 0)
        snprintf(buf, size, "%s", text.c_str());
    return text.size();
}
