/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The bridge between QEMU's buses and libpl.so (sim/pl/pl.h).
 *
 * An access advances the PL to the accessing core's time, lasts as long as the RTL needs, and that time
 * is charged to the core (but writes may be posted, see costs.h). While the PL has work, cores run ahead of it
 * by at most quantum_ns; then it is run to the cores' time, but stops at the first interrupt, and that is
 * delivered at its own time (slice.h). Before anybody looks at a register, the PL is run up to that moment.
 */
#include "qemu/osdep.h"
#include <dlfcn.h>
#include "qemu/error-report.h"
#include "qemu/units.h"
#include "exec/address-spaces.h"
#include "exec/exec-all.h"
#include "exec/memory.h"
#include "hw/core/cpu.h"
#include "hw/irq.h"
#include "zynqtwin/coherence.h"
#include "zynqtwin/ddr.h"
#include "zynqtwin/costs.h"
#include "zynqtwin/pl.h"
#include "zynqtwin/hooks.h"
#include "zynqtwin/pl_bridge.h"
#include "zynqtwin/run.h"
#include "zynqtwin/slice.h"

#define PS_PER_NS 1000
#define IRQ_QUEUE_MAX 1024
#define PL_CORES_MAX 2
#define POSTED_MAX 64 /* costs.h: gp_write_outstanding */
#define LEVEL_SHIFTERS_OPEN 0xf /* UG585: LVL_SHFTR_EN, both directions */

struct irq_edge {
    uint64_t time_ps;
    uint8_t line;
    bool level;
};

struct pl_library {
    struct pl *(*create)(const struct pl_config *, const struct pl_host_ops *, void *, char *, size_t);
    void (*reset)(struct pl *, uint32_t, uint64_t);
    enum pl_resp (*access)(struct pl *, enum pl_port, bool, uint64_t, unsigned, uint32_t *, uint64_t, uint64_t *);
    uint64_t (*advance)(struct pl *, uint64_t, bool);
    uint64_t (*now)(const struct pl *);
    uint64_t (*next_activity)(const struct pl *);
    void (*set_pcap_pr)(struct pl *, bool, uint64_t);
    size_t (*explain)(const struct pl *, char *, size_t);
};

struct gp_port {
    MemoryRegion mr;
    enum pl_port port;
    hwaddr base;
};

/* When the responses of a core's writes come that it does not wait for; ascending. */
struct posted {
    uint64_t done_ps[POSTED_MAX];
    unsigned count;
};

static struct {
    struct pl_library lib;
    struct pl *pl;
    struct gp_port gp[2];
    qemu_irq irq[PL_IRQ_COUNT];
    struct irq_edge queue[IRQ_QUEUE_MAX]; /* in order of time */
    unsigned queued;
    uint64_t quantum_ps;
    struct posted posted[PL_CORES_MAX];
    uint32_t level_shifters;
} bridge;

/* ---- what the PL asks ---- */

/* DDR and on-chip memory only: a PL master that reaches a register of the PS is not modelled. */
static MemoryRegion *ram_at(uint64_t addr, size_t size, hwaddr *offset)
{
    hwaddr len = size;
    MemoryRegion *mr = address_space_translate(&address_space_memory, addr, offset, &len, false,
                                               MEMTXATTRS_UNSPECIFIED);

    return memory_region_is_ram(mr) && len >= size ? mr : NULL;
}

static uint64_t ddr_ready_ps(enum pl_port port, bool is_write, size_t size_bytes, uint64_t time_ps)
{
    enum zt_ddr_client client = port == PL_PORT_ACP ? ZT_DDR_ACP : ZT_DDR_HP0 + (port - PL_PORT_HP0);

    return zt_ddr_burst(client, is_write, size_bytes, time_ps);
}

static enum pl_resp host_mem_read(void *host, enum pl_port port, uint64_t addr, void *buf, size_t size_bytes,
                                  uint64_t time_ps, uint64_t *ready_ps)
{
    hwaddr offset;

    *ready_ps = ddr_ready_ps(port, false, size_bytes, time_ps);
    RCU_READ_LOCK_GUARD();
    coherence_pl_burst(port, addr, size_bytes, false, NULL, time_ps);
    if (!ram_at(addr, size_bytes, &offset) ||
        address_space_read(&address_space_memory, addr, MEMTXATTRS_UNSPECIFIED, buf, size_bytes) != MEMTX_OK) {
        memset(buf, 0, size_bytes);
        return PL_DECERR;
    }
    return PL_OKAY;
}

