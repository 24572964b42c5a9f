/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * An interrupt of the programmable logic, from its line to the handler, to the end of the handler's read and
 * write of a register in the logic, and to the process that sleeps for it. The line rises when a stream of
 * the traffic generator ends, which is known: the generator counts its cycles from the start, and the start
 * lies between two readings of the clock.
 */
#include "generator.h"
#include "groups.h"
#include "load.h"

#include <errno.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define SPI_NUMBER 30u /* IRQ_F2P[1] */
#define STREAM 0u
#define DONE_ADDRESS (CAL_GENERATOR_ADDRESS + CAL_GENERATOR_DONE)
#define LOOPS 200u

/* Long enough for the process to fall asleep: 100 us and more. */
static const struct cal_stream_run stream_run = {.bytes = 0x18000, .passes = 1, .outstanding = 4};

enum span { TO_HANDLER, TO_ACKNOWLEDGE, TO_USER };
#define UNDER_LOAD 16u
#define IN_THREAD 32u
#define SPAN(variant) ((enum span)((variant)&15u))

static int one_interrupt(const struct cal_context *context, const struct cal_generator *generator,
                         enum span span, struct cal_result *result)
{
    struct calib_event event;

    (void)cal_generator_set(generator, STREAM, &stream_run);
    double before = cal_now_ns(context);
    cal_generator_start(generator, 1u << STREAM);
    double after = cal_now_ns(context) - context->reading_ns;
    if (read(generator->lab->fd, &event, sizeof event) != (ssize_t)sizeof event)
        return errno ? errno : EIO;
    double user = cal_now_ns(context) - context->reading_ns;
    double raised = (before + after) / 2 + cal_generator_cycles(generator, STREAM) * 1e3 / context->pl_mhz;
    double seen = user;
    if (span == TO_HANDLER)
        seen = (double)event.handler * context->ns_per_count;
    else if (span == TO_ACKNOWLEDGE)
        seen = (double)event.acknowledged * context->ns_per_count;
    cal_add(result, (seen - raised) * 1e-3);
    return 0;
}

static int run_all(const struct cal_context *context, const struct cal_generator *generator,
                   const struct cal_measurement *self, struct cal_result *result)
{
    struct calib_interrupt interrupt = {.spi = SPI_NUMBER,
                                        .read_address = DONE_ADDRESS,
                                        .write_address = DONE_ADDRESS,
                                        .write_value = 1u << STREAM,
                                        .flags = self->variant & IN_THREAD ? CALIB_THREADED : 0};
    struct sched_param high = {.sched_priority = 80}, normal = {0};
    unsigned loops = context->quick ? LOOPS / 4 : LOOPS;
    int error = 0;

    if (ioctl(generator->lab->fd, CALIB_IOC_INTERRUPT_TAKE, &interrupt))
        return cal_fail(result, errno, "the interrupt cannot be taken");
    cal_generator_interrupts(generator, 1u << STREAM);
    if (self->variant & UNDER_LOAD && sched_setscheduler(0, SCHED_FIFO, &high))
        error = errno;
    for (unsigned i = 0; i < loops && !error; i++)
        error = one_interrupt(context, generator, SPAN(self->variant), result);
    (void)sched_setscheduler(0, SCHED_OTHER, &normal);
    cal_generator_interrupts(generator, 0);
    (void)ioctl(generator->lab->fd, CALIB_IOC_INTERRUPT_GIVE);
    return error ? cal_fail(result, error, "no interrupt came") : 0;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    struct cal_generator generator;
    struct cal_load load;
    int error = cal_generator_open(&generator, result);

    if (error)
        return error;
    if (self->variant & UNDER_LOAD) {
        error = cal_load_start(&load);
        if (error)
            (void)cal_fail(result, error, "the load cannot be started");
    }
    if (!error)
        error = run_all(context, &generator, self, result);
    if (self->variant & UNDER_LOAD)
        cal_load_stop(&load);
    cal_generator_close(&generator);
    return error;
}

static const struct cal_measurement rows[] = {
    {"irq_to_handler", "interrupt of the logic to the handler's first instruction", "us", run, 0, TO_HANDLER},
    {"irq_to_acknowledge", "interrupt to the end of a GP read and a GP write in the handler", "us", run, 0,
     TO_ACKNOWLEDGE},
    {"irq_to_acknowledge_load", "the same while both cores copy memory", "us", run, 0,
     TO_ACKNOWLEDGE | UNDER_LOAD},
    {"irq_to_thread", "the same with the handler in a thread", "us", run, 0, TO_ACKNOWLEDGE | IN_THREAD},
    {"irq_to_user", "interrupt to the process that sleeps for it", "us", run, 0, TO_USER},
};
const struct cal_group cal_interrupts = CAL_GROUP(rows);
