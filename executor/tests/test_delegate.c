/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Calls of a hardware thread and their answers, and every way in which an execution can fail. */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "delegate.h"
#include "fake_slot.h"
#include "messages.h"

static struct fake_slot slot;
static struct rxc_clock test_clock;
static struct rxc_recorder recorder;
static struct std_msgs__msg__UInt32 input;
static struct std_msgs__msg__UInt32MultiArray output;
static uint32_t scratch[4];
static int sent, send_result;
static uint32_t answers[8];

static int send_output(void *argument)
{
    cr_assert_eq(argument, &sent);
    sent++;
    return send_result;
}

static struct rxc_execution execution(uint64_t timeout_ms)
{
    return (struct rxc_execution){
        .callback = "cb",
        .input = &input,
        .resources = {{.kind = RXC_RESOURCE_PUBLISHER},
                      {.kind = RXC_RESOURCE_MESSAGE,
                       .object = &output,
                       .type = &rxc_type_std_msgs__msg__UInt32MultiArray},
                      {.kind = RXC_RESOURCE_MEMORY, .object = scratch}},
        .timeout_ns = timeout_ms * 1000000,
        .send = send_output,
        .argument = &sent,
        .clock = &test_clock,
        .recorder = &recorder,
    };
}

static void setup(void)
{
    fake_slot_init(&slot, 0, "small");
    rxc_clock_init_monotonic(&test_clock);
}

static void teardown(void)
{
    fake_slot_fini(&slot);
    rxc_message_fini(&rxc_type_std_msgs__msg__UInt32MultiArray, &output);
}

TestSuite(delegate, .init = setup, .fini = teardown);

static int run(void (*function)(struct fake_slot *), uint64_t timeout_ms, struct rxc_error *error)
{
    static struct fake_program program;
    const struct rxc_bitstream bitstream = {.name = "b", .data = &program, .size_bytes = 400};
    struct rxc_load_cost cost;
    struct rxc_execution one = execution(timeout_ms);

    program.run = function;
    cr_assert_eq(rxc_slot_load(&slot.slot, &bitstream, 100, &cost, NULL), 0);
    cr_assert_eq(cost.active_cycles, 100);
    slot.slot.loaded = NULL; /* the bitstream ends with this function */
    int rc = rxc_delegate_run(&slot.slot, &one, error);
    cr_assert(slot.reset, "whatever happened, the slot is in reset");
    return rc;
}

static void program_copy(struct fake_slot *fake)
{
    const void *in;
    void *out;

    if (!fake_begin(fake, &in, &out))
        return;
    ((struct std_msgs__msg__UInt32MultiArray *)out)->layout.data_offset =
        ((const struct std_msgs__msg__UInt32 *)in)->data + 1;
    fake_end(fake, 0x900);
}

Test(delegate, one_execution)
{
    input.data = 41;
    cr_expect_eq(run(program_copy, 5000, NULL), 0);
    cr_expect_eq(output.layout.data_offset, 42);
    cr_expect_eq(sent, 1);
    cr_expect_str_eq(slot.log, "RQLqIrR", "reset, quiesce, load, connect; invalidate, release, reset");
}

Test(delegate, hint_bit_is_ignored)
{
    cr_expect_eq(run(program_copy, 5000, NULL), 0);
}

static void program_calls(struct fake_slot *fake)
{
    uint32_t word;
    int n = 0;

    (void)fake_get(fake, &word);
    (void)fake_put(fake, 0x800000a0u); /* with the yield hint */
    (void)fake_get(fake, &answers[n++]);
    (void)fake_put(fake, 0xf7);
    (void)fake_put(fake, 2);
    (void)fake_get(fake, &answers[n++]);
    (void)fake_put(fake, 0x9f0);
    (void)fake_put(fake, 1);
    (void)fake_put(fake, (uint32_t)offsetof(struct std_msgs__msg__UInt32MultiArray, data));
    (void)fake_put(fake, 4);
    (void)fake_put(fake, 5);
    (void)fake_get(fake, &answers[n++]);
    (void)fake_put(fake, 0xa4);
    (void)fake_put(fake, 0xa2);
    fake_hang(fake);
}

Test(delegate, addresses_and_sizes)
{
    cr_expect_eq(run(program_calls, 5000, NULL), 0);
    cr_expect_eq(fake_address(&slot, answers[0]), &input);
    cr_expect_eq(fake_address(&slot, answers[1]), scratch);
    cr_expect_eq(output.data.size, 5);
    cr_expect_eq(fake_address(&slot, answers[2]), output.data.data);
    cr_expect_str_eq(slot.log, "RQLqIrISR");
    cr_expect_eq(sent, 0);
}

static void program_hang(struct fake_slot *fake)
{
    const void *in;
    void *out;

    (void)fake_begin(fake, &in, &out);
    fake_hang(fake);
}

Test(delegate, a_thread_that_never_answers)
{
    struct rxc_error error = {0};

    cr_expect_eq(run(program_hang, 20, &error), -ETIMEDOUT);
    cr_expect_not_null(strstr(error.text, "callback cb in slot small"), "%s", error.text);
    cr_expect_not_null(strstr(error.text, "has waited for a call of the hardware thread since count"));
    cr_expect_not_null(strstr(error.text, "limit 20000 us; last call 0x0f6"));
    cr_expect_eq(run(program_copy, 5000, NULL), 0, "the slot is usable again");
}

