/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "qemu/rcu.h"
#include "cpu.h"
#include "exec/address-spaces.h"
#include "exec/exec-all.h"
#include "exec/memory.h"
#include "tb-context.h"
#include "zynqtwin/coherence.h"
#include "zynqtwin/mem_cost.h"
#include "zynqtwin/slice.h"

#define PAGES_MAX 16384
#define LINES_MAX (256 * 1024)
#define PLACES 4096 /* instructions whose address is remembered; a power of two */
#define LIST_PAGES_MAX 65536

/* Where a piece of translated code comes from. Kept until the code buffer is emptied. */
struct place {
    uintptr_t retaddr;
    unsigned flushes;
    uint32_t offset; /* of the instruction in its page */
    bool exclusive;  /* LDREX, STREX or the like */
};

static struct {
    struct coh *model;
    FILE *log;
    bool ended;
    struct place places[PLACES];
} checker;

/* ---- who ---- */

static bool is_arm_exclusive(uint32_t insn)
{
    return (insn & 0x0f800ff0) == 0x01800f90; /* ARM DDI 0406C, A5.2.10: LDREX, STREX, B, H and D */
}

static bool is_thumb_exclusive(uint16_t first, uint16_t second)
{
    if ((first & 0xffe0) == 0xe840) {
        return true; /* A6.3.6: STREX, LDREX */
    }
    return (first & 0xffe0) == 0xe8c0 && ((second >> 6) & 3) == 1; /* B, H, D; TBB and TBH have 0 */
}

static bool is_exclusive(CPUState *cpu, CPUARMState *env, uint32_t pc)
{
    uint8_t code[4];

    if (cpu_memory_rw_debug(cpu, pc, code, sizeof(code), false) != 0) {
        return false;
    }
    return env->thumb ? is_thumb_exclusive(lduw_le_p(code), lduw_le_p(code + 2)) : is_arm_exclusive(ldl_le_p(code));
}

/* The instruction that translated code at retaddr belongs to. Unlike cpu_restore_state it leaves the core as it is. */
static const struct place *place_of(CPUState *cpu, CPUARMState *env, uintptr_t retaddr)
{
    struct place *p = &checker.places[(retaddr >> 2) & (PLACES - 1)];
    uint64_t data[TARGET_INSN_START_WORDS];
    unsigned flushes = qatomic_read(&tb_ctx.tb_flush_count);

    if (p->retaddr == retaddr && p->flushes == flushes) {
        return p;
    }
    if (!retaddr || !cpu_unwind_state_data(cpu, retaddr, data)) {
        return NULL; /* a helper that keeps the PC itself */
    }
    p->retaddr = retaddr;
    p->flushes = flushes;
    p->offset = data[0] & ~TARGET_PAGE_MASK;
    p->exclusive = is_exclusive(cpu, env, (env->regs[15] & TARGET_PAGE_MASK) | p->offset);
    return p;
}

static struct coh_who who_is(CPUState *cpu, const struct place *place, enum zt_mem_kind kind)
{
    CPUARMState *env = cpu->env_ptr;
    struct coh_who who = {
        .time_ps = slice_now_ps(),
        .pc = place ? (env->regs[15] & TARGET_PAGE_MASK) | place->offset : env->regs[15],
        .lr = env->regs[14],
        .context = env->cp15.contextidr_el[1],
        .core = cpu->cpu_index,
        .mode = env->uncached_cpsr & CPSR_M,
        .attr = (enum coh_attr)kind,
        .mmu_off = kind == ZT_MEM_STRONGLY_ORDERED && !(env->cp15.sctlr_el[1] & SCTLR_M),
    };

    return who;
}

/* ---- what happens ---- */

static bool watch_wants(uint64_t paddr_page, enum zt_mem_kind kind, bool shareable)
{
    /* Uncached pages also for exclusive accesses. */
    return coh_wants(checker.model, paddr_page, current_cpu->cpu_index, (enum coh_attr)kind, slice_now_ps()) ||
           kind != ZT_MEM_CACHEABLE;
}

