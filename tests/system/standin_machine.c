/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Stands in for the machine where the tool itself is tested: takes the machine's command line, writes
 * the trace, console and event rings of a small run, and ends as the variable STANDIN says:
 *   good, wrong (an answer is wrong), panic, fatal, abort, crash (of the executor), silent (a hardware thread
 * never answers), hang (nothing happens any more), early (killed). STANDIN_NOISE=1 makes equal runs differ.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../executor/include/rxc/event_ring.h"
#include "../../sim/pl/trace.h"

#define RINGS_ADDRESS 0x1fe00000
#define RINGS_BYTES 0x200000
#define RING_EVENTS 512u
#define TIMER_HZ 333333000ull
#define MS 1000000000ull /* ps */

static FILE *trace_file, *console;
static struct rxc_ring_region *region;

static void put(uint64_t time_ps, unsigned kind, unsigned source, uint32_t c, uint64_t a, uint64_t b)
{
    struct zt_trace_record record = {time_ps, (uint16_t)kind, (uint16_t)source, c, a, b};
    fwrite(&record, sizeof record, 1, trace_file);
}

static void say(uint64_t time_ps, const char *text)
{
    fprintf(console, "%s\r\n", text);
    for (const char *at = text; *at; at++)
        put(time_ps, ZT_TRACE_CONSOLE, 0, 0, (unsigned char)*at, 0);
}

static void event(unsigned ring, uint64_t time_ps, unsigned kind, unsigned worker, uint32_t callback,
                  uint64_t arg)
{
    struct rxc_ring *r = &region->ring[ring];
    struct rxc_event *e = (struct rxc_event *)((char *)region + r->offset) + r->written++;
    *e = (struct rxc_event){time_ps / 1000 * (TIMER_HZ / 1000) / 1000000, (uint16_t)kind, (uint16_t)worker,
                            callback, arg};
}

static void make_ring(unsigned ring, const char *name)
{
    struct rxc_ring *r = &region->ring[ring];
    r->state = 1;
    r->capacity = RING_EVENTS;
    r->offset = (uint32_t)(sizeof *region + 8191) / 8192 * 8192 + ring * RING_EVENTS * 24;
    strncpy(r->name, name, sizeof r->name - 1);
}

/* What follows NAME in the comma-separated words of an option, or NULL. */
static char *value(int argc, char **argv, const char *option, const char *name)
{
    for (int i = 1; i + 1 < argc; i++) {
        char *at = strcmp(argv[i], option) == 0 ? strstr(argv[i + 1], name) : NULL;
        if (at) {
            at += strlen(name);
            return strndup(at, strcspn(at, ","));
        }
    }
    return NULL;
}

static void transfer(uint64_t start_ps, unsigned slot, uint64_t bytes, uint64_t gap)
{
    put(start_ps, ZT_TRACE_DMA_START, 0, 0, 0x10000000, bytes);
    put(start_ps + 500000, ZT_TRACE_CONFIG_BEGIN, 0xffff, 0, 0, 0);
    uint64_t end_ps = start_ps + 500000 + (bytes / 4 + gap) * 10000;
    put(end_ps - 50000, ZT_TRACE_CONFIG_END, slot, ZT_CONFIG_OK, bytes / 4, 0x1122334455667788ull);
    put(end_ps - 50000, ZT_TRACE_SLOT_PLUG, slot, 0, 1, 0);
    put(end_ps, ZT_TRACE_DMA_DONE, 0, 50, bytes / 4, gap);
}

static void executions(const char *mode)
{
    event(0, 400 * MS, RXC_EVENT_RUN_START, 0xffff, 0xffffffff, 0);
    transfer(401 * MS, 0, 151792, 300);
    transfer(405 * MS, 1, 339248, 700);
    for (unsigned n = 0; n < 20; n++) {
        uint64_t at = (410 + 20 * n) * MS;
        bool last = n == 19;
        event(3, at, RXC_EVENT_CLIENT_SEND, 0xffff, 0, n);
        event(1, at + MS, RXC_EVENT_CALLBACK_READY, 0x101, 0, n);
        event(1, at + 2 * MS, RXC_EVENT_CALLBACK_START, 0x101, 0, n);
        put(at + 3 * MS, ZT_TRACE_PL_WRITE, 0, 4, 0x75a00014, 0x01000000);
        if (last && strcmp(mode, "silent") == 0)
            return;
        event(1, at + 12 * MS, RXC_EVENT_CALLBACK_END, 0x101, 0, n);
        event(3, at + 14 * MS, RXC_EVENT_CLIENT_DONE, 0xffff, 0,
              n | (uint64_t)(last && strcmp(mode, "wrong") == 0) << 32);
        event(4, at + MS, RXC_EVENT_CLIENT_SEND, 0xffff, 1, n);
        event(2, at + 2 * MS, RXC_EVENT_CALLBACK_START, 0x100, 1, n);
        event(2, at + 3 * MS, RXC_EVENT_CALLBACK_END, 0x100, 1, n);
        event(4, at + 4 * MS, RXC_EVENT_CLIENT_DONE, 0xffff, 1, n);
    }
    for (unsigned n = 0; n < 2; n++) {
        event(0, (500 + 200 * n) * MS, RXC_EVENT_WORKER_CPU, 0, 0xffffffff, n);
        event(0, (500 + 200 * n) * MS, RXC_EVENT_CALLBACK_START, 0, 2, n);
        event(0, (525 + 200 * n) * MS, RXC_EVENT_CALLBACK_END, 0, 2, n);
        event(5, (526 + 200 * n) * MS, RXC_EVENT_CLIENT_DONE, 0xffff, 2, n);
    }
}

