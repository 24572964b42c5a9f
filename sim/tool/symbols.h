/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Names for addresses of the guest: kernel, its modules, the executor's processes. */
#ifndef ZT_SYMBOLS_H
#define ZT_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zt_symbol {
    uint32_t address;
    uint32_t size; /* 0: up to the next one */
    char *name;
};

struct zt_symbols {
    struct zt_symbol *list; /* sorted by address after zt_symbols_sort */
    size_t count, capacity;
};

void zt_symbols_free(struct zt_symbols *symbols);
void zt_symbols_sort(struct zt_symbols *symbols);

/* Each adds what the file says and returns 0 or a positive errno (ENOEXEC: another kind of file). */
int zt_symbols_add_map(struct zt_symbols *symbols, const char *path); /* System.map */
/* Functions of an ELF file at their own address plus bias, called "prefix:name" (prefix NULL: "name"). */
int zt_symbols_add_elf(struct zt_symbols *symbols, const char *path, uint32_t bias, const char *prefix);
/* A kernel module: `base` is its address in /proc/modules. The kernel lays out a module's code sections in
 * their order in the file, without those that it drops after the start. */
int zt_symbols_add_module(struct zt_symbols *symbols, const char *path, uint32_t base, const char *name);

/* "name+0x10", owned by the caller; NULL: no symbol there. */
char *zt_symbols_name(const struct zt_symbols *symbols, uint32_t address);

#endif
