/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "harness.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fake/guest_memory.h"
#include "bitstream.h"

#define TRACE_RECORDS_MAX (1u << 20)
#define PAGE_BYTES 4096u
#define OSIF_START 0x01000000u
#define CALL_GET_INIT_DATA 0xa0u
#define CALL_EXIT 0xa2u
#define CALL_GET_OBJECT 0xf6u
#define CALL_PUBLISH 0x900u
#define CALL_RESPOND 0x910u

/* When memory has moved a burst, each port and direction by itself. */
static uint64_t memory_ready_ps(struct machine *m, enum pl_port port, bool is_write, size_t size_bytes,
                                uint64_t time_ps)
{
    uint64_t *free_ps = &m->memory_free_ps[port][is_write];

    if (m->memory_mb_s == 0)
        return time_ps;
    *free_ps = (*free_ps > time_ps ? *free_ps : time_ps) + size_bytes * 1000000 / m->memory_mb_s;
    return *free_ps;
}

static enum pl_resp mem_read(void *host, enum pl_port port, uint64_t addr, void *buf, size_t size_bytes,
                             uint64_t time_ps, uint64_t *ready_ps)
{
    struct machine *m = host;

    *ready_ps = memory_ready_ps(m, port, false, size_bytes, time_ps);
    return guest_memory_read(m->memory, MEMORY_BYTES, addr, buf, size_bytes);
}

static enum pl_resp mem_write(void *host, enum pl_port port, uint64_t addr, const void *buf,
                              const uint8_t *strobe, size_t size_bytes, uint64_t time_ps, uint64_t *ready_ps)
{
    struct machine *m = host;

    *ready_ps = memory_ready_ps(m, port, true, size_bytes, time_ps);
    return guest_memory_write(m->memory, MEMORY_BYTES, addr, buf, strobe, size_bytes);
}

static void on_irq(void *host, unsigned line, bool level, uint64_t time_ps)
{
    struct machine *m = host;

    cr_assert_lt(line, PL_IRQ_COUNT);
    cr_assert_neq(m->irq[line], level, "interrupt %u is reported without a change", line);
    m->irq[line] = level;
    m->irq_ps[line] = time_ps;
}

static void on_trace(void *host, const struct zt_trace_record *rec)
{
    struct machine *m = host;

    cr_assert_lt(m->trace_count, TRACE_RECORDS_MAX);
    m->trace[m->trace_count++] = *rec;
}

static void on_fatal(void *host, const char *text)
{
    struct machine *m = host;

    cr_assert_eq(m->fatal[0], '\0', "fatal() twice");
    snprintf(m->fatal, sizeof m->fatal, "%s", text);
}

void machine_start(struct machine *m, uint64_t seed, bool slots, const char *params)
{
    machine_start_in(m, seed, slots ? SLOTS_DIR : NULL, params);
}

void machine_start_in(struct machine *m, uint64_t seed, const char *slots_dir, const char *params)
{
    static const struct pl_host_ops ops = {mem_read, mem_write, on_irq, on_trace, on_fatal};
    const struct pl_config config = {PL_ABI_VERSION, seed, slots_dir, params, true};
    char err[512] = "";

    memset(m, 0, sizeof *m);
    m->memory = calloc(1, MEMORY_BYTES);
    m->trace = malloc(TRACE_RECORDS_MAX * sizeof *m->trace);
    cr_assert(m->memory != NULL && m->trace != NULL);
    m->heap = MEMORY_BYTES / 2;
    m->pl = pl_create(&config, &ops, m, err, sizeof err);
    cr_assert_not_null(m->pl, "%s", err);
    m->now_ps = 1000000;
    pl_reset(m->pl, 0, m->now_ps);
}

void machine_stop(struct machine *m)
{
    pl_destroy(m->pl);
    free(m->memory);
    free(m->trace);
}

enum pl_resp machine_access(struct machine *m, bool is_write, uint32_t addr, unsigned size_bytes,
                            uint32_t *data)
{
    uint64_t done_ps = 0;
    const enum pl_resp resp =
        pl_access(m->pl, PL_PORT_GP0, is_write, addr, size_bytes, data, m->now_ps, &done_ps);

    cr_assert_geq(done_ps, m->now_ps);
    m->now_ps = done_ps;
    return resp;
}

