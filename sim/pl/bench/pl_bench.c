/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Speed of libpl.so on one core: register reads and clock cycles a second. Never a test. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../fake/guest_memory.h"
#include "pl.h"

#define MEMORY_BYTES (64u << 20)
#define PROC_CONTROL 0x6fe00000u
#define ZYCAP 0x40400000u
#define OSIF_STATUS 0x75a00008u /* what the machine's bench reads */
#define TRAFFIC 0x43c00000u

struct bench {
    uint8_t *memory;
    uint64_t records;
};

static enum pl_resp mem_read(void *host, enum pl_port port, uint64_t addr, void *buf, size_t size_bytes,
                             uint64_t time_ps, uint64_t *ready_ps)
{
    const struct bench *bench = host;

    (void)port;
    *ready_ps = time_ps;
    return guest_memory_read(bench->memory, MEMORY_BYTES, addr, buf, size_bytes);
}

static enum pl_resp mem_write(void *host, enum pl_port port, uint64_t addr, const void *buf,
                              const uint8_t *strobe, size_t size_bytes, uint64_t time_ps, uint64_t *ready_ps)
{
    struct bench *bench = host;

    (void)port;
    *ready_ps = time_ps;
    return guest_memory_write(bench->memory, MEMORY_BYTES, addr, buf, strobe, size_bytes);
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
        now_ps = reg(pl, false, OSIF_STATUS, &value, now_ps + 20000);
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
        next_ps = pl_advance(pl, now_ps, false);
        cycles += 20;
    } while (next_ps != PL_NEVER && cycles < 10u * bytes);
    const double s = core_s() - start_s;
    printf("ZyCAP transfer:  %9.0f cycles/s, %" PRIu32
           " bytes in %.3f ms virtual, %.3f s of a core (%.3f us a cycle)\n",
           (double)cycles / s, bytes, 1e-9 * (double)(now_ps - from_ps), s, 1e6 * s / (double)cycles);
    return now_ps;
}

/* The first `streams` streams of the traffic generator, bursts of 16, for `cycles` cycles. */
static uint64_t bench_traffic(struct pl *pl, uint64_t now_ps, unsigned streams, unsigned cycles)
{
    uint32_t value;

    for (unsigned s = 0; s < streams; s++) {
        const uint32_t settings[] = {0x100000 * (s + 1), 0x100000, 0x80f, 0}; /* base, bytes, shape, passes */
        for (unsigned i = 0; i < 4; i++) {
            value = settings[i];
            now_ps = reg(pl, true, TRAFFIC + 0x200 + 0x40 * s + 4 * i, &value, now_ps);
        }
    }
    value = (1u << streams) - 1;
    now_ps = reg(pl, true, TRAFFIC + 0x10, &value, now_ps);
    const double start_s = core_s();
    for (unsigned i = 0; i < cycles; i += 20) {
        now_ps += 200000;
        pl_advance(pl, now_ps, false);
    }
    const double s = core_s() - start_s;
    now_ps = reg(pl, true, TRAFFIC + 0x14, &value, now_ps);
    printf("traffic, %u streams: %7.0f cycles/s (%.3f us a cycle)\n", streams, cycles / s, 1e6 * s / cycles);
    return now_ps + 10000000;
}

static uint64_t bench_idle(struct pl *pl, uint64_t now_ps)
{
    const double start_s = core_s();
    const unsigned steps = 1000000;

    for (unsigned i = 0; i < steps; i++) {
        now_ps += 1000000000; /* 1 ms */
        pl_advance(pl, now_ps, false);
    }
    const double s = core_s() - start_s;
    printf("idle:            %9.4f us of a core a virtual second\n", 1e6 * s / (steps * 1e-3));
    return now_ps;
}

static uint32_t read_file(const char *slots_dir, const char *name, void *to, size_t size_max)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/../bitstreams/%s", slots_dir, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "pl_bench: %s cannot be opened\n", path);
        exit(2);
    }
    const size_t size = fread(to, 1, size_max, file);
    fclose(file);
    return (uint32_t)size;
}

static void set_word(struct bench *bench, uint32_t addr, uint32_t value)
{
    memcpy(bench->memory + addr, &value, sizeof value);
}

