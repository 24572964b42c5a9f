/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Lines of `<sha256> <slot> <thread>`. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream.h"
#include "text.h"

#define ENTRIES_MAX 4096u

struct zt_manifest {
    size_t count;
    struct zt_manifest_entry entry[ENTRIES_MAX];
};

static int parse_hash(struct zt_text *text, uint8_t *sha256)
{
    const char *word = text->word[0];
    bool good = strlen(word) == 2u * ZT_SHA256_BYTES;

    for (size_t i = 0; good && word[i] != '\0'; i++)
        good = isxdigit((unsigned char)word[i]) != 0;
    if (!good)
        return zt_text_fail(text, "`%s` is no SHA-256; %u hexadecimal digits are allowed.", word,
                            2u * ZT_SHA256_BYTES);
    for (size_t i = 0; i < ZT_SHA256_BYTES; i++) {
        char digits[3] = {word[2 * i], word[2 * i + 1], '\0'};

        sha256[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return 0;
}

static int parse_line(struct zt_text *text, struct zt_manifest *m)
{
    struct zt_manifest_entry *entry = &m->entry[m->count];
    const struct zt_manifest_entry *older;

    if (m->count == ENTRIES_MAX)
        return zt_text_fail(text, "more than %u entries.", ENTRIES_MAX);
    if (text->words != 3)
        return zt_text_fail(text, "%u words; `<sha256> <slot> <thread>` is allowed.", text->words);
    if (parse_hash(text, entry->sha256) != 0 || zt_text_name(text, 1, "slot", entry->slot) != 0 ||
        zt_text_name(text, 2, "thread", entry->thread) != 0)
        return -1;
    older = zt_manifest_find(m, entry->sha256);
    if (older == NULL)
        m->count++;
    else if (strcmp(older->slot, entry->slot) != 0 || strcmp(older->thread, entry->thread) != 0)
        return zt_text_fail(text, "this SHA-256 stands above for slot `%s` and thread `%s`.", older->slot,
                            older->thread);
    return 0;
}

struct zt_manifest *zt_manifest_parse(const char *content, const char *name, char *err, size_t err_size)
{
    struct zt_manifest *m = calloc(1, sizeof(*m));
    struct zt_text text;
    int more;

    zt_text_begin(&text, content, name, err, err_size);
    if (m == NULL) {
        zt_text_fail(&text, "no memory.");
        return NULL;
    }
    while ((more = zt_text_next(&text)) == 1)
        if (parse_line(&text, m) != 0)
            break;
    if (more != 0) {
        free(m);
        return NULL;
    }
    return m;
}

struct zt_manifest *zt_manifest_read(const char *path, char *err, size_t err_size)
{
    char *content = zt_text_read(path, err, err_size);
    struct zt_manifest *m;

    if (content == NULL)
        return NULL;
    m = zt_manifest_parse(content, path, err, err_size);
    free(content);
    return m;
}

void zt_manifest_free(struct zt_manifest *manifest)
{
    free(manifest);
}

size_t zt_manifest_count(const struct zt_manifest *m)
{
    return m->count;
}

const struct zt_manifest_entry *zt_manifest_at(const struct zt_manifest *m, size_t n)
{
    return n < m->count ? &m->entry[n] : NULL;
}

const struct zt_manifest_entry *zt_manifest_find(const struct zt_manifest *m,
                                                 const uint8_t sha256[ZT_SHA256_BYTES])
{
    for (size_t i = 0; i < m->count; i++)
        if (memcmp(m->entry[i].sha256, sha256, ZT_SHA256_BYTES) == 0)
            return &m->entry[i];
    return NULL;
}
