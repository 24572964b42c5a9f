/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The run's trace: a file of fixed 32-byte little-endian records in the order in which they were
 * written. It stands, with the console log and the event rings, for the whole run: its SHA-256 is
 * what "same result" is judged by. Nothing of the host (addresses, host time) may enter a record.
 *
 * Written by the machine (qemu/), which also writes the records that the PL hands it. Read by
 * sim/tool. The file begins with one record of kind ZT_TRACE_HEADER.
 */
#ifndef ZT_TRACE_H
#define ZT_TRACE_H

#include <stdint.h>

#define ZT_TRACE_MAGIC 0x31304352545A5454ull /* a = magic, b = format version */
#define ZT_TRACE_VERSION 1ull

struct zt_trace_record {
    uint64_t time_ps; /* virtual time */
    uint16_t kind;    /* enum zt_trace_kind */
    uint16_t source;  /* core number, slot number, port or IRQ line: see the kind */
    uint32_t c;
    uint64_t a;
    uint64_t b;
};

enum zt_trace_kind {
    ZT_TRACE_HEADER = 0,    /* a magic, b version */
    ZT_TRACE_CONSOLE = 1,   /* source UART, a byte */
    ZT_TRACE_PL_READ = 2,   /* source core, c size | resp << 8, a address, b data; time = issue */
    ZT_TRACE_PL_WRITE = 3,  /* the same */
    ZT_TRACE_PL_COST = 4,   /* source core, a done - issue in ps, b debt after the charge in ps; follows 2 and 3 */
    ZT_TRACE_DMA_READ = 5,  /* source port, c bytes | resp << 16, a address, b CRC-32C of the data */
    ZT_TRACE_DMA_WRITE = 6, /* the same */
    ZT_TRACE_IRQ_RAISED = 7, /* source line, a level; time in the PL */
    ZT_TRACE_IRQ_DELIVERED = 8, /* source line, a level, b raised at (ps); time when the GIC saw it */
    ZT_TRACE_CONFIG_BEGIN = 9,  /* source slot (0xffff not known yet), a origin (0 ICAP, 1 PCAP); at the sync word */
    ZT_TRACE_CONFIG_END = 10,   /* source slot, c enum zt_config_result, a words taken since sync, b first 8
                                   bytes of the stream's SHA-256 (big endian) or 0; at DESYNC or at the error */
    ZT_TRACE_SLOT_FREEZE = 11,  /* source slot, a 1 frozen, 0 released */
    ZT_TRACE_SLOT_PLUG = 12,    /* source slot, a 1 plugged, 0 unplugged, b first 8 bytes of the name, NUL padded */
    ZT_TRACE_SLOT_RESET = 13,   /* source slot, a level of the slot's reset */
    ZT_TRACE_ICAP_WORDS = 14,   /* one for each run of back-to-back words: a words, b cycles idle before it (gap
                                   since the previous run of the same transfer, 0 for the first) */
    ZT_TRACE_DMA_START = 15,    /* ZyCAP LENGTH register written: a source address, b bytes */
    ZT_TRACE_DMA_DONE = 16,     /* a active ICAP cycles, b gap cycles, c set-up cycles (start to first word) */
    ZT_TRACE_FPGA_RESET = 17,   /* a SLCR FPGA_RST_CTRL */
    ZT_TRACE_CORE_STATE = 18,   /* source core, a 0 halted, 1 running, 2 held in reset */
    ZT_TRACE_GLOBAL_TIMER = 19, /* the A9 global timer was started or written: a count at time_ps, b counts a
                                   second; the count at t is a + floor((t - time_ps) * b / 10^12); b = 0: stopped */
    ZT_TRACE_OSIF_WORD = 20,    /* source slot, c 0 sw->hw push, 1 hw->sw pop, a word */
    ZT_TRACE_MEMIF_REQUEST = 21, /* source slot, c op | bytes << 8, a virtual address; when granted */
    ZT_TRACE_PAGE_FAULT = 22,   /* source slot, c cause, a virtual address */
    ZT_TRACE_GATE = 23,         /* PL clock: a 1 runs, 0 gated */
    ZT_TRACE_END = 24,          /* source core (0xffff: the machine), a instructions executed by that core,
                                   b reason: enum zt_end_reason */
    ZT_TRACE_HEARTBEAT = 25,    /* a virtual ns: at least one record for each 100 ms of virtual time */
};

enum zt_config_result {
    ZT_CONFIG_OK = 0,
    ZT_CONFIG_BAD_IDCODE = 1,
    ZT_CONFIG_BAD_CRC = 2,
    ZT_CONFIG_NOT_IN_SLOT = 3,  /* frames outside every slot, or of two slots */
    ZT_CONFIG_UNKNOWN = 4,      /* a good stream that the manifest does not name: slot stays empty */
    ZT_CONFIG_BAD_PACKET = 5,
    ZT_CONFIG_WRONG_SLOT = 6,   /* the manifest names it for another slot */
    ZT_CONFIG_TRUNCATED = 7,    /* a new sync or a reset came before DESYNC */
};

enum zt_end_reason {
    ZT_END_POWEROFF = 0, /* the guest asked for a reset (SLCR PSS_RST_CTRL) with -no-reboot */
    ZT_END_HOST = 1,     /* the tool or a person ended it (signal) */
    ZT_END_FATAL = 2,    /* PL fatal, or an access that hangs a board */
    ZT_END_LIMIT = 3,    /* the limit of virtual time was reached */
};

#endif
