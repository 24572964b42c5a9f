/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Scratch files and captured messages for the tests. */
#ifndef ZT_TEST_SCRATCH_H
#define ZT_TEST_SCRATCH_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../diag.h"
#include "../util.h"

/* A file with this content; the caller unlinks and frees the name. */
static inline char *scratch_file(const void *content, size_t size)
{
    char name[] = "/tmp/zt-tool-test-XXXXXX";
    int fd = mkstemp(name);
    cr_assert(fd >= 0 && write(fd, content, size) == (ssize_t)size);
    close(fd);
    return strdup(name);
}

/* Errors into memory. */
struct messages {
    struct zt_diag diag;
    char *text;
    size_t size;
};

static inline void messages_open(struct messages *m)
{
    *m = (struct messages){0};
    m->diag.out = open_memstream(&m->text, &m->size);
}

static inline const char *messages_text(struct messages *m)
{
    fflush(m->diag.out);
    return m->text;
}

static inline void messages_close(struct messages *m)
{
    fclose(m->diag.out);
    free(m->text);
}

#endif
