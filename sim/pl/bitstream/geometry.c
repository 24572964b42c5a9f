/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The device as rows of columns of frames, and the frames that belong to each slot. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream.h"
#include "text.h"

#define ROWS_MAX 64u
#define COLUMNS_MAX 256u
#define RANGES_MAX 32u
#define MINORS_MAX 128u
#define ROW_END_PAD_FRAMES 2u

/* Frame address: block type 25:23, half 22 (1: bottom), row 21:17, column 16:7, minor 6:0. */
#define FAR_BITS 26u
#define FAR_COLUMN_SHIFT 7u
#define FAR_ROW_MASK (~((1u << 17) - 1u))

struct row {
    uint32_t far;   /* of its first frame */
    uint32_t first; /* number of that frame in the device's order */
    uint32_t frames;
    unsigned columns;
    uint32_t column_first[COLUMNS_MAX + 1]; /* frame within the row where a column begins */
};

struct range {
    uint32_t far;
    uint32_t first; /* in the device's order */
    uint32_t frames;
};

struct slot {
    char name[ZT_NAME_MAX];
    unsigned ranges;
    struct range range[RANGES_MAX];
};

struct zt_geometry {
    char device[ZT_NAME_MAX];
    bool has_idcode;
    uint32_t idcode;
    uint32_t frames;
    unsigned rows;
    unsigned slots;
    struct row row[ROWS_MAX];
    struct slot slot[ZT_SLOTS_MAX];
};

/* Finds the row and the frame's place in it. */
static const struct row *find(const struct zt_geometry *g, uint32_t far, uint32_t *in_row)
{
    for (unsigned i = 0; i < g->rows; i++) {
        const struct row *row = &g->row[i];
        unsigned column = (far & ~FAR_ROW_MASK) >> FAR_COLUMN_SHIFT;
        uint32_t place;

        if ((far & FAR_ROW_MASK) != row->far || (far >> FAR_BITS) != 0 || column >= row->columns)
            continue;
        place = row->column_first[column] + (far & (MINORS_MAX - 1u));
        if (place >= row->column_first[column + 1])
            return NULL;
        *in_row = place;
        return row;
    }
    return NULL;
}

static uint32_t far_at(const struct row *row, uint32_t in_row)
{
    assert(in_row < row->frames);
    for (unsigned c = 0; c < row->columns; c++)
        if (in_row < row->column_first[c + 1])
            return row->far | c << FAR_COLUMN_SHIFT | (in_row - row->column_first[c]);
    assert(false);
    return 0;
}

/* `row <block type> <top|bottom> <row> <minors of each column, or minors x columns> ...` */
static int add_columns(struct zt_text *text, struct row *row)
{
    for (unsigned w = 4; w < text->words; w++) {
        char *times = strchr(text->word[w], 'x');
        unsigned long count = 1;
        uint32_t minors;

        if (times != NULL) {
            char *end;

            *times = '\0';
            count = strtoul(times + 1, &end, 10);
            if (*end != '\0' || count == 0 || count > COLUMNS_MAX)
                return zt_text_fail(text, "`x%s` repeats a column; 1 to %u times are allowed.", times + 1,
                                    COLUMNS_MAX);
        }
        if (zt_text_number(text, w, "frames of a column", 1, MINORS_MAX, &minors) != 0)
            return -1;
        if (row->columns + count > COLUMNS_MAX)
            return zt_text_fail(text, "more than %u columns in a row.", COLUMNS_MAX);
        for (unsigned long i = 0; i < count; i++) {
            row->frames += minors;
            row->column_first[++row->columns] = row->frames;
        }
    }
    return row->columns > 0 ? 0 : zt_text_fail(text, "a row without columns.");
}

static int parse_row(struct zt_text *text, struct zt_geometry *g)
{
    struct row *row = &g->row[g->rows];
    uint32_t block, number;
    bool bottom;

    if (g->rows == ROWS_MAX)
        return zt_text_fail(text, "more than %u rows.", ROWS_MAX);
    if (zt_text_number(text, 1, "block type", 0, 1, &block) != 0 ||
        zt_text_number(text, 3, "row number", 0, 31, &number) != 0)
        return -1;
    bottom = strcmp(text->word[2], "bottom") == 0;
    if (!bottom && strcmp(text->word[2], "top") != 0)
        return zt_text_fail(text, "half is `%s`; top or bottom is allowed.", text->word[2]);
    row->far = block << 23 | (bottom ? 1u << 22 : 0u) | number << 17;
    if (g->rows > 0 && row->far <= g->row[g->rows - 1].far)
        return zt_text_fail(text,
                            "rows must stand in ascending order of frame address; 0x%08x follows 0x%08x.",
                            row->far, g->row[g->rows - 1].far);
    row->first = g->frames;
    if (add_columns(text, row) != 0)
        return -1;
    g->frames += row->frames;
    g->rows++;
    return 0;
}

