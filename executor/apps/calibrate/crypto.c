/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What a core computes: SHA-256 and AES-128-CBC of OpenSSL over blocks of 1 KiB, as `openssl speed` does. The
 * library is loaded only here, so that the program stays as small as what fork and exec are measured with.
 */
#include "groups.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#define LIBRARY "libcrypto.so.3"
#define BLOCK_BYTES 1024u

enum work { SHA256, AES };

/* The functions of the library, by name; types as in its headers, with its structs opaque. */
struct library {
    void *handle;
    void *(*md_ctx_new)(void);
    int (*digest_init)(void *ctx, const void *type, void *engine);
    int (*digest_update)(void *ctx, const void *data, size_t size);
    int (*digest_final)(void *ctx, unsigned char *out, unsigned *size);
    const void *(*sha256)(void);
    void *(*cipher_ctx_new)(void);
    int (*encrypt_init)(void *ctx, const void *type, void *engine, const unsigned char *key,
                        const unsigned char *iv);
    int (*encrypt_update)(void *ctx, unsigned char *out, int *out_size, const unsigned char *in, int size);
    const void *(*aes)(void);
    void *digest, *cipher;
};

static bool find(struct library *lib, const char *name, void *function)
{
    void *found = dlsym(lib->handle, name);

    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static bool load(struct library *lib)
{
    static const unsigned char key[16] = {1}, iv[16] = {2};

    lib->handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!lib->handle || !find(lib, "EVP_MD_CTX_new", &lib->md_ctx_new) ||
        !find(lib, "EVP_DigestInit_ex", &lib->digest_init) ||
        !find(lib, "EVP_DigestUpdate", &lib->digest_update) ||
        !find(lib, "EVP_DigestFinal_ex", &lib->digest_final) || !find(lib, "EVP_sha256", &lib->sha256) ||
        !find(lib, "EVP_CIPHER_CTX_new", &lib->cipher_ctx_new) ||
        !find(lib, "EVP_EncryptInit_ex", &lib->encrypt_init) ||
        !find(lib, "EVP_EncryptUpdate", &lib->encrypt_update) || !find(lib, "EVP_aes_128_cbc", &lib->aes))
        return false;
    lib->digest = lib->md_ctx_new();
    lib->cipher = lib->cipher_ctx_new();
    return lib->digest && lib->cipher && lib->digest_init(lib->digest, lib->sha256(), NULL) == 1 &&
           lib->encrypt_init(lib->cipher, lib->aes(), NULL, key, iv) == 1;
}

static unsigned char block[BLOCK_BYTES], coded[BLOCK_BYTES + 16];

static int hash(void *argument, unsigned times)
{
    struct library *lib = argument;
    unsigned char digest[64];

    for (unsigned i = 0; i < times; i++) {
        if (lib->digest_init(lib->digest, NULL, NULL) != 1 ||
            lib->digest_update(lib->digest, block, sizeof block) != 1 ||
            lib->digest_final(lib->digest, digest, NULL) != 1)
            return EIO;
    }
    return 0;
}

static int encrypt(void *argument, unsigned times)
{
    struct library *lib = argument;

    for (unsigned i = 0; i < times; i++) {
        int size = 0;
        if (lib->encrypt_update(lib->cipher, coded, &size, block, sizeof block) != 1)
            return EIO;
    }
    return 0;
}

static int run(const struct cal_context *context, const struct cal_measurement *self,
               struct cal_result *result)
{
    static struct library lib; /* stays loaded */
    struct cal_plan plan = {.body = self->variant == AES ? encrypt : hash,
                            .argument = &lib,
                            .times = 64,
                            .samples = 21,
                            .per_ns = BLOCK_BYTES * 1e3,
                            .is_rate = true};

    if (!lib.cipher && !load(&lib))
        return cal_fail(result, ENOENT, LIBRARY);
    cal_condition(result, "block_bytes", BLOCK_BYTES);
    return cal_measure(context, &plan, result);
}

static const struct cal_measurement rows[] = {
    {"sha256", "SHA-256, blocks of 1 KiB", "MB/s", run, 0, SHA256},
    {"aes_128_cbc", "AES-128-CBC, encryption, blocks of 1 KiB", "MB/s", run, 0, AES},
};
const struct cal_group cal_crypto = CAL_GROUP(rows);
