/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "client.h"

#include "rxc/cdr.h"
#include "rxc/device.h"
#include "rxc/events.h"
#include "rxc/names.h"
#include "rxc/transport_cyclone.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DISCOVERY_NS (60 * RXC_NS_PER_S)
#define OUT_BUFFER_BYTES (256u << 10)

struct client {
    const struct client_options *options;
    struct rxc_transport *transport;
    struct rxc_port *in, *out; /* the same one for a service */
    struct rxc_device device;
    struct rxc_clock clock;
    struct rxc_events events;
    struct rxc_recorder recorder;
    FILE *file;

    pthread_mutex_t mutex;
    pthread_cond_t changed;
    uint64_t arrivals;
    bool stop; /* SIGTERM while listening */
};

static void on_arrival(void *argument)
{
    struct client *client = argument;

    pthread_mutex_lock(&client->mutex);
    client->arrivals++;
    pthread_cond_signal(&client->changed);
    pthread_mutex_unlock(&client->mutex);
}

static void *wait_signal(void *argument)
{
    struct client *client = argument;
    sigset_t signals;
    int signal;

    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, SIGTERM);
    (void)sigaddset(&signals, SIGINT);
    while (sigwait(&signals, &signal) == EINTR)
        ;
    pthread_mutex_lock(&client->mutex);
    client->stop = true;
    pthread_cond_signal(&client->changed);
    pthread_mutex_unlock(&client->mutex);
    return NULL;
}

/* The device's clock and event rings where there are any. */
static int open_time(struct client *client, struct rxc_error *error)
{
    char name[RXC_RING_NAME_BYTES];
    int rc = rxc_device_open(&client->device, error);

    if (rc && rc != -ENOENT)
        return rc;
    *error = (struct rxc_error){0};
    if (rc)
        rxc_clock_init_monotonic(&client->clock);
    else
        rxc_device_clock(&client->device, &client->clock);
    rc = rxc_events_init(&client->events, client->device.event_region, client->device.event_bytes,
                         client->device.reconos, &client->clock, error);
    if (rc)
        return rc;
    (void)snprintf(name, sizeof name, "client:%s", client->options->name);
    if (rxc_recorder_open(&client->recorder, &client->events, name, RXC_WORKER_NONE, error)) {
        fprintf(stderr, "rxc-client: warning: %s; its events are not recorded\n", error->text);
        *error = (struct rxc_error){0};
    }
    return 0;
}

static int open_port(struct client *client, enum rxc_port_kind kind, const char *name, const char *type,
                     struct rxc_port **port, struct rxc_error *error)
{
    char full[RXC_NAME_MAX + 1];
    struct rxc_port_config config = {.kind = kind,
                                     .qos = kind == RXC_PORT_CLIENT ? RXC_QOS_SERVICES : RXC_QOS_DEFAULT,
                                     .name = full,
                                     .type_name = type,
                                     .raw = true,
                                     .on_arrival = on_arrival,
                                     .argument = client};

    if (rxc_resolve_name("/", client->options->name, name, full, sizeof full))
        return rxc_error_set(error, EINVAL, "'%s' is not a topic or service name", name);
    return client->transport->ops->open(client->transport, &config, port, error);
}

static int open_ports(struct client *client, struct rxc_error *error)
{
    const struct client_options *options = client->options;
    int rc = rxc_cyclone_create(options->domain, &client->transport, error);

    if (rc)
        return rc;
    if (options->mode == CLIENT_SERVICE) {
        rc = open_port(client, RXC_PORT_CLIENT, options->call, options->type, &client->in, error);
        client->out = client->in;
        return rc;
    }
    /* The reader first: who knows our writer then knows where the answers go. */
    rc =
        open_port(client, RXC_PORT_SUBSCRIPTION, options->subscribe, options->reply_type, &client->in, error);
    if (!rc && options->mode == CLIENT_TOPIC)
        rc = open_port(client, RXC_PORT_PUBLISHER, options->publish, options->type, &client->out, error);
    return rc;
}

static int wait_peers(struct client *client, struct rxc_error *error)
{
    const struct rxc_transport_ops *ops = client->transport->ops;
    int rc = ops->wait_matched(client->transport, client->in, 1, DISCOVERY_NS);

    if (!rc && client->out && client->out != client->in)
        rc = ops->wait_matched(client->transport, client->out, 1, DISCOVERY_NS);
    return rc ? rxc_error_set(error, ETIMEDOUT, "client %s: no peer was found in %llu s",
                              client->options->name, DISCOVERY_NS / RXC_NS_PER_S)
              : 0;
}

