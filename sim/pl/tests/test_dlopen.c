/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* libpl.so as the machine uses it: opened at run time by a C program, called from one thread after another.
 */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "pl.h"

#define ID_REGISTER 0x6fe08000u

static enum pl_resp mem_read(void *host, enum pl_port port, uint64_t addr, void *buf, size_t size, uint64_t t,
                             uint64_t *ready_ps)
{
    (void)host, (void)port, (void)addr;
    *ready_ps = t;
    memset(buf, 0, size);
    return PL_DECERR;
}

static enum pl_resp mem_write(void *host, enum pl_port port, uint64_t addr, const void *buf,
                              const uint8_t *strobe, size_t size, uint64_t t, uint64_t *ready_ps)
{
    (void)host, (void)port, (void)addr, (void)buf, (void)strobe, (void)size;
    *ready_ps = t;
    return PL_DECERR;
}

static void irq(void *host, unsigned line, bool level, uint64_t t)
{
    (void)host, (void)line, (void)level, (void)t;
}

static void trace(void *host, const struct zt_trace_record *rec)
{
    (void)rec;
    ++*(unsigned *)host;
}

static void fatal(void *host, const char *text)
{
    (void)host;
    cr_assert_fail("%s", text);
}

static void *library;

static void *symbol(const char *name)
{
    void *found = dlsym(library, name);

    cr_assert_not_null(found, "libpl.so lacks %s", name);
    return found;
}

struct reader {
    enum pl_resp (*access)(struct pl *pl, enum pl_port port, bool is_write, uint64_t addr,
                           unsigned size_bytes, uint32_t *data, uint64_t now_ps, uint64_t *done_ps);
    struct pl *pl;
    uint64_t now_ps;
    uint32_t value;
    enum pl_resp resp;
};

static void *read_id(void *argument)
{
    struct reader *r = argument;

    r->resp = r->access(r->pl, PL_PORT_GP0, false, ID_REGISTER, 4, &r->value, r->now_ps, &r->now_ps);
    return NULL;
}

Test(library, serves_threads_one_after_another, .timeout = 60)
{
    static const struct pl_host_ops ops = {mem_read, mem_write, irq, trace, fatal};
    const struct pl_config config = {PL_ABI_VERSION, 1, NULL, NULL, true};
    struct reader r = {0};
    unsigned records = 0;
    char err[256] = "";

    library = dlopen(LIBPL, RTLD_NOW | RTLD_LOCAL);
    cr_assert_not_null(library, "%s", dlerror());
    __typeof__(&pl_create) create;
    __typeof__(&pl_reset) reset;
    __typeof__(&pl_destroy) destroy;
    *(void **)&create = symbol("pl_create");
    *(void **)&reset = symbol("pl_reset");
    *(void **)&destroy = symbol("pl_destroy");
    *(void **)&r.access = symbol("pl_access");
    cr_assert_null(dlsym(library, "zt_crc32c"), "the library shows its inside");
    r.pl = create(&config, &ops, &records, err, sizeof err);
    cr_assert_not_null(r.pl, "%s", err);
    reset(r.pl, 0, 1000000);
    r.now_ps = 2000000;
    for (unsigned n = 0; n < 8; n++) {
        pthread_t thread;
        r.value = 0;
        cr_assert_eq(pthread_create(&thread, NULL, read_id, &r), 0);
        cr_assert_eq(pthread_join(thread, NULL), 0);
        cr_assert_eq(r.resp, PL_OKAY);
        cr_assert_eq(r.value, 0x5a54574eu);
    }
    cr_assert_gt(records, 8u);
    destroy(r.pl);
}
