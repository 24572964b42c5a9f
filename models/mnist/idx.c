/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "idx.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define PICTURES_MAGIC 0x803u
#define LABELS_MAGIC 0x801u

static int wrong(struct digits *digits, const char *error)
{
    digits->error = error;
    return -1;
}

int digits_alloc(struct digits *digits, uint32_t count)
{
    digits->count = count;
    digits->pictures = calloc(count, DIGIT_BYTES);
    digits->labels = calloc(count, 1);
    if (digits->pictures != NULL && digits->labels != NULL)
        return 0;
    digits_free(digits);
    return wrong(digits, "no memory for the pictures");
}

void digits_free(struct digits *digits)
{
    free(digits->pictures);
    free(digits->labels);
    digits->count = 0;
    digits->pictures = NULL;
    digits->labels = NULL;
}

static bool read_words(FILE *file, uint32_t *words, unsigned count)
{
    uint8_t b[4];

    for (unsigned i = 0; i < count; i++) {
        if (fread(b, sizeof(b), 1, file) != 1)
            return false;
        words[i] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    }
    return true;
}

static bool write_words(FILE *file, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const uint8_t b[4] = {(uint8_t)(words[i] >> 24), (uint8_t)(words[i] >> 16), (uint8_t)(words[i] >> 8),
                              (uint8_t)words[i]};

        if (fwrite(b, sizeof(b), 1, file) != 1)
            return false;
    }
    return true;
}

static int read_labels(struct digits *digits, FILE *l)
{
    uint32_t head[2];

    if (l == NULL || !read_words(l, head, 2) || head[0] != LABELS_MAGIC)
        return wrong(digits, "the labels are not a readable IDX file (unpacked)");
    if (head[1] != digits->count)
        return wrong(digits, "there is another number of labels than of pictures");
    if (fread(digits->labels, 1, digits->count, l) != digits->count)
        return wrong(digits, "the file of labels is too short");
    for (uint32_t i = 0; i < digits->count; i++)
        if (digits->labels[i] > 9)
            return wrong(digits, "a label is above 9");
    return 0;
}

static int read_pictures(struct digits *digits, FILE *p)
{
    uint32_t head[4];

    if (p == NULL || !read_words(p, head, 4) || head[0] != PICTURES_MAGIC)
        return wrong(digits, "the pictures are not a readable IDX file (unpacked)");
    if (head[2] != DIGIT_SIDE || head[3] != DIGIT_SIDE || head[1] == 0 || head[1] > DIGITS_MAX)
        return wrong(digits, "these are not 1 to 100000 pictures of 28 x 28");
    if (digits_alloc(digits, head[1]))
        return -1;
    if (fread(digits->pictures, DIGIT_BYTES, head[1], p) != head[1])
        return wrong(digits, "the file of pictures is too short");
    return 0;
}

int digits_read(struct digits *digits, const char *pictures, const char *labels)
{
    FILE *p = fopen(pictures, "rb");
    FILE *l = labels == NULL ? NULL : fopen(labels, "rb");
    int rc;

    *digits = (struct digits){0};
    rc = read_pictures(digits, p);
    if (!rc && labels != NULL)
        rc = read_labels(digits, l);
    if (rc)
        digits_free(digits);
    if (p != NULL)
        fclose(p);
    if (l != NULL)
        fclose(l);
    return rc;
}

static bool write_one(const char *path, const uint32_t *head, unsigned words, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    bool good;

    if (file == NULL)
        return false;
    good = write_words(file, head, words) && fwrite(data, 1, size, file) == size;
    return fclose(file) == 0 && good;
}

int digits_write(struct digits *digits, const char *pictures, const char *labels)
{
    const uint32_t head[] = {PICTURES_MAGIC, digits->count, DIGIT_SIDE, DIGIT_SIDE};
    const uint32_t label_head[] = {LABELS_MAGIC, digits->count};

    if (!write_one(pictures, head, 4, digits->pictures, (size_t)digits->count * DIGIT_BYTES))
        return wrong(digits, "the pictures cannot be written");
    if (!write_one(labels, label_head, 2, digits->labels, digits->count))
        return wrong(digits, "the labels cannot be written");
    return 0;
}