static int parse_slot(struct zt_text *text, struct zt_geometry *g)
{
    char name[ZT_NAME_MAX];

    if (zt_text_name(text, 1, "slot name", name) != 0)
        return -1;
    if (g->slots == ZT_SLOTS_MAX)
        return zt_text_fail(text, "more than %u slots.", ZT_SLOTS_MAX);
    if (strcmp(name, ZT_SLOT_NAME_DEVICE) == 0)
        return zt_text_fail(text, "`%s` stands for the whole device and is no slot's name.", name);
    if (zt_geometry_slot_index(g, name) != ZT_SLOT_NONE)
        return zt_text_fail(text, "slot `%s` stands twice.", name);
    memcpy(g->slot[g->slots++].name, name, sizeof(name));
    return 0;
}

static const char *owner_of_any(const struct zt_geometry *g, uint32_t first, uint32_t frames)
{
    for (unsigned s = 0; s < g->slots; s++)
        for (unsigned r = 0; r < g->slot[s].ranges; r++) {
            const struct range *range = &g->slot[s].range[r];

            if (first < range->first + range->frames && range->first < first + frames)
                return g->slot[s].name;
        }
    return NULL;
}

/* `frames <frame address> <number of frames>`: part of the slot named last. */
static int parse_frames(struct zt_text *text, struct zt_geometry *g)
{
    struct slot *slot = g->slots > 0 ? &g->slot[g->slots - 1] : NULL;
    const struct row *row;
    const char *owner;
    uint32_t far, frames, in_row;

    if (slot == NULL)
        return zt_text_fail(text, "`frames` before the first `slot`.");
    if (slot->ranges == RANGES_MAX)
        return zt_text_fail(text, "more than %u frame ranges in slot `%s`.", RANGES_MAX, slot->name);
    if (zt_text_number(text, 1, "frame address", 0, (1u << FAR_BITS) - 1u, &far) != 0 ||
        zt_text_number(text, 2, "number of frames", 1, 1u << 20, &frames) != 0)
        return -1;
    row = find(g, far, &in_row);
    if (row == NULL)
        return zt_text_fail(text, "no `row` above has frame address 0x%08x.", far);
    if (frames > row->frames - in_row)
        return zt_text_fail(text, "%u frames from 0x%08x; its row has only %u left.", frames, far,
                            row->frames - in_row);
    owner = owner_of_any(g, row->first + in_row, frames);
    if (owner != NULL)
        return zt_text_fail(text, "frames from 0x%08x belong to slot `%s` already.", far, owner);
    slot->range[slot->ranges++] = (struct range){.far = far, .first = row->first + in_row, .frames = frames};
    return 0;
}

static int parse_line(struct zt_text *text, struct zt_geometry *g)
{
    const char *key = text->word[0];

    if (strcmp(key, "row") == 0)
        return parse_row(text, g);
    if (text->words > 3 || (text->words > 2 && strcmp(key, "frames") != 0))
        return zt_text_fail(text, "`%s` has too many words.", key);
    if (strcmp(key, "slot") == 0)
        return parse_slot(text, g);
    if (strcmp(key, "frames") == 0)
        return parse_frames(text, g);
    if (strcmp(key, "device") == 0)
        return zt_text_name(text, 1, "device", g->device);
    if (strcmp(key, "idcode") == 0) {
        g->has_idcode = true;
        return zt_text_number(text, 1, "idcode", 1, UINT32_MAX, &g->idcode);
    }
    return zt_text_fail(text, "`%s` begins a line; device, idcode, row, slot or frames is allowed.", key);
}

struct zt_geometry *zt_geometry_parse(const char *content, const char *name, char *err, size_t err_size)
{
    struct zt_geometry *g = calloc(1, sizeof(*g));
    struct zt_text text;
    int more;

