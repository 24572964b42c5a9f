/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The executor on a fake transport and fake slots: order, reconfiguration, failures. Nothing here sleeps. */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "fake_slot.h"
#include "fake_transport.h"
#include "messages.h"
#include "rxc/executor.h"

#define SLOTS 2

static const struct rxc_service_type number_type = {.name = "test_msgs/srv/Number",
                                                    .request = &rxc_type_std_msgs__msg__UInt32,
                                                    .response = &rxc_type_std_msgs__msg__UInt32};

static struct fake_transport transport;
static struct rxc_clock test_clock;
static struct rxc_events events;
static struct rxc_context context;
static struct rxc_node node;
static struct rxc_publisher publisher;
static struct fake_slot slots[SLOTS];
static struct rxc_executor *executor;
static sem_t gate_entered, gate_open, failed, ticked;

static void setup(void)
{
    fake_transport_init(&transport);
    rxc_clock_init_monotonic(&test_clock);
    cr_assert_eq(rxc_events_init(&events, NULL, 0, -1, &test_clock, NULL), 0);
    context = (struct rxc_context){&transport.base, &test_clock, &events};
    cr_assert_eq(rxc_node_init(&node, &context, "test", "/", NULL), 0);
    cr_assert_eq(
        rxc_publisher_init(&publisher, &node, "/out", &rxc_type_std_msgs__msg__UInt32, RXC_QOS_DEFAULT, NULL),
        0);
    fake_slot_init(&slots[0], 0, "small");
    fake_slot_init(&slots[1], 1, "large");
    (void)sem_init(&gate_entered, 0, 0);
    (void)sem_init(&gate_open, 0, 0);
    (void)sem_init(&failed, 0, 0);
    (void)sem_init(&ticked, 0, 0);
}

static void wait_for(sem_t *semaphore)
{
    struct timespec deadline;

    (void)clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 10;
    cr_assert_eq(sem_timedwait(semaphore, &deadline), 0, "nothing happened within 10 s");
}

static void on_failure(void *argument)
{
    (void)argument;
    (void)sem_post(&failed);
}

static void create(uint32_t software_workers, uint32_t slot_count)
{
    const struct rxc_executor_config config = {.context = &context,
                                               .policy = &rxc_policy_reconros,
                                               .software_workers = software_workers,
                                               .slots = {&slots[0].slot, &slots[1].slot},
                                               .slot_count = slot_count,
                                               .load_timeout_ms = 100,
                                               .on_failure = on_failure};
    cr_assert_eq(rxc_executor_create(&config, &executor, NULL), 0);
}

static int stop(struct rxc_error *error)
{
    rxc_executor_stop(executor);
    return rxc_executor_join(executor, error);
}

static void add(const struct rxc_callback_config *config)
{
    struct rxc_error error = {0};
    cr_assert_eq(rxc_executor_add(executor, config, &error), 0, "%s", error.text);
}

TestSuite(executor, .init = setup, .timeout = 60);

/* Publishes its input and a digit of its own: 10 * input + digit. */
static int publish_with(const struct rxc_call *call, uint32_t digit)
{
    const struct std_msgs__msg__UInt32 *in = call->input;
    struct std_msgs__msg__UInt32 *out = call->output;

    out->data = 10 * (in ? in->data : 0) + digit;
    return -call->publish(call);
}

static int callback_1(const struct rxc_call *call)
{
    return publish_with(call, 1);
}

static int callback_2(const struct rxc_call *call)
{
    return publish_with(call, 2);
}

static int callback_3(const struct rxc_call *call)
{
    return publish_with(call, 3);
}

/* Holds its worker until the test opens the gate. */
static int callback_gate(const struct rxc_call *call)
{
    (void)call;
    (void)sem_post(&gate_entered);
    while (sem_wait(&gate_open))
        ;
    return 0;
}

static void check_written(const uint32_t *values, uint32_t count)
{
    cr_assert_eq(transport.written_count, count);
    for (uint32_t i = 0; i < count; i++)
        cr_expect_eq(transport.written[i].value, values[i], "message %u is %u, expected %u", i,
                     transport.written[i].value, values[i]);
}

