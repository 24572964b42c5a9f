/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "machine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "paths.h"
#include "process.h"
#include "trace_file.h"
#include "util.h"

#define LOOK_S                                                                                               \
    0.25 /* between two looks at a running machine; it ends a wait at once when the machine ends             \
          */
#define LOOK_FOR_MARKS_S 0.01
#define GRACE_S 5

/* norandmaps: processes of one program run at the same addresses and share translated code. */
static const char kernel_words[] = "console=ttyPS0,115200 quiet panic=-1 oops=panic norandmaps";

static void make_arguments(const struct zt_machine_options *o, int memory_fd, struct zt_args *args)
{
    const char *folder = o->folder;
    zt_args_add(args, "%s", zt_artefact(ZT_QEMU));
    zt_args_add(args, "-M");
    char *pl = o->without_pl ? zt_copy("")
                             : zt_format(",pl=%s,pl-slots=%s,pl-params=%s/pl-params", zt_artefact(ZT_LIBPL),
                                         zt_artefact(ZT_SLOTS), folder);
    char *costs = o->flat_costs ? zt_copy("") : zt_format(",costs=%s/costs", folder);
    struct zt_bytes more = {0};
    if (o->quantum)
        zt_bytes_print(&more, ",quantum=%llu", (unsigned long long)o->quantum);
    if (o->pl_quantum_ns)
        zt_bytes_print(&more, ",pl-quantum-ns=%llu", (unsigned long long)o->pl_quantum_ns);
    if (o->coherence)
        zt_bytes_print(&more, ",coherence=%s,coherence-log=%s/coherence.log", o->coherence, folder);
    if (o->coherence_pages)
        zt_bytes_print(&more, ",coherence-pages=%s", o->coherence_pages);
    if (o->slow)
        zt_bytes_print(&more, ",fast=off");
    zt_bytes_put(&more, "", 1);
    zt_args_add(args, "zynqtwin%s,seed=%llu,trace=%s/trace.bin,limit-ns=%llu,memory-backend=ram%s%s", pl,
                (unsigned long long)o->seed, folder, (unsigned long long)o->limit_ns, costs,
                (const char *)more.data);
    free(pl);
    free(costs);
    zt_bytes_free(&more);
    zt_args_add(args, "-object");
    zt_args_add(args, "memory-backend-file,id=ram,size=%lluM,mem-path=/proc/self/fd/%d,share=on",
                (unsigned long long)o->board->memory_mib, memory_fd);
    zt_args_add(args, "-m");
    zt_args_add(args, "%lluM", (unsigned long long)o->board->memory_mib);
    zt_args_add(args, "-smp");
    zt_args_add(args, "2");
    zt_args_add(args, "-icount");
    zt_args_add(args, "shift=0,sleep=off,align=off"); /* the virtual clock counts ns; costs are in ps */
    zt_args_add(args, "-rtc");
    zt_args_add(args, "clock=vm,base=2026-01-01");
    static const char *const files[][2] = {
        {"-kernel", "zImage"}, {"-dtb", "zynq.dtb"}, {"-initrd", "initramfs.cpio.gz"}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        zt_args_add(args, "%s", files[i][0]);
        zt_args_add(args, "%s/%s", folder, files[i][1]);
    }
    zt_args_add(args, "-append");
    zt_args_add(args, "%s%s%s", kernel_words, o->more_append ? " " : "",
                o->more_append ? o->more_append : "");
    zt_args_add(args, "-drive");
    zt_args_add(args, "if=sd,format=raw,file=%s/card.img", folder);
    zt_args_add(args, "-serial");
    zt_args_add(args, "null");
    zt_args_add(args, "-serial");
    zt_args_add(args, "file:%s/console.log", folder);
    static const char *const rest[] = {"-display",    "none",       "-monitor", "none",
                                       "-nodefaults", "-no-reboot", "-d",       "unimp"};
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        zt_args_add(args, "%s", rest[i]);
    zt_args_add(args, "-D"); /* what the guest asked of devices that the machine does not have */
    zt_args_add(args, "%s/unimp.log", folder);
}

/* The command line as a file, so that a person can start the same machine. */
static void keep_command(const char *folder, const struct zt_args *args)
{
    struct zt_bytes text = {0};
    for (size_t i = 0; i < args->count; i++)
        zt_bytes_print(&text, "%s'%s'", i ? " " : "", args->list[i]);
    zt_bytes_put(&text, "\n", 1);
    char *path = zt_format("%s/machine.command", folder);
    zt_write_file(path, text.data, text.size);
    free(path);
    zt_bytes_free(&text);
}

/* 0 and the memory's descriptor, or a positive errno and -1. */
static int make_memory(uint64_t mib, int *memory_fd)
{
    int fd = memfd_create("zynqtwin-ram", MFD_CLOEXEC);
    int error = fd < 0 || ftruncate(fd, (off_t)(mib << 20)) ? errno : 0;
    if (error && fd >= 0)
        close(fd);
    *memory_fd = error ? -1 : fd;
    return error;
}

struct watch {
    const struct zt_machine_options *options;
    const struct zt_child *child;
    char *trace, *console;
    double start_s, changed_s, shown_s;
    int64_t console_bytes;
    uint64_t virtual_ps; /* of the trace's last record */
};

