/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "delegate.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

struct delegate {
    struct rxc_slot *slot;
    struct rxc_execution *execution;
    struct rxc_error *error;
    uint64_t started; /* counts */
    uint64_t deadline;
    bool done;
};

static int fail(struct delegate *delegate, int code, const char *what)
{
    const struct rxc_execution *execution = delegate->execution;

    return rxc_error_set(delegate->error, code, "callback %s in slot %s: %s (last call 0x%03" PRIx32 ")",
                         execution->callback, delegate->slot->name, what, execution->last_call);
}

/* Who waits for what since when. */
static int fail_wait(struct delegate *delegate, int rc, uint64_t since)
{
    const struct rxc_execution *execution = delegate->execution;
    uint64_t now = rxc_clock_count(execution->clock);
    struct rxc_slot_fault fault = {0};

    if (rc == -EFAULT) {
        delegate->slot->ops->fault(delegate->slot, &fault);
        return rxc_error_set(delegate->error, EFAULT,
                             "callback %s in slot %s: the thread's %s at address 0x%08" PRIx32
                             " failed: %s (last call 0x%03" PRIx32 ")",
                             execution->callback, delegate->slot->name, fault.is_write ? "write" : "read",
                             fault.address, fault.cause ? fault.cause : "unknown cause",
                             execution->last_call);
    }
    return rxc_error_set(
        delegate->error, -rc,
        "callback %s in slot %s: the delegate has waited for a call of the hardware thread since "
        "count %" PRIu64 " (%" PRIu64 " us): %s, limit %" PRIu64 " us; last call 0x%03" PRIx32,
        execution->callback, delegate->slot->name, since,
        rxc_clock_count_to_ns(execution->clock, now - since) / 1000,
        rc == -ETIMEDOUT ? "no answer in time" : strerror(-rc), execution->timeout_ns / 1000,
        execution->last_call);
}

/* The next word of the thread; sleeps for it. */
static int next_word(struct delegate *delegate, uint32_t *word)
{
    struct rxc_slot *slot = delegate->slot;
    const struct rxc_clock *clock = delegate->execution->clock;
    uint64_t since = rxc_clock_count(clock);

    for (;;) { /* each turn has a word, or sleeps, or has passed the deadline */
        int rc = slot->ops->read(slot, word);
        if (rc != -EAGAIN)
            return rc ? fail(delegate, -rc, "reading a word failed") : 0;
        uint64_t now = rxc_clock_count(clock);
        if (now >= delegate->deadline)
            return fail_wait(delegate, -ETIMEDOUT, since);
        rc = slot->ops->wait(slot, rxc_clock_count_to_ns(clock, delegate->deadline - now) + 1);
        if (rc && rc != -EINTR)
            return fail_wait(delegate, rc, since);
    }
}

static int answer(struct delegate *delegate, uint32_t word)
{
    int rc = delegate->slot->ops->write(delegate->slot, word);

    if (rc == -EAGAIN)
        return fail(delegate, EPROTO, "the thread does not take its answers, its FIFO is full");
    return rc ? fail(delegate, -rc, "writing an answer failed") : 0;
}

/* The thread cannot go on: it gets an error word, and the execution ends. */
static int refuse(struct delegate *delegate, const char *what)
{
    (void)delegate->slot->ops->write(delegate->slot, (uint32_t)RXC_OSIF_ERROR);
    return fail(delegate, EPROTO, what);
}

static int answer_address(struct delegate *delegate, const void *address)
{
    uint32_t word = 0;
    int rc = address ? delegate->slot->ops->address_word(delegate->slot, address, &word) : 0;

    if (rc)
        return refuse(delegate, "the thread cannot reach an address of this process");
    return answer(delegate, word);
}

/* Reads a handle; NULL: there is no such resource of the kind (NONE: any kind). */
static int next_resource(struct delegate *delegate, enum rxc_resource_kind kind,
                         struct rxc_resource **resource)
{
    uint32_t handle;
    int rc = next_word(delegate, &handle);

    if (rc)
        return rc;
    *resource = NULL;
    if (handle < RXC_RESOURCES_MAX) {
        struct rxc_resource *found = &delegate->execution->resources[handle];
        if (found->kind != RXC_RESOURCE_NONE && (kind == RXC_RESOURCE_NONE || kind == found->kind))
            *resource = found;
    }
    return 0;
}

static int serve_address(struct delegate *delegate, enum rxc_resource_kind kind)
{
    struct rxc_resource *resource;
    int rc = next_resource(delegate, kind, &resource);

    if (rc)
        return rc;
    return resource ? answer_address(delegate, resource->object)
                    : refuse(delegate, "the call names a resource that does not exist");
}

static int serve_send(struct delegate *delegate, enum rxc_resource_kind sender)
{
    struct rxc_resource *through, *message;
    int rc = next_resource(delegate, sender, &through);

    if (!rc)
        rc = next_resource(delegate, RXC_RESOURCE_MESSAGE, &message);
    if (rc)
        return rc;
    if (!through || !message)
        return refuse(delegate, "publish or respond names a resource that does not exist");
    atomic_thread_fence(memory_order_acquire); /* the thread wrote the message before it called */
    rc = delegate->execution->send(delegate->execution->argument);
    if (rc) {
        (void)answer(delegate, (uint32_t)rc);
        return fail(delegate, -rc, "its message could not be sent");
    }
    return answer(delegate, 0);
}

