/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "elf_symbols.h"

#include <elf.h>
#include <string.h>

#include "util.h"

static bool in_file(const struct zt_bytes *file, uint64_t offset, uint64_t size)
{
    return offset <= file->size && size <= file->size - offset;
}

static bool section_defines(const struct zt_bytes *file, const Elf32_Shdr *table, const Elf32_Shdr *strings,
                            const char *symbol)
{
    if (!in_file(file, table->sh_offset, table->sh_size) ||
        !in_file(file, strings->sh_offset, strings->sh_size))
        return false;
    const char *text = (const char *)file->data + strings->sh_offset;
    for (size_t i = 0; (i + 1) * sizeof(Elf32_Sym) <= table->sh_size; i++) {
        Elf32_Sym entry;
        memcpy(&entry, file->data + table->sh_offset + i * sizeof entry, sizeof entry);
        size_t length = strlen(symbol) + 1;
        if (entry.st_shndx != SHN_UNDEF && entry.st_name < strings->sh_size &&
            strings->sh_size - entry.st_name >= length && memcmp(text + entry.st_name, symbol, length) == 0)
            return true;
    }
    return false;
}

bool zt_elf_defines(const char *path, const char *symbol)
{
    struct zt_bytes file;
    if (zt_read_file(path, &file))
        return false;
    bool found = false;
    Elf32_Ehdr header;
    if (file.size >= sizeof header) {
        memcpy(&header, file.data, sizeof header);
        bool good = memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS32 &&
                    header.e_machine == EM_ARM && header.e_shentsize == sizeof(Elf32_Shdr) &&
                    in_file(&file, header.e_shoff, (uint64_t)header.e_shnum * sizeof(Elf32_Shdr));
        for (unsigned i = 0; good && i < header.e_shnum && !found; i++) {
            Elf32_Shdr table, strings;
            memcpy(&table, file.data + header.e_shoff + i * sizeof table, sizeof table);
            if (table.sh_type != SHT_DYNSYM || table.sh_link >= header.e_shnum)
                continue;
            memcpy(&strings, file.data + header.e_shoff + table.sh_link * sizeof strings, sizeof strings);
            found = section_defines(&file, &table, &strings, symbol);
        }
    }
    zt_bytes_free(&file);
    return found;
}
