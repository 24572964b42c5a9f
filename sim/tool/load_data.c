/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* What the clients send and what they must get back, from the golden models. */
#include <stdlib.h>
#include <string.h>

#include "cdr.h"
#include "golden.h"
#include "paths.h"
#include "photo.h"
#include "plan.h"
#include "prng.h"

#define RECORDS_MAX 64u /* different requests of one load; more requests repeat them */
#define DIGEST_BYTES (1u << 20)

#define IMAGE_TYPE "sensor_msgs/msg/Image"
#define SORT_TYPE "sorter_msgs/srv/Sort"
#define DIGEST_TYPE "std_msgs/msg/UInt32MultiArray"

/* A check fits one kind of load and one type. */
static bool check_fits(const struct zt_load *load, const char *type, struct zt_diag *diag)
{
    static const struct {
        const char *check;
        enum zt_load_kind kind;
        const char *type;
    } checks[] = {{"golden/sobel", ZT_LOAD_SEND, IMAGE_TYPE},
                  {"golden/sort", ZT_LOAD_CALL, SORT_TYPE},
                  {"golden/digest", ZT_LOAD_LISTEN, DIGEST_TYPE}};
    if (!load->check)
        return true;
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        if (strcmp(load->check, checks[i].check) != 0)
            continue;
        if (checks[i].kind == load->kind && strcmp(type, checks[i].type) == 0)
            return true;
        zt_diag_error(diag, load->place, "%s cannot judge this load (it judges %s)", load->check,
                      checks[i].type);
        return false;
    }
    zt_diag_error(diag, load->place, "'%s' is not a golden model (golden/sobel, golden/sort, golden/digest)",
                  load->check);
    return false;
}

/* The file beside the scenario, else the one of that name among the build's inputs. */
static char *find_input(const struct zt_scenario *scenario, const char *name)
{
    const char *slash = strrchr(scenario->file, '/');
    int folder = slash ? (int)(slash - scenario->file + 1) : 0;
    char *path = name[0] == '/' ? zt_copy(name) : zt_format("%.*s%s", folder, scenario->file, name);
    if (zt_exists(path) || name[0] == '/')
        return path;
    free(path);
    return zt_format("%s/%s", zt_artefact(ZT_INPUTS), name);
}

static bool image_data(const struct zt_scenario *scenario, const struct zt_load *load, const char *photo,
                       struct zt_bytes *input, struct zt_bytes *expected, struct zt_diag *diag)
{
    struct zt_image image, filtered;
    struct zt_bytes sample = {0};
    char *error = NULL;
    char *path = photo ? zt_copy(photo) : find_input(scenario, load->input);
    bool good = zt_photo_read(path, &image, &error);
    free(path);
    if (!good) {
        zt_diag_error(diag, load->input_place, "%s", error);
        free(error);
        return false;
    }
    zt_cdr_image(&sample, &image);
    zt_cdr_record(input, &sample);
    if (load->check) {
        filtered = image;
        filtered.bgr = zt_alloc((size_t)image.width * image.height, 3);
        zt_golden_sobel(image.bgr, filtered.bgr, image.width, image.height, image.width * 3, 3);
        sample.size = 0;
        zt_cdr_image(&sample, &filtered);
        zt_cdr_record(expected, &sample);
        free(filtered.bgr);
    }
    free(image.bgr);
    zt_bytes_free(&sample);
    return true;
}

static void sort_data(const struct zt_load *load, uint32_t seed, uint32_t stream, struct zt_bytes *input,
                      struct zt_bytes *expected)
{
    struct zt_prng prng;
    struct zt_bytes sample = {0};
    uint32_t *values = zt_alloc(load->count, sizeof *values);
    zt_prng_seed(&prng, seed, stream);
    for (uint64_t n = 0; n < load->times && n < RECORDS_MAX; n++) {
        for (uint64_t i = 0; i < load->count; i++)
            values[i] = (uint32_t)(zt_prng_next(&prng) >> 32);
        sample.size = 0;
        zt_cdr_uint32_sequence(&sample, values, (uint32_t)load->count);
        zt_cdr_record(input, &sample);
        if (!load->check)
            continue;
        zt_golden_sort(values, values, load->count);
        sample.size = 0;
        zt_cdr_uint32_sequence(&sample, values, (uint32_t)load->count);
        zt_cdr_record(expected, &sample);
    }
    free(values);
    zt_bytes_free(&sample);
}

/* The digest callback publishes the SHA-256 of a buffer whose byte i is (131 i + i / 256)
 * mod 256, as eight words, each read big endian. */
static void digest_data(struct zt_bytes *expected)
{
    uint8_t digest[ZT_GOLDEN_SHA256_BYTES];
    uint32_t words[ZT_GOLDEN_SHA256_BYTES / 4] = {0};
    struct zt_bytes sample = {0};
    uint8_t *buffer = zt_alloc(DIGEST_BYTES, 1);
    for (uint32_t i = 0; i < DIGEST_BYTES; i++)
        buffer[i] = (uint8_t)(i * 131 + i / 256);
    zt_golden_sha256(buffer, DIGEST_BYTES, digest);
    for (unsigned i = 0; i < sizeof digest; i++)
        words[i / 4] |= (uint32_t)digest[i] << (24 - 8 * (i % 4));
    zt_cdr_uint32_multi_array(&sample, words, ZT_GOLDEN_SHA256_BYTES / 4);
    zt_cdr_record(expected, &sample);
    free(buffer);
    zt_bytes_free(&sample);
}

bool zt_load_data(const struct zt_scenario *scenario, const struct zt_load *load,
                  const struct zt_plan_options *options, struct zt_bytes *input, struct zt_bytes *expected,
                  struct zt_diag *diag)
{
    const struct zt_callback *callback = &scenario->callbacks[load->callback];
    const char *type = load->kind == ZT_LOAD_LISTEN ? callback->to_type : callback->type;
    if (!check_fits(load, type, diag))
        return false;
    if (load->kind == ZT_LOAD_SEND) {
        if (strcmp(type, IMAGE_TYPE) == 0)
            return image_data(scenario, load, options->photo, input, expected, diag);
        zt_diag_error(diag, load->input_place, "a file can be sent as " IMAGE_TYPE " only (not %s)", type);
        return false;
    }
    if (load->kind == ZT_LOAD_CALL) {
        if (strcmp(type, SORT_TYPE) == 0) {
            sort_data(load, (uint32_t)options->seed, (uint32_t)(load - scenario->loads), input, expected);
            return true;
        }
        zt_diag_error(diag, load->place, "requests can be made for " SORT_TYPE " only (not %s)", type);
        return false;
    }
    if (load->check)
        digest_data(expected);
    return true;
}