/* The sequence at this offset of the message itself (not of a nested array's element). */
static const struct rxc_field *find_sequence(const struct rxc_message_type *type, uint32_t offset)
{
    for (uint32_t i = 0; i < type->field_count; i++) {
        const struct rxc_field *field = &type->fields[i];
        if (field->offset == offset && field->shape == RXC_SHAPE_SEQUENCE)
            return field;
        if (field->kind == RXC_FIELD_MESSAGE && field->shape == RXC_SHAPE_SINGLE && offset >= field->offset &&
            offset - field->offset < field->nested->size_bytes)
            return find_sequence(field->nested, offset - field->offset);
    }
    return NULL;
}

static int serve_set_size(struct delegate *delegate)
{
    struct rxc_resource *message;
    uint32_t offset, element_bytes, count;
    int rc = next_resource(delegate, RXC_RESOURCE_MESSAGE, &message);

    if (!rc)
        rc = next_word(delegate, &offset);
    if (!rc)
        rc = next_word(delegate, &element_bytes);
    if (!rc)
        rc = next_word(delegate, &count);
    if (rc)
        return rc;
    const struct rxc_field *field = message ? find_sequence(message->type, offset) : NULL;
    if (!field || rxc_field_element_size(field) != element_bytes || (field->count && count > field->count))
        return refuse(delegate, "set size names no array with such elements");
    struct rxc_sequence *sequence = (struct rxc_sequence *)(void *)((char *)message->object + offset);
    if (rxc_sequence_resize_field(field, sequence, count))
        return refuse(delegate, "no memory for an array of the message");
    rc = delegate->slot->ops->invalidate(delegate->slot); /* the old array may have been unmapped */
    if (rc)
        return fail(delegate, -rc, "the slot's translations could not be dropped");
    return answer_address(delegate, sequence->data);
}

static int serve_call(struct delegate *delegate, uint32_t command)
{
    switch (command & RXC_OSIF_MASK) {
    case RXC_OSIF_GET_INIT_DATA:
        return answer_address(delegate, delegate->execution->input);
    case RXC_OSIF_THREAD_EXIT:
        delegate->done = true;
        return 0;
    case RXC_OSIF_CLEAR_SIGNAL:
        return delegate->slot->ops->clear_signal(delegate->slot);
    case RXC_OSIF_GET_OBJECT_ADDRESS:
        return serve_address(delegate, RXC_RESOURCE_NONE);
    case RXC_OSIF_GET_MEMORY_ADDRESS:
        return serve_address(delegate, RXC_RESOURCE_MEMORY);
    case RXC_OSIF_PUBLISH:
        return serve_send(delegate, RXC_RESOURCE_PUBLISHER);
    case RXC_OSIF_RESPOND:
        return serve_send(delegate, RXC_RESOURCE_SERVICE);
    case RXC_OSIF_SET_SIZE:
        return serve_set_size(delegate);
    default:
        return refuse(delegate, "the thread makes a call that the delegate does not know");
    }
}

static int start(struct delegate *delegate)
{
    struct rxc_slot *slot = delegate->slot;
    int rc = slot->ops->invalidate(slot); /* memory may have been mapped anew since the last execution */

    if (!rc)
        rc = slot->ops->reset(slot, false);
    if (rc)
        return fail(delegate, -rc, "the slot could not be released from reset");
    atomic_thread_fence(memory_order_seq_cst); /* messages are in memory before the thread may look */
    return answer(delegate, RXC_OSIF_START);
}

int rxc_delegate_run(struct rxc_slot *slot, struct rxc_execution *execution, struct rxc_error *error)
{
    assert(execution->timeout_ns > 0 && execution->clock);
    struct delegate delegate = {.slot = slot, .execution = execution, .error = error};

    execution->last_call = 0;
    delegate.started = rxc_clock_count(execution->clock);
    delegate.deadline = delegate.started + rxc_clock_ns_to_count(execution->clock, execution->timeout_ns);
    int rc = start(&delegate);
    while (!rc && !delegate.done) { /* ends by the deadline at the latest */
        uint32_t command;
        rc = next_word(&delegate, &command);
        if (rc)
            break;
        execution->last_call = command;
        rxc_record(execution->recorder, RXC_EVENT_OSIF_CALL, execution->callback_index, command);
        rc = serve_call(&delegate, command);
        if (!rc && rxc_clock_count(execution->clock) >= delegate.deadline && !delegate.done)
            rc = fail(&delegate, ETIMEDOUT, "the thread keeps calling but does not end in time");
    }
    int reset = slot->ops->reset(slot, true);
    if (reset && !rc)
        rc = fail(&delegate, -reset, "the slot could not be reset");
    return rc;
}
