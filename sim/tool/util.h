/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Small things that the whole tool uses: memory that is there or ends the program, growable bytes,
 * whole files. Nothing here is thread safe; the tool has one thread.
 */
#ifndef ZT_UTIL_H
#define ZT_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit codes of the tool. */
enum zt_exit { ZT_EXIT_PASS = 0, ZT_EXIT_FAILED = 1, ZT_EXIT_CANNOT_RUN = 2 };

/* Zeroed memory; ends the program with exit code 2 when there is none. The caller owns the result. */
void *zt_alloc(size_t count, size_t size_bytes);
/* Grows an array of *capacity elements so that it holds at least `need`; new elements are zero. */
void *zt_grow(void *array, size_t *capacity, size_t need, size_t size_bytes);
/* printf into new memory, owned by the caller. */
char *zt_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *zt_copy(const char *text);

struct zt_bytes {
    uint8_t *data;
    size_t size;
    size_t capacity;
};

void zt_bytes_put(struct zt_bytes *bytes, const void *data, size_t size);
void zt_bytes_print(struct zt_bytes *bytes, const char *format, ...) __attribute__((format(printf, 2, 3)));
void zt_bytes_free(struct zt_bytes *bytes);

/* The whole file, with a NUL after the last byte that `size` does not count. 0 or a positive errno. */
int zt_read_file(const char *path, struct zt_bytes *out);
/* Creates or replaces the file. 0 or a positive errno. */
int zt_write_file(const char *path, const void *data, size_t size);
/* Creates a folder and those above it. 0 or a positive errno. */
int zt_make_folder(const char *path);
bool zt_exists(const char *path);
/* Size of a file, or -1. */
int64_t zt_file_size(const char *path);
/* Seconds of the host's monotonic clock: only for bounds, progress and figures, never for a result. */
double zt_wall_s(void);

#endif
