/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Speed of libpl.so on one core: register reads and clock cycles a second. Never a test. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pl.h"

#define MEMORY_BYTES (64u << 20)
#define PROC_CONTROL 0x6fe00000u
#define ZYCAP 0x40400000u

struct bench {
    uint8_t *memory;
    uint64_t records;
};

static enum pl_resp mem_read(void *host, enum pl_port port, uint64_t addr, void *buf, size_t size_bytes,
                             uint64_t time_ps)
{
    const struct bench *bench = host;

    (void)port;
    (void)time_ps;
    if (addr + size_bytes > MEMORY_BYTES) {
        memset(buf, 0, size_bytes);
        return PL_DECERR;
    }
    memcpy(buf, bench->memory + addr, size_bytes);
    return PL_OKAY;
}

static enum pl_resp mem_write(void *host, enum pl_port port, uint64_t addr, const void *buf,
                              const uint8_t *strobe, size_t size_bytes, uint64_t time_ps)
{
    struct bench *bench = host;

    (void)port;
    (void)time_ps;
    if (addr + size_bytes > MEMORY_BYTES)
        return PL_DECERR;
    for (size_t i = 0; i < size_bytes; i++) {
        if (strobe == NULL || strobe[i])
            bench->memory[addr + i] = ((const uint8_t *)buf)[i];
    }
    return PL_OKAY;
}

static void irq(void *host, unsigned line, bool level, uint64_t time_ps)
{
    (void)host;
    (void)line;
    (void)level;
    (void)time_ps;
}

static void trace(void *host, const struct zt_trace_record *rec)
{
    (void)rec;
    ((struct bench *)host)->records++;
}

static void fatal(void *host, const char *text)
{
    (void)host;
    fprintf(stderr, "pl_bench: %s\n", text);
    exit(3);
}

/* Time of the core that this process had, so that other load does not count. */
static double core_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t reg(struct pl *pl, bool is_write, uint32_t addr, uint32_t *data, uint64_t now_ps)
{
    uint64_t done_ps;
    enum pl_resp resp = pl_access(pl, PL_PORT_GP0, is_write, addr, 4, data, now_ps, &done_ps);

    if (resp != PL_OKAY) {
        fprintf(stderr, "pl_bench: access to 0x%08" PRIx32 " answered %d\n", addr, (int)resp);
        exit(1);
    }
    return done_ps;
}

static uint64_t bench_reads(struct pl *pl, uint64_t now_ps, unsigned count)
{
    const uint64_t from_ps = now_ps;
    const double start_s = core_s();
    uint32_t value = 0;

    for (unsigned i = 0; i < count; i++)
        now_ps = reg(pl, false, PROC_CONTROL + 0x8000, &value, now_ps + 20000);
    const double s = core_s() - start_s;
    printf("register reads:  %9.0f /s  (%.3f us and %.1f ns virtual each, value %08" PRIx32 ")\n", count / s,
           1e6 * s / count, 1e-3 * (double)(now_ps - from_ps) / count, value);
    return now_ps;
}

static uint64_t bench_writes(struct pl *pl, uint64_t now_ps, unsigned count)
{
    const double start_s = core_s();

    for (unsigned i = 0; i < count; i++) {
        uint32_t value = i << 14;
        now_ps = reg(pl, true, PROC_CONTROL + 0x04, &value, now_ps + 20000);
    }
    const double s = core_s() - start_s;
    printf("register writes: %9.0f /s  (%.3f us each)\n", count / s, 1e6 * s / count);
    return now_ps;
}

static uint64_t bench_dma(struct pl *pl, uint64_t now_ps, uint32_t bytes)
{
    uint32_t value = 1;
    uint64_t next_ps;
    uint64_t cycles = 0;

    now_ps = reg(pl, true, ZYCAP + 0x00, &value, now_ps);
    value = 0x100000;
    now_ps = reg(pl, true, ZYCAP + 0x18, &value, now_ps);
    value = bytes;
    now_ps = reg(pl, true, ZYCAP + 0x28, &value, now_ps);
    const uint64_t from_ps = now_ps;
    const double start_s = core_s();
    do {
        now_ps += 200000; /* as a machine with a 200 ns bound would */
        next_ps = pl_advance(pl, now_ps);
        cycles += 20;
    } while (next_ps != PL_NEVER && cycles < 10u * bytes);
    const double s = core_s() - start_s;
    printf("ZyCAP transfer:  %9.0f cycles/s, %" PRIu32
           " bytes in %.3f ms virtual, %.3f s of a core (%.3f us a cycle)\n",
           (double)cycles / s, bytes, 1e-9 * (double)(now_ps - from_ps), s, 1e6 * s / (double)cycles);
    return now_ps;
}

static uint64_t bench_idle(struct pl *pl, uint64_t now_ps)
{
    const double start_s = core_s();
    const unsigned steps = 1000000;

    for (unsigned i = 0; i < steps; i++) {
        now_ps += 1000000000; /* 1 ms */
        pl_advance(pl, now_ps);
    }
    const double s = core_s() - start_s;
    printf("idle:            %9.4f us of a core a virtual second\n", 1e6 * s / (steps * 1e-3));
    return now_ps;
}

int main(int argc, char **argv)
{
    const struct pl_host_ops ops = {mem_read, mem_write, irq, trace, fatal};
    struct pl_config config = {PL_ABI_VERSION, 1, argc > 1 ? argv[1] : NULL, NULL, true};
    struct bench bench = {calloc(1, MEMORY_BYTES), 0};
    char err[512];
    uint64_t now_ps = 1000000;

    struct pl *pl = bench.memory != NULL ? pl_create(&config, &ops, &bench, err, sizeof err) : NULL;
    if (pl == NULL) {
        fprintf(stderr, "pl_bench: %s\n", bench.memory != NULL ? err : "no memory");
        return 2;
    }
    pl_reset(pl, 0, now_ps);
    now_ps += 1000000;
    now_ps = bench_reads(pl, now_ps, 500000);
    now_ps = bench_writes(pl, now_ps, 500000);
    now_ps = bench_dma(pl, now_ps, 4u << 20);
    now_ps = bench_idle(pl, now_ps);
    pl_destroy(pl);
    free(bench.memory);
    return 0;
}
