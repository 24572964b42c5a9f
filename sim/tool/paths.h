/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Where things are: every artefact has a fixed place in the build folder. */
#ifndef ZT_PATHS_H
#define ZT_PATHS_H

#include <stdbool.h>
#include <stddef.h>

enum zt_artefact {
    ZT_QEMU,
    ZT_LIBPL,
    ZT_SLOTS,
    ZT_BITSTREAMS,
    ZT_KERNEL,
    ZT_DTB,
    ZT_INITRAMFS,
    ZT_RECONOS_KO,
    ZT_ZYCAP_KO,
    ZT_GUEST_LIB,
    ZT_RUNNER,
    ZT_CLIENT,
    ZT_PLBENCH,
    ZT_PINGPONG,
    ZT_CALIBRATE,
    ZT_NOTHING,
    ZT_CALIB_KO,
    ZT_CALLBACKS,
    ZT_INPUTS,
    ZT_BOARDS,
    ZT_ARTEFACTS
};

/* Sets the build folder: `given`, or the folder of this program when NULL. False: it does not exist. */
bool zt_paths_set(const char *given);
const char *zt_build_folder(void);
/* Absolute path; owned by the table. */
const char *zt_artefact(enum zt_artefact artefact);
/* Path within the build folder, and the CMake target that makes it. */
const char *zt_artefact_name(enum zt_artefact artefact);
const char *zt_artefact_target(enum zt_artefact artefact);

#endif
