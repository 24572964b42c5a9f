/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "port.h"

#include "rxc/transport_cyclone.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void on_data(dds_entity_t reader, void *argument)
{
    struct rxc_port *port = argument;

    (void)reader;
    if (port->on_arrival)
        port->on_arrival(port->argument);
}

static void on_publication_matched(dds_entity_t writer, const dds_publication_matched_status_t status,
                                   void *argument)
{
    (void)writer;
    (void)status;
    port_matching_changed(argument);
}

static void on_subscription_matched(dds_entity_t reader, const dds_subscription_matched_status_t status,
                                    void *argument)
{
    (void)reader;
    (void)status;
    port_matching_changed(argument);
}

static dds_qos_t *endpoint_qos(const struct rxc_port *port, enum rxc_qos profile)
{
    const dds_data_representation_id_t xcdr1 = DDS_DATA_REPRESENTATION_XCDR1;
    const char *user_data = port->id[0] ? port->id : "rxc=1;"; /* some peers dislike endpoints without any */
    dds_qos_t *qos = dds_create_qos();

    if (!qos)
        return NULL;
    bool sensor = profile == RXC_QOS_SENSOR_DATA;
    dds_qset_history(qos, DDS_HISTORY_KEEP_LAST, sensor ? 5 : 10);
    dds_qset_reliability(qos, sensor ? DDS_RELIABILITY_BEST_EFFORT : DDS_RELIABILITY_RELIABLE,
                         PORT_BLOCKING_NS);
    dds_qset_durability(qos, DDS_DURABILITY_VOLATILE);
    dds_qset_writer_data_lifecycle(qos, false);
    dds_qset_data_representation(qos, 1, &xcdr1);
    dds_qset_userdata(qos, user_data, strlen(user_data));
    return qos;
}

static int open_topic(struct rxc_port *port, const struct rxc_port_config *config,
                      enum rxc_endpoint_role role, dds_entity_t *topic, struct ddsi_sertype **type,
                      struct rxc_error *error)
{
    char name[RXC_DDS_NAME_BYTES], type_name[RXC_DDS_NAME_BYTES];

    if (rxc_dds_topic_name(config->name, role, name, sizeof name))
        return rxc_error_set(error, EINVAL, "'%s' is not a full ROS name", config->name);
    if (rxc_dds_type_name(config->type_name, role, type_name, sizeof type_name))
        return rxc_error_set(error, EINVAL, "'%s' is not a ROS %s type", config->type_name,
                             role == RXC_ROLE_TOPIC ? "message" : "service");
    *type = rxc_sample_type_new(type_name);
    if (!*type)
        return rxc_error_set(error, ENOMEM, "no memory for the type of '%s'", config->name);
    *topic = dds_create_topic_sertype(port->owner->participant, name, type, NULL, NULL, NULL);
    if (*topic > 0)
        return 0;
    dds_return_t rc = *topic;
    *topic = 0;
    rxc_sample_type_drop(*type);
    return rxc_error_set(error, EIO, "topic '%s' (%s): %s", name, type_name, dds_strretcode(rc));
}

static int open_endpoint(struct rxc_port *port, const struct rxc_port_config *config, bool reader,
                         dds_entity_t topic, dds_entity_t *endpoint, struct rxc_error *error)
{
    dds_qos_t *qos = endpoint_qos(port, config->qos);
    dds_listener_t *listener = dds_create_listener(port);
    dds_entity_t result = DDS_RETCODE_OUT_OF_RESOURCES;

    if (qos && listener && reader) {
        dds_lset_data_available(listener, on_data);
        dds_lset_subscription_matched(listener, on_subscription_matched);
        result = dds_create_reader(port->owner->participant, topic, qos, listener);
    } else if (qos && listener) {
        dds_lset_publication_matched(listener, on_publication_matched);
        result = dds_create_writer(port->owner->participant, topic, qos, listener);
    }
    dds_delete_listener(listener);
    dds_delete_qos(qos);
    if (result <= 0)
        return rxc_error_set(error, EIO, "%s of '%s': %s", reader ? "reader" : "writer", config->name,
                             dds_strretcode(result));
    *endpoint = result;
    return 0;
}

/* ids are 16 bytes: the participant's GUID prefix and a counter; only their equality matters. */
static void make_id(struct rxc_port *port)
{
    dds_guid_t guid = {{0}};
    struct cyclone *owner = port->owner;

    (void)dds_get_guid(owner->participant, &guid);
    pthread_mutex_lock(&owner->mutex);
    uint32_t number = ++owner->ports_opened;
    pthread_mutex_unlock(&owner->mutex);
    for (int i = 0; i < 4; i++)
        guid.v[12 + i] = (uint8_t)(number >> (24 - 8 * i));
    int at =
        snprintf(port->id, sizeof port->id, "%s=", port->kind == RXC_PORT_CLIENT ? "clientid" : "serviceid");
    for (int i = 0; i < 16; i++)
        at += snprintf(port->id + at, sizeof port->id - (size_t)at, "%02x%s", guid.v[i], i < 15 ? "." : ";");
    uint64_t hash = 0xcbf29ce484222325ull; /* FNV-1a */
    for (int i = 0; i < 16; i++)
        hash = (hash ^ guid.v[i]) * 0x100000001b3ull;
    port->guid = hash;
}