static uint64_t last_time_ps(const struct watch *w)
{
    int fd = open(w->trace, O_RDONLY | O_CLOEXEC);
    uint64_t time_ps = fd >= 0 ? zt_trace_last_time_ps(fd) : 0;
    if (fd >= 0)
        close(fd);
    return time_ps;
}

static void show(struct watch *w, double now_s)
{
    if (!w->options->show_progress || now_s - w->shown_s < 0.5)
        return;
    w->shown_s = now_s;
    double virtual_s = (double)w->virtual_ps * 1e-12;
    double wall_s = now_s - w->start_s;
    fprintf(stderr, "\r  %.3f s virtual, %.1f s wall, ratio %.2f, seed %llu   ", virtual_s, wall_s,
            wall_s > 0 ? virtual_s / wall_s : 0, (unsigned long long)w->options->seed);
}

/* CPU time of the machine's process; what was last seen of it when it has ended. */
static double cpu_s(const struct zt_child *child)
{
    static double last_s;
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(child->pid, &clock) == 0 && clock_gettime(clock, &time) == 0)
        last_s = (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
    return last_s;
}

/* When did the console show the marks? */
static void look_for_marks(struct watch *w, double now_s)
{
    const struct zt_machine_options *o = w->options;
    struct zt_bytes text;
    if (!o->marks || zt_read_file(w->console, &text))
        return;
    for (size_t i = 0; i < o->mark_count; i++) {
        if (o->marks[i].wall_s < 0 && strstr((const char *)text.data, o->marks[i].text)) {
            o->marks[i].wall_s = now_s - w->start_s;
            o->marks[i].cpu_s = cpu_s(w->child);
        }
    }
    zt_bytes_free(&text);
}

/* ZT_MACHINE_ENDED: go on. Progress is that virtual time advances (the machine writes a heartbeat into the
 * trace) or the console says something: a trace that only grows at one instant is none. */
static enum zt_machine_end look(struct watch *w)
{
    double now_s = zt_wall_s();
    int64_t console_bytes = zt_file_size(w->console);
    uint64_t virtual_ps = last_time_ps(w);
    if (console_bytes != w->console_bytes)
        look_for_marks(w, now_s);
    if (virtual_ps > w->virtual_ps || console_bytes != w->console_bytes) {
        w->virtual_ps = virtual_ps;
        w->console_bytes = console_bytes;
        w->changed_s = now_s;
    }
    show(w, now_s);
    if (zt_signal_seen())
        return ZT_MACHINE_INTERRUPTED;
    if (now_s - w->start_s > w->options->wall_limit_s)
        return ZT_MACHINE_WALL_LIMIT;
    if (now_s - w->changed_s > w->options->no_progress_s)
        return ZT_MACHINE_NO_PROGRESS;
    return ZT_MACHINE_ENDED;
}

static void watch_machine(struct watch *w, struct zt_child *child, struct zt_machine_result *result)
{
    int status = 0;
    long peak_kib = 0;
    bool ended = false;
    while (!ended && result->end == ZT_MACHINE_ENDED) { /* bounded by the limits in look() */
        ended = zt_child_wait(child, w->options->marks ? LOOK_FOR_MARKS_S : LOOK_S, &status, &peak_kib);
        if (!ended)
            result->end = look(w);
    }
    if (!ended)
        zt_child_stop(child, GRACE_S, &status, &peak_kib);
    look_for_marks(w, zt_wall_s());
    if (w->options->show_progress)
        fprintf(stderr, "\r%78s\r", "");
    result->wall_s = zt_wall_s() - w->start_s;
    result->peak_rss_mib = (double)peak_kib / 1024;
    result->status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    if (result->end == ZT_MACHINE_ENDED && result->status != 0)
        result->end = result->status == ZT_MACHINE_EXIT_FATAL ? ZT_MACHINE_FATAL : ZT_MACHINE_FAILED;
}

void zt_machine_run(const struct zt_machine_options *options, struct zt_machine_result *result)
{
    *result = (struct zt_machine_result){.end = ZT_MACHINE_ENDED};
    int failed = make_memory(options->board->memory_mib, &result->memory_fd);
    char *log = zt_format("%s/machine.log", options->folder);
    struct watch w = {.options = options, .console_bytes = -1};
    w.trace = zt_format("%s/trace.bin", options->folder);
    w.console = zt_format("%s/console.log", options->folder);
    unlink(log);
    unlink(w.trace);
    unlink(w.console);
    struct zt_args args = {0};
    struct zt_child child = {.pid = -1, .pidfd = -1};
    make_arguments(options, result->memory_fd, &args);
    keep_command(options->folder, &args);
    if (!failed)
        failed = zt_child_start(&child, &args, log, result->memory_fd);
    if (failed) {
        result->end = ZT_MACHINE_NOT_STARTED;
        result->error = zt_format("%s: cannot be started: %s", args.list[0], strerror(failed));
    } else {
        w.child = &child;
        w.start_s = w.changed_s = w.shown_s = zt_wall_s();
        watch_machine(&w, &child, result);
    }
    zt_args_free(&args);
    free(log);
    free(w.trace);
    free(w.console);
}
