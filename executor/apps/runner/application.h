/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Everything that a deployment asks for, brought up in order and taken down in the reverse order. */
#ifndef RUNNER_APPLICATION_H
#define RUNNER_APPLICATION_H

#include "deployment.h"
#include "rxc/device.h"

#define APPLICATION_BITSTREAMS_MAX (RXC_CALLBACKS_MAX * RXC_SLOTS_MAX)

struct application_callback {
    struct rxc_publisher publisher;
    union {
        struct rxc_timer timer;
        struct rxc_subscription subscription;
        struct rxc_service service;
        struct rxc_client client;
    } source;
    bool has_source, has_publisher;
    void *libraries[2];
};

struct application {
    const struct deployment *deployment;
    struct rxc_device device;
    bool has_device;
    struct rxc_clock clock;
    struct rxc_events events;
    struct rxc_recorder recorder; /* of the main thread */
    struct rxc_context context;
    struct rxc_node node;
    struct rxc_device_slot slots[RXC_SLOTS_MAX];
    uint32_t slots_acquired;
    uint32_t bitstream_count;
    struct rxc_bitstream bitstreams[APPLICATION_BITSTREAMS_MAX];
    char bitstream_paths[APPLICATION_BITSTREAMS_MAX][DEPLOYMENT_TEXT_BYTES];
    struct application_callback callbacks[RXC_CALLBACKS_MAX];
    struct rxc_executor *executor;
};

/* Loads and opens everything and starts the executor. After a failure application_down cleans up. */
int application_up(struct application *application, const struct deployment *deployment,
                   void (*on_failure)(void *), void *argument, struct rxc_error *error);
/* Stops the executor; 0 or the failure that it ended with. */
int application_stop(struct application *application, struct rxc_error *error);
void application_down(struct application *application);

/* Writes FOLDER/runner.json. */
int application_write_results(const struct application *application, const char *folder, int status,
                              const char *text, struct rxc_error *error);

#endif
