/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* deployment.json (include/deployment.md) as C values. Everything in it has been checked. */
#ifndef RUNNER_DEPLOYMENT_H
#define RUNNER_DEPLOYMENT_H

#include "rxc/executor.h"

#define DEPLOYMENT_TEXT_BYTES 256u

struct deployment_symbol {
    char library[DEPLOYMENT_TEXT_BYTES]; /* empty: none */
    char symbol[DEPLOYMENT_TEXT_BYTES];
};

struct deployment_callback {
    char name[DEPLOYMENT_TEXT_BYTES];
    enum rxc_callback_kind kind;
    char source[DEPLOYMENT_TEXT_BYTES]; /* topic or service */
    const struct rxc_message_type *message_type;
    const struct rxc_service_type *service_type;
    char publish_topic[DEPLOYMENT_TEXT_BYTES]; /* empty: none */
    const struct rxc_message_type *publish_type;
    uint64_t period_ns;
    struct deployment_symbol prepare;
    struct deployment_symbol software;
    uint32_t hardware_count;
    struct {
        uint32_t slot; /* entry of slots[] */
        char bitstream[DEPLOYMENT_TEXT_BYTES];
    } hardware[RXC_SLOTS_MAX];
    uint64_t timeout_ns;
};

struct deployment {
    char folder[1024]; /* of the file; paths are relative to it */
    char name[DEPLOYMENT_TEXT_BYTES];
    const struct rxc_policy *policy;
    uint32_t software_workers;
    uint32_t domain;
    uint32_t load_timeout_ms;
    uint32_t slot_count;
    struct {
        char name[DEPLOYMENT_TEXT_BYTES];
        uint32_t index;
    } slots[RXC_SLOTS_MAX];
    uint32_t callback_count;
    struct deployment_callback callbacks[RXC_CALLBACKS_MAX];
};

/* The error names the file and the key's path (or, for text that is not JSON, the line). */
int deployment_read(const char *path, struct deployment *deployment, struct rxc_error *error);

#endif