static enum pl_resp host_mem_write(void *host, enum pl_port port, uint64_t addr, const void *buf,
                                   const uint8_t *strobe, size_t size_bytes, uint64_t time_ps,
                                   uint64_t *ready_ps)
{
    const uint8_t *bytes = buf;
    hwaddr offset;
    size_t from = 0;

    *ready_ps = ddr_ready_ps(port, true, size_bytes, time_ps);
    RCU_READ_LOCK_GUARD();
    if (!ram_at(addr, size_bytes, &offset)) {
        return PL_DECERR;
    }
    coherence_pl_burst(port, addr, size_bytes, true, strobe, time_ps);
    while (from < size_bytes) {
        size_t to = from;

        while (to < size_bytes && (!strobe || strobe[to])) {
            to++;
        }
        if (to > from && address_space_write(&address_space_memory, addr + from, MEMTXATTRS_UNSPECIFIED,
                                             bytes + from, to - from) != MEMTX_OK) {
            return PL_DECERR;
        }
        from = to + 1;
    }
    return PL_OKAY;
}

static void host_irq(void *host, unsigned line, bool level, uint64_t time_ps)
{
    g_assert(line < PL_IRQ_COUNT);
    if (bridge.queued == IRQ_QUEUE_MAX) {
        zynqtwin_fatal("the PL raised more than %d interrupt edges in one access", IRQ_QUEUE_MAX);
        return;
    }
    bridge.queue[bridge.queued++] = (struct irq_edge){ .time_ps = time_ps, .line = line, .level = level };
}

static void host_trace(void *host, const struct zt_trace_record *rec)
{
    zynqtwin_trace_record(rec);
}

static void host_fatal(void *host, const char *text)
{
    zynqtwin_fatal("programmable logic: %s", text);
}

static const struct pl_host_ops host_ops = {
    .mem_read = host_mem_read,
    .mem_write = host_mem_write,
    .irq = host_irq,
    .trace = host_trace,
    .fatal = host_fatal,
};

/* ---- running the PL ---- */

/* Delivers the edges up to until_ps, each at its own time. True: a line rose. */
static bool deliver_until(uint64_t until_ps)
{
    unsigned n;
    bool rose = false;

    for (n = 0; n < bridge.queued && bridge.queue[n].time_ps <= until_ps; n++) {
        const struct irq_edge *e = &bridge.queue[n];

        slice_event_begin(e->time_ps);
        zynqtwin_trace(ZT_TRACE_IRQ_DELIVERED, e->line, 0, e->level, e->time_ps);
        qemu_set_irq(bridge.irq[e->line], e->level);
        slice_event_end();
        rose |= e->level;
    }
    bridge.queued -= n;
    memmove(bridge.queue, bridge.queue + n, bridge.queued * sizeof(bridge.queue[0]));
    return rose;
}

/* An interrupt is wanted at its time, a line that falls only before somebody looks. */
int64_t pl_bridge_due_ps(void)
{
    unsigned n;

    if (!bridge.pl || slice_stopped()) {
        return INT64_MAX;
    }
    for (n = 0; n < bridge.queued; n++) {
        if (bridge.queue[n].level) {
            return bridge.queue[n].time_ps;
        }
    }
    if (bridge.queued) {
        return bridge.queue[0].time_ps + bridge.quantum_ps;
    }
    if (bridge.lib.next_activity(bridge.pl) == PL_NEVER) {
        return INT64_MAX;
    }
    return bridge.lib.now(bridge.pl) + bridge.quantum_ps;
}

bool pl_bridge_run(int64_t until_ps)
{
    if (!bridge.pl || slice_stopped()) {
        return false;
    }
    if (deliver_until(until_ps)) {
        return true;
    }
    if (!bridge.queued && bridge.lib.next_activity(bridge.pl) != PL_NEVER) {
        bridge.lib.advance(bridge.pl, until_ps, true);
    }
    return deliver_until(until_ps);
}

/* The core whose instruction is executed; NULL in a timer's callback, where current_cpu is the last that ran. */
static CPUState *accessing_core(void)
{
    return current_cpu && current_cpu->running ? current_cpu : NULL;
}

