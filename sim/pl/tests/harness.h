/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A machine for tests of libpl.so: guest memory, a log of the trace and of interrupts, and the little
 * software that drivers and delegates do. Every failure of the harness itself ends the test.
 */
#ifndef ZT_PL_TEST_HARNESS_H
#define ZT_PL_TEST_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pl.h"

#define MEMORY_BYTES (32u << 20)
#define PROC_CONTROL 0x6fe00000u
#define OSIF 0x75a00000u
#define OSIF_INTC 0x7b400000u
#define ZYCAP 0x40400000u
#define IRQ_ZYCAP 0
#define IRQ_OSIF 14
#define IRQ_FAULT 15
#define CYCLE_PS 10000u

struct machine {
    struct pl *pl;
    uint8_t *memory;
    uint64_t now_ps;
    struct zt_trace_record *trace;
    size_t trace_count;
    bool irq[PL_IRQ_COUNT];
    uint64_t irq_ps[PL_IRQ_COUNT]; /* of the last edge */
    char fatal[8192];              /* "": none */
    uint32_t heap;                 /* next free physical page */
    uint32_t pgd;                  /* physical, 0: no page table yet */
    uint32_t memory_mb_s;          /* what memory moves for each port and direction; 0: at once */
    uint64_t memory_free_ps[PL_PORT_COUNT][2];
};

/* A PL out of reset at 1 us. slots: the build's slot libraries; false: none. */
void machine_start(struct machine *m, uint64_t seed, bool slots, const char *params);
/* The same with another folder of slot libraries, NULL: none. */
void machine_start_in(struct machine *m, uint64_t seed, const char *slots_dir, const char *params);
void machine_stop(struct machine *m);

enum pl_resp machine_access(struct machine *m, bool is_write, uint32_t addr, unsigned size_bytes,
                            uint32_t *data);
uint32_t machine_read(struct machine *m, uint32_t addr);              /* must answer OKAY */
void machine_write(struct machine *m, uint32_t addr, uint32_t value); /* must answer OKAY */
/* Runs the PL in steps until interrupt `line` is 1; false: not within limit_ps. */
bool machine_wait_irq(struct machine *m, unsigned line, uint64_t limit_ps);
/* Runs until the clock is gated; false: not within limit_ps. */
bool machine_wait_idle(struct machine *m, uint64_t limit_ps);

/* Records of a kind; the n-th of them, or NULL. */
size_t machine_count(const struct machine *m, enum zt_trace_kind kind);
const struct zt_trace_record *machine_record(const struct machine *m, enum zt_trace_kind kind, size_t n);
uint64_t machine_trace_hash(const struct machine *m);

/* A bitstream of the build's folder in memory at addr: its size. `name` as in "sort_small". */
uint32_t machine_load_file(struct machine *m, const char *name, uint32_t addr);
/* Gives the port to ICAP, starts a transfer; the machine then waits for its interrupt. */
void machine_zycap_start(struct machine *m, uint32_t addr, uint32_t size_bytes);
bool machine_zycap(struct machine *m, uint32_t addr, uint32_t size_bytes);
/* Quiesce, load, reset, connect: what the driver does around a load. */
bool machine_configure(struct machine *m, unsigned slot, const char *name);

/* Page tables as Linux makes them: small pages, 4 KiB. */
void machine_map(struct machine *m, uint32_t virtual, uint32_t size_bytes, bool writable);
uint8_t *machine_virtual(struct machine *m, uint32_t virtual);

/* One execution of the thread in `slot` with its input and output messages at these virtual addresses:
 * answers its calls until it exits. Returns the command that it sent its result with, 0 if it sent none. */
uint32_t machine_execute(struct machine *m, unsigned slot, uint32_t input, uint32_t output,
                         uint64_t limit_ps);

#endif