static struct rxc_subscription subs[4];
static struct rxc_service service;

static void subscribe(uint32_t index, const char *topic)
{
    cr_assert_eq(rxc_subscription_init(&subs[index], &node, topic, &rxc_type_std_msgs__msg__UInt32,
                                       RXC_QOS_DEFAULT, NULL),
                 0);
}

static void add_software(struct rxc_subscription *subscription, const char *name, rxc_callback_fn function)
{
    add(&(struct rxc_callback_config){
        .name = name, .subscription = subscription, .publisher = &publisher, .software = function});
}

/*
 * One worker, held by the gate while messages gather. Worked out by hand: the gate was the last subscription
 * served (entry 0 of 4), so the search starts at entry 1; every subscription comes before the service.
 */
Test(executor, order_of_one_worker)
{
    const uint32_t expected[] = {11, 12, 13, 21, 22, 31, 91};

    create(1, 0);
    subscribe(0, "/gate");
    subscribe(1, "/a");
    subscribe(2, "/b");
    subscribe(3, "/c");
    cr_assert_eq(rxc_service_init(&service, &node, "/number", &number_type, NULL), 0);
    add_software(&subs[0], "gate", callback_gate);
    add_software(&subs[1], "a", callback_1);
    add_software(&subs[2], "b", callback_2);
    add_software(&subs[3], "c", callback_3);
    add(&(struct rxc_callback_config){.name = "number", .service = &service, .software = callback_1});
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    fake_deliver(&transport, "/gate", 0);
    wait_for(&gate_entered);
    fake_deliver(&transport, "/number", 9);
    fake_deliver(&transport, "/c", 1);
    fake_deliver(&transport, "/a", 1);
    fake_deliver(&transport, "/a", 2);
    fake_deliver(&transport, "/a", 3);
    fake_deliver(&transport, "/b", 1);
    fake_deliver(&transport, "/b", 2);
    (void)sem_post(&gate_open);
    cr_assert(fake_wait_writes(&transport, 7));
    cr_expect_eq(stop(NULL), 0);
    check_written(expected, 7);
    cr_expect_str_eq(transport.written[6].port, "/number");
    cr_expect_eq(transport.written[6].id.guid, 77, "the answer carries the request's id");
    cr_expect_eq(transport.written[6].id.sequence, 1);
}

/* A callback has one buffer: two workers never run it at once, and no message is lost or out of order. */
static atomic_int inside, most_inside;

static int callback_alone(const struct rxc_call *call)
{
    int now = atomic_fetch_add(&inside, 1) + 1;

    if (now > most_inside)
        most_inside = now;
    int rc = publish_with(call, 0);
    atomic_fetch_sub(&inside, 1);
    return rc;
}

Test(executor, one_execution_at_a_time)
{
    create(4, 0);
    subscribe(0, "/a");
    add_software(&subs[0], "a", callback_alone);
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    for (uint32_t i = 0; i < 200; i++) {
        fake_deliver(&transport, "/a", i);
        if (i % 20 == 19)
            cr_assert(fake_wait_writes(&transport, 20));
    }
    cr_expect_eq(stop(NULL), 0);
    cr_assert_eq(transport.written_count, 200);
    for (uint32_t i = 0; i < 200; i++)
        cr_expect_eq(transport.written[i].value, 10 * i);
    cr_expect_eq(most_inside, 1);
}

/* While one worker is held, the other does all of the rest. */
Test(executor, workers_are_parallel)
{
    create(2, 0);
    subscribe(0, "/gate");
    subscribe(1, "/a");
    add_software(&subs[0], "gate", callback_gate);
    add_software(&subs[1], "a", callback_1);
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    fake_deliver(&transport, "/gate", 0);
    wait_for(&gate_entered);
    for (uint32_t i = 0; i < 10; i++)
        fake_deliver(&transport, "/a", i);
    cr_assert(fake_wait_writes(&transport, 10));
    (void)sem_post(&gate_open);
    cr_expect_eq(stop(NULL), 0);
}

static int callback_tick(const struct rxc_call *call)
{
    (void)call;
    (void)sem_post(&ticked);
    return 0;
}

