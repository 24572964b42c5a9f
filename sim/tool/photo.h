/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Reading a photograph: PNG (any kind, taken as 8-bit colour) or PPM (P6, 255). */
#ifndef ZT_PHOTO_H
#define ZT_PHOTO_H

#include "cdr.h"

#define ZT_PHOTO_WIDTH_MAX 640u /* what the sobel hardware takes */
#define ZT_PHOTO_HEIGHT_MAX 480u

/* False and a sentence in *error (owned by the caller). The pixels are owned by the caller. */
bool zt_photo_read(const char *path, struct zt_image *image, char **error);

#endif
