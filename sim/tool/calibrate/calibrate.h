/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Parts of `zynqtwin calibrate`: measuring, comparing, showing. */
#ifndef ZT_CALIBRATE_H
#define ZT_CALIBRATE_H

#include "../board.h"
#include "measured.h"
#include "published.h"
#include "residual.h"

#define ZT_MEDIAN_BAR 0.15 /* of the residuals of hold-out figures */
#define ZT_WORST_BAR 0.30

struct zt_comparison {
    const struct zt_published *published;
    const struct zt_measured *measured; /* NULL: not measured */
    double value;                       /* NaN: skipped, or not measured */
    double residual;
};

struct zt_floor_check {
    const struct zt_floor *floor;
    const struct zt_measured *measured;
    double value; /* NaN: skipped, or not measured */
    bool met;
};

struct zt_calibration {
    struct zt_comparison *rows; /* in the order of the published figures */
    size_t count;
    struct zt_floor_check *floors;
    size_t floor_count;
    struct zt_residual_summary summaries[ZT_USES];
    bool short_version; /* most rows were not measured, and nothing is judged but the floors */
    bool met;
};

/* Compares; the result refers to both lists. Units must agree: false after a message to stderr. */
bool zt_calibration_make(const struct zt_published_list *published, const struct zt_measured_list *measured,
                         bool short_version, struct zt_calibration *calibration);
void zt_calibration_free(struct zt_calibration *calibration);
void zt_calibration_print(const struct zt_calibration *calibration, const struct zt_measured_list *measured,
                          const struct zt_board *board);
/* 0 or a positive errno. */
int zt_calibration_write(const struct zt_calibration *calibration, const struct zt_measured_list *measured,
                         const char *board_name, const char *path);

/*
 * Boots the twin with this PL clock and does the measurements in `only` (a list as rxc-calibrate's --only;
 * NULL: all), and adds their rows. False after a message to stderr.
 */
struct zt_calibrate_boot {
    const char *board; /* name */
    double pl_mhz;
    const char *only;
    bool quick;
    bool with_dds; /* also a round trip of rxc-pingpong */
};
bool zt_calibrate_boot(const struct zt_calibrate_boot *boot, struct zt_measured_list *measured);

#endif
