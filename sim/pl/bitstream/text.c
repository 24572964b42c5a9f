/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "text.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream.h"

#define TEXT_FILE_MAX (1u << 20)

char *zt_text_read(const char *path, char *err, size_t err_size)
{
    FILE *file = fopen(path, "rb");
    char *content;
    size_t got;

    if (file == NULL) {
        snprintf(err, err_size, "%s: cannot be opened: %s.", path, strerror(errno));
        return NULL;
    }
    content = malloc(TEXT_FILE_MAX + 1u);
    if (content == NULL) {
        snprintf(err, err_size, "%s: no memory to read it.", path);
        fclose(file);
        return NULL;
    }
    got = fread(content, 1, TEXT_FILE_MAX + 1u, file);
    if (ferror(file) || got > TEXT_FILE_MAX || memchr(content, 0, got) != NULL) {
        snprintf(err, err_size, "%s: not a text file of at most %u bytes.", path, TEXT_FILE_MAX);
        free(content);
        content = NULL;
    } else {
        content[got] = '\0';
    }
    fclose(file);
    return content;
}

void zt_text_begin(struct zt_text *text, const char *content, const char *name, char *err, size_t err_size)
{
    assert(content != NULL && name != NULL);
    text->pos = content;
    text->name = name;
    text->line = 0;
    text->err = err;
    text->err_size = err_size;
    text->words = 0;
}

int zt_text_fail(struct zt_text *text, const char *format, ...)
{
    va_list args;
    int used = snprintf(text->err, text->err_size, "%s:%u: ", text->name, text->line);

    if (used < 0 || (size_t)used >= text->err_size)
        return -1;
    va_start(args, format);
    vsnprintf(text->err + used, text->err_size - (size_t)used, format, args);
    va_end(args);
    return -1;
}

static int split(struct zt_text *text)
{
    char *save = NULL;

    text->words = 0;
    for (char *w = strtok_r(text->buf, " \t\r", &save); w != NULL; w = strtok_r(NULL, " \t\r", &save)) {
        if (*w == '#')
            break;
        if (text->words == ZT_TEXT_WORDS_MAX)
            return zt_text_fail(text, "more than %u words in a line.", ZT_TEXT_WORDS_MAX);
        text->word[text->words++] = w;
    }
    return 0;
}

int zt_text_next(struct zt_text *text)
{
    while (*text->pos != '\0') {
        size_t length = strcspn(text->pos, "\n");

        text->line++;
        if (length >= sizeof(text->buf))
            return zt_text_fail(text, "a line of %zu characters; at most %zu are allowed.", length,
                                sizeof(text->buf) - 1);
        memcpy(text->buf, text->pos, length);
        text->buf[length] = '\0';
        text->pos += length + (text->pos[length] == '\n');
        if (split(text) != 0)
            return -1;
        if (text->words > 0)
            return 1;
    }
    return 0;
}

int zt_text_number(struct zt_text *text, unsigned index, const char *what, uint32_t min, uint32_t max,
                   uint32_t *value)
{
    char *end = NULL;
    unsigned long long number;

    if (index >= text->words)
        return zt_text_fail(text, "%s is missing.", what);
    errno = 0;
    number = strtoull(text->word[index], &end, 0);
    if (errno != 0 || *end != '\0' || !isdigit((unsigned char)*text->word[index]) || number < min ||
        number > max)
        return zt_text_fail(text, "%s is `%s`; a number from %u to %u is allowed.", what, text->word[index],
                            min, max);
    *value = (uint32_t)number;
    return 0;
}

int zt_text_name(struct zt_text *text, unsigned index, const char *what, char *name)
{
    const char *word;
    size_t length;

    if (index >= text->words)
        return zt_text_fail(text, "%s is missing.", what);
    word = text->word[index];
    length = strlen(word);
    if (length >= ZT_NAME_MAX || *word == '-')
        return zt_text_fail(text, "%s is `%s`; at most %u characters, not beginning with `-`, are allowed.",
                            what, word, ZT_NAME_MAX - 1u);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)word[i]) && word[i] != '_' && word[i] != '-')
            return zt_text_fail(text, "%s is `%s`; letters, digits, `_` and `-` are allowed.", what, word);
    memset(name, 0, ZT_NAME_MAX);
    memcpy(name, word, length);
    return 0;
}
