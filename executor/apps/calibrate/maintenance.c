/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Cache maintenance by address, as drivers do it around a transfer: L1 and L2, every line dirty (clean) or
 * clean (invalidate). */
#include "groups.h"
#include "lab.h"

#include <errno.h>
#include <sys/ioctl.h>

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    int error;
    const struct measure_calib *lab = cal_lab_open(result, &error);
    struct calib_maintain request = {.operation = (uint32_t)self->variant,
                                     .size_bytes = (uint32_t)self->size_bytes};
    unsigned samples = context->quick ? 5 : 21;

    if (!lab)
        return error;
    for (unsigned i = 0; i < samples; i++) {
        if (ioctl(lab->fd, CALIB_IOC_MAINTAIN, &request))
            return cal_fail(result, errno, "maintenance");
        cal_add(result, (double)request.counts * context->ns_per_count * 1e-3);
    }
    cal_condition(result, "size_bytes", (double)self->size_bytes);
    return 0;
}

static const struct cal_measurement rows[] = {
    {"clean_32", "clean a line", "us", run, 32, CALIB_CLEAN},
    {"clean_64k", "clean 64 KiB by address", "us", run, 65536, CALIB_CLEAN},
    {"clean_1m", "clean 1 MiB by address", "us", run, 1048576, CALIB_CLEAN},
    {"invalidate_64k", "invalidate 64 KiB by address", "us", run, 65536, CALIB_INVALIDATE},
    {"invalidate_1m", "invalidate 1 MiB by address", "us", run, 1048576, CALIB_INVALIDATE},
};
const struct cal_group cal_maintenance = CAL_GROUP(rows);
