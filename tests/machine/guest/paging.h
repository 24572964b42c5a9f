/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Flat translation with sections of 1 MiB (short descriptors, ARM DDI 0406C B3.5): the program, its data and
 * 0x11000000 to 0x13FFFFFF are Normal write-back write-allocate, everything else is strongly ordered until
 * map_section() says otherwise. The translations are the same for both cores.
 */
#ifndef PAGING_H
#define PAGING_H

#include "guest.h"

#define MIB 0x100000u

/* TEX, C and B as in a descriptor without remapping. */
struct attributes {
    unsigned tex, c, b;
};

void mmu_on(bool remapped); /* remapped: SCTLR.TRE, with Linux's PRRR and NMRR */
void mmu_join(void);        /* the other core, later: the same translations, not remapped */
void map_section(uint32_t address, struct attributes attributes);
/* The 4 KiB (or 64 KiB) pages of a section. */
void map_pages(uint32_t address, struct attributes attributes, bool large);

/* Counts of the global timer that `count` accesses with LDR or STR take, `stride` bytes apart. */
uint32_t time_reads(uint32_t address, uint32_t stride, uint32_t count);
uint32_t time_writes(uint32_t address, uint32_t stride, uint32_t count);
/* A copy of whole lines of 32 bytes with LDM and STM. */
uint32_t time_copy(uint32_t to, uint32_t from, uint32_t lines);

#endif