/* A timer ticks whichever worker sleeps: while one is held, the other one waits for it. */
Test(executor, timers)
{
    struct rxc_timer timer, other;
    struct rxc_callback_counts counts;
    const char *name;

    create(2, 0);
    cr_assert_eq(rxc_timer_init(&timer, &test_clock, 1000000, NULL), 0);
    cr_assert_eq(rxc_timer_init(&other, &test_clock, 1700000, NULL), 0);
    subscribe(0, "/gate");
    add_software(&subs[0], "gate", callback_gate);
    add(&(struct rxc_callback_config){.name = "tick", .timer = &timer, .software = callback_tick});
    add(&(struct rxc_callback_config){.name = "tock", .timer = &other, .software = callback_tick});
    uint64_t start = rxc_clock_count(&test_clock);
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    for (int i = 0; i < 5; i++)
        wait_for(&ticked);
    fake_deliver(&transport, "/gate", 0);
    wait_for(&gate_entered);
    for (int i = 0; i < 10; i++)
        wait_for(&ticked);
    (void)sem_post(&gate_open);
    cr_expect_eq(stop(NULL), 0);
    uint64_t elapsed = rxc_clock_count(&test_clock) - start;
    rxc_executor_callback_counts(executor, 1, &name, &counts);
    cr_expect_str_eq(name, "tick");
    cr_expect_leq((counts.executions + counts.missed_ticks) * 1000000, elapsed, "never early");
    cr_expect_gt(counts.executions, 4);
}

/* The worker that waits for a tick is taken away for other work: another one must wait in its place. */
Test(executor, a_timer_is_never_forgotten)
{
    struct rxc_timer timer;

    create(2, 0);
    cr_assert_eq(rxc_timer_init(&timer, &test_clock, 3000000, NULL), 0);
    subscribe(0, "/gate");
    add_software(&subs[0], "gate", callback_gate);
    add(&(struct rxc_callback_config){.name = "tick", .timer = &timer, .software = callback_tick});
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    for (int round = 0; round < 30; round++) {
        fake_deliver(&transport, "/gate", 0);
        wait_for(&gate_entered);
        while (sem_trywait(&ticked) == 0)
            ; /* those that are over */
        wait_for(&ticked);
        wait_for(&ticked);
        (void)sem_post(&gate_open);
    }
    cr_expect_eq(stop(NULL), 0);
}

/* ---- hardware ---- */

static void program_digit(struct fake_slot *fake, uint32_t digit, uint32_t command)
{
    const void *in;
    void *out;

    if (!fake_begin(fake, &in, &out))
        return;
    ((struct std_msgs__msg__UInt32 *)out)->data =
        10 * ((const struct std_msgs__msg__UInt32 *)in)->data + digit;
    fake_end(fake, command);
}

static void run_4(struct fake_slot *fake)
{
    program_digit(fake, 4, 0x900);
}

static void run_5(struct fake_slot *fake)
{
    program_digit(fake, 5, 0x910);
}

static void run_hang(struct fake_slot *fake)
{
    fake_hang(fake);
}

static const struct fake_program program_4 = {.run = run_4}, program_5 = {.run = run_5},
                                 program_hang = {.run = run_hang}, program_bad = {.load_result = -EILSEQ};
static const struct rxc_bitstream bits_4 = {"four.bin", &program_4, 400},
                                  bits_5 = {"five.bin", &program_5, 800},
                                  bits_hang = {"hang.bin", &program_hang, 4},
                                  bits_bad = {"bad.bin", &program_bad, 4};

static void add_hardware(const struct rxc_bitstream *small, const struct rxc_bitstream *large)
{
    struct rxc_callback_config config = {
        .name = "four", .subscription = &subs[0], .publisher = &publisher, .timeout_ns = 5000000000ull};

    subscribe(0, "/four");
    config.hardware[0].slot = 0;
    config.hardware[0].bitstream = small;
    config.hardware_count = 1;
    if (large) {
        config.hardware[1].slot = 1;
        config.hardware[1].bitstream = large;
        config.hardware_count = 2;
    }
    add(&config);
}

