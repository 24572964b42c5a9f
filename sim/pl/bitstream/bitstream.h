/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Configuration streams of the 7-series: the engine that stands for the configuration logic behind
 * ICAP and PCAP, the device's frame geometry with its slots, and the manifest that says which
 * hardware thread a stream carries. Formats of the two text files: README.md beside this file.
 *
 * Words are native: the sync word is 0xAA995566. A .bin in bootgen's order gives them by 32-bit
 * little-endian loads; the ICAP port has the bits of each byte reversed (zt_icap_swap).
 *
 * Threads: nothing here is global; one object must not be used from two threads at once.
 * Errors: functions that can fail return -1 (or NULL) and write one sentence into err, which names
 * file, line and value.
 */
#ifndef ZT_BITSTREAM_H
#define ZT_BITSTREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../trace.h" /* enum zt_config_result */

#ifdef __cplusplus
extern "C" {
#endif

#define ZT_SYNC_WORD 0xaa995566u
#define ZT_FRAME_WORDS 101u
#define ZT_NAME_MAX 32u  /* of a slot or a thread, with its NUL */
#define ZT_SLOTS_MAX 16u /* slots of a device */
#define ZT_SHA256_BYTES 32u
#define ZT_SLOT_NONE (-1)
#define ZT_SLOT_DEVICE (-2) /* the whole device: a full bitstream, after PROG_B */
/* Names with a meaning of their own in a manifest: a thread that is none (the slot stays empty), and the slot
 * of full bitstreams. */
#define ZT_THREAD_BLANK "blank"
#define ZT_SLOT_NAME_DEVICE "device"

/* ---- CRC ------------------------------------------------------------------------------------- */

/* The configuration CRC register after one write of `data` to register `reg` (0..31): CRC-32C over 37 bits,
 * the 32 data bits least significant first, then 5 address bits; no inversion at either end. */
uint32_t zt_config_crc(uint32_t crc, uint32_t reg, uint32_t data);
/* Plain CRC-32C (Castagnoli) of bytes with its inversions at both ends; crc is 0 or an earlier result. */
uint32_t zt_crc32c(uint32_t crc, const void *data, size_t size_bytes);

/* Native word <-> value on ICAPE2.I / ICAPE2.O (bits of each byte reversed); its own inverse. */
uint32_t zt_icap_swap(uint32_t word);

/* ---- Geometry: the device's columns and the frames of each slot ------------------------------ */

struct zt_geometry; /* opaque */

/* Reads a `slots` file. NULL and a sentence in err on failure. */
struct zt_geometry *zt_geometry_read(const char *path, char *err, size_t err_size);
/* The same from text; `name` stands for the file's name in errors. */
struct zt_geometry *zt_geometry_parse(const char *text, const char *name, char *err, size_t err_size);
void zt_geometry_free(struct zt_geometry *geometry); /* NULL is allowed */

uint32_t zt_geometry_idcode(const struct zt_geometry *geometry);
/* Name of the device, or "" when the file has none. */
const char *zt_geometry_device(const struct zt_geometry *geometry);
/* Frames of the whole device without pad frames; *first: address of the first one (NULL is allowed). */
uint32_t zt_geometry_device_frames(const struct zt_geometry *geometry, uint32_t *first);
unsigned zt_geometry_slot_count(const struct zt_geometry *geometry);
/* Slots are numbered in the file's order, from 0. NULL when index is out of range. */
const char *zt_geometry_slot_name(const struct zt_geometry *geometry, unsigned index);
/* ZT_SLOT_NONE when no slot has this name. */
int zt_geometry_slot_index(const struct zt_geometry *geometry, const char *name);
/* Frames of a slot without pad frames; 0 when index is out of range. */
uint32_t zt_geometry_slot_frames(const struct zt_geometry *geometry, unsigned index);
/* The slot that owns frame `far`, or ZT_SLOT_NONE. */
int zt_geometry_slot_of(const struct zt_geometry *geometry, uint32_t far);
/* Does the device have this frame? */
bool zt_geometry_has_frame(const struct zt_geometry *geometry, uint32_t far);
/* Address after `far` in the device's order. *pad_frames: frames that the stream carries between the
 * two and that land nowhere (2 at the end of a row, else 0). False: `far` is the device's last frame
 * (*pad_frames is 2 as well), or is none. */
bool zt_geometry_next(const struct zt_geometry *geometry, uint32_t far, uint32_t *next, uint32_t *pad_frames);
/* Row n of the device, in its order: starts at *far and has *frames frames. False when there is no row n. */
bool zt_geometry_row(const struct zt_geometry *geometry, unsigned n, uint32_t *far, uint32_t *frames);
/* Frame ranges of a slot: range n starts at *far and has *frames frames. False when there is no range n. */
bool zt_geometry_slot_range(const struct zt_geometry *geometry, unsigned index, unsigned n, uint32_t *far,
                            uint32_t *frames);

/* ---- Manifest: SHA-256 of a stream -> slot and hardware thread ------------------------------- */

struct zt_manifest; /* opaque */

struct zt_manifest_entry {
    uint8_t
        sha256[ZT_SHA256_BYTES]; /* of the native words, big endian, sync word to DESYNC command inclusive */
    char slot[ZT_NAME_MAX];
    char thread[ZT_NAME_MAX]; /* the slot library is <thread>.so */
};

struct zt_manifest *zt_manifest_read(const char *path, char *err, size_t err_size);
struct zt_manifest *zt_manifest_parse(const char *text, const char *name, char *err, size_t err_size);
void zt_manifest_free(struct zt_manifest *manifest); /* NULL is allowed */
size_t zt_manifest_count(const struct zt_manifest *manifest);
const struct zt_manifest_entry *zt_manifest_at(const struct zt_manifest *manifest,
                                               size_t n); /* NULL: no such entry */
const struct zt_manifest_entry *zt_manifest_find(const struct zt_manifest *manifest,
                                                 const uint8_t sha256[ZT_SHA256_BYTES]);

/* ---- Engine ---------------------------------------------------------------------------------- */

/* What one word caused: bits of the return value of zt_config_engine_word. With ERROR and SYNC
 * both set (a new stream cut off the old one), ERROR is the older stream's and comes first. */
enum zt_config_event_kind {
    ZT_CONFIG_EVENT_SYNC = 1,   /* a stream begins */
    ZT_CONFIG_EVENT_FRAME = 2,  /* a frame was written: far, slot. The slot's old content is gone */
    ZT_CONFIG_EVENT_ERROR = 4,  /* the stream has failed: result, slot, words, text. Once a stream */
    ZT_CONFIG_EVENT_DESYNC = 8, /* a stream without an error ended: result (OK, UNKNOWN or WRONG_SLOT), slot,
                                   words, sha256, thread */
};

/* Details of the events of the last word that returned any; fields not named above keep older values. */
struct zt_config_event {
    uint32_t kinds;
    uint32_t far; /* frame address of FRAME */
    int slot;     /* slot of FRAME; of the stream's frames so far (ERROR, DESYNC); ZT_SLOT_NONE: no frames */
    enum zt_config_result result;
    uint64_t words; /* words taken since the sync word, which counts */
    uint8_t sha256[ZT_SHA256_BYTES];
    uint64_t sha256_head; /* its first 8 bytes, big endian, as ZT_TRACE_CONFIG_END wants them; 0 on ERROR */
    char thread[ZT_NAME_MAX]; /* DESYNC with result OK: thread to plug into slot, or name of the whole design.
                                 "": the slot stays empty (no frames, no manifest, or the manifest says
                                 `blank`) */
    char text[128];           /* ERROR, or result UNKNOWN or WRONG_SLOT: one sentence for people */
};

/* The configuration logic. Before the sync word every word is ignored. After an error of IDCODE, CRC
 * or frame address it follows the packets to DESYNC but writes no frame; after a broken packet it waits
 * for the next sync word. Inside FDRI data a sync word is data, as on the chip: a stream cut off there
 * swallows the beginning of the next one. The error flags in STAT and O stay until an RCRC command. */
struct zt_config_engine;

/* After power-up the device counts as configured (a boot loader did it); PROG_B makes it unconfigured. Then
 * a stream may write any frame, and a known one with a good CRC and command START configures it: DONE rises.
 *
 * geometry and manifest are borrowed and must outlive the engine. manifest NULL: any good stream is OK
 * and thread is "". NULL: out of memory. */
struct zt_config_engine *zt_config_engine_create(const struct zt_geometry *geometry,
                                                 const struct zt_manifest *manifest);
void zt_config_engine_destroy(struct zt_config_engine *engine); /* NULL is allowed */

/* Takes one native word; returns a set of enum zt_config_event_kind (0: nothing to report). */
uint32_t zt_config_engine_word(struct zt_config_engine *engine, uint32_t word);
/* A reset of the configuration logic alone: forgets the stream under way. Returns ZT_CONFIG_EVENT_ERROR
 * (result TRUNCATED) when a stream without an error was under way, else 0. */
uint32_t zt_config_engine_reset(struct zt_config_engine *engine);
/* PROG_B goes low: the same, and the device is not configured any more. */
uint32_t zt_config_engine_prog_b(struct zt_config_engine *engine);
/* The DONE pin: the device is configured. */
bool zt_config_engine_done(const struct zt_config_engine *engine);
const struct zt_config_event *zt_config_engine_event(const struct zt_config_engine *engine);

/* ICAPE2 O[7:0] after the last word: bit 7 CFGERR_B (0: error), bit 6 DALIGN (1: synchronised), bit 5
 * RIP 0, bit 4 IN_ABORT_B 1, bits 3:0 ones. Not bit-swapped: 0x9f idle, 0xdf synchronised. */
uint8_t zt_config_engine_status(const struct zt_config_engine *engine);
bool zt_config_engine_synced(const struct zt_config_engine *engine);
/* Words ignored since the last stream ended: tells a byte-swapped file from no file. */
uint64_t zt_config_engine_ignored(const struct zt_config_engine *engine);

/* ---- Making a stream ------------------------------------------------------------------------- */

struct zt_bitstream_spec {
    const struct zt_geometry *geometry;
    int slot;           /* index, or ZT_SLOT_DEVICE */
    const char *thread; /* seeds the frames' content */
    bool write_twice;   /* Vivado's RESET_AFTER_RECONFIG flow writes every frame twice */
    size_t
        size_bytes; /* 0: what the frames need. Else exactly this: frames from the slot's first on, fewer than
                       all or again and again, and no-operations up to the size. Not with the two above */
};

/* The native words of a bitstream, allocated; the caller frees them with free(). The same
 * spec gives the same words on any host. NULL and a sentence in err on failure. */
uint32_t *zt_bitstream_make(const struct zt_bitstream_spec *spec, size_t *count, char *err, size_t err_size);
/* SHA-256 of sync word to DESYNC command inclusive, as the engine computes it; -1: no whole stream in it.
 * full: the stream is of the whole device. */
int zt_bitstream_sha256(const struct zt_geometry *geometry, const uint32_t *words, size_t count, bool full,
                        uint8_t sha256[ZT_SHA256_BYTES]);

/* ---- Files ----------------------------------------------------------------------------------- */

enum zt_bitstream_style {
    ZT_STYLE_BIN,     /* bootgen's: the words little-endian, no header; what ICAP's DMA and PCAP read */
    ZT_STYLE_BIT,     /* Vivado's .bit: a header, then the words big-endian */
    ZT_STYLE_SWAPPED, /* Vivado's -bin_file: the words big-endian, no header; no port takes it as it is */
};

struct zt_bitstream_file {
    enum zt_bitstream_style style;
    /* Of a .bit's header; else "". */
    char design[256]; /* e.g. `top;UserID=0XFFFFFFFF;PARTIAL=TRUE;Version=2018.3` */
    char part[64];
    char date[32];
    char time[32];
    size_t header_bytes; /* before the first word */
    size_t extra_bytes;  /* after the last whole word, or after the length that the header gives */
    uint32_t *words;     /* native */
    size_t count;
};

/* Reads a file of any style (told by header and sync word). -1 and a sentence in err: cannot be read, no
 * sync word in it, a header that is broken. */
int zt_bitstream_file_read(const char *path, struct zt_bitstream_file *file, char *err, size_t err_size);
void zt_bitstream_file_free(struct zt_bitstream_file *file);
/* Writes words, and for ZT_STYLE_BIT a header of the four texts. -1 and a sentence in err. */
int zt_bitstream_file_write(const char *path, const struct zt_bitstream_file *file, char *err,
                            size_t err_size);

/* ---- Explaining a stream --------------------------------------------------------------------- */

struct zt_explain {
    const uint32_t *words;
    size_t count;
    const struct zt_geometry *geometry; /* of the stream's device, or NULL: frames cannot be told apart */
    const struct zt_manifest *manifest; /* or NULL */
    FILE *out;
};

/* The IDCODE that a stream is for; 0: none in it. */
uint32_t zt_bitstream_idcode(const uint32_t *words, size_t count);
/* Writes what each packet means, a line each, and a summary. True: a whole stream that its device takes. */
bool zt_bitstream_explain(const struct zt_explain *explain);

#ifdef __cplusplus
}
#endif
#endif