/* A board would stand still here for ever, so the run ends and says why. */
static bool would_hang(hwaddr addr)
{
    const char *why = NULL;

    if (!bridge.pl) {
        why = "the PL is not configured";
    } else if (bridge.level_shifters != LEVEL_SHIFTERS_OPEN) {
        why = "the level shifters are closed (SLCR 0x900)";
    }
    if (why) {
        CPUState *cpu = accessing_core();

        if (cpu) {
            cpu_restore_state(cpu, cpu->mem_io_pc);
        }
        zynqtwin_fatal("core %d accesses PL address 0x%08" HWADDR_PRIx " at PC 0x%08" PRIx64
                       " while %s: a board would hang here", cpu ? cpu->cpu_index : -1, addr,
                       cpu ? (uint64_t)CPU_GET_CLASS(cpu)->get_pc(cpu) : 0, why);
    }
    return why != NULL;
}

/* ---- posted writes ---- */

static void drop_answered(struct posted *p, uint64_t now_ps)
{
    unsigned n = 0;

    while (n < p->count && p->done_ps[n] <= now_ps) {
        n++;
    }
    p->count -= n;
    memmove(p->done_ps, p->done_ps + n, p->count * sizeof(p->done_ps[0]));
}

/* What an access that is answered at done_ps costs the core. A write is posted while there are fewer than
 * gp_write_outstanding unanswered ones, else it first waits for the oldest answer. */
static uint64_t cost_of(unsigned core, bool is_write, uint64_t now_ps, uint64_t done_ps)
{
    struct posted *p = &bridge.posted[core];
    uint64_t issue_ps = now_ps;

    if (!is_write || !zt_costs.gp_write_outstanding) {
        return done_ps - now_ps;
    }
    drop_answered(p, now_ps);
    if (p->count == zt_costs.gp_write_outstanding) {
        issue_ps = p->done_ps[0];
        drop_answered(p, issue_ps);
    }
    p->done_ps[p->count++] = done_ps;
    return issue_ps - now_ps + zt_costs.gp_write_posted_ps;
}

void pl_bridge_drain(CPUState *cpu)
{
    struct posted *p = &bridge.posted[cpu->cpu_index];
    uint64_t now_ps = slice_now_ps();

    if (p->count && p->done_ps[p->count - 1] > now_ps) {
        slice_charge_ps(cpu, p->done_ps[p->count - 1] - now_ps);
    }
    p->count = 0;
}

static MemTxResult pl_transfer(struct gp_port *gp, bool is_write, hwaddr offset, uint32_t *data, unsigned size)
{
    CPUState *cpu = accessing_core();
    uint16_t core = cpu ? cpu->cpu_index : 0xffff;
    hwaddr addr = gp->base + offset;
    uint64_t now = slice_now_ps(), done = now, cost = 0;
    enum pl_resp resp;

    if (slice_stopped() || would_hang(addr)) {
        return MEMTX_OK;
    }
    resp = bridge.lib.access(bridge.pl, gp->port, is_write, addr, size, data, now, &done);
    g_assert(done >= now);
    if (cpu) {
        cost = cost_of(core, is_write, now, done);
        slice_charge_ps(cpu, cost);
    }
    zynqtwin_trace_at(now, is_write ? ZT_TRACE_PL_WRITE : ZT_TRACE_PL_READ, core, size | resp << 8, addr, *data);
    zynqtwin_trace_at(now, ZT_TRACE_PL_COST, core, 0, cost, cpu ? slice_debt_ps(cpu) : 0);
    slice_due(pl_bridge_due_ps());
    return resp == PL_OKAY ? MEMTX_OK : resp == PL_DECERR ? MEMTX_DECODE_ERROR : MEMTX_ERROR;
}

static MemTxResult gp_read(void *opaque, hwaddr addr, uint64_t *data, unsigned size, MemTxAttrs attrs)
{
    uint32_t value = 0;
    MemTxResult r = pl_transfer(opaque, false, addr, &value, size);

    *data = value;
    return r;
}

static MemTxResult gp_write(void *opaque, hwaddr addr, uint64_t data, unsigned size, MemTxAttrs attrs)
{
    uint32_t value = data;

    return pl_transfer(opaque, true, addr, &value, size);
}

