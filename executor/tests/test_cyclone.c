/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The transport on real Cyclone DDS over the loopback interface: two participants of one process. */
#include <criterion/criterion.h>
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <dds/dds.h>

#include "messages.h"
#include "rxc/transport_cyclone.h"

#define WAIT_NS 20000000000ull

struct peer {
    struct rxc_transport *transport;
    struct rxc_port *port;
    sem_t arrived;
};

static struct peer left, right, third;

static void on_arrival(void *argument)
{
    (void)sem_post(&((struct peer *)argument)->arrived);
}

/* Each test runs in its own process, so its own domain. */
static uint32_t domain(void)
{
    return 40 + (uint32_t)getpid() % 180;
}

static void setup(void)
{
    struct rxc_error error = {0};

    (void)sem_init(&left.arrived, 0, 0);
    (void)sem_init(&right.arrived, 0, 0);
    cr_assert_eq(rxc_cyclone_create(domain(), &left.transport, &error), 0, "%s", error.text);
    cr_assert_eq(rxc_cyclone_create(domain(), &right.transport, &error), 0, "%s", error.text);
}

static void teardown(void)
{
    struct peer *peers[] = {&left, &right};

    for (int i = 0; i < 2; i++) {
        if (peers[i]->port)
            peers[i]->transport->ops->close(peers[i]->transport, peers[i]->port);
        rxc_cyclone_destroy(peers[i]->transport);
    }
}

TestSuite(cyclone, .init = setup, .fini = teardown, .timeout = 60);

static void open_port(struct peer *peer, struct rxc_port_config config)
{
    struct rxc_error error = {0};

    config.on_arrival = on_arrival;
    config.argument = peer;
    cr_assert_eq(peer->transport->ops->open(peer->transport, &config, &peer->port, &error), 0, "%s",
                 error.text);
}

static void match(void)
{
    cr_assert_eq(left.transport->ops->wait_matched(left.transport, left.port, 1, WAIT_NS), 0);
    cr_assert_eq(right.transport->ops->wait_matched(right.transport, right.port, 1, WAIT_NS), 0);
}

static int send_message(struct peer *peer, const void *message, struct rxc_request_id *id)
{
    return peer->transport->ops->write(peer->transport, peer->port, message, id, NULL);
}

static void receive(struct peer *peer, void *message, struct rxc_taken *taken)
{
    struct timespec deadline;
    int rc = -EAGAIN;

    (void)clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 20;
    while (rc == -EAGAIN) {
        rc = peer->transport->ops->take(peer->transport, peer->port, message, taken);
        if (rc == -EAGAIN)
            cr_assert_eq(sem_timedwait(&peer->arrived, &deadline), 0, "nothing arrived");
    }
    cr_assert_eq(rc, 0);
}

static struct rxc_port_config topic(enum rxc_port_kind kind, const struct rxc_message_type *type)
{
    return (struct rxc_port_config){
        .kind = kind, .name = "/topic", .type_name = type->name, .in = type, .out = type};
}

Test(cyclone, publish_and_subscribe)
{
    const struct rxc_message_type *type = &rxc_type_std_msgs__msg__String;
    struct std_msgs__msg__String out = {0}, in = {0};
    struct rxc_taken taken;

    open_port(&left, topic(RXC_PORT_SUBSCRIPTION, type));
    open_port(&right, topic(RXC_PORT_PUBLISHER, type));
    match();
    cr_assert_eq(left.transport->ops->take(left.transport, left.port, &in, &taken), -EAGAIN);
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(rxc_string_assign(&out.data, "hello", 5), 0);
        out.data.data[4] = (char)('0' + i);
        cr_assert_eq(send_message(&right, &out, NULL), 0);
    }
    for (int i = 0; i < 5; i++) {
        receive(&left, &in, &taken);
        cr_expect_eq(in.data.size, 5);
        cr_expect_eq(in.data.data[4], '0' + i);
        cr_expect_eq(taken.cdr_bytes, 4 + 4 + 6);
    }
    rxc_message_fini(type, &in);
    rxc_message_fini(type, &out);
}