static void add_ms(struct timespec *time, uint32_t ms)
{
    time->tv_sec += ms / 1000;
    time->tv_nsec += (long)(ms % 1000) * 1000000;
    if (time->tv_nsec >= 1000000000) {
        time->tv_sec++;
        time->tv_nsec -= 1000000000;
    }
}

/* Sleeps until something arrived since `seen`. -ETIMEDOUT, -EINTR: SIGTERM. */
static int wait_arrival(struct client *client, uint64_t seen, const struct timespec *deadline)
{
    int rc = 0;

    pthread_mutex_lock(&client->mutex);
    while (client->arrivals == seen && !client->stop && rc == 0)
        rc = deadline ? pthread_cond_timedwait(&client->changed, &client->mutex, deadline)
                      : pthread_cond_wait(&client->changed, &client->mutex);
    bool arrived = client->arrivals != seen;
    bool stop = client->stop;
    pthread_mutex_unlock(&client->mutex);
    return stop ? -EINTR : arrived ? 0 : -ETIMEDOUT;
}

/* The next answer; of a service the one to request `sequence`. deadline NULL: none. */
static int take_answer(struct client *client, struct rxc_raw_message *answer, int64_t sequence,
                       const struct timespec *deadline)
{
    for (;;) { /* each turn takes a message, or sleeps until one comes or the deadline */
        struct rxc_taken taken = {0};
        pthread_mutex_lock(&client->mutex);
        uint64_t seen = client->arrivals;
        pthread_mutex_unlock(&client->mutex);
        int rc = client->transport->ops->take(client->transport, client->in, answer, &taken);
        if (rc == 0 && (client->options->mode != CLIENT_SERVICE || taken.id.sequence == sequence))
            return 0;
        if (rc != 0 && rc != -EAGAIN && rc != -EBADMSG)
            return rc;
        if (rc == -EAGAIN) {
            rc = wait_arrival(client, seen, deadline);
            if (rc)
                return rc;
        }
    }
}

/* An answer that was found equal to the expected record has its check sum. */
static uint32_t answer_crc(const struct rxc_raw_message *answer, size_t compared, bool equal,
                           const struct client_records *expect, uint32_t record)
{
    if (equal && expect->count && expect->records[record].size - RXC_CDR_ENCAPSULATION_BYTES == compared)
        return expect->crc32c[record];
    return client_crc32c(answer->data + RXC_CDR_ENCAPSULATION_BYTES, compared);
}

static enum client_status judge(struct client *client, uint32_t n, int rc,
                                const struct rxc_raw_message *answer, const struct client_records *expect,
                                uint64_t send_count)
{
    static const char *const verdicts[] = {"right", "wrong", "timeout"};
    uint64_t done_count = rxc_clock_count(&client->clock);
    uint32_t verdict = 2, crc = 0, record = expect->count ? n % expect->count : 0;
    size_t compared = 0, bytes = 0;

    if (rc == 0) {
        compared = answer->size - RXC_CDR_ENCAPSULATION_BYTES;
        bool right = !expect->count || client_answer_right(answer, &expect->records[record], &compared);
        verdict = right ? 0 : 1;
        crc = answer_crc(answer, compared, right, expect, record);
        bytes = answer->size;
    }
    rxc_record_at(&client->recorder, done_count, RXC_EVENT_CLIENT_DONE, client->options->callback_index,
                  n | (uint64_t)verdict << 32);
    fprintf(client->file,
            "{\"n\":%" PRIu32 ",\"send_count\":%" PRIu64 ",\"done_count\":%" PRIu64
            ",\"verdict\":\"%s\",\"bytes\":%zu,\"crc32c\":\"%08" PRIx32 "\"}\n",
            n, send_count, done_count, verdicts[verdict], bytes, crc);
    return verdict == 0 ? CLIENT_RIGHT : verdict == 1 ? CLIENT_WRONG : CLIENT_TIMEOUT;
}

static int send_request(struct client *client, const struct rxc_raw_message *request, int64_t *sequence)
{
    struct rxc_request_id id = {0};
    int rc = client->transport->ops->write(client->transport, client->out, request, &id, NULL);

    *sequence = id.sequence;
    return rc;
}