static void watch_access(CPUState *cpu, uint64_t vaddr, uint64_t paddr, unsigned size, bool is_write,
                         enum zt_mem_kind kind, void *host, uintptr_t retaddr)
{
    const struct place *place = place_of(cpu, cpu->env_ptr, retaddr);
    struct coh_who who = who_is(cpu, place, kind);

    coh_core(checker.model, &who, paddr, size, is_write);
    if (kind != ZT_MEM_CACHEABLE && place && place->exclusive) {
        coh_exclusive(checker.model, &who, paddr, size);
    }
}

static void watch_unaligned(CPUState *cpu, uint64_t paddr, unsigned size, enum zt_mem_kind kind, uintptr_t retaddr)
{
    struct coh_who who = who_is(cpu, place_of(cpu, cpu->env_ptr, retaddr), kind);

    coh_unaligned(checker.model, &who, paddr, size);
}

static void cache_line(CPUState *cpu, enum zt_cache_level level, enum zt_cache_op op, uint64_t paddr)
{
    struct coh_who who = who_is(cpu, NULL, ZT_MEM_CACHEABLE);

    coh_maintain(checker.model, &who, (enum coh_level)level, (enum coh_op)op, paddr);
}

static void cache_whole(CPUState *cpu, enum zt_cache_level level, enum zt_cache_op op)
{
    struct coh_who who = who_is(cpu, NULL, ZT_MEM_CACHEABLE);

    coh_maintain_all(checker.model, &who, (enum coh_level)level, (enum coh_op)op);
}

static void cache_l2_enable(bool on)
{
    coh_l2_enable(checker.model, on);
}

void coherence_pl_burst(enum pl_port port, uint64_t addr, size_t size_bytes, bool is_write, const uint8_t *strobe,
                        uint64_t time_ps)
{
    enum coh_port from = port == PL_PORT_ACP ? COH_PORT_ACP : COH_PORT_HP0 + (port - PL_PORT_HP0);

    if (checker.model) {
        coh_master(checker.model, from, addr, size_bytes, is_write, strobe, time_ps);
    }
}

void coherence_pcap(uint64_t addr, size_t size_bytes, bool is_write)
{
    if (checker.model) {
        coh_master(checker.model, COH_PORT_PCAP, addr, size_bytes, is_write, NULL, slice_now_ps());
    }
}

/* ---- what the model asks ---- */

static uint8_t *line_memory(void *opaque, uint64_t paddr)
{
    hwaddr offset, len = COH_LINE_BYTES;
    MemoryRegion *mr;

    RCU_READ_LOCK_GUARD();
    mr = address_space_translate(&address_space_memory, paddr, &offset, &len, false, MEMTXATTRS_UNSPECIFIED);
    return memory_region_is_ram(mr) && len == COH_LINE_BYTES ? (uint8_t *)memory_region_get_ram_ptr(mr) + offset : NULL;
}

static void watch_changed(void *opaque, uint64_t page)
{
    zt_page_watch_changed(page);
}

static void print_who(const char *name, const struct coh_who *who)
{
    static const char *const attr[] = { "cacheable", "inner-non-cacheable", "non-cacheable", "device",
                                        "strongly-ordered" };

    fprintf(checker.log, ",\"%s\":{\"time_ps\":%" PRIu64, name, who->time_ps);
    if (who->core != COH_NO_CORE) {
        fprintf(checker.log, ",\"core\":%u,\"pc\":%u,\"lr\":%u,\"mode\":%u,\"context\":%u,\"as\":\"%s\"}", who->core,
                who->pc, who->lr, who->mode, who->context, attr[who->attr]);
    } else {
        fprintf(checker.log, ",\"port\":\"%s\"}", coh_port_name(who->port));
    }
}

static void print_bytes(const char *name, const uint8_t *bytes, unsigned count)
{
    unsigned i;

    fprintf(checker.log, ",\"%s\":\"", name);
    for (i = 0; i < count; i++) {
        fprintf(checker.log, "%02x", bytes[i]);
    }
    fputc('"', checker.log);
}