static void add_hardware_service(void)
{
    struct rxc_callback_config config = {
        .name = "five", .service = &service, .timeout_ns = 5000000000ull, .hardware_count = 1};

    cr_assert_eq(rxc_service_init(&service, &node, "/five", &number_type, NULL), 0);
    config.hardware[0].slot = 0;
    config.hardware[0].bitstream = &bits_5;
    add(&config);
}

/* Four, four, five, four in one slot: three loads. */
Test(executor, reconfigures_only_on_change)
{
    const uint32_t expected[] = {14, 24, 35, 44};
    struct rxc_slot_counts counts;

    create(1, 1);
    add_hardware(&bits_4, NULL);
    add_hardware_service();
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    fake_deliver(&transport, "/four", 1);
    cr_assert(fake_wait_writes(&transport, 1));
    fake_deliver(&transport, "/four", 2);
    cr_assert(fake_wait_writes(&transport, 1));
    fake_deliver(&transport, "/five", 3);
    cr_assert(fake_wait_writes(&transport, 1));
    fake_deliver(&transport, "/four", 4);
    cr_assert(fake_wait_writes(&transport, 1));
    cr_expect_eq(stop(NULL), 0);
    check_written(expected, 4);
    cr_expect_str_eq(transport.written[2].port, "/five");
    cr_expect_eq(transport.written[2].id.guid, 77);
    cr_expect_str_eq(slots[0].log, "RQLqIrRIrRRQLqIrRRQLqIrR");
    rxc_executor_slot_counts(executor, 0, &counts);
    cr_expect_eq(counts.loads, 3);
    cr_expect_eq(counts.bytes, 400 + 800 + 400);
    cr_expect_eq(counts.active_cycles, 100 + 200 + 100);
    cr_expect_eq(counts.gap_cycles, 30);
}

/* What a hardware execution leaves in its slot's ring, sleeping aside. */
Test(executor, events_of_a_hardware_execution)
{
    static _Alignas(64) uint8_t memory[65536];
    static const struct {
        uint16_t kind;
        uint64_t arg;
    } expected[] = {
        {RXC_EVENT_CALLBACK_READY, 0}, {RXC_EVENT_TAKE, 8},           {RXC_EVENT_CONFIG_START, 400},
        {RXC_EVENT_CONFIG_END, 0},     {RXC_EVENT_CALLBACK_START, 0}, {RXC_EVENT_OSIF_CALL, 0xa0},
        {RXC_EVENT_OSIF_CALL, 0xf6},   {RXC_EVENT_OSIF_CALL, 0x900},  {RXC_EVENT_PUBLISH, 8},
        {RXC_EVENT_OSIF_CALL, 0xa2},   {RXC_EVENT_CALLBACK_END, 0},
    };

    cr_assert_eq(rxc_events_init(&events, memory, sizeof memory, -1, &test_clock, NULL), 0);
    create(0, 1);
    add_hardware(&bits_4, NULL);
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    fake_deliver(&transport, "/four", 1);
    cr_assert(fake_wait_writes(&transport, 1));
    cr_expect_eq(stop(NULL), 0);
    const struct rxc_ring *ring = &events.region->ring[0];
    const struct rxc_event *event = (const void *)(memory + ring->offset);
    uint64_t last = 0;
    size_t n = 0;
    cr_expect_str_eq(ring->name, "slot0");
    for (uint32_t i = 0; i < ring->written; i++) {
        cr_expect_geq(event[i].count, last, "time does not go back");
        last = event[i].count;
        cr_expect_eq(event[i].worker, 0x100);
        if (event[i].kind == RXC_EVENT_WAIT_START || event[i].kind == RXC_EVENT_WAIT_END)
            continue;
        cr_assert_lt(n, sizeof expected / sizeof expected[0]);
        cr_expect_eq(event[i].kind, expected[n].kind, "event %zu", n);
        cr_expect_eq(event[i].arg, expected[n].arg, "event %zu", n);
        cr_expect_eq(event[i].callback, 0);
        n++;
    }
    cr_expect_eq(n, sizeof expected / sizeof expected[0]);
}

