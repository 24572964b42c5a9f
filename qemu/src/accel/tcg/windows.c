/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Memory that two systems share. See include/zynqtwin/windows.h. */
#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "qemu/error-report.h"
#include "exec/exec-all.h"
#include "internal.h"
#include "zynqtwin/mem_cost.h"
#include "zynqtwin/slice.h"
#include "zynqtwin/windows.h"

#define WINDOWS_MAX 16
#define PAGE_BYTES 4096

static struct {
    uint64_t base, size;
} windows[WINDOWS_MAX];
static unsigned count;

/* The clock is exact in a block's last instruction only, so that what has to wait gets a block of its own. */
void slice_catch_up(CPUState *cpu, uintptr_t retaddr)
{
    if (!slice_ahead_of_others(cpu)) {
        return;
    }
    if (!retaddr) { /* between blocks: an instruction is fetched */
        if (slice_must_wait(cpu)) {
            slice_wait(cpu);
            cpu_exit(cpu);
            cpu_loop_exit_noexc(cpu);
        }
        return;
    }
    if (!cpu->can_do_io) {
        cpu_io_recompile(cpu, retaddr);
    }
    if (slice_must_wait(cpu)) {
        cpu_io_wait(cpu, retaddr);
    }
}

static bool wants(uint64_t paddr_page, enum zt_mem_kind kind, bool shareable)
{
    unsigned n;

    for (n = 0; n < count; n++) {
        if (paddr_page - windows[n].base < windows[n].size) {
            return true;
        }
    }
    return false;
}

static void on_access(CPUState *cpu, uint64_t vaddr, uint64_t paddr, unsigned size, bool is_write,
                      enum zt_mem_kind kind, void *host, uintptr_t retaddr)
{
    if (cpu->running && retaddr) { /* else it is the host's */
        slice_catch_up(cpu, retaddr);
    }
}

static const struct zt_page_watch watch = { .wants = wants, .access = on_access };

static void bad(const char *item)
{
    error_report("zynqtwin: windows: '%s' is not BASE+SIZE in hexadecimal, both whole pages of %d bytes, size not 0",
                 item, PAGE_BYTES);
    exit(EXIT_FAILURE);
}

static void add(const char *item)
{
    const char *end;
    uint64_t base, size;

    if (count == WINDOWS_MAX) {
        error_report("zynqtwin: windows: more than %d", WINDOWS_MAX);
        exit(EXIT_FAILURE);
    }
    if (qemu_strtou64(item, &end, 16, &base) < 0 || *end != '+' || qemu_strtou64(end + 1, NULL, 16, &size) < 0 ||
        !size || base % PAGE_BYTES || size % PAGE_BYTES || base + size < base) {
        bad(item);
    }
    windows[count].base = base;
    windows[count++].size = size;
}

void zt_windows_init(const char *text)
{
    g_auto(GStrv) items = NULL;
    unsigned n;

    if (!text) {
        return;
    }
    items = g_strsplit(text, ":", -1);
    for (n = 0; items[n]; n++) {
        add(items[n]);
    }
    zt_page_watch_add(&watch);
}