static void on_report(void *opaque, const struct coh_report *r)
{
    fprintf(checker.log, "{\"id\":%u,\"kind\":\"%s\",\"address\":%" PRIu64 ",\"size_bytes\":%u", r->id,
            coh_kind_name(r->kind), r->paddr, r->size_bytes);
    print_who("who", &r->who);
    if (r->other.core != COH_NO_CORE || r->other.port != COH_PORT_NONE) {
        print_who("other", &r->other);
    }
    if (r->bytes) {
        print_bytes("board", r->board, r->bytes);
        print_bytes("twin", r->twin, r->bytes);
    }
    fputs("}\n", checker.log);
}

static void on_full(void *opaque, const char *what, unsigned limit)
{
    fprintf(checker.log, "{\"full\":\"%s\",\"limit\":%u}\n", what, limit);
    warn_report("zynqtwin: the coherence checker tracks no more than %u %s: what comes now is not checked", limit, what);
}

void coherence_end(void)
{
    uint64_t page;
    const char *comma = "";
    unsigned id;

    if (!checker.model || checker.ended) {
        return;
    }
    checker.ended = true;
    fprintf(checker.log, "{\"end\":true,\"pages\":%u,\"more\":%" PRIu64 ",\"counts\":[", coh_pages(checker.model),
            coh_more(checker.model));
    for (id = 0; id < coh_reports(checker.model); id++) {
        fprintf(checker.log, "%s%" PRIu64, id ? "," : "", coh_count(checker.model, id));
    }
    fputs("],\"suspects\":[", checker.log);
    for (page = coh_next_suspect(checker.model, 0); page != UINT64_MAX;
         page = coh_next_suspect(checker.model, page + 1)) {
        fprintf(checker.log, "%s%" PRIu64, comma, page);
        comma = ",";
    }
    fputs("]}\n", checker.log);
    if (fflush(checker.log) != 0) {
        error_report("zynqtwin: coherence-log is not complete: %s", strerror(errno));
    }
}

/* ---- creation ---- */

static void G_NORETURN G_GNUC_PRINTF(1, 2) refuse(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    error_vreport(fmt, ap);
    va_end(ap);
    exit(EXIT_FAILURE);
}

static void track_list(const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) gerr = NULL;
    g_auto(GStrv) lines = NULL;
    unsigned n;

    if (!g_file_get_contents(path, &text, NULL, &gerr)) {
        refuse("zynqtwin: coherence-pages: %s", gerr->message);
    }
    lines = g_strsplit(text, "\n", LIST_PAGES_MAX + 1);
    for (n = 0; lines[n]; n++) {
        char *end;
        uint64_t page = g_ascii_strtoull(lines[n], &end, 16);

        if (!*lines[n]) {
            continue;
        }
        if (n >= LIST_PAGES_MAX || *end || page % COH_PAGE_BYTES || page > UINT32_MAX) {
            refuse("zynqtwin: coherence-pages: %s:%u: '%.40s': expected the hexadecimal address of a page, at most %u"
                   " lines", path, n + 1, lines[n], LIST_PAGES_MAX);
        }
        coh_track(checker.model, page);
    }
}

void coherence_init(const struct coherence_config *config)
{
    static const struct zt_page_watch page_watch = {
        .wants = watch_wants, .access = watch_access, .unaligned = watch_unaligned,
    };
    static const struct zt_cache_watch cache_watch = {
        .line = cache_line, .whole = cache_whole, .l2_enable = cache_l2_enable,
    };
    struct coh_config c = {
        .pages_max = PAGES_MAX, .lines_max = LINES_MAX, .memory = line_memory, .report = on_report, .full = on_full,
    };

    if (!config->mode || !strcmp(config->mode, "off")) {
        return;
    }
    c.stale = !strcmp(config->mode, "stale");
    if (!c.stale && strcmp(config->mode, "report")) {
        refuse("zynqtwin: coherence=%s: expected report, stale or off", config->mode);
    }
    checker.log = config->log ? fopen(config->log, "w") : stderr;
    if (!checker.log) {
        refuse("zynqtwin: cannot create coherence-log '%s': %s", config->log, strerror(errno));
    }
    c.watch_changed = watch_changed;
    checker.model = coh_new(&c);
    if (!checker.model) {
        refuse("zynqtwin: no memory for the coherence checker");
    }
    if (config->pages) {
        track_list(config->pages);
    }
    zt_page_watch_add(&page_watch);
    zt_cache_watch_set(&cache_watch);
}
