/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Which functions a 32-bit ARM shared object offers. */
#ifndef ZT_ELF_SYMBOLS_H
#define ZT_ELF_SYMBOLS_H

#include <stdbool.h>

/* Is `symbol` defined in the dynamic symbol table of the file? A file that is no such object has none. */
bool zt_elf_defines(const char *path, const char *symbol);

#endif