uint32_t machine_read(struct machine *m, uint32_t addr)
{
    uint32_t value = 0;
    const enum pl_resp resp = machine_access(m, false, addr, 4, &value);

    cr_assert_eq(resp, PL_OKAY, "read of 0x%08x answered %d; %s", addr, (int)resp, m->fatal);
    return value;
}

void machine_write(struct machine *m, uint32_t addr, uint32_t value)
{
    const enum pl_resp resp = machine_access(m, true, addr, 4, &value);

    cr_assert_eq(resp, PL_OKAY, "write of 0x%08x answered %d; %s", addr, (int)resp, m->fatal);
}

bool machine_wait_irq(struct machine *m, unsigned line, uint64_t limit_ps)
{
    const uint64_t end_ps = m->now_ps + limit_ps;

    while (!m->irq[line] && m->now_ps < end_ps && m->fatal[0] == '\0') {
        const uint64_t next_ps = pl_next_activity(m->pl);
        if (next_ps == PL_NEVER)
            return false;
        m->now_ps = next_ps > m->now_ps + 200000 ? next_ps : m->now_ps + 200000;
        pl_advance(m->pl, m->now_ps, false);
    }
    return m->irq[line];
}

bool machine_wait_idle(struct machine *m, uint64_t limit_ps)
{
    const uint64_t end_ps = m->now_ps + limit_ps;

    while (pl_next_activity(m->pl) != PL_NEVER && m->now_ps < end_ps) {
        m->now_ps += 1000000;
        pl_advance(m->pl, m->now_ps, false);
    }
    return pl_next_activity(m->pl) == PL_NEVER;
}

size_t machine_count(const struct machine *m, enum zt_trace_kind kind)
{
    size_t count = 0;

    for (size_t i = 0; i < m->trace_count; i++)
        count += m->trace[i].kind == kind;
    return count;
}

const struct zt_trace_record *machine_record(const struct machine *m, enum zt_trace_kind kind, size_t n)
{
    for (size_t i = 0; i < m->trace_count; i++) {
        if (m->trace[i].kind == kind && n-- == 0)
            return &m->trace[i];
    }
    return NULL;
}

uint64_t machine_trace_hash(const struct machine *m)
{
    return (uint64_t)m->trace_count << 32 | zt_crc32c(0, m->trace, m->trace_count * sizeof *m->trace);
}

uint32_t machine_load_file(struct machine *m, const char *name, uint32_t addr)
{
    char path[512];

    snprintf(path, sizeof path, "%s/%s.bin", BITSTREAMS_DIR, name);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s cannot be opened", path);
    const size_t size = fread(m->memory + addr, 1, MEMORY_BYTES / 2 - addr, file);
    fclose(file);
    cr_assert(size > 0 && size % 4 == 0);
    return (uint32_t)size;
}

void machine_zycap_start(struct machine *m, uint32_t addr, uint32_t size_bytes)
{
    pl_set_pcap_pr(m->pl, false, m->now_ps);
    machine_write(m, ZYCAP + 0x00, 1u << 12 | 1u);
    machine_write(m, ZYCAP + 0x04, 1u << 12);
    machine_write(m, ZYCAP + 0x18, addr);
    machine_write(m, ZYCAP + 0x28, size_bytes);
}

bool machine_zycap(struct machine *m, uint32_t addr, uint32_t size_bytes)
{
    machine_zycap_start(m, addr, size_bytes);
    const bool done = machine_wait_irq(m, IRQ_ZYCAP, 100000000000ull);
    if (done)
        machine_write(m, ZYCAP + 0x04, 1u << 12);
    return done;
}

