/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Makes IDX files from the sheet of 5,000 digits: 50 rows of 100 pictures of 20 x 20, five rows to a digit.
 * usage: mnist-prepare SHEET.pgm FOLDER
 *
 * They are digits of 28 x 28 that somebody scaled to 20 x 20; here they are scaled back, by cubic
 * interpolation. FOLDER/train-*: the first four rows of each digit, 4,000 pictures. FOLDER/heldout-*: the
 * fifth row, 1,000 pictures that training never sees. FOLDER/test-*: 10,000 pictures, each of the held-out
 * ones as it is and nine times moved a little (seed 1). FOLDER/sample-*: every tenth of the held-out ones.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "idx.h"
#include "warp.h"

#define CELL 20
#define ACROSS 100
#define DOWN 50
#define SHEET_BYTES ((size_t)CELL * ACROSS * CELL * DOWN)
#define PATH_MAX_BYTES 4096
#define VARIANTS 10u

static const char sheet_head[] = "P5\n2000 1000\n255\n";

static const struct warp moved = {
    .turn = 0.17f, .scale = 0.1f, .slant = 0.1f, .shift = 1.5f, .bend = 0, .sharpen = 0};

/* Catmull-Rom's weights of the four samples around a point. */
static void cubic(float t, float w[4])
{
    w[0] = ((-0.5f * t + 1.0f) * t - 0.5f) * t;
    w[1] = (1.5f * t - 2.5f) * t * t + 1.0f;
    w[2] = ((-1.5f * t + 2.0f) * t + 0.5f) * t;
    w[3] = (0.5f * t - 0.5f) * t * t;
}

static float cell_at(const uint8_t *cell, int x, int y)
{
    if (x < 0 || y < 0 || x >= CELL || y >= CELL)
        return 0;
    return cell[y * CELL * ACROSS + x];
}

static void enlarge(const uint8_t *cell, uint8_t out[DIGIT_BYTES])
{
    const float step = (float)CELL / (float)DIGIT_SIDE;

    for (unsigned i = 0; i < DIGIT_BYTES; i++) {
        unsigned column = i % DIGIT_SIDE, row = i / DIGIT_SIDE;
        float x = ((float)column + 0.5f) * step - 0.5f, y = ((float)row + 0.5f) * step - 0.5f;
        float wx[4], wy[4], sum = 0.5f;

        cubic(x - floorf(x), wx);
        cubic(y - floorf(y), wy);
        for (int k = 0; k < 16; k++)
            sum +=
                wx[k % 4] * wy[k / 4] * cell_at(cell, (int)floorf(x) + k % 4 - 1, (int)floorf(y) + k / 4 - 1);
        out[i] = sum <= 0 ? 0 : sum >= 255 ? 255 : (uint8_t)sum;
    }
}

static int read_sheet(uint8_t *sheet, const char *path)
{
    FILE *file = fopen(path, "rb");
    char head[sizeof(sheet_head)] = {0};
    bool good;

    if (file == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return -1;
    }
    good = fread(head, sizeof(head) - 1, 1, file) == 1 && strcmp(head, sheet_head) == 0 &&
           fread(sheet, 1, SHEET_BYTES, file) == SHEET_BYTES;
    fclose(file);
    if (!good)
        fprintf(stderr, "%s: not a binary PGM of 2000 x 1000 with 255 shades\n", path);
    return good ? 0 : -1;
}

static int save(struct digits *digits, const char *folder, const char *name)
{
    char pictures[PATH_MAX_BYTES], labels[PATH_MAX_BYTES];

    snprintf(pictures, sizeof(pictures), "%s/%s-images", folder, name);
    snprintf(labels, sizeof(labels), "%s/%s-labels", folder, name);
    if (!digits_write(digits, pictures, labels))
        return 0;
    fprintf(stderr, "%s, %s: %s\n", pictures, labels, digits->error);
    return -1;
}

static int sort_out(const uint8_t *sheet, const char *folder)
{
    struct digits train = {0}, heldout = {0}, test = {0}, sample = {0};
    uint64_t rng = 1;
    uint32_t trained = 0, held = 0;
    int rc = -1;

    if (digits_alloc(&train, 4000) || digits_alloc(&heldout, 1000) || digits_alloc(&test, 1000 * VARIANTS) ||
        digits_alloc(&sample, 100)) {
        fprintf(stderr, "mnist-prepare: no memory\n");
        goto out;
    }
    for (uint32_t i = 0; i < ACROSS * DOWN; i++) {
        uint32_t row = i / ACROSS;
        struct digits *to = row % 5 == 4 ? &heldout : &train;
        uint32_t *n = row % 5 == 4 ? &held : &trained;

        enlarge(sheet + (size_t)row * CELL * CELL * ACROSS + (size_t)(i % ACROSS) * CELL, to->pictures[*n]);
        to->labels[(*n)++] = (uint8_t)(row / 5);
    }
    for (uint32_t i = 0; i < test.count; i++) {
        test.labels[i] = heldout.labels[i / VARIANTS];
        if (i % VARIANTS == 0)
            memcpy(test.pictures[i], heldout.pictures[i / VARIANTS], DIGIT_BYTES);
        else
            warp_picture(&moved, &rng, heldout.pictures[i / VARIANTS], test.pictures[i]);
    }
    for (uint32_t i = 0; i < sample.count; i++) {
        memcpy(sample.pictures[i], heldout.pictures[10 * i], DIGIT_BYTES);
        sample.labels[i] = heldout.labels[10 * i];
    }
    if (!save(&train, folder, "train") && !save(&heldout, folder, "heldout") &&
        !save(&test, folder, "test") && !save(&sample, folder, "sample"))
        rc = 0;
out:
    digits_free(&train);
    digits_free(&heldout);
    digits_free(&test);
    digits_free(&sample);
    return rc;
}

int main(int argc, char **argv)
{
    uint8_t *sheet = malloc(SHEET_BYTES);
    int rc = 2;

    if (argc != 3)
        fprintf(stderr, "usage: mnist-prepare SHEET.pgm FOLDER\n");
    else if (sheet != NULL && !read_sheet(sheet, argv[1]) && !sort_out(sheet, argv[2]))
        rc = 0;
    free(sheet);
    return rc;
}