static const MemoryRegionOps gp_ops = {
    .read_with_attrs = gp_read,
    .write_with_attrs = gp_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 }, /* 8: two beats, as on the chip */
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

void pl_bridge_fpga_reset(uint32_t fpga_rst_ctrl)
{
    if (!bridge.pl) {
        zynqtwin_trace(ZT_TRACE_FPGA_RESET, 0, 0, fpga_rst_ctrl, 0); /* else the PL writes it */
        return;
    }
    bridge.lib.reset(bridge.pl, fpga_rst_ctrl & 0xf, slice_now_ps());
    slice_due(pl_bridge_due_ps());
}

void pl_bridge_level_shifters(uint32_t value)
{
    bridge.level_shifters = value & LEVEL_SHIFTERS_OPEN;
}

void pl_bridge_pcap_pr(bool pcap_owns)
{
    if (bridge.pl) {
        bridge.lib.set_pcap_pr(bridge.pl, pcap_owns, slice_now_ps());
        slice_due(pl_bridge_due_ps());
    }
}

static void explain(void)
{
    static char text[8192];

    if (bridge.pl) {
        bridge.lib.explain(bridge.pl, text, sizeof(text));
        fprintf(stderr, "%s\n", text);
    }
}

/* ---- creation ---- */

static void *symbol(void *handle, const char *library, const char *name)
{
    void *p = dlsym(handle, name);

    if (!p) {
        error_report("zynqtwin: '%s' has no symbol '%s': not a PL library", library, name);
        exit(EXIT_FAILURE);
    }
    return p;
}

static void load_library(const char *path)
{
    void *h = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (!h) {
        error_report("zynqtwin: cannot open the PL library: %s", dlerror());
        exit(EXIT_FAILURE);
    }
    *(void **)&bridge.lib.create = symbol(h, path, "pl_create");
    *(void **)&bridge.lib.reset = symbol(h, path, "pl_reset");
    *(void **)&bridge.lib.access = symbol(h, path, "pl_access");
    *(void **)&bridge.lib.advance = symbol(h, path, "pl_advance");
    *(void **)&bridge.lib.now = symbol(h, path, "pl_now");
    *(void **)&bridge.lib.next_activity = symbol(h, path, "pl_next_activity");
    *(void **)&bridge.lib.set_pcap_pr = symbol(h, path, "pl_set_pcap_pr");
    *(void **)&bridge.lib.explain = symbol(h, path, "pl_explain");
}

static void create_pl(const struct pl_bridge_config *config)
{
    g_autofree char *params = NULL;
    g_autoptr(GError) gerr = NULL;
    struct pl_config pc = {
        .abi_version = PL_ABI_VERSION,
        .seed = config->seed,
        .slots_dir = config->slots_dir,
        .garbage = true,
    };
    char err[512] = "";

    load_library(config->library);
    if (config->params_file && !g_file_get_contents(config->params_file, &params, NULL, &gerr)) {
        error_report("zynqtwin: cannot read the PL's parameters: %s", gerr->message);
        exit(EXIT_FAILURE);
    }
    pc.params = params;
    bridge.pl = bridge.lib.create(&pc, &host_ops, NULL, err, sizeof(err));
    if (!bridge.pl) {
        error_report("zynqtwin: cannot create the PL: %s", err);
        exit(EXIT_FAILURE);
    }
    zynqtwin_hooks.explain = explain;
}

void pl_bridge_init(MemoryRegion *system_memory, const qemu_irq *irqs, const struct pl_bridge_config *config)
{
    static const hwaddr base[2] = { 0x40000000, 0x80000000 }; /* UG585: M_AXI_GP0, M_AXI_GP1 */
    static const char *const name[2] = { "pl-gp0", "pl-gp1" };
    int i;

    memcpy(bridge.irq, irqs, sizeof(bridge.irq));
    bridge.quantum_ps = config->quantum_ns * PS_PER_NS;
    for (i = 0; i < 2; i++) {
        struct gp_port *gp = &bridge.gp[i];

        gp->port = PL_PORT_GP0 + i;
        gp->base = base[i];
        memory_region_init_io(&gp->mr, NULL, &gp_ops, gp, name[i], 1 * GiB);
        memory_region_add_subregion(system_memory, gp->base, &gp->mr);
    }
    if (config->library) {
        create_pl(config);
    }
}
