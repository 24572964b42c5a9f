/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "cdr.h"

#include <string.h>

/* Positions in CDR count from behind the 4-byte encapsulation header. */
struct writer {
    struct zt_bytes *out;
    size_t origin;
};

static struct writer begin(struct zt_bytes *out)
{
    static const uint8_t header[4] = {0x00, 0x01, 0x00, 0x00};
    zt_bytes_put(out, header, sizeof header);
    return (struct writer){out, out->size};
}

static void put_u8(struct writer *w, uint8_t value)
{
    zt_bytes_put(w->out, &value, 1);
}

static void put_u32(struct writer *w, uint32_t value)
{
    while ((w->out->size - w->origin) % 4)
        put_u8(w, 0);
    for (int i = 0; i < 4; i++)
        put_u8(w, (uint8_t)(value >> (8 * i)));
}

static void put_string(struct writer *w, const char *text)
{
    put_u32(w, (uint32_t)strlen(text) + 1);
    zt_bytes_put(w->out, text, strlen(text) + 1);
}

void zt_cdr_image(struct zt_bytes *out, const struct zt_image *image)
{
    struct writer w = begin(out);
    put_u32(&w, 0); /* header.stamp.sec */
    put_u32(&w, 0); /* header.stamp.nanosec */
    put_string(&w, "camera");
    put_u32(&w, image->height);
    put_u32(&w, image->width);
    put_string(&w, "bgr8");
    put_u8(&w, 0); /* is_bigendian */
    put_u32(&w, image->width * 3);
    put_u32(&w, image->width * image->height * 3);
    zt_bytes_put(out, image->bgr, (size_t)image->width * image->height * 3);
}

void zt_cdr_uint32_sequence(struct zt_bytes *out, const uint32_t *values, uint32_t count)
{
    struct writer w = begin(out);
    put_u32(&w, count);
    for (uint32_t i = 0; i < count; i++)
        put_u32(&w, values[i]);
}

void zt_cdr_uint32_multi_array(struct zt_bytes *out, const uint32_t *values, uint32_t count)
{
    struct writer w = begin(out);
    put_u32(&w, 0); /* layout.dim */
    put_u32(&w, 0); /* layout.data_offset */
    put_u32(&w, count);
    for (uint32_t i = 0; i < count; i++)
        put_u32(&w, values[i]);
}

void zt_cdr_record(struct zt_bytes *file, const struct zt_bytes *sample)
{
    uint8_t length[4];
    for (int i = 0; i < 4; i++)
        length[i] = (uint8_t)(sample->size >> (8 * i));
    zt_bytes_put(file, length, sizeof length);
    zt_bytes_put(file, sample->data, sample->size);
}
