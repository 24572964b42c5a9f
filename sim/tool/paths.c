/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "paths.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util.h"

static const struct {
    const char *name;
    const char *target;
} table[ZT_ARTEFACTS] = {
    [ZT_QEMU] = {"qemu/qemu-system-arm", "qemu"},
    [ZT_LIBPL] = {"libpl.so", "pl"},
    [ZT_SLOTS] = {"slots", "slots"},
    [ZT_BITSTREAMS] = {"bitstreams", "bitstreams"},
    [ZT_KERNEL] = {"guest/zImage", "guest"},
    [ZT_DTB] = {"guest/zynq.dtb", "guest"},
    [ZT_INITRAMFS] = {"guest/initramfs.cpio.gz", "guest"},
    [ZT_RECONOS_KO] = {"guest/reconos.ko", "guest"},
    [ZT_ZYCAP_KO] = {"guest/zycap.ko", "guest"},
    [ZT_GUEST_LIB] = {"guest/lib", "guest"},
    [ZT_RUNNER] = {"executor-arm/runner", "executor-arm"},
    [ZT_CLIENT] = {"executor-arm/rxc-client", "executor-arm"},
    [ZT_PLBENCH] = {"executor-arm/rxc-plbench", "executor-arm"},
    [ZT_PINGPONG] = {"executor-arm/rxc-pingpong", "executor-arm"},
    [ZT_CALIBRATE] = {"executor-arm/rxc-calibrate", "executor-arm"},
    [ZT_NOTHING] = {"executor-arm/rxc-nothing", "executor-arm"},
    [ZT_CALIB_KO] = {"guest/calib.ko", "guest"},
    [ZT_CALLBACKS] = {"executor-arm/callbacks", "executor-arm"},
    [ZT_INPUTS] = {"inputs", "inputs"},
    [ZT_BOARDS] = {"boards", "boards"},
};

static char *folder;
static char *paths[ZT_ARTEFACTS];

bool zt_paths_set(const char *given)
{
    char self[PATH_MAX];
    if (!given) {
        ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
        if (size <= 0)
            return false;
        self[size] = '\0';
        char *slash = strrchr(self, '/');
        assert(slash);
        *slash = '\0';
        given = self;
    }
    char *absolute = realpath(given, NULL);
    if (!absolute)
        return false;
    free(folder);
    folder = absolute;
    for (int i = 0; i < ZT_ARTEFACTS; i++) {
        free(paths[i]);
        paths[i] = zt_format("%s/%s", folder, table[i].name);
    }
    return true;
}

const char *zt_build_folder(void)
{
    assert(folder);
    return folder;
}

const char *zt_artefact(enum zt_artefact artefact)
{
    assert(artefact < ZT_ARTEFACTS && paths[artefact]);
    return paths[artefact];
}

const char *zt_artefact_name(enum zt_artefact artefact)
{
    assert(artefact < ZT_ARTEFACTS);
    return table[artefact].name;
}

const char *zt_artefact_target(enum zt_artefact artefact)
{
    assert(artefact < ZT_ARTEFACTS);
    return table[artefact].target;
}
