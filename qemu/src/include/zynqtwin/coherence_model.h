/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What caches hold and memory does not: the model behind the coherence checker. Plain C, no QEMU.
 *
 * The machine itself has no caches: every access reaches memory at once. The model follows, for each 32-byte
 * line of the pages that it tracks, which bytes a core wrote that DDR does not have yet (dirty), and which bytes
 * a master wrote past the caches that a cache may hold an older copy of (fresh). Section numbers: ARM ARM (ARM DDI
 * 0406C), "PL310": ARM DDI 0246.
 *
 * When is a line what
 * - A cached write makes its bytes dirty in L1. An operation on L1 (DCCMVAC, DCCIMVAC: to the point of coherency
 *   of the core, which is L2) moves the line to L2; an operation on L2 after it moves it to DDR (inner, then
 *   outer: B2.2.7, PL310 2.4). L2 before L1 does nothing for bytes that L1 has. ACP writes are dirty in L2.
 * - A write by a non-coherent master or through an uncached alias makes its bytes fresh, until L2 *and then* L1 are
 *   invalidated: an L1 that is invalidated first may fetch L2's old copy again. Whether a cache holds a copy cannot
 *   be known, as a core may read any Normal cacheable line by speculation (A3.5.7), so it is assumed; but uncached
 *   writes to a page that no core ever reached through a cacheable mapping leave none.
 * - Operations by address reach the L1s of both cores (ACTLR.SMP and FW are assumed), by set and way the own core's.
 * - An uncached write by a core counts for its whole line.
 * - A core that maintains its whole L1 while L2 is off is taken to turn its caches off next: no page counts as
 *   reached through a cacheable mapping any more, until a core makes a new TLB entry for it.
 *
 * Which pages are tracked
 * - Those of the list that the machine is given (from the start), those that a non-coherent master touches, those
 *   that are reached both ways (cacheable, and as Normal non-cacheable, Device or strongly ordered), and those
 *   that are maintained in L2 by line, which is what a driver does before its first transfer.
 * - A page that is tracked late may have dirty lines from before: its lines are unknown until they are cleaned or
 *   invalidated. An unknown line that a master touches is a suspect: a run in which that page is tracked from the
 *   start gives the answer. (No question: a read by a core with its MMU off. That is a core that starts, and reads
 *   what was cleaned for it; firmware that stays so meets a page that is tracked from its second access on.) Pages that were maintained and are then used by cores alone are let go after a while.
 *
 * Not thread safe. Times in ps. Memory is bounded by pages_max and lines_max; at a limit `full` is called once
 * and what does not fit is not tracked.
 */
#ifndef ZYNQTWIN_COHERENCE_MODEL_H
#define ZYNQTWIN_COHERENCE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COH_LINE_BYTES 32u
#define COH_PAGE_BYTES 4096u
#define COH_REPORTS_MAX 1024u
#define COH_CORES 2u
#define COH_NO_CORE 0xff

/* X(NAME, name in the log). What is wrong, where the rule stands. */
#define COH_KINDS(X)                                                                                        \
    /* a non-coherent master read bytes that are dirty in a cache and were never cleaned (B2.2.7) */        \
    X(MISSING_CLEAN, "missing_clean")                                                                       \
    /* the same, but the line was cleaned within the millisecond before: written after it was handed over */ \
    X(WRITTEN_AFTER_CLEAN, "written_after_clean")                                                           \
    /* the same, cleaned in L1 only, or in L2 before L1 (PL310 2.4) */                                      \
    X(INCOMPLETE_CLEAN, "incomplete_clean")                                                                 \
    /* the same, cleaned after the master had read */                                                       \
    X(LATE_CLEAN, "late_clean")                                                                             \
    /* a non-coherent master wrote into a dirty line: its write-back overwrites the master's bytes (A3.5.7) */ \
    X(DEVICE_WRITE_DIRTY, "device_write_dirty")                                                             \
    /* a cached read of bytes that a master or an uncached alias wrote and nobody invalidated (B2.2.7) */   \
    X(MISSING_INVALIDATE, "missing_invalidate")                                                             \
    /* a read of a master's bytes that the write-back of their line overwrote with older ones */            \
    X(LOST_DEVICE_WRITE, "lost_device_write")                                                               \
    /* a read of bytes whose write was discarded by an invalidate without a clean; told when a master used   \
     * the page since (others, like the card's controller, may have written it unseen) */                  \
    X(DISCARDED_WRITE, "discarded_write")                                                                   \
    /* an uncached read of bytes, or an uncached write into a line, that is dirty in a cache (A3.5.7) */    \
    X(UNCACHED_READ_DIRTY, "uncached_read_dirty")                                                           \
    X(UNCACHED_WRITE_DIRTY, "uncached_write_dirty")                                                         \
    /* a page is used both ways, in turns, and one side's bytes are at stake for want of the maintenance    \
     * that A3.5.7 asks for: once a page */                                                                 \
    X(MISMATCHED_ATTRIBUTES, "mismatched_attributes")                                                       \
    /* LDREX, STREX and the like on memory that is not Normal cacheable (A3.4.5: implementation defined) */ \
    X(EXCLUSIVE_UNCACHED, "exclusive_uncached")                                                             \
    /* an unaligned access to Device or strongly ordered memory (A3.2.1): an alignment fault */             \
    X(UNALIGNED_DEVICE, "unaligned_device")