/* Many fragments. */
Test(cyclone, an_image)
{
    const struct rxc_message_type *type = &rxc_type_sensor_msgs__msg__Image;
    struct sensor_msgs__msg__Image out = {.height = 480, .width = 640, .step = 1920}, in = {0};
    struct rxc_taken taken;

    open_port(&left, topic(RXC_PORT_SUBSCRIPTION, type));
    open_port(&right, topic(RXC_PORT_PUBLISHER, type));
    match();
    cr_assert_eq(rxc_sequence_resize(&out.data, 1, 921600), 0);
    for (uint32_t i = 0; i < 921600; i++)
        ((uint8_t *)out.data.data)[i] = (uint8_t)(i * 7 + (i >> 10));
    for (int round = 0; round < 3; round++) {
        cr_assert_eq(send_message(&right, &out, NULL), 0);
        receive(&left, &in, &taken);
        cr_assert_eq(in.data.size, 921600);
        cr_assert_arr_eq(in.data.data, out.data.data, 921600);
        ((uint8_t *)out.data.data)[round * 1000]++;
    }
    rxc_message_fini(type, &in);
    rxc_message_fini(type, &out);
}

static struct rxc_port_config sort_port(enum rxc_port_kind kind, bool raw)
{
    const struct rxc_service_type *type = &rxc_service_sorter_msgs__srv__Sort;
    bool client = kind == RXC_PORT_CLIENT;

    return (struct rxc_port_config){.kind = kind,
                                    .qos = RXC_QOS_SERVICES,
                                    .name = "/sort",
                                    .type_name = type->name,
                                    .in = raw      ? NULL
                                          : client ? type->response
                                                   : type->request,
                                    .out = raw      ? NULL
                                           : client ? type->request
                                                    : type->response,
                                    .raw = raw};
}

Test(cyclone, service)
{
    struct sorter_msgs__srv__Sort_Request request = {0}, got = {0};
    struct sorter_msgs__srv__Sort_Response response = {0}, answer = {0};
    struct rxc_request_id id = {0};
    struct rxc_taken taken;

    open_port(&left, sort_port(RXC_PORT_SERVICE, false));
    open_port(&right, sort_port(RXC_PORT_CLIENT, false));
    cr_assert_eq(right.transport->ops->wait_matched(right.transport, right.port, 1, WAIT_NS), 0);
    cr_assert_eq(rxc_sequence_resize(&request.unsorted, 4, 3), 0);
    cr_assert_eq(rxc_sequence_resize(&response.sorted, 4, 1), 0);
    for (int i = 0; i < 3; i++) {
        ((uint32_t *)request.unsorted.data)[0] = 100u + (uint32_t)i;
        cr_assert_eq(send_message(&right, &request, &id), 0);
        cr_expect_eq(id.sequence, i + 1, "counted from 1");
        receive(&left, &got, &taken);
        cr_expect_eq(taken.id.guid, id.guid);
        cr_expect_eq(taken.id.sequence, id.sequence);
        cr_expect_eq(got.unsorted.size, 3);
        ((uint32_t *)response.sorted.data)[0] = ((uint32_t *)got.unsorted.data)[0] + 1;
        cr_assert_eq(send_message(&left, &response, &taken.id), 0);
        receive(&right, &answer, &taken);
        cr_expect_eq(taken.id.sequence, i + 1);
        cr_expect_eq(((uint32_t *)answer.sorted.data)[0], 101u + (uint32_t)i);
    }
    rxc_message_fini(&rxc_type_sorter_msgs__srv__Sort_Request, &request);
    rxc_message_fini(&rxc_type_sorter_msgs__srv__Sort_Request, &got);
    rxc_message_fini(&rxc_type_sorter_msgs__srv__Sort_Response, &response);
    rxc_message_fini(&rxc_type_sorter_msgs__srv__Sort_Response, &answer);
}

