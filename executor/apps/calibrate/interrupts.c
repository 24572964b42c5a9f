/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * An interrupt to an idle core 0: from the moment at which core 1 makes it pending in the interrupt
 * controller to the handler, to the end of the handler's read and write of registers in the programmable
 * logic, and to the process that sleeps for it.
 */
#include "groups.h"
#include "lab.h"
#include "load.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define SPI_NUMBER 30u            /* IRQ_F2P[1], which no driver has */
#define READ_ADDRESS 0x6fe08000u  /* identity of proc-control: a read without effect */
#define WRITE_ADDRESS 0x6fe09000u /* page-table base of slot 0, which is in reset */
#define GAP_NS 300000
#define LOOPS 200u

enum span { TO_HANDLER, TO_ACKNOWLEDGE, TO_USER, HANDLER_TO_USER, TO_THREAD, TO_ACKNOWLEDGE_LOAD };

struct raiser {
    pthread_t thread;
    int fd;
    unsigned loops;
    int error;
};

static void *raise_all(void *argument)
{
    struct raiser *raiser = argument;
    struct timespec gap = {0, GAP_NS};

    raiser->error = cal_pin(1);
    for (unsigned i = 0; i < raiser->loops && !raiser->error; i++) {
        (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &gap, NULL);
        if (ioctl(raiser->fd, CALIB_IOC_RAISE))
            raiser->error = errno;
    }
    return NULL;
}

static double span_us(const struct cal_context *context, enum span span, const struct calib_event *event,
                      uint64_t user)
{
    uint64_t from = span == HANDLER_TO_USER ? event->handler : event->raised;
    bool in_handler = span == TO_ACKNOWLEDGE || span == TO_ACKNOWLEDGE_LOAD || span == TO_THREAD;
    uint64_t to = span == TO_HANDLER ? event->handler : in_handler ? event->acknowledged : user;

    return (double)(to - from) * context->ns_per_count * 1e-3;
}

static int collect(const struct cal_context *context, enum span span, int fd, unsigned loops,
                   struct cal_result *result)
{
    for (unsigned i = 0; i < loops; i++) {
        struct calib_event event;
        if (read(fd, &event, sizeof event) != (ssize_t)sizeof event)
            return errno ? errno : EIO;
        uint64_t user = rxc_clock_count(&context->clock);
        cal_add(result, span_us(context, span, &event, user));
    }
    return 0;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    int error;
    const struct cal_lab *lab = cal_lab_open(result, &error);
    struct calib_interrupt interrupt = {.spi = SPI_NUMBER};
    struct raiser raiser = {.loops = context->quick ? LOOPS / 4 : LOOPS};

    if (!lab)
        return error;
    if (self->variant == TO_THREAD)
        interrupt.flags = CALIB_THREADED;
    if (self->variant == TO_ACKNOWLEDGE || self->variant == TO_ACKNOWLEDGE_LOAD ||
        self->variant == TO_THREAD) {
        interrupt.read_address = READ_ADDRESS;
        interrupt.write_address = WRITE_ADDRESS;
    }
    raiser.fd = lab->fd;
    if (ioctl(lab->fd, CALIB_IOC_INTERRUPT_TAKE, &interrupt))
        return cal_fail(result, errno, "the interrupt cannot be taken");
    error = pthread_create(&raiser.thread, NULL, raise_all, &raiser);
    if (!error) {
        error = collect(context, (enum span)self->variant, lab->fd, raiser.loops, result);
        (void)pthread_join(raiser.thread, NULL);
    }
    (void)ioctl(lab->fd, CALIB_IOC_INTERRUPT_GIVE);
    if (raiser.error)
        error = raiser.error;
    return error ? cal_fail(result, error, "no interrupt came") : 0;
}

static int run_load(const struct cal_context *context, const struct cal_measurement *self,
                    struct cal_result *result)
{
    struct sched_param high = {.sched_priority = 80}, normal = {0};
    struct cal_load load;
    int error = cal_load_start(&load);

    /* The thread that raises the interrupts takes the priority over: it must not wait for the load. */
    if (!error && sched_setscheduler(0, SCHED_FIFO, &high))
        error = errno;
    if (error)
        (void)cal_fail(result, error, "the load cannot be started");
    else
        error = run(context, self, result);
    (void)sched_setscheduler(0, SCHED_OTHER, &normal);
    cal_load_stop(&load);
    return error;
}

static const struct cal_measurement rows[] = {
    {"irq_to_handler", "interrupt to the handler's first instruction", "us", run, 0, TO_HANDLER},
    {"irq_to_acknowledge", "interrupt to the end of a GP read and a GP write in the handler", "us", run, 0,
     TO_ACKNOWLEDGE},
    {"irq_to_acknowledge_load", "the same while both cores copy memory", "us", run_load, 0,
     TO_ACKNOWLEDGE_LOAD},
    {"irq_to_thread", "the same with the handler in a thread", "us", run, 0, TO_THREAD},
    {"irq_to_user", "interrupt to the process that sleeps for it", "us", run, 0, TO_USER},
    {"handler_to_user", "handler to the process that sleeps for it", "us", run, 0, HANDLER_TO_USER},
};
const struct cal_group cal_interrupts = CAL_GROUP(rows);
