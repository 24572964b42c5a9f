/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "util.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void *check(void *memory)
{
    if (!memory) {
        fputs("zynqtwin: out of memory\n", stderr);
        exit(ZT_EXIT_CANNOT_RUN);
    }
    return memory;
}

void *zt_alloc(size_t count, size_t size_bytes)
{
    return check(calloc(count ? count : 1, size_bytes ? size_bytes : 1));
}

void *zt_grow(void *array, size_t *capacity, size_t need, size_t size_bytes)
{
    assert(capacity && size_bytes);
    if (need <= *capacity)
        return array;
    size_t grown = *capacity ? *capacity : 16;
    while (grown < need)
        grown *= 2;
    array = check(realloc(array, grown * size_bytes));
    memset((char *)array + *capacity * size_bytes, 0, (grown - *capacity) * size_bytes);
    *capacity = grown;
    return array;
}

static char *format_list(const char *format, va_list list)
{
    char *text = NULL;
    if (vasprintf(&text, format, list) < 0)
        text = NULL;
    return check(text);
}

char *zt_format(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = format_list(format, list);
    va_end(list);
    return text;
}

char *zt_copy(const char *text)
{
    return check(strdup(text));
}

void zt_bytes_put(struct zt_bytes *bytes, const void *data, size_t size)
{
    assert(bytes && (data || size == 0));
    bytes->data = zt_grow(bytes->data, &bytes->capacity, bytes->size + size + 1, 1);
    if (size)
        memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    bytes->data[bytes->size] = 0;
}

void zt_bytes_print(struct zt_bytes *bytes, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = format_list(format, list);
    va_end(list);
    zt_bytes_put(bytes, text, strlen(text));
    free(text);
}

void zt_bytes_free(struct zt_bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct zt_bytes){0};
}

int zt_read_file(const char *path, struct zt_bytes *out)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    struct stat st;
    int error = fstat(fd, &st) ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
    *out = (struct zt_bytes){0};
    if (!error)
        out->data = zt_grow(NULL, &out->capacity, (size_t)st.st_size + 65536, 1);
    while (!error) {
        out->data = zt_grow(out->data, &out->capacity, out->size + 65536, 1);
        ssize_t got = read(fd, out->data + out->size, out->capacity - out->size - 1);
        if (got < 0 && errno != EINTR)
            error = errno;
        if (got == 0)
            break;
        out->size += got > 0 ? (size_t)got : 0;
    }
    close(fd);
    if (error)
        zt_bytes_free(out);
    else
        out->data[out->size] = 0;
    return error;
}

int zt_write_file(const char *path, const void *data, size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0)
        return errno;
    int error = 0;
    size_t done = 0;
    while (done < size && !error) {
        ssize_t put = write(fd, (const char *)data + done, size - done);
        if (put < 0 && errno != EINTR)
            error = errno;
        done += put > 0 ? (size_t)put : 0;
    }
    if (close(fd) && !error)
        error = errno;
    return error;
}

int zt_make_folder(const char *path)
{
    char *text = zt_copy(path);
    int error = 0;
    for (char *at = text + 1; !error; at++) {
        char saved = *at;
        if (saved != '/' && saved != '\0')
            continue;
        *at = '\0';
        if (mkdir(text, 0755) && errno != EEXIST)
            error = errno;
        *at = saved;
        if (saved == '\0')
            break;
    }
    free(text);
    return error;
}

bool zt_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

int64_t zt_file_size(const char *path)
{
    struct stat st;
    return stat(path, &st) ? -1 : (int64_t)st.st_size;
}

double zt_wall_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
