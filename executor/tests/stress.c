/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Two threads deliver messages to an executor of three software workers and two fake slots while two timers
 * tick. Every message must be answered once, in the order of its topic. A program of its own rather than a
 * Criterion test, so that it also runs under the thread sanitizer (Criterion does not).
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_slot.h"
#include "fake_transport.h"
#include "messages.h"
#include "rxc/executor.h"

#define TOPICS 4u
#define ROUNDS 500u /* bursts of each thread */
#define BURST 2u    /* messages of a burst to each of the thread's topics */

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                          \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

static struct fake_transport transport;
static struct fake_slot slots[2];
static struct rxc_subscription subscriptions[TOPICS];
static struct rxc_publisher publishers[TOPICS];
static struct rxc_timer timers[2];
static const char *const in_names[TOPICS] = {"/in0", "/in1", "/in2", "/in3"};
static const char *const out_names[TOPICS] = {"/out0", "/out1", "/out2", "/out3"};
static sem_t answered[2]; /* for each delivering thread */
static uint32_t expected[TOPICS];

static int echo(const struct rxc_call *call)
{
    const struct std_msgs__msg__UInt32 *in = call->input;
    struct std_msgs__msg__UInt32 *out = call->output;

    out->data = in->data;
    return -call->publish(call);
}

static int tick(const struct rxc_call *call)
{
    (void)call;
    return 0;
}

static void hardware_echo(struct fake_slot *fake)
{
    const void *in;
    void *out;

    if (!fake_begin(fake, &in, &out))
        return;
    ((struct std_msgs__msg__UInt32 *)out)->data = ((const struct std_msgs__msg__UInt32 *)in)->data;
    fake_end(fake, 0x900);
}

static const struct fake_program program = {.run = hardware_echo};
static const struct rxc_bitstream bits[TOPICS] = {
    {"0", &program, 4}, {"1", &program, 4}, {"2", &program, 4}, {"3", &program, 4}};

/* Thread t feeds the topics t and t + 2 and waits for the answers before the next burst. */
static void *deliver(void *argument)
{
    uint32_t thread = *(uint32_t *)argument;

    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < BURST; i++)
            for (uint32_t topic = thread; topic < TOPICS; topic += 2)
                fake_deliver(&transport, in_names[topic], round * BURST + i);
        for (uint32_t i = 0; i < 2 * BURST; i++)
            while (sem_wait(&answered[thread]))
                ;
    }
    return NULL;
}

/* Checks and passes on what was written. */
static void collect(void)
{
    uint32_t seen = 0;

    for (uint32_t n = 0; n < 2 * 2 * BURST * ROUNDS; n++) {
        CHECK(fake_wait_writes(&transport, 1));
        pthread_mutex_lock(&transport.mutex);
        struct fake_written written = transport.written[seen % FAKE_WRITTEN];
        if (++seen == transport.written_count)
            seen = transport.written_count = 0; /* all read: from the start again */
        pthread_mutex_unlock(&transport.mutex);
        uint32_t topic = (uint32_t)(written.port[4] - '0');
        CHECK(topic < TOPICS && written.value == expected[topic]);
        expected[topic]++;
        (void)sem_post(&answered[topic % 2]);
    }
}

static void add_callbacks(struct rxc_executor *executor, struct rxc_node *node, const struct rxc_clock *clock)
{
    const struct rxc_message_type *type = &rxc_type_std_msgs__msg__UInt32;

    for (uint32_t i = 0; i < TOPICS; i++) {
        struct rxc_callback_config config = {.name = in_names[i],
                                             .subscription = &subscriptions[i],
                                             .publisher = &publishers[i],
                                             .timeout_ns = 20000000000ull};
        CHECK(!rxc_subscription_init(&subscriptions[i], node, in_names[i], type, RXC_QOS_DEFAULT, NULL));
        CHECK(!rxc_publisher_init(&publishers[i], node, out_names[i], type, RXC_QOS_DEFAULT, NULL));
        config.software = i != 1 ? echo : NULL; /* 0: only software, 1: only hardware, 2 and 3: both */
        for (uint32_t slot = 0; i != 0 && slot < 2; slot++) {
            config.hardware[slot].slot = (slot + i) % 2;
            config.hardware[slot].bitstream = &bits[i];
            config.hardware_count++;
        }
        CHECK(!rxc_executor_add(executor, &config, NULL));
    }
    for (uint32_t i = 0; i < 2; i++) {
        CHECK(!rxc_timer_init(&timers[i], clock, 300000 + 110000 * i, NULL));
        CHECK(!rxc_executor_add(
            executor, &(struct rxc_callback_config){.name = "tick", .timer = &timers[i], .software = tick},
            NULL));
    }
}

int main(void)
{
    struct rxc_clock monotonic;
    struct rxc_events events;
    struct rxc_node node;
    struct rxc_executor *executor;
    struct rxc_error error = {0};
    pthread_t threads[2];
    uint32_t numbers[2] = {0, 1};

    rxc_clock_init_monotonic(&monotonic);
    CHECK(!rxc_events_init(&events, NULL, 0, -1, &monotonic, NULL));
    fake_transport_init(&transport);
    fake_slot_init(&slots[0], 0, "small");
    fake_slot_init(&slots[1], 1, "large");
    struct rxc_context context = {&transport.base, &monotonic, &events};
    CHECK(!rxc_node_init(&node, &context, "stress", "/", NULL));
    const struct rxc_executor_config config = {.context = &context,
                                               .policy = &rxc_policy_reconros,
                                               .software_workers = 3,
                                               .slots = {&slots[0].slot, &slots[1].slot},
                                               .slot_count = 2,
                                               .load_timeout_ms = 100};
    CHECK(!rxc_executor_create(&config, &executor, NULL));
    add_callbacks(executor, &node, &monotonic);
    CHECK(!rxc_executor_start(executor, NULL));
    for (uint32_t i = 0; i < 2; i++) {
        (void)sem_init(&answered[i], 0, 0);
        CHECK(!pthread_create(&threads[i], NULL, deliver, &numbers[i]));
    }
    collect();
    for (uint32_t i = 0; i < 2; i++)
        (void)pthread_join(threads[i], NULL);
    rxc_executor_stop(executor);
    CHECK(rxc_executor_join(executor, &error) == 0);
    rxc_executor_destroy(executor);
    fake_slot_fini(&slots[0]);
    fake_slot_fini(&slots[1]);
    fake_transport_fini(&transport);
    return 0;
}
