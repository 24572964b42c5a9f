/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Errors in files that people write: always `file:line:col: message`. The message names the value and
 * what is allowed in its place. Reading goes on after an error, so that one run shows them all.
 */
#ifndef ZT_DIAG_H
#define ZT_DIAG_H

#include <stddef.h>
#include <stdio.h>

#define ZT_DIAG_MAX 20 /* after so many errors the rest is only counted */

struct zt_diag {
    FILE *out;
    size_t errors;
};

struct zt_place {
    const char *file;
    unsigned line;   /* from 1; 0: the file as a whole */
    unsigned column; /* from 1 */
};

void zt_diag_error(struct zt_diag *diag, struct zt_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