enum coh_kind {
#define COH_KIND_ENUM(name, text) COH_##name,
    COH_KINDS(COH_KIND_ENUM)
#undef COH_KIND_ENUM
    COH_KIND_COUNT
};
const char *coh_kind_name(enum coh_kind kind);

/* How a core reaches a page; the order of enum zt_mem_kind. */
enum coh_attr { COH_CACHED, COH_INNER_NC, COH_UNCACHED, COH_DEVICE, COH_STRONGLY_ORDERED };

enum coh_op { COH_CLEAN, COH_INVALIDATE, COH_CLEAN_INVALIDATE };
enum coh_level { COH_L1, COH_L2 };

/* Masters that are no core. */
enum coh_port { COH_PORT_NONE, COH_PORT_ACP, COH_PORT_HP0, COH_PORT_HP1, COH_PORT_HP2, COH_PORT_HP3, COH_PORT_PCAP,
                COH_PORT_COUNT };
const char *coh_port_name(enum coh_port port);

struct coh_who {
    uint64_t time_ps;
    uint32_t pc, lr;
    uint32_t context;  /* CONTEXTIDR */
    uint8_t core;      /* COH_NO_CORE: the port, or nobody yet */
    uint8_t port;      /* enum coh_port */
    uint8_t mode;      /* CPSR.M */
    uint8_t attr;      /* enum coh_attr of its access */
    bool mmu_off;
};

struct coh_report {
    unsigned id; /* counts from 0; equal ones (kind, PCs, masters) have one id and are reported once */
    enum coh_kind kind;
    uint64_t paddr;
    unsigned size_bytes;
    struct coh_who who;   /* whose access it is */
    struct coh_who other; /* who wrote last what is at stake (mismatch: who used the page the other way) */
    unsigned bytes;       /* how many of the following are valid */
    uint8_t board[8];     /* what the access gets (or memory has) on the board ... */
    uint8_t twin[8];      /* ... and in a machine without caches */
};

struct coh_config {
    unsigned pages_max, lines_max;
    bool stale; /* memory shows each master what it would see on the board */
    /* The host memory of the line at paddr (32 bytes), NULL where there is no RAM. */
    uint8_t *(*memory)(void *opaque, uint64_t paddr);
    void (*report)(void *opaque, const struct coh_report *report);
    /* coh_wants answers otherwise now for the page at this address. */
    void (*watch_changed)(void *opaque, uint64_t page);
    void (*full)(void *opaque, const char *what, unsigned limit);
    void *opaque;
};

struct coh;

struct coh *coh_new(const struct coh_config *config); /* NULL: no memory */
void coh_free(struct coh *coh);                       /* NULL is allowed */

/* Tracks the page from now on and for good, its lines known: before anything runs. */
void coh_track(struct coh *coh, uint64_t page);
/* A core is about to reach the page so. True: its accesses must be told (coh_core). */
bool coh_wants(struct coh *coh, uint64_t page, unsigned core, enum coh_attr attr, uint64_t now_ps);

/* Accesses, each before it happens. Any size and alignment. */
void coh_core(struct coh *coh, const struct coh_who *who, uint64_t paddr, unsigned size_bytes, bool is_write);
/* strobe: one byte a byte, 0 or 1; NULL: all. port: COH_PORT_ACP is coherent. */
void coh_master(struct coh *coh, enum coh_port port, uint64_t paddr, size_t size_bytes, bool is_write,
                const uint8_t *strobe, uint64_t time_ps);

/* Maintenance: of one line by address, or of everything (a whole loop by set and way). */
void coh_maintain(struct coh *coh, const struct coh_who *who, enum coh_level level, enum coh_op op, uint64_t paddr);
void coh_maintain_all(struct coh *coh, const struct coh_who *who, enum coh_level level, enum coh_op op);
void coh_l2_enable(struct coh *coh, bool on); /* off at the start: L1 is all there is */

/* An exclusive access, an unaligned access: reported by their attribute. */
void coh_exclusive(struct coh *coh, const struct coh_who *who, uint64_t paddr, unsigned size_bytes);
void coh_unaligned(struct coh *coh, const struct coh_who *who, uint64_t paddr, unsigned size_bytes);

/* How often a report's like was seen; how many reports there are; how many did not fit into COH_REPORTS_MAX. */
uint64_t coh_count(const struct coh *coh, unsigned id);
unsigned coh_reports(const struct coh *coh);
uint64_t coh_more(const struct coh *coh);

/* Pages whose history was not known when a master touched them, in order: the next one at or after `page`
 * (an address); UINT64_MAX: none. */
uint64_t coh_next_suspect(const struct coh *coh, uint64_t page);
unsigned coh_pages(const struct coh *coh); /* tracked now */

#endif
