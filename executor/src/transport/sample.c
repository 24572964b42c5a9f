/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#define DDS_NDEBUG 1 /* as Debian's library is built; the layout of struct nn_rdata depends on it */
#include "sample.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <dds/ddsi/ddsi_keyhash.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <dds/ddsi/q_radmin.h>

struct sample {
    struct ddsi_serdata c;
    size_t size;     /* bytes, with encapsulation */
    size_t capacity; /* of bytes[] */
    uint8_t bytes[];
};

/*
 * Large buffers come from the kernel page by page on every malloc; a few are kept for the next sample of
 * about the same size.
 */
#define POOL_BUFFERS 8
#define POOL_MIN_BYTES 4096u
static pthread_mutex_t pool_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct sample *pool[POOL_BUFFERS];

static struct sample *pool_get(size_t capacity)
{
    struct sample *found = NULL;

    if (capacity < POOL_MIN_BYTES)
        return NULL;
    pthread_mutex_lock(&pool_mutex);
    for (int i = 0; i < POOL_BUFFERS && !found; i++) {
        if (pool[i] && pool[i]->capacity >= capacity && pool[i]->capacity / 2 <= capacity) {
            found = pool[i];
            pool[i] = NULL;
        }
    }
    pthread_mutex_unlock(&pool_mutex);
    return found;
}

/* Takes the sample's memory, or frees it (or an older one) when the pool is full. */
static void pool_put(struct sample *sample)
{
    static int oldest;
    struct sample *extra = sample;

    if (sample->capacity >= POOL_MIN_BYTES) {
        pthread_mutex_lock(&pool_mutex);
        for (int i = 0; i < POOL_BUFFERS && extra; i++) {
            if (!pool[i]) {
                pool[i] = extra;
                extra = NULL;
            }
        }
        if (extra) {
            struct sample *old = pool[oldest];
            pool[oldest] = extra;
            extra = old;
            oldest = (oldest + 1) % POOL_BUFFERS;
        }
        pthread_mutex_unlock(&pool_mutex);
    }
    free(extra);
}

static struct sample *sample_alloc(const struct ddsi_sertype *type, enum ddsi_serdata_kind kind, size_t size)
{
    size_t capacity = (size + 3) & ~(size_t)3;
    struct sample *sample = pool_get(capacity);

    if (!sample) {
        sample = malloc(sizeof *sample + capacity);
        if (!sample)
            return NULL;
        sample->capacity = capacity;
    }
    memset(&sample->c, 0, sizeof sample->c);
    ddsi_serdata_init(&sample->c, type, kind);
    sample->c.hash = type->serdata_basehash; /* keyless: one instance, so one hash */
    sample->size = size;
    memset(sample->bytes + size, 0, capacity - size);
    return sample;
}

static struct sample *as_sample(const struct ddsi_serdata *serdata)
{
    return (struct sample *)(uintptr_t)serdata; /* its first member */
}

struct ddsi_serdata *rxc_sample_new(const struct ddsi_sertype *type, size_t size_bytes)
{
    assert(size_bytes >= 4);
    struct sample *sample = sample_alloc(type, SDK_DATA, size_bytes);
    return sample ? &sample->c : NULL;
}

uint8_t *rxc_sample_bytes(struct ddsi_serdata *serdata)
{
    return as_sample(serdata)->bytes;
}

size_t rxc_sample_size(const struct ddsi_serdata *serdata)
{
    return as_sample(serdata)->size;
}

void rxc_sample_drop(struct ddsi_serdata *serdata)
{
    ddsi_serdata_unref(serdata);
}

static bool sample_eqkey(const struct ddsi_serdata *a, const struct ddsi_serdata *b)
{
    (void)a;
    (void)b;
    return true;
}

static uint32_t sample_get_size(const struct ddsi_serdata *serdata)
{
    return (uint32_t)as_sample(serdata)->size;
}

/* Fragments come in order of their first byte and may overlap. */
static struct ddsi_serdata *sample_from_ser(const struct ddsi_sertype *type, enum ddsi_serdata_kind kind,
                                            const struct nn_rdata *fragment, size_t size)
{
    size_t at = 0;

    if (size < 4 || size > INT32_MAX)
        return NULL;
    struct sample *sample = sample_alloc(type, kind, size);
    if (!sample)
        return NULL;
    for (; fragment; fragment = fragment->nextfrag) {
        if (fragment->maxp1 <= at)
            continue;
        if (fragment->min > at || fragment->maxp1 > size)
            break;
        const uint8_t *payload = NN_RMSG_PAYLOADOFF(fragment->rmsg, NN_RDATA_PAYLOAD_OFF(fragment));
        memcpy(sample->bytes + at, payload + at - fragment->min, fragment->maxp1 - at);
        at = fragment->maxp1;
    }
    if (at == size)
        return &sample->c;
    pool_put(sample);
    return NULL;
}

static struct ddsi_serdata *sample_from_ser_iov(const struct ddsi_sertype *type, enum ddsi_serdata_kind kind,
                                                ddsrt_msg_iovlen_t count, const ddsrt_iovec_t *iov,
                                                size_t size)
{
    size_t at = 0;

    if (size < 4 || size > INT32_MAX)
        return NULL;
    struct sample *sample = sample_alloc(type, kind, size);
    if (!sample)
        return NULL;
    for (ddsrt_msg_iovlen_t i = 0; i < count && at < size; i++) {
        size_t bytes = iov[i].iov_len < size - at ? iov[i].iov_len : size - at;
        memcpy(sample->bytes + at, iov[i].iov_base, bytes);
        at += bytes;
    }
    return &sample->c;
}