bool machine_configure(struct machine *m, unsigned slot, const char *name)
{
    const uint32_t window = PROC_CONTROL + 0x9000 + 0x40 * slot;
    const uint32_t addr = 0x100000;

    machine_write(m, window + 0x10, 1);
    cr_assert(machine_read(m, window + 0x14) & 1u, "slot %u is not quiesced", slot);
    const bool done = machine_zycap(m, addr, machine_load_file(m, name, addr));
    machine_write(m, PROC_CONTROL + 0x18, 3);
    machine_write(m, window + 0x10, 0);
    return done;
}

static uint32_t page_alloc(struct machine *m, uint32_t size_bytes)
{
    const uint32_t at = m->heap;

    m->heap += size_bytes;
    cr_assert_leq(m->heap, MEMORY_BYTES);
    return at;
}

static void poke(struct machine *m, uint32_t addr, uint32_t value)
{
    memcpy(m->memory + addr, &value, sizeof value);
}

static uint32_t peek(const struct machine *m, uint32_t addr)
{
    uint32_t value;

    memcpy(&value, m->memory + addr, sizeof value);
    return value;
}

void machine_map(struct machine *m, uint32_t virtual, uint32_t size_bytes, bool writable)
{
    if (m->pgd == 0)
        m->pgd = page_alloc(m, 16384);
    for (uint32_t at = virtual & ~(PAGE_BYTES - 1); at < virtual + size_bytes; at += PAGE_BYTES) {
        const uint32_t l1 = m->pgd + (at >> 20) * 4;
        if (peek(m, l1) == 0)
            poke(m, l1, page_alloc(m, PAGE_BYTES) | 1u); /* second-level table */
        const uint32_t l2 = (peek(m, l1) & ~0x3ffu) + (at >> 12 & 0xffu) * 4;
        /* A physical page of its own, other than its neighbours' (two apart), so that a walk left out shows.
         */
        if (peek(m, l2) == 0)
            poke(m, l2, page_alloc(m, 2 * PAGE_BYTES) | 0x43eu | (writable ? 0u : 0x200u));
    }
}

uint8_t *machine_virtual(struct machine *m, uint32_t virtual)
{
    const uint32_t l2 = (peek(m, m->pgd + (virtual >> 20) * 4) & ~0x3ffu) + (virtual >> 12 & 0xffu) * 4;

    return m->memory + (peek(m, l2) & ~(PAGE_BYTES - 1)) + (virtual & (PAGE_BYTES - 1));
}

static uint32_t osif_pop(struct machine *m, unsigned slot, uint64_t limit_ps)
{
    if (machine_read(m, OSIF + 16 * slot + 8) >> 31)
        cr_assert(machine_wait_irq(m, IRQ_OSIF, limit_ps), "the thread in slot %u is silent; %s", slot,
                  m->fatal);
    return machine_read(m, OSIF + 16 * slot);
}

uint32_t machine_execute(struct machine *m, unsigned slot, uint32_t input, uint32_t output, uint64_t limit_ps)
{
    uint32_t sent = 0;

    machine_write(m, PROC_CONTROL + 0x9000 + 0x40 * slot, m->pgd);
    machine_write(m, OSIF_INTC, 1u << slot);
    machine_write(m, PROC_CONTROL + 0x18, 3u & ~(1u << slot));
    machine_write(m, OSIF + 16 * slot + 4, OSIF_START);
    for (unsigned calls = 0; calls < 16; calls++) {
        const uint32_t call = osif_pop(m, slot, limit_ps) & 0xfffu;
        uint32_t result = 0;

        if (call == CALL_EXIT)
            break;
        if (call == CALL_GET_INIT_DATA) {
            result = input;
        } else if (call == CALL_GET_OBJECT) {
            cr_assert_eq(osif_pop(m, slot, limit_ps), 1u);
            result = output;
        } else {
            cr_assert(call == CALL_PUBLISH || call == CALL_RESPOND, "call 0x%x", call);
            cr_assert_eq(osif_pop(m, slot, limit_ps), 0u);
            cr_assert_eq(osif_pop(m, slot, limit_ps), 1u);
            sent = call;
        }
        machine_write(m, OSIF + 16 * slot + 4, result);
    }
    machine_write(m, PROC_CONTROL + 0x18, 3);
    return sent;
}
