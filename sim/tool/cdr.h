/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Writing samples as plain CDR, little endian (encapsulation 0x0001), as ROS 2 puts them on the wire,
 * and files of such samples as the load client reads them: each with a 32-bit little-endian length in
 * front.
 */
#ifndef ZT_CDR_H
#define ZT_CDR_H

#include <stdint.h>

#include "util.h"

/* One image of interleaved 8-bit channels. */
struct zt_image {
    uint32_t width, height;
    uint8_t *bgr; /* 3 bytes a pixel, rows without gaps */
};

/* Every function appends one sample, encapsulation header first, to `out`. */
void zt_cdr_image(struct zt_bytes *out, const struct zt_image *image); /* sensor_msgs/msg/Image, bgr8 */
void zt_cdr_uint32_sequence(struct zt_bytes *out, const uint32_t *values,
                            uint32_t count); /* one uint32[] field */
/* std_msgs/msg/UInt32MultiArray with an empty layout. */
void zt_cdr_uint32_multi_array(struct zt_bytes *out, const uint32_t *values, uint32_t count);

/* Appends a sample with its length to a file of samples. */
void zt_cdr_record(struct zt_bytes *file, const struct zt_bytes *sample);

#endif