static struct ddsi_serdata *sample_from_keyhash(const struct ddsi_sertype *type,
                                                const ddsi_keyhash_t *keyhash)
{
    (void)keyhash;
    struct sample *sample = sample_alloc(type, SDK_KEY, 4);
    if (!sample)
        return NULL;
    memset(sample->bytes, 0, 4);
    return &sample->c;
}

/* Only dds_write would need it; this transport hands finished samples to dds_writecdr. */
static struct ddsi_serdata *sample_from_sample(const struct ddsi_sertype *type, enum ddsi_serdata_kind kind,
                                               const void *message)
{
    (void)message;
    return kind == SDK_KEY ? sample_from_keyhash(type, NULL) : NULL;
}

static void sample_to_ser(const struct ddsi_serdata *serdata, size_t offset, size_t size, void *buffer)
{
    assert(offset + size <= as_sample(serdata)->capacity);
    memcpy(buffer, as_sample(serdata)->bytes + offset, size);
}

static struct ddsi_serdata *sample_to_ser_ref(const struct ddsi_serdata *serdata, size_t offset, size_t size,
                                              ddsrt_iovec_t *reference)
{
    assert(offset + size <= as_sample(serdata)->capacity);
    reference->iov_base = as_sample(serdata)->bytes + offset;
    reference->iov_len = (ddsrt_iov_len_t)size;
    return ddsi_serdata_ref(serdata);
}

static void sample_to_ser_unref(struct ddsi_serdata *serdata, const ddsrt_iovec_t *reference)
{
    (void)reference;
    ddsi_serdata_unref(serdata);
}

static bool sample_to_sample(const struct ddsi_serdata *serdata, void *message, void **buffer, void *limit)
{
    (void)serdata;
    (void)message;
    (void)buffer;
    (void)limit;
    return false;
}

static struct ddsi_serdata *sample_to_untyped(const struct ddsi_serdata *serdata)
{
    struct ddsi_serdata *untyped = sample_from_keyhash(serdata->type, NULL);

    if (untyped)
        untyped->type = NULL;
    return untyped;
}

static bool sample_untyped_to_sample(const struct ddsi_sertype *type, const struct ddsi_serdata *serdata,
                                     void *message, void **buffer, void *limit)
{
    (void)type;
    return sample_to_sample(serdata, message, buffer, limit);
}

static void sample_free(struct ddsi_serdata *serdata)
{
    pool_put(as_sample(serdata));
}

static size_t sample_print(const struct ddsi_sertype *type, const struct ddsi_serdata *serdata, char *buffer,
                           size_t size)
{
    (void)type;
    int length = snprintf(buffer, size, "%zu bytes of CDR", as_sample(serdata)->size);
    return length < 0 ? 0 : (size_t)length;
}

static void sample_get_keyhash(const struct ddsi_serdata *serdata, struct ddsi_keyhash *keyhash,
                               bool force_md5)
{
    (void)serdata;
    (void)force_md5;
    memset(keyhash, 0, sizeof *keyhash);
}

static const struct ddsi_serdata_ops sample_ops = {
    .eqkey = sample_eqkey,
    .get_size = sample_get_size,
    .from_ser = sample_from_ser,
    .from_ser_iov = sample_from_ser_iov,
    .from_keyhash = sample_from_keyhash,
    .from_sample = sample_from_sample,
    .to_ser = sample_to_ser,
    .to_ser_ref = sample_to_ser_ref,
    .to_ser_unref = sample_to_ser_unref,
    .to_sample = sample_to_sample,
    .to_untyped = sample_to_untyped,
    .untyped_to_sample = sample_untyped_to_sample,
    .free = sample_free,
    .print = sample_print,
    .get_keyhash = sample_get_keyhash,
};

static void type_free(struct ddsi_sertype *type)
{
    ddsi_sertype_fini(type);
    free(type);
}

static void type_zero_samples(const struct ddsi_sertype *type, void *samples, size_t count)
{
    (void)type;
    (void)samples;
    (void)count;
}

static void type_realloc_samples(void **pointers, const struct ddsi_sertype *type, void *old,
                                 size_t old_count, size_t count)
{
    (void)pointers;
    (void)type;
    (void)old;
    (void)old_count;
    (void)count;
}

static void type_free_samples(const struct ddsi_sertype *type, void **pointers, size_t count,
                              dds_free_op_t op)
{
    (void)type;
    (void)pointers;
    (void)count;
    (void)op;
}

static bool type_equal(const struct ddsi_sertype *a, const struct ddsi_sertype *b)
{
    (void)a;
    (void)b;
    return true; /* the name is all there is, and Cyclone has compared it */
}

static uint32_t type_hash(const struct ddsi_sertype *type)
{
    (void)type;
    return 0;
}

static struct ddsi_sertype_ops type_ops = {
    .free = type_free,
    .zero_samples = type_zero_samples,
    .realloc_samples = type_realloc_samples,
    .free_samples = type_free_samples,
    .equal = type_equal,
    .hash = type_hash,
};

static void type_ops_init(void)
{
    type_ops.version = ddsi_sertype_v0; /* an address in another library is no constant */
}

struct ddsi_sertype *rxc_sample_type_new(const char *type_name)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct ddsi_sertype *type = calloc(1, sizeof *type);

    if (!type)
        return NULL;
    pthread_once(&once, type_ops_init);
    ddsi_sertype_init_flags(type, type_name, &type_ops, &sample_ops, DDSI_SERTYPE_FLAG_TOPICKIND_NO_KEY);
    type->allowed_data_representation = DDS_DATA_REPRESENTATION_FLAG_XCDR1;
    return type;
}

void rxc_sample_type_drop(struct ddsi_sertype *type)
{
    ddsi_sertype_unref(type);
}