/*
 * The reader comes first: a peer that knows our writer then knows our reader too, so that its answer to what
 * we write cannot miss us.
 */
static int open_endpoints(struct rxc_port *port, const struct rxc_port_config *config,
                          struct rxc_error *error)
{
    static const enum rxc_endpoint_role in_role[] = {
        [RXC_PORT_SUBSCRIPTION] = RXC_ROLE_TOPIC,
        [RXC_PORT_SERVICE] = RXC_ROLE_REQUEST,
        [RXC_PORT_CLIENT] = RXC_ROLE_REPLY,
    };
    static const enum rxc_endpoint_role out_role[] = {
        [RXC_PORT_PUBLISHER] = RXC_ROLE_TOPIC,
        [RXC_PORT_SERVICE] = RXC_ROLE_REPLY,
        [RXC_PORT_CLIENT] = RXC_ROLE_REQUEST,
    };
    struct ddsi_sertype *in_type;
    int rc = 0;

    if (config->kind != RXC_PORT_PUBLISHER) {
        rc = open_topic(port, config, in_role[config->kind], &port->in_topic, &in_type, error);
        if (!rc)
            rc = open_endpoint(port, config, true, port->in_topic, &port->reader, error);
    }
    if (!rc && config->kind != RXC_PORT_SUBSCRIPTION) {
        rc = open_topic(port, config, out_role[config->kind], &port->out_topic, &port->out_type, error);
        if (!rc)
            rc = open_endpoint(port, config, false, port->out_topic, &port->writer, error);
    }
    return rc;
}

int port_open(struct rxc_transport *transport, const struct rxc_port_config *config, struct rxc_port **result,
              struct rxc_error *error)
{
    assert(config->raw || config->in || config->kind == RXC_PORT_PUBLISHER);
    assert(config->raw || config->out || config->kind == RXC_PORT_SUBSCRIPTION);
    struct rxc_port *port = calloc(1, sizeof *port);
    pthread_condattr_t monotonic;

    if (!port)
        return rxc_error_set(error, ENOMEM, "no memory for '%s'", config->name);
    port->owner = (struct cyclone *)transport;
    port->kind = config->kind;
    port->raw = config->raw;
    port->in = config->in;
    port->out = config->out;
    port->on_arrival = config->on_arrival;
    port->argument = config->argument;
    pthread_mutex_init(&port->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&port->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (config->kind == RXC_PORT_SERVICE || config->kind == RXC_PORT_CLIENT)
        make_id(port);
    int rc = open_endpoints(port, config, error);
    if (rc) {
        port_close(transport, port);
        return rc;
    }
    *result = port;
    return 0;
}

void port_close(struct rxc_transport *transport, struct rxc_port *port)
{
    (void)transport;
    const dds_entity_t entities[] = {port->reader, port->writer, port->in_topic, port->out_topic};

    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++)
        if (entities[i])
            (void)dds_delete(entities[i]); /* waits for a running listener */
    pthread_cond_destroy(&port->changed);
    pthread_mutex_destroy(&port->mutex);
    free(port);
}

static const struct rxc_transport_ops cyclone_ops = {
    .open = port_open,
    .close = port_close,
    .take = port_take,
    .write = port_write,
    .wait_matched = port_wait_matched,
};

int rxc_cyclone_create(uint32_t domain, struct rxc_transport **transport, struct rxc_error *error)
{
    struct cyclone *cyclone = calloc(1, sizeof *cyclone);
    dds_qos_t *qos = dds_create_qos();
    static const char enclave[] = "enclave=/;";

    if (!cyclone || !qos) {
        free(cyclone);
        dds_delete_qos(qos);
        return rxc_error_set(error, ENOMEM, "no memory for a participant");
    }
    dds_qset_userdata(qos, enclave, sizeof enclave - 1);
    cyclone->base.ops = &cyclone_ops;
    cyclone->participant = dds_create_participant(domain, qos, NULL);
    dds_delete_qos(qos);
    if (cyclone->participant <= 0) {
        dds_return_t rc = cyclone->participant;
        free(cyclone);
        return rxc_error_set(error, EIO, "participant in domain %u: %s", domain, dds_strretcode(rc));
    }
    pthread_mutex_init(&cyclone->mutex, NULL);
    *transport = &cyclone->base;
    return 0;
}

void rxc_cyclone_destroy(struct rxc_transport *transport)
{
    struct cyclone *cyclone = (struct cyclone *)transport;

    (void)dds_delete(cyclone->participant);
    pthread_mutex_destroy(&cyclone->mutex);
    free(cyclone);
}