static void program_fault(struct fake_slot *fake)
{
    uint32_t word;

    (void)fake_get(fake, &word);
    fake_fault(fake, "nothing is mapped there", 0x1234, true);
}

Test(delegate, a_fault)
{
    struct rxc_error error = {0};

    cr_expect_eq(run(program_fault, 5000, &error), -EFAULT);
    cr_expect_not_null(strstr(error.text, "write at address 0x00001234 failed: nothing is mapped there"),
                       "%s", error.text);
}

static void program_unknown(struct fake_slot *fake)
{
    uint32_t word;

    (void)fake_get(fake, &word);
    (void)fake_put(fake, 0xd0);
    (void)fake_get(fake, &answers[0]);
    fake_hang(fake);
}

Test(delegate, an_unknown_call_gets_an_error_word)
{
    struct rxc_error error = {0};

    answers[0] = 0;
    cr_expect_eq(run(program_unknown, 5000, &error), -EPROTO);
    cr_expect_not_null(strstr(error.text, "does not know (last call 0x0d0)"), "%s", error.text);
}

static void program_bad_handle(struct fake_slot *fake)
{
    uint32_t word;

    (void)fake_get(fake, &word);
    (void)fake_put(fake, 0x910); /* handle 0 is a publisher, no service */
    (void)fake_put(fake, 0);
    (void)fake_put(fake, 1);
    fake_hang(fake);
}

static void program_far_handle(struct fake_slot *fake)
{
    uint32_t word;

    (void)fake_get(fake, &word);
    (void)fake_put(fake, 0xf6);
    (void)fake_put(fake, 0xffffffff);
    fake_hang(fake);
}

static void program_bad_size(struct fake_slot *fake)
{
    uint32_t word;

    (void)fake_get(fake, &word);
    (void)fake_put(fake, 0x9f0);
    (void)fake_put(fake, 1);
    (void)fake_put(fake, 0); /* layout.dim has other elements */
    (void)fake_put(fake, 4);
    (void)fake_put(fake, 5);
    fake_hang(fake);
}

Test(delegate, bad_handles_and_sizes)
{
    cr_expect_eq(run(program_bad_handle, 5000, NULL), -EPROTO);
    cr_expect_eq(run(program_far_handle, 5000, NULL), -EPROTO);
    cr_expect_eq(run(program_bad_size, 5000, NULL), -EPROTO);
    cr_expect_eq(sent, 0);
}

Test(delegate, a_message_that_cannot_be_sent)
{
    struct rxc_error error = {0};

    send_result = -ETIMEDOUT;
    cr_expect_eq(run(program_copy, 5000, &error), -ETIMEDOUT);
    cr_expect_not_null(strstr(error.text, "could not be sent"), "%s", error.text);
    send_result = 0;
}

static void program_chatter(struct fake_slot *fake)
{
    uint32_t word;

    (void)fake_get(fake, &word);
    while (fake_put(fake, 0xa0) && fake_get(fake, &word))
        ;
}

Test(delegate, a_thread_that_calls_for_ever)
{
    struct rxc_error error = {0};

    cr_expect_eq(run(program_chatter, 20, &error), -ETIMEDOUT);
    /* The limit ends it wherever it is: between two calls or, on a busy host, before one. */
    cr_expect(strstr(error.text, "does not end in time") || strstr(error.text, "no answer in time"), "%s",
              error.text);
}

static void program_deaf(struct fake_slot *fake)
{
    while (fake_put(fake, 0xa0))
        ; /* never takes an answer */
}

Test(delegate, a_thread_that_takes_no_answers)
{
    struct rxc_error error = {0};

    cr_expect_eq(run(program_deaf, 5000, &error), -EPROTO);
    cr_expect_not_null(strstr(error.text, "its FIFO is full"), "%s", error.text);
}

Test(delegate, a_load_that_fails)
{
    static const struct fake_program broken = {.load_result = -EILSEQ};
    static const struct fake_program good = {.run = program_copy};
    const struct rxc_bitstream bad = {.name = "bad.bin", .data = &broken, .size_bytes = 4};
    const struct rxc_bitstream fine = {.name = "good.bin", .data = &good, .size_bytes = 4};
    struct rxc_load_cost cost;
    struct rxc_error error = {0};

    cr_expect_eq(rxc_slot_load(&slot.slot, &bad, 100, &cost, &error), -EILSEQ);
    cr_expect_not_null(
        strstr(error.text, "slot small: load of bitstream 'bad.bin' (4 bytes): the device refused"), "%s",
        error.text);
    cr_expect(slot.quiesced && slot.reset, "nothing unknown is connected");
    cr_expect_null(slot.slot.loaded);
    cr_expect_eq(rxc_slot_load(&slot.slot, &fine, 100, &cost, &error), 0);
    cr_expect_eq(rxc_slot_load(&slot.slot, &fine, 100, &cost, &error), 0);
    cr_expect_str_eq(slot.log, "RQLRQLq", "loaded once, not twice");
}