    zt_text_begin(&text, content, name, err, err_size);
    if (g == NULL) {
        zt_text_fail(&text, "no memory.");
        return NULL;
    }
    while ((more = zt_text_next(&text)) == 1)
        if (parse_line(&text, g) != 0)
            goto failed;
    if (more != 0)
        goto failed;
    if (!g->has_idcode || g->slots == 0) {
        zt_text_fail(&text, "the file ends without %s.", g->has_idcode ? "a slot" : "an idcode");
        goto failed;
    }
    for (unsigned s = 0; s < g->slots; s++)
        if (g->slot[s].ranges == 0) {
            zt_text_fail(&text, "slot `%s` has no frames.", g->slot[s].name);
            goto failed;
        }
    return g;
failed:
    free(g);
    return NULL;
}

struct zt_geometry *zt_geometry_read(const char *path, char *err, size_t err_size)
{
    char *content = zt_text_read(path, err, err_size);
    struct zt_geometry *g;

    if (content == NULL)
        return NULL;
    g = zt_geometry_parse(content, path, err, err_size);
    free(content);
    return g;
}

void zt_geometry_free(struct zt_geometry *geometry)
{
    free(geometry);
}

uint32_t zt_geometry_idcode(const struct zt_geometry *g)
{
    return g->idcode;
}

const char *zt_geometry_device(const struct zt_geometry *g)
{
    return g->device;
}

uint32_t zt_geometry_device_frames(const struct zt_geometry *g, uint32_t *first)
{
    if (first != NULL)
        *first = g->rows > 0 ? g->row[0].far : 0;
    return g->frames;
}

unsigned zt_geometry_slot_count(const struct zt_geometry *g)
{
    return g->slots;
}

const char *zt_geometry_slot_name(const struct zt_geometry *g, unsigned index)
{
    return index < g->slots ? g->slot[index].name : NULL;
}

int zt_geometry_slot_index(const struct zt_geometry *g, const char *name)
{
    for (unsigned s = 0; s < g->slots; s++)
        if (strcmp(g->slot[s].name, name) == 0)
            return (int)s;
    return ZT_SLOT_NONE;
}

uint32_t zt_geometry_slot_frames(const struct zt_geometry *g, unsigned index)
{
    uint32_t frames = 0;

    if (index < g->slots)
        for (unsigned r = 0; r < g->slot[index].ranges; r++)
            frames += g->slot[index].range[r].frames;
    return frames;
}

int zt_geometry_slot_of(const struct zt_geometry *g, uint32_t far)
{
    uint32_t in_row;
    const struct row *row = find(g, far, &in_row);

    if (row == NULL)
        return ZT_SLOT_NONE;
    for (unsigned s = 0; s < g->slots; s++)
        for (unsigned r = 0; r < g->slot[s].ranges; r++) {
            const struct range *range = &g->slot[s].range[r];

            if (row->first + in_row - range->first < range->frames) /* unsigned: also not before it */
                return (int)s;
        }
    return ZT_SLOT_NONE;
}

bool zt_geometry_has_frame(const struct zt_geometry *g, uint32_t far)
{
    uint32_t in_row;

    return find(g, far, &in_row) != NULL;
}

bool zt_geometry_next(const struct zt_geometry *g, uint32_t far, uint32_t *next, uint32_t *pad_frames)
{
    uint32_t in_row;
    const struct row *row = find(g, far, &in_row);

    if (row == NULL)
        return false;
    *pad_frames = 0;
    if (in_row + 1 < row->frames) {
        *next = far_at(row, in_row + 1);
        return true;
    }
    *pad_frames = ROW_END_PAD_FRAMES;
    if (row == &g->row[g->rows - 1])
        return false;
    *next = row[1].far;
    return true;
}

bool zt_geometry_row(const struct zt_geometry *g, unsigned n, uint32_t *far, uint32_t *frames)
{
    if (n >= g->rows)
        return false;
    *far = g->row[n].far;
    *frames = g->row[n].frames;
    return true;
}

bool zt_geometry_slot_range(const struct zt_geometry *g, unsigned index, unsigned n, uint32_t *far,
                            uint32_t *frames)
{
    if (index >= g->slots || n >= g->slot[index].ranges)
        return false;
    *far = g->slot[index].range[n].far;
    *frames = g->slot[index].range[n].frames;
    return true;
}