/* All clients of a service see all of its answers; each takes its own, though both count from 1. */
Test(cyclone, answers_reach_their_client_only)
{
    struct sorter_msgs__srv__Sort_Request request = {0};
    struct sorter_msgs__srv__Sort_Response response = {0}, answer = {0};
    struct rxc_request_id id_right = {0}, id_third = {0};
    struct rxc_taken taken_right, taken_third, taken;

    (void)sem_init(&third.arrived, 0, 0);
    cr_assert_eq(rxc_cyclone_create(domain(), &third.transport, NULL), 0);
    open_port(&left, sort_port(RXC_PORT_SERVICE, false));
    open_port(&right, sort_port(RXC_PORT_CLIENT, false));
    open_port(&third, sort_port(RXC_PORT_CLIENT, false));
    cr_assert_eq(right.transport->ops->wait_matched(right.transport, right.port, 1, WAIT_NS), 0);
    cr_assert_eq(third.transport->ops->wait_matched(third.transport, third.port, 1, WAIT_NS), 0);
    cr_assert_eq(rxc_sequence_resize(&response.sorted, 4, 1), 0);
    cr_assert_eq(send_message(&right, &request, &id_right), 0);
    receive(&left, &request, &taken_right);
    cr_assert_eq(send_message(&third, &request, &id_third), 0);
    receive(&left, &request, &taken_third);
    cr_expect_eq(id_right.sequence, id_third.sequence);
    cr_expect_neq(id_right.guid, id_third.guid);
    ((uint32_t *)response.sorted.data)[0] = 3;
    cr_assert_eq(send_message(&left, &response, &taken_third.id), 0);
    ((uint32_t *)response.sorted.data)[0] = 2;
    cr_assert_eq(send_message(&left, &response, &taken_right.id), 0);
    receive(&right, &answer, &taken);
    cr_expect_eq(((uint32_t *)answer.sorted.data)[0], 2);
    receive(&third, &answer, &taken);
    cr_expect_eq(((uint32_t *)answer.sorted.data)[0], 3);
    rxc_message_fini(&rxc_type_sorter_msgs__srv__Sort_Response, &response);
    rxc_message_fini(&rxc_type_sorter_msgs__srv__Sort_Response, &answer);
    third.transport->ops->close(third.transport, third.port);
    rxc_cyclone_destroy(third.transport);
}

/* A raw client: its record has no service header, and its answer neither. */
Test(cyclone, raw_client)
{
    uint8_t bytes[] = {0, 1, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0};
    struct rxc_raw_message request = {.data = bytes, .size = sizeof bytes}, answer = {0};
    struct sorter_msgs__srv__Sort_Request got = {0};
    struct sorter_msgs__srv__Sort_Response response = {0};
    struct rxc_request_id id = {0};
    struct rxc_taken taken;

    open_port(&left, sort_port(RXC_PORT_SERVICE, false));
    open_port(&right, sort_port(RXC_PORT_CLIENT, true));
    cr_assert_eq(right.transport->ops->wait_matched(right.transport, right.port, 1, WAIT_NS), 0);
    cr_assert_eq(send_message(&right, &request, &id), 0);
    receive(&left, &got, &taken);
    cr_expect_eq(taken.cdr_bytes, sizeof bytes + 16);
    cr_assert_eq(got.unsorted.size, 1);
    cr_expect_eq(((uint32_t *)got.unsorted.data)[0], 9);
    cr_assert_eq(rxc_sequence_resize(&response.sorted, 4, 1), 0);
    ((uint32_t *)response.sorted.data)[0] = 9;
    cr_assert_eq(send_message(&left, &response, &taken.id), 0);
    receive(&right, &answer, &taken);
    cr_assert_eq(answer.size, sizeof bytes);
    cr_expect_arr_eq(answer.data, bytes, sizeof bytes);
    free(answer.data);
    rxc_message_fini(&rxc_type_sorter_msgs__srv__Sort_Request, &got);
    rxc_message_fini(&rxc_type_sorter_msgs__srv__Sort_Response, &response);
}