/* Signals that it runs, then ends only when the test opens the gate. */
static void run_hold(struct fake_slot *fake)
{
    const void *in;
    void *out;

    if (!fake_begin(fake, &in, &out))
        return;
    (void)sem_post(&gate_entered);
    while (sem_wait(&gate_open))
        ;
    ((struct std_msgs__msg__UInt32 *)out)->data = 7;
    fake_end(fake, 0x910);
}

static const struct fake_program program_hold = {.run = run_hold};
static const struct rxc_bitstream bits_hold = {"hold.bin", &program_hold, 40};

/* The service holds small (its only place); meanwhile large, the second choice, does the other callback's
 * work. */
Test(executor, the_second_choice_serves_when_the_first_is_busy)
{
    struct rxc_callback_counts counts;
    const char *name;
    struct rxc_callback_config config = {
        .name = "hold", .service = &service, .timeout_ns = 20000000000ull, .hardware_count = 1};

    create(0, 2);
    add_hardware(&bits_4, &bits_4);
    cr_assert_eq(rxc_service_init(&service, &node, "/hold", &number_type, NULL), 0);
    config.hardware[0].bitstream = &bits_hold;
    add(&config);
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    fake_deliver(&transport, "/hold", 0);
    wait_for(&gate_entered);
    for (uint32_t i = 0; i < 3; i++) {
        fake_deliver(&transport, "/four", i);
        cr_assert(fake_wait_writes(&transport, 1));
    }
    (void)sem_post(&gate_open);
    cr_assert(fake_wait_writes(&transport, 1));
    cr_expect_eq(stop(NULL), 0);
    rxc_executor_callback_counts(executor, 0, &name, &counts);
    cr_expect_eq(counts.by_worker[0], 0, "small");
    cr_expect_eq(counts.by_worker[1], 3, "large");
}

/* A slot is not touched without work. */
Test(executor, idle_slots)
{
    create(1, 2);
    add_hardware(&bits_4, &bits_5);
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    cr_expect_eq(stop(NULL), 0);
    cr_expect_eq(slots[0].log[0], '\0');
    cr_expect_eq(slots[1].log[0], '\0');
}

static int refuse_odd(const struct rxc_call *call)
{
    return ((const struct std_msgs__msg__UInt32 *)call->input)->data % 2 ? EINVAL : 0;
}

/* A prepare function's refusal costs the message, not the executor. */
Test(executor, prepare_may_refuse)
{
    const uint32_t expected[] = {24};
    struct rxc_callback_counts counts;
    const char *name;
    struct rxc_callback_config config = {.name = "four",
                                         .subscription = &subs[0],
                                         .publisher = &publisher,
                                         .hardware_count = 1,
                                         .prepare = refuse_odd,
                                         .timeout_ns = 5000000000ull};

    create(0, 1);
    subscribe(0, "/four");
    config.hardware[0].bitstream = &bits_4;
    add(&config);
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    fake_deliver(&transport, "/four", 1);
    fake_deliver(&transport, "/four", 2);
    cr_assert(fake_wait_writes(&transport, 1));
    cr_expect_eq(stop(NULL), 0);
    check_written(expected, 1);
    rxc_executor_callback_counts(executor, 0, &name, &counts);
    cr_expect_eq(counts.refused, 1);
    cr_expect_eq(counts.executions, 2);
    cr_expect_eq(counts.failed, 0);
}

/* A thread that hangs, and a stream that is refused: the executor ends and says why; the slot is in reset. */
static void check_failure(const struct rxc_bitstream *bitstream, int code, const char *text)
{
    struct rxc_callback_config config = {
        .name = "four", .subscription = &subs[0], .publisher = &publisher, .timeout_ns = 20000000};
    struct rxc_error error = {0};
    struct rxc_callback_counts counts;
    const char *name;

    create(1, 1);
    subscribe(0, "/four");
    config.hardware[0].bitstream = bitstream;
    config.hardware_count = 1;
    add(&config);
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    fake_deliver(&transport, "/four", 1);
    wait_for(&failed);
    cr_expect_eq(rxc_executor_join(executor, &error), -code);
    cr_expect_eq(error.code, code);
    cr_expect_not_null(strstr(error.text, text), "%s", error.text);
    rxc_executor_callback_counts(executor, 0, &name, &counts);
    cr_expect_eq(counts.failed, 1);
    cr_expect(slots[0].reset);
    cr_expect_eq(transport.written_count, 0);
}