/* The sort thread on 2048 values: it reads, merges and writes, and the static region serves it. */
static uint64_t bench_thread(struct pl *pl, struct bench *bench, const char *slots_dir, uint64_t now_ps,
                             unsigned runs)
{
    const uint32_t pgd = 0x4000;
    const uint32_t answers[] = {0x01000000, 0x200000, 0x200010};
    uint32_t value;
    uint64_t cycles = 0;
    double s = 0;

    for (uint32_t mib = 0; mib < 64; mib++)
        set_word(bench, pgd + 4 * mib, mib << 20 | 0xc02); /* sections, user read and write */
    for (uint32_t i = 0; i < 2; i++) {
        set_word(bench, 0x200000 + 16 * i, 0x210000 + 0x10000 * i);
        set_word(bench, 0x200004 + 16 * i, 2048);
    }
    const uint32_t bytes = read_file(slots_dir, "sort_small.bin", bench->memory + 0x100000, 1u << 20);
    pl_set_pcap_pr(pl, true, now_ps);
    pl_config_words(pl, (const uint32_t *)(const void *)(bench->memory + 0x100000), bytes / 4, now_ps,
                    &now_ps);
    value = pgd;
    now_ps = reg(pl, true, PROC_CONTROL + 0x9000, &value, now_ps);
    for (unsigned run = 0; run < runs; run++) {
        for (uint32_t i = 0; i < 2048; i++)
            set_word(bench, 0x210000 + 4 * i, i * 2654435761u);
        value = 2;
        now_ps = reg(pl, true, PROC_CONTROL + 0x18, &value, now_ps);
        for (unsigned i = 0; i < 3; i++) {
            value = answers[i];
            now_ps = reg(pl, true, 0x75a00004, &value, now_ps);
        }
        const double start_s = core_s();
        uint64_t next_ps;
        do {
            now_ps += 200000;
            next_ps = pl_advance(pl, now_ps, false);
            cycles += 20;
        } while (next_ps != PL_NEVER && cycles < 100000000);
        s += core_s() - start_s;
        value = 3;
        now_ps = reg(pl, true, PROC_CONTROL + 0x18, &value, now_ps);
    }
    printf("sort at work:    %9.0f cycles/s, %.0f cycles a run, %.3f us a cycle\n", (double)cycles / s,
           (double)cycles / runs, 1e6 * s / (double)cycles);
    return now_ps;
}

int main(int argc, char **argv)
{
    const struct pl_host_ops ops = {mem_read, mem_write, irq, trace, fatal};
    struct pl_config config = {PL_ABI_VERSION, 1, argc > 1 && argv[1][0] != '\0' ? argv[1] : NULL, NULL,
                               true};
    struct bench bench = {NULL, 0};
    char err[512];
    const unsigned divisor = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1; /* shorter, for profilers */
    uint64_t now_ps = 1000000;

    if (argc > 3 || divisor == 0 || divisor > 1000) {
        fputs("usage: pl_bench [SLOTS-DIR [DIVISOR]]\n", stderr);
        return 2;
    }
    bench.memory = calloc(1, MEMORY_BYTES);
    struct pl *pl = bench.memory != NULL ? pl_create(&config, &ops, &bench, err, sizeof err) : NULL;
    if (pl == NULL) {
        fprintf(stderr, "pl_bench: %s\n", bench.memory != NULL ? err : "no memory");
        free(bench.memory);
        return 2;
    }
    pl_reset(pl, 0, now_ps);
    now_ps += 1000000;
    now_ps = bench_reads(pl, now_ps, 500000 / divisor);
    now_ps = bench_writes(pl, now_ps, 500000 / divisor);
    now_ps = bench_dma(pl, now_ps, (4u << 20) / divisor);
    if (config.slots_dir != NULL)
        now_ps = bench_thread(pl, &bench, config.slots_dir, now_ps, 100 / divisor + 1);
    now_ps = bench_traffic(pl, now_ps, 1, 400000 / divisor);
    now_ps = bench_traffic(pl, now_ps, 8, 400000 / divisor);
    (void)bench_idle(pl, now_ps);
    pl_destroy(pl);
    free(bench.memory);
    return 0;
}
