/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "photo.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

static bool size_is_good(const char *path, uint32_t width, uint32_t height, char **error)
{
    if (width >= 3 && height >= 3 && width <= ZT_PHOTO_WIDTH_MAX && height <= ZT_PHOTO_HEIGHT_MAX)
        return true;
    *error = zt_format("%s: %u x %u pixels (3 x 3 to %u x %u)", path, width, height, ZT_PHOTO_WIDTH_MAX,
                       ZT_PHOTO_HEIGHT_MAX);
    return false;
}

static bool read_png(const char *path, const struct zt_bytes *file, struct zt_image *image, char **error)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&png, file->data, file->size)) {
        *error = zt_format("%s: not a readable PNG: %s", path, png.message);
        return false;
    }
    png.format = PNG_FORMAT_BGR;
    if (!size_is_good(path, png.width, png.height, error)) {
        png_image_free(&png);
        return false;
    }
    image->width = png.width;
    image->height = png.height;
    image->bgr = zt_alloc(PNG_IMAGE_SIZE(png), 1);
    if (png_image_finish_read(&png, NULL, image->bgr, 0, NULL))
        return true;
    *error = zt_format("%s: not a readable PNG: %s", path, png.message);
    free(image->bgr);
    image->bgr = NULL;
    return false;
}

static bool read_ppm(const char *path, const struct zt_bytes *file, struct zt_image *image, char **error)
{
    char *at = (char *)file->data + 2; /* behind P6; the text ends with a NUL */
    unsigned long numbers[3];
    for (int i = 0; i < 3; i++)
        numbers[i] = strtoul(at, &at, 10);
    uint32_t width = numbers[0] < 100000 ? (uint32_t)numbers[0] : 0,
             height = numbers[1] < 100000 ? (uint32_t)numbers[1] : 0;
    size_t header = (size_t)(at - (char *)file->data) + 1;
    if (numbers[2] != 255) {
        *error = zt_format(
            "%s: not a PPM with P6, width, height and 255 at its start (comments are not read)", path);
        return false;
    }
    if (!size_is_good(path, width, height, error))
        return false;
    size_t bytes = (size_t)width * height * 3;
    if (file->size != header + bytes) {
        *error = zt_format("%s: %zu bytes of pixels (%zu expected)", path, file->size - header, bytes);
        return false;
    }
    const uint8_t *rgb = file->data + header;
    *image = (struct zt_image){width, height, zt_alloc(bytes, 1)};
    for (size_t i = 0; i < bytes; i += 3) {
        image->bgr[i] = rgb[i + 2];
        image->bgr[i + 1] = rgb[i + 1];
        image->bgr[i + 2] = rgb[i];
    }
    return true;
}

bool zt_photo_read(const char *path, struct zt_image *image, char **error)
{
    struct zt_bytes file;
    int failed = zt_read_file(path, &file);
    *image = (struct zt_image){0};
    if (failed) {
        *error = zt_format("%s: cannot be read: %s", path, strerror(failed));
        return false;
    }
    bool good = file.size > 2 && memcmp(file.data, "P6", 2) == 0 ? read_ppm(path, &file, image, error)
                                                                 : read_png(path, &file, image, error);
    zt_bytes_free(&file);
    return good;
}
