/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A partial bitstream for slot 0 through the ZyCAP DMA and ICAP: its rate from the start of the DMA to its
 * last word, by the counters of the logic, and the time of the driver's whole call, with its copy.
 */
#include "groups.h"

#include "uapi/reconos.h"
#include "uapi/zycap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOADS 5u
#define STREAM_MAX_BYTES 0x800000
#define TIMEOUT_MS 1000

enum figure { RATE, CALL };

struct load {
    int reconos, zycap;
    void *data;
    size_t bytes;
};

static int read_stream(struct load *load, const char *path)
{
    struct stat st = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int error = fd < 0 || fstat(fd, &st) ? errno : 0;

    if (!error && (st.st_size <= 0 || st.st_size > STREAM_MAX_BYTES))
        error = EFBIG;
    if (!error) {
        load->bytes = (size_t)st.st_size;
        load->data = malloc(load->bytes);
        error = !load->data ? ENOMEM : read(fd, load->data, load->bytes) != st.st_size ? EIO : 0;
    }
    if (fd >= 0)
        (void)close(fd);
    return error;
}

static int open_load(struct load *load, const char *path)
{
    uint32_t slot = 0;
    struct reconos_slot_level quiet = {.slot = slot, .level = 1};
    int error = read_stream(load, path);

    if (error)
        return error;
    load->reconos = open(RECONOS_DEVICE, O_RDWR | O_CLOEXEC);
    load->zycap = open(ZYCAP_DEVICE, O_RDWR | O_CLOEXEC);
    if (load->reconos < 0 || load->zycap < 0 || ioctl(load->reconos, RECONOS_IOC_SLOT_ACQUIRE, &slot) ||
        ioctl(load->reconos, RECONOS_IOC_SLOT_QUIESCE, &quiet))
        return errno;
    return 0;
}

static void close_load(struct load *load)
{
    if (load->zycap >= 0)
        (void)close(load->zycap);
    if (load->reconos >= 0)
        (void)close(load->reconos); /* gives the slot back, reset */
    free(load->data);
}

static int load_once(const struct cal_context *context, const struct load *load, enum figure figure,
                     struct cal_result *result)
{
    struct zycap_load request = {
        .data = (uintptr_t)load->data, .size_bytes = (uint32_t)load->bytes, .timeout_ms = TIMEOUT_MS};
    double start = cal_now_ns(context);

    if (ioctl(load->zycap, ZYCAP_IOC_LOAD_COPY, &request))
        return errno;
    double ns = cal_now_ns(context) - start - context->reading_ns;
    double cycles = (double)request.setup_cycles + request.active_cycles + request.gap_cycles;
    cal_add(result, figure == RATE ? (double)load->bytes * context->pl_mhz / cycles : ns * 1e-3);
    return 0;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    struct load load = {.reconos = -1, .zycap = -1};
    int error = context->bitstream ? open_load(&load, context->bitstream) : ENOENT;

    if (error)
        (void)cal_fail(result, error, context->bitstream ? context->bitstream : "no --bitstream");
    for (unsigned i = 0; i < LOADS && !error; i++)
        error = load_once(context, &load, (enum figure)self->variant, result);
    cal_condition(result, "size_bytes", (double)load.bytes);
    close_load(&load);
    return error && !result->reason[0] ? cal_fail(result, error, ZYCAP_DEVICE) : error;
}

static const struct cal_measurement rows[] = {
    {"icap_rate", "partial bitstream from memory to ICAP", "MB/s", run, 0, RATE},
    {"icap_call", "the driver's whole call for it", "us", run, 0, CALL},
};
const struct cal_group cal_reconfigure = CAL_GROUP(rows);
