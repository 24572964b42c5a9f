/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "port.h"

#include "rxc/cdr.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TAKE_TRIES_MAX 64 /* samples of other clients and state changes passed over in one call */

static uint64_t swap64(uint64_t value, bool swap)
{
    return swap ? __builtin_bswap64(value) : value;
}

static int errno_of(dds_return_t rc)
{
    switch (rc) {
    case DDS_RETCODE_TIMEOUT:
        return -ETIMEDOUT;
    case DDS_RETCODE_OUT_OF_RESOURCES:
        return -ENOMEM;
    default:
        return -EIO;
    }
}

static int read_raw(struct rxc_raw_message *raw, const uint8_t *bytes, size_t size, size_t header)
{
    size_t wanted = size - header;

    if (wanted > raw->capacity) {
        uint8_t *data = realloc(raw->data, wanted);
        if (!data)
            return -ENOMEM;
        raw->data = data;
        raw->capacity = wanted;
    }
    memcpy(raw->data, bytes, RXC_CDR_ENCAPSULATION_BYTES);
    memcpy(raw->data + RXC_CDR_ENCAPSULATION_BYTES, bytes + RXC_CDR_ENCAPSULATION_BYTES + header,
           wanted - RXC_CDR_ENCAPSULATION_BYTES);
    raw->size = wanted;
    return 0;
}

/* -EAGAIN: not for this port. */
static int read_sample(struct rxc_port *port, struct ddsi_serdata *sample, void *message,
                       struct rxc_taken *taken)
{
    const uint8_t *bytes = rxc_sample_bytes(sample);
    size_t size = rxc_sample_size(sample);
    size_t header = port->kind == RXC_PORT_SUBSCRIPTION ? 0 : PORT_SERVICE_HEADER_BYTES;
    bool swap;

    if (rxc_cdr_read_encapsulation(bytes, size, &swap) || size < RXC_CDR_ENCAPSULATION_BYTES + header)
        return -EBADMSG;
    if (header) {
        uint64_t guid, sequence;
        memcpy(&guid, bytes + RXC_CDR_ENCAPSULATION_BYTES, 8);
        memcpy(&sequence, bytes + RXC_CDR_ENCAPSULATION_BYTES + 8, 8);
        taken->id.guid = swap64(guid, swap);
        taken->id.sequence = (int64_t)swap64(sequence, swap);
        if (port->kind == RXC_PORT_CLIENT && taken->id.guid != port->guid)
            return -EAGAIN;
    }
    taken->cdr_bytes = size;
    if (port->raw)
        return read_raw(message, bytes, size, header);
    size_t skip = RXC_CDR_ENCAPSULATION_BYTES + header; /* 16 bytes keep the alignment of what follows */
    return rxc_cdr_read_body(port->in, bytes + skip, size - skip, swap, message);
}

int port_take(struct rxc_transport *transport, struct rxc_port *port, void *message, struct rxc_taken *taken)
{
    (void)transport;
    assert(port->reader);
    for (int i = 0; i < TAKE_TRIES_MAX; i++) {
        struct ddsi_serdata *sample = NULL;
        dds_sample_info_t info;
        dds_return_t count = dds_takecdr(port->reader, &sample, 1, &info, DDS_ANY_STATE);

        if (count == 0 || count == DDS_RETCODE_NO_DATA)
            return -EAGAIN;
        if (count < 0)
            return errno_of(count);
        int rc = -EAGAIN;
        memset(taken, 0, sizeof *taken);
        if (info.valid_data)
            rc = read_sample(port, sample, message, taken);
        taken->id.peer = info.publication_handle;
        rxc_sample_drop(sample);
        if (rc != -EAGAIN)
            return rc == -ENOMEM ? -EBADMSG : rc; /* dropped for want of memory */
    }
    return -EBADMSG; /* nothing for us so far, but there may be more: the caller comes back */
}

/* Serialises into a new sample; header: 0 or the room for a service's ids. */
static int make_sample(struct rxc_port *port, const void *message, size_t header,
                       struct ddsi_serdata **result)
{
    const struct rxc_raw_message *raw = message;
    size_t skip = RXC_CDR_ENCAPSULATION_BYTES + header;
    size_t body = 0;

    if (port->raw) {
        if (raw->size < RXC_CDR_ENCAPSULATION_BYTES)
            return -EINVAL;
        body = raw->size - RXC_CDR_ENCAPSULATION_BYTES;
    } else {
        body = rxc_cdr_body_size(port->out, message);
        if (body == 0)
            return -EINVAL;
    }
    struct ddsi_serdata *sample = rxc_sample_new(port->out_type, skip + body);
    if (!sample)
        return -ENOMEM;
    uint8_t *bytes = rxc_sample_bytes(sample);
    int rc = 0;
    if (port->raw) {
        memcpy(bytes, raw->data, RXC_CDR_ENCAPSULATION_BYTES);
        memcpy(bytes + skip, raw->data + RXC_CDR_ENCAPSULATION_BYTES, body);
    } else {
        size_t written;
        rxc_cdr_write_encapsulation(bytes);
        rc = rxc_cdr_write_body(port->out, message, bytes + skip, body, &written);
        assert(rc || written == body);
    }
    if (rc)
        rxc_sample_drop(sample);
    else
        *result = sample;
    return rc;
}

static void put_ids(struct ddsi_serdata *sample, const struct rxc_request_id *id)
{
    uint8_t *bytes = rxc_sample_bytes(sample);
    bool swap = false;

    (void)rxc_cdr_read_encapsulation(bytes, rxc_sample_size(sample), &swap);
    uint64_t guid = swap64(id->guid, swap);
    uint64_t sequence = swap64((uint64_t)id->sequence, swap);
    memcpy(bytes + RXC_CDR_ENCAPSULATION_BYTES, &guid, 8);
    memcpy(bytes + RXC_CDR_ENCAPSULATION_BYTES + 8, &sequence, 8);
}

int port_write(struct rxc_transport *transport, struct rxc_port *port, const void *message,
               struct rxc_request_id *id, size_t *cdr_bytes)
{
    (void)transport;
    assert(port->writer);
    struct ddsi_serdata *sample = NULL;
    int rc =
        make_sample(port, message, port->kind == RXC_PORT_PUBLISHER ? 0 : PORT_SERVICE_HEADER_BYTES, &sample);

    if (rc)
        return rc;
    if (cdr_bytes)
        *cdr_bytes = rxc_sample_size(sample);
    if (port->kind == RXC_PORT_CLIENT) {
        id->guid = port->guid;
        id->sequence = atomic_fetch_add(&port->sequence, 1) + 1;
    }
    if (port->kind != RXC_PORT_PUBLISHER)
        put_ids(sample, id);
    if (port->kind == RXC_PORT_SERVICE) {
        rc = port_wait_reachable(port, id->peer, PORT_REPLY_WAIT_NS);
        if (rc) {
            rxc_sample_drop(sample);
            return rc == -ENOENT ? 0 : rc; /* nobody waits for this reply any more */
        }
    }
    dds_return_t written = dds_writecdr(port->writer, sample); /* takes the reference */
    return written == DDS_RETCODE_OK ? 0 : errno_of(written);
}