static enum client_status loop(struct client *client, const struct client_records *input,
                               const struct client_records *expect, struct rxc_error *error)
{
    const struct client_options *options = client->options;
    struct rxc_raw_message answer = {0};
    enum client_status status = CLIENT_RIGHT;

    for (uint32_t n = 0; options->times == 0 || n < options->times; n++) {
        bool bounded = options->mode != CLIENT_LISTEN || options->times > 0;
        struct timespec deadline;
        uint64_t send_count = 0;
        int64_t sequence = 0;
        int rc = 0;

        if (options->mode != CLIENT_LISTEN) {
            send_count = rxc_clock_count(&client->clock);
            rxc_record_at(&client->recorder, send_count, RXC_EVENT_CLIENT_SEND, options->callback_index, n);
            rc = send_request(client, &input->records[n % input->count], &sequence);
        }
        (void)clock_gettime(CLOCK_MONOTONIC, &deadline);
        add_ms(&deadline, options->timeout_ms);
        if (!rc)
            rc = take_answer(client, &answer, sequence, bounded ? &deadline : NULL);
        if (rc == -EINTR)
            break;
        if (rc && rc != -ETIMEDOUT) {
            (void)rxc_error_set(error, -rc, "client %s: message %" PRIu32 ": %s", options->name, n,
                                strerror(-rc));
            status = CLIENT_SYSTEM;
            break;
        }
        enum client_status one = judge(client, n, rc, &answer, expect, send_count);
        if (one != CLIENT_RIGHT && status != CLIENT_TIMEOUT)
            status = one;
        if (one == CLIENT_TIMEOUT) {
            (void)rxc_error_set(error, ETIMEDOUT,
                                "client %s waits for answer %" PRIu32 " since count %" PRIu64
                                ", limit %" PRIu32 " ms",
                                options->name, n, send_count, options->timeout_ms);
            break; /* later answers could not be told from the missing one */
        }
    }
    free(answer.data);
    return status;
}

static void init(struct client *client, const struct client_options *options)
{
    pthread_condattr_t monotonic;

    memset(client, 0, sizeof *client);
    client->options = options;
    client->device.reconos = -1;
    client->device.zycap = -1;
    pthread_mutex_init(&client->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&client->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static void fini(struct client *client)
{
    if (client->out && client->out != client->in)
        client->transport->ops->close(client->transport, client->out);
    if (client->in)
        client->transport->ops->close(client->transport, client->in);
    if (client->transport)
        rxc_cyclone_destroy(client->transport);
    rxc_device_close(&client->device);
    pthread_cond_destroy(&client->changed);
    pthread_mutex_destroy(&client->mutex);
}

/* While listening SIGTERM is taken by a thread of its own; it is blocked before any other thread starts. */
static int catch_signals(struct client *client, pthread_t *thread)
{
    sigset_t signals;

    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, SIGTERM);
    (void)sigaddset(&signals, SIGINT);
    (void)pthread_sigmask(SIG_BLOCK, &signals, NULL);
    return -pthread_create(thread, NULL, wait_signal, client);
}

enum client_status client_run(const struct client_options *options, const struct client_records *input,
                              const struct client_records *expect, struct rxc_error *error)
{
    struct client client;
    enum client_status status = CLIENT_SYSTEM;
    pthread_t signal_thread;
    bool listening = options->mode == CLIENT_LISTEN;

    init(&client, options);
    if (listening && catch_signals(&client, &signal_thread)) {
        fini(&client);
        (void)rxc_error_set(error, EAGAIN, "no thread for signals");
        return CLIENT_SYSTEM;
    }
    client.file = fopen(options->out, "w");
    if (!client.file)
        (void)rxc_error_set(error, errno, "%s: %s", options->out, strerror(errno));
    else
        (void)setvbuf(client.file, NULL, _IOFBF, OUT_BUFFER_BYTES);
    if (client.file && !open_time(&client, error) && !open_ports(&client, error)) {
        /* A listener without end takes what comes; the others must know somebody before time counts. */
        if ((!listening || options->times > 0) && wait_peers(&client, error))
            status = CLIENT_TIMEOUT;
        else
            status = loop(&client, input, expect, error);
    }
    if (client.file && fclose(client.file) && status == CLIENT_RIGHT) {
        (void)rxc_error_set(error, EIO, "%s: could not be written", options->out);
        status = CLIENT_SYSTEM;
    }
    if (listening) {
        (void)pthread_kill(signal_thread, SIGTERM);
        (void)pthread_join(signal_thread, NULL);
    }
    fini(&client);
    return status;
}
