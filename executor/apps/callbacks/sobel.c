/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Sobel filter on sensor_msgs/msg/Image, bgr8: each channel by itself, out = min(255, |Gx| + |Gy|) with the
 * 3x3 kernels; the border (first and last row and column) is 0.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "rxc/callback.h"

#define CHANNELS 3u
#define WIDTH_MAX 640u
#define HEIGHT_MAX 480u

int sobel_prepare(const struct rxc_call *call);
int sobel_callback(const struct rxc_call *call);

static int check(const struct sensor_msgs__msg__Image *image)
{
    if (image->encoding.size != 4 || memcmp(image->encoding.data, "bgr8", 4) != 0)
        return EINVAL;
    if (image->width == 0 || image->width > WIDTH_MAX || image->height == 0 || image->height > HEIGHT_MAX)
        return ERANGE;
    if (image->step != image->width * CHANNELS || image->data.size != (size_t)image->step * image->height)
        return EBADMSG;
    return 0;
}

/*
 * Everything but the pixels inside the border. The border is 0 from the start: a new buffer is zero, no
 * execution writes other than 0 to the border, and another geometry clears the whole image.
 */
int sobel_prepare(const struct rxc_call *call)
{
    const struct sensor_msgs__msg__Image *in = call->input;
    struct sensor_msgs__msg__Image *out = call->output;
    int rc = check(in);

    if (rc)
        return rc;
    if (out->width != in->width || out->height != in->height)
        out->data.size = 0;
    out->header.stamp = in->header.stamp;
    out->height = in->height;
    out->width = in->width;
    out->is_bigendian = 0;
    out->step = in->step;
    if (rxc_string_assign(&out->header.frame_id, in->header.frame_id.data, in->header.frame_id.size) ||
        rxc_string_assign(&out->encoding, in->encoding.data, in->encoding.size) ||
        rxc_sequence_resize(&out->data, 1, in->data.size))
        return ENOMEM;
    return 0;
}

static uint8_t filter(const uint8_t *at, size_t step)
{
    const uint8_t *up = at - step;
    const uint8_t *down = at + step;
    const size_t c = CHANNELS;
    int gx = up[c] - *(up - c) + 2 * (at[c] - *(at - c)) + down[c] - *(down - c);
    int gy = *(down - c) + 2 * down[0] + down[c] - *(up - c) - 2 * up[0] - up[c];
    int sum = abs(gx) + abs(gy);

    return (uint8_t)(sum > 255 ? 255 : sum);
}

int sobel_callback(const struct rxc_call *call)
{
    const struct sensor_msgs__msg__Image *in = call->input;
    struct sensor_msgs__msg__Image *out = call->output;
    int rc = sobel_prepare(call);

    if (rc)
        return rc;
    for (uint32_t y = 1; y + 1 < in->height; y++) {
        const uint8_t *from = (const uint8_t *)in->data.data + (size_t)y * in->step;
        uint8_t *to = (uint8_t *)out->data.data + (size_t)y * in->step;
        for (uint32_t x = CHANNELS; x + CHANNELS < in->step; x++)
            to[x] = filter(from + x, in->step);
    }
    rc = call->publish(call);
    return rc < 0 ? -rc : 0;
}