static void end_of_run(const char *mode)
{
    uint64_t at = 900 * MS;
    if (strcmp(mode, "panic") == 0) {
        say(at, "Unable to handle kernel NULL pointer dereference at virtual address 00000000");
        say(at, "Kernel panic - not syncing: Fatal exception");
    } else if (strcmp(mode, "abort") == 0) {
        put(at, ZT_TRACE_PL_READ, 0, 4 | 3 << 8, 0x50000000, 0);
        say(at, "Unhandled fault: external abort on non-linefetch (0x1008) at 0xb6f00000");
        say(at, "RUN runner 135");
    } else if (strcmp(mode, "crash") == 0) {
        say(at, "RUN runner 139");
        say(at, "RUN end");
    } else if (strcmp(mode, "silent") == 0) {
        say(at, "RUN runner 1");
        say(at, "RUN end");
    } else if (strcmp(mode, "fatal") == 0) {
        fprintf(stderr, "zynqtwin: fatal: AXI rule broken on HP0: RLAST one beat early\n");
    } else {
        say(at, "RUN client sobel 0");
        say(at, "RUN runner 0");
        say(at, "RUN end");
    }
}

static void run(const char *mode)
{
    static const char *const rings[] = {"sw0",          "slot1",       "slot0",
                                        "client:sobel", "client:sort", "client:digest"};
    for (unsigned i = 0; i < 6; i++)
        make_ring(i, rings[i]);
    region->rings = 6;
    region->version = RXC_RING_VERSION;
    region->timer_hz = TIMER_HZ;
    region->magic = RXC_RING_MAGIC;
    put(0, ZT_TRACE_HEADER, 0, 0, ZT_TRACE_MAGIC, ZT_TRACE_VERSION);
    put(0, ZT_TRACE_GLOBAL_TIMER, 0, 0, 0, TIMER_HZ);
    if (getenv("STANDIN_NOISE"))
        put(MS, ZT_TRACE_GATE, 0, 0, (uint64_t)getpid(), 0);
    for (unsigned i = 0; i < 90; i++) {
        put(i * 10 * MS, ZT_TRACE_CORE_STATE, 1, 0, i % 3 == 0, 0);
        put((i * 10 + 4) * MS, ZT_TRACE_CORE_STATE, 0, 0, i % 2, 0);
    }
    say(300 * MS, "GUEST-UP");
    say(400 * MS, "RUN ready");
    executions(mode);
    end_of_run(mode);
}

/* What the coherence checker writes when it saw nothing. */
static void write_coherence_log(const char *path)
{
    FILE *log = path ? fopen(path, "w") : NULL;
    if (!log)
        return;
    fputs("{\"end\":true,\"pages\":0,\"more\":0,\"counts\":[],\"suspects\":[]}\n", log);
    fclose(log);
}

int main(int argc, char **argv)
{
    static char *memory, *trace_path, *console_path;
    const char *mode = getenv("STANDIN");
    if (!mode)
        mode = "good";
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return puts("stand-in machine 1") < 0;
    memory = value(argc, argv, "-object", "mem-path=");
    trace_path = value(argc, argv, "-M", "trace=");
    console_path = value(argc, argv, "-serial", "file:");
    int fd = memory ? open(memory, O_RDWR | O_CLOEXEC) : -1;
    trace_file = trace_path ? fopen(trace_path, "wb") : NULL;
    console = console_path ? fopen(console_path, "wb") : NULL;
    void *map =
        fd < 0 ? MAP_FAILED : mmap(NULL, RINGS_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, RINGS_ADDRESS);
    if (map == MAP_FAILED || !trace_file || !console) {
        fprintf(stderr, "stand-in: bad command line\n");
        return 2;
    }
    region = map;
    run(mode);
    uint64_t reason = strcmp(mode, "fatal") == 0 ? ZT_END_FATAL : ZT_END_POWEROFF;
    for (unsigned core = 0; core < 2 && strcmp(mode, "hang") != 0; core++)
        put(950 * MS, ZT_TRACE_END, core, 0, 300000000 + core, reason);
    if (!trace_file || !console || fflush(trace_file) || fflush(console))
        return 2;
    if (strcmp(mode, "hang") == 0)
        pause();
    if (strcmp(mode, "early") == 0)
        raise(SIGKILL);
    char *log_path = value(argc, argv, "-M", "coherence-log=");
    write_coherence_log(log_path);
    free(log_path);
    return reason == ZT_END_FATAL ? 3 : 0;
}