Test(executor, a_hanging_thread_ends_the_run)
{
    check_failure(&bits_hang, ETIMEDOUT, "callback four in slot small");
}

Test(executor, a_refused_bitstream_ends_the_run)
{
    check_failure(&bits_bad, EILSEQ, "bitstream 'bad.bin'");
}

/* Malformed messages are counted and passed over. */
Test(executor, malformed_messages)
{
    const uint32_t expected[] = {21};
    struct rxc_callback_counts counts;
    const char *name;

    create(1, 0);
    subscribe(0, "/a");
    add_software(&subs[0], "a", callback_1);
    transport.next_take = -EBADMSG;
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    fake_deliver(&transport, "/a", 1);
    fake_deliver(&transport, "/a", 2);
    cr_assert(fake_wait_writes(&transport, 1));
    cr_expect_eq(stop(NULL), 0);
    check_written(expected, 1);
    rxc_executor_callback_counts(executor, 0, &name, &counts);
    cr_expect_eq(counts.malformed, 1);
    cr_expect_eq(counts.executions, 1);
}

/* A transport that fails must not keep a worker busy: the next arrival is the next try. */
Test(executor, a_take_that_fails)
{
    const uint32_t expected[] = {21};
    struct rxc_callback_counts counts;
    const char *name;

    create(1, 0);
    subscribe(0, "/a");
    add_software(&subs[0], "a", callback_1);
    transport.next_take = -EIO;
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    fake_deliver(&transport, "/a", 1);
    wait_for(&transport.failed_takes);
    fake_deliver(&transport, "/a", 2);
    cr_assert(fake_wait_writes(&transport, 1));
    cr_expect_eq(stop(NULL), 0);
    check_written(expected, 1);
    rxc_executor_callback_counts(executor, 0, &name, &counts);
    cr_expect_eq(counts.malformed, 1);
}

/* Messages that came before the start are served. */
Test(executor, early_messages)
{
    const uint32_t expected[] = {11, 21};

    create(1, 0);
    subscribe(0, "/a");
    fake_deliver(&transport, "/a", 1);
    fake_deliver(&transport, "/a", 2);
    add_software(&subs[0], "a", callback_1);
    cr_assert_eq(rxc_executor_start(executor, NULL), 0);
    cr_assert(fake_wait_writes(&transport, 2));
    cr_expect_eq(stop(NULL), 0);
    check_written(expected, 2);
}

Test(executor, bad_callbacks)
{
    struct rxc_error error = {0};
    struct rxc_callback_config config = {.name = "x", .software = callback_1};

    create(1, 1);
    cr_expect_eq(rxc_executor_add(executor, &config, &error), -EINVAL, "no source");
    subscribe(0, "/a");
    config.subscription = &subs[0];
    config.software = NULL;
    cr_expect_eq(rxc_executor_add(executor, &config, &error), -EINVAL);
    cr_expect_not_null(strstr(error.text, "no place to run"), "%s", error.text);
    config.hardware_count = 1;
    config.hardware[0].slot = 1;
    config.hardware[0].bitstream = &bits_4;
    config.timeout_ns = 1;
    cr_expect_eq(rxc_executor_add(executor, &config, &error), -EINVAL, "there is no slot 1");
    config.hardware[0].slot = 0;
    config.timeout_ns = 0;
    cr_expect_eq(rxc_executor_add(executor, &config, &error), -EINVAL, "no timeout");
    config.timeout_ns = 1;
    cr_expect_eq(rxc_executor_add(executor, &config, &error), 0);
    rxc_executor_destroy(executor);
}

Test(executor, stops_while_everybody_sleeps)
{
    create(4, 2);
    subscribe(0, "/a");
    add_software(&subs[0], "a", callback_1);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(i ? stop(NULL) : rxc_executor_start(executor, NULL), 0);
    rxc_executor_destroy(executor);
}