/* Malformed CDR from a peer is reported and does not stop what follows. */
Test(cyclone, malformed_sample)
{
    const struct rxc_message_type *type = &rxc_type_std_msgs__msg__String;
    struct std_msgs__msg__String in = {0};
    struct rxc_port_config config = topic(RXC_PORT_PUBLISHER, type);
    uint8_t bad[] = {0, 1, 0, 0, 200, 0, 0, 0, 'x', 0};
    uint8_t good[] = {0, 1, 0, 0, 2, 0, 0, 0, 'x', 0};
    struct rxc_raw_message message = {.data = bad, .size = sizeof bad};
    struct rxc_taken taken;
    struct timespec deadline;

    config.raw = true;
    open_port(&left, topic(RXC_PORT_SUBSCRIPTION, type));
    open_port(&right, config);
    match();
    cr_assert_eq(send_message(&right, &message, NULL), 0);
    (void)clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 20;
    int rc;
    while ((rc = left.transport->ops->take(left.transport, left.port, &in, &taken)) == -EAGAIN)
        cr_assert_eq(sem_timedwait(&left.arrived, &deadline), 0);
    cr_expect_eq(rc, -EBADMSG);
    message.data = good;
    cr_assert_eq(send_message(&right, &message, NULL), 0);
    receive(&left, &in, &taken);
    cr_expect_str_eq(in.data.data, "x");
    rxc_message_fini(type, &in);
}

/* What ROS 2 peers look at: names, QoS, USER_DATA. Read from DDS discovery by a participant of its own. */
Test(cyclone, what_peers_see)
{
    const dds_entity_t participant = dds_create_participant(domain(), NULL, NULL);
    bool found = false;

    open_port(&left, sort_port(RXC_PORT_SERVICE, false));
    open_port(&right, sort_port(RXC_PORT_CLIENT, false));
    cr_assert_eq(right.transport->ops->wait_matched(right.transport, right.port, 1, WAIT_NS), 0);
    dds_entity_t reader = dds_create_reader(participant, DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION, NULL, NULL);
    dds_entity_t waitset = dds_create_waitset(participant);
    (void)dds_set_status_mask(reader, DDS_DATA_AVAILABLE_STATUS);
    (void)dds_waitset_attach(waitset, reader, 0);
    for (int tries = 0; tries < 50 && !found; tries++) {
        void *samples[1] = {NULL};
        dds_sample_info_t info;
        if (dds_take(reader, samples, &info, 1, 1) <= 0) {
            (void)dds_waitset_wait(waitset, NULL, 0, DDS_SECS(1));
            continue;
        }
        const dds_builtintopic_endpoint_t *endpoint = samples[0];
        if (info.valid_data && strcmp(endpoint->topic_name, "rq/sortRequest") == 0) {
            dds_reliability_kind_t reliability;
            dds_duration_t blocking;
            dds_history_kind_t history;
            int32_t depth;
            void *user_data;
            size_t size;
            found = true;
            cr_expect_str_eq(endpoint->type_name, "sorter_msgs::srv::dds_::Sort_Request_");
            cr_assert(dds_qget_reliability(endpoint->qos, &reliability, &blocking));
            cr_expect_eq(reliability, DDS_RELIABILITY_RELIABLE);
            cr_expect_neq(blocking, DDS_INFINITY);
            if (dds_qget_history(endpoint->qos, &history, &depth))
                cr_expect_eq(depth, 10);
            cr_assert(dds_qget_userdata(endpoint->qos, &user_data, &size));
            cr_expect_eq(size, strlen("serviceid=") + 16 * 3,
                         "16 bytes as hex, dots between them, a semicolon");
            cr_expect_eq(strncmp(user_data, "serviceid=", 10), 0);
            dds_free(user_data);
        }
        (void)dds_return_loan(reader, samples, 1);
    }
    cr_expect(found);
    (void)dds_delete(participant);
}

Test(cyclone, bad_names_and_no_peers)
{
    struct rxc_port_config config = topic(RXC_PORT_SUBSCRIPTION, &rxc_type_std_msgs__msg__String);
    struct rxc_error error = {0};

    config.name = "no slash";
    cr_expect_eq(left.transport->ops->open(left.transport, &config, &left.port, &error), -EINVAL);
    cr_expect_not_null(strstr(error.text, "no slash"));
    cr_assert_null(left.port);
    config.name = "/lonely";
    open_port(&left, config);
    cr_expect_eq(left.transport->ops->wait_matched(left.transport, left.port, 1, 1000000), -ETIMEDOUT);
}
