/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "symbols.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

#define SYMBOLS_MAX 1000000
#define SECTIONS_MAX 4096
#define FAR_BYTES 0x40000 /* a symbol without a size does not reach further */

struct elf {
    struct zt_bytes file;
    Elf32_Ehdr header;
};

static void add(struct zt_symbols *symbols, uint32_t address, uint32_t size, char *name)
{
    if (symbols->count == SYMBOLS_MAX) {
        free(name);
        return;
    }
    symbols->list = zt_grow(symbols->list, &symbols->capacity, symbols->count + 1, sizeof *symbols->list);
    symbols->list[symbols->count++] = (struct zt_symbol){address, size, name};
}

void zt_symbols_free(struct zt_symbols *symbols)
{
    for (size_t i = 0; i < symbols->count; i++)
        free(symbols->list[i].name);
    free(symbols->list);
    *symbols = (struct zt_symbols){0};
}

static int by_address(const void *one, const void *other)
{
    const struct zt_symbol *a = one, *b = other;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return strcmp(a->name, b->name);
}

void zt_symbols_sort(struct zt_symbols *symbols)
{
    if (symbols->count)
        qsort(symbols->list, symbols->count, sizeof *symbols->list, by_address);
}

char *zt_symbols_name(const struct zt_symbols *symbols, uint32_t address)
{
    size_t low = 0, high = symbols->count;
    while (low < high) { /* the last one at or below the address */
        size_t middle = low + (high - low) / 2;
        if (symbols->list[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    const struct zt_symbol *s = &symbols->list[low - 1];
    uint32_t offset = address - s->address;
    if (offset >= (s->size ? s->size : FAR_BYTES))
        return NULL;
    return offset ? zt_format("%s+0x%x", s->name, offset) : zt_copy(s->name);
}

int zt_symbols_add_map(struct zt_symbols *symbols, const char *path)
{
    struct zt_bytes file;
    int error = zt_read_file(path, &file);
    if (error)
        return error;
    char *rest = (char *)file.data, *line;
    while ((line = strsep(&rest, "\n"))) { /* bounded by the file */
        char *after, type, name[128];
        unsigned long address = strtoul(line, &after, 16);
        if (after != line && sscanf(after, " %c %127s", &type, name) == 2 && strchr("tTwW", type) &&
            name[0] != '$')
            add(symbols, (uint32_t)address, 0, zt_copy(name));
    }
    zt_bytes_free(&file);
    return 0;
}

static bool in_file(const struct elf *elf, uint64_t offset, uint64_t size)
{
    return offset <= elf->file.size && size <= elf->file.size - offset;
}

static int elf_open(const char *path, struct elf *elf)
{
    int error = zt_read_file(path, &elf->file);
    if (error)
        return error;
    if (elf->file.size >= sizeof elf->header) {
        memcpy(&elf->header, elf->file.data, sizeof elf->header);
        const Elf32_Ehdr *h = &elf->header;
        if (memcmp(h->e_ident, ELFMAG, SELFMAG) == 0 && h->e_ident[EI_CLASS] == ELFCLASS32 &&
            h->e_machine == EM_ARM && h->e_shentsize == sizeof(Elf32_Shdr) && h->e_shnum <= SECTIONS_MAX &&
            in_file(elf, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf32_Shdr)))
            return 0;
    }
    zt_bytes_free(&elf->file);
    return ENOEXEC;
}

static Elf32_Shdr section(const struct elf *elf, unsigned index)
{
    Elf32_Shdr s = {0};
    if (index < elf->header.e_shnum)
        memcpy(&s, elf->file.data + elf->header.e_shoff + index * sizeof s, sizeof s);
    return s;
}

/* A string of a string section, "" where there is none. */
static const char *string_at(const struct elf *elf, const Elf32_Shdr *strings, uint32_t offset)
{
    if (!in_file(elf, strings->sh_offset, strings->sh_size) || offset >= strings->sh_size)
        return "";
    const char *text = (const char *)elf->file.data + strings->sh_offset + offset;
    return memchr(text, '\0', strings->sh_size - offset) ? text : "";
}

/* Where a section's symbols are counted from. */
struct place {
    bool is_there;
    uint32_t base;
};

static void add_functions(struct zt_symbols *symbols, const struct elf *elf, const Elf32_Shdr *table,
                          const struct place *places, const char *prefix)
{
    Elf32_Shdr strings = section(elf, table->sh_link);
    if (!in_file(elf, table->sh_offset, table->sh_size))
        return;
    for (size_t i = 0; (i + 1) * sizeof(Elf32_Sym) <= table->sh_size; i++) {
        Elf32_Sym entry;
        memcpy(&entry, elf->file.data + table->sh_offset + i * sizeof entry, sizeof entry);
        const char *name = string_at(elf, &strings, entry.st_name);
        if (ELF32_ST_TYPE(entry.st_info) != STT_FUNC || entry.st_shndx == SHN_UNDEF ||
            entry.st_shndx >= elf->header.e_shnum || !places[entry.st_shndx].is_there || !*name)
            continue;
        add(symbols, places[entry.st_shndx].base + (entry.st_value & ~1u), entry.st_size,
            prefix ? zt_format("%s:%s", prefix, name) : zt_copy(name));
    }
}

static void add_tables(struct zt_symbols *symbols, const struct elf *elf, const struct place *places,
                       const char *prefix)
{
    bool whole = false;
    for (unsigned i = 0; i < elf->header.e_shnum; i++)
        whole = whole || section(elf, i).sh_type == SHT_SYMTAB;
    for (unsigned i = 0; i < elf->header.e_shnum; i++) {
        Elf32_Shdr table = section(elf, i);
        if (table.sh_type == (whole ? SHT_SYMTAB : SHT_DYNSYM))
            add_functions(symbols, elf, &table, places, prefix);
    }
}

int zt_symbols_add_elf(struct zt_symbols *symbols, const char *path, uint32_t bias, const char *prefix)
{
    struct elf elf;
    int error = elf_open(path, &elf);
    if (error)
        return error;
    struct place *places = zt_alloc(elf.header.e_shnum + 1u, sizeof *places);
    for (unsigned i = 0; i < elf.header.e_shnum; i++)
        places[i] = (struct place){section(&elf, i).sh_flags & SHF_EXECINSTR, bias};
    add_tables(symbols, &elf, places, prefix);
    free(places);
    zt_bytes_free(&elf.file);
    return 0;
}

int zt_symbols_add_module(struct zt_symbols *symbols, const char *path, uint32_t base, const char *name)
{
    struct elf elf;
    int error = elf_open(path, &elf);
    if (error)
        return error;
    Elf32_Shdr names = section(&elf, elf.header.e_shstrndx);
    struct place *places = zt_alloc(elf.header.e_shnum + 1u, sizeof *places);
    uint32_t next = base;
    for (unsigned i = 0; i < elf.header.e_shnum; i++) {
        Elf32_Shdr s = section(&elf, i);
        bool code = (s.sh_flags & (SHF_ALLOC | SHF_EXECINSTR)) == (SHF_ALLOC | SHF_EXECINSTR);
        if (!code || strncmp(string_at(&elf, &names, s.sh_name), ".init", 5) == 0)
            continue;
        uint32_t align = s.sh_addralign ? s.sh_addralign : 1;
        next = (next + align - 1) / align * align;
        places[i] = (struct place){true, next};
        next += s.sh_size;
    }
    add_tables(symbols, &elf, places, name);
    free(places);
    zt_bytes_free(&elf.file);
    return 0;
}
