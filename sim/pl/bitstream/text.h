/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Reading of small text files: lines of words, `#` begins a comment, errors name file and line. Private. */
#ifndef ZT_BITSTREAM_TEXT_H
#define ZT_BITSTREAM_TEXT_H

#include <stddef.h>
#include <stdint.h>

#define ZT_TEXT_LINE_MAX 1024u
#define ZT_TEXT_WORDS_MAX 160u

struct zt_text {
    const char *pos;  /* rest of the text */
    const char *name; /* of the file, for errors */
    unsigned line;
    char *err;
    size_t err_size;
    unsigned words;
    char *word[ZT_TEXT_WORDS_MAX];
    char buf[ZT_TEXT_LINE_MAX];
};

/* The whole file as a terminated string that the caller frees; NULL and a sentence in err. */
char *zt_text_read(const char *path, char *err, size_t err_size);

void zt_text_begin(struct zt_text *text, const char *content, const char *name, char *err, size_t err_size);
/* Goes to the next line with words: 1, at the end 0, on an error -1. */
int zt_text_next(struct zt_text *text);
/* Writes "file:line: ..." into err; returns -1. */
int zt_text_fail(struct zt_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Word `index` as a number (C notation) from min to max, called `what` in errors. */
int zt_text_number(struct zt_text *text, unsigned index, const char *what, uint32_t min, uint32_t max,
                   uint32_t *value);
/* Copies word `index` into name[ZT_NAME_MAX]: letters, digits, `_`, `-`, not beginning with `-`. */
int zt_text_name(struct zt_text *text, unsigned index, const char *what, char *name);

#endif
