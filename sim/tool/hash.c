/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "hash.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

struct zt_hash {
    EVP_MD_CTX *context;
};

static void must(int good)
{
    if (good == 1)
        return;
    fputs("zynqtwin: libcrypto cannot compute SHA-256\n", stderr);
    exit(ZT_EXIT_CANNOT_RUN);
}

struct zt_hash *zt_hash_new(void)
{
    struct zt_hash *hash = zt_alloc(1, sizeof *hash);
    hash->context = EVP_MD_CTX_new();
    must(hash->context != NULL);
    must(EVP_DigestInit_ex(hash->context, EVP_sha256(), NULL));
    return hash;
}

void zt_hash_add(struct zt_hash *hash, const void *data, size_t size)
{
    must(EVP_DigestUpdate(hash->context, data, size));
}

void zt_hash_add_part(struct zt_hash *hash, const char *name, const void *data, size_t size)
{
    uint8_t length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (uint8_t)((uint64_t)size >> (8 * i));
    zt_hash_add(hash, name, strlen(name) + 1);
    zt_hash_add(hash, length, sizeof length);
    zt_hash_add(hash, data, size);
}

int zt_hash_add_file(struct zt_hash *hash, const char *name, const char *path)
{
    struct zt_bytes content;
    int error = zt_read_file(path, &content);
    if (error)
        return error;
    zt_hash_add_part(hash, name, content.data, content.size);
    zt_bytes_free(&content);
    return 0;
}

void zt_hash_end(struct zt_hash *hash, char hex[ZT_SHA256_HEX])
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    must(EVP_DigestFinal_ex(hash->context, digest, &size));
    must(size == 32);
    for (unsigned i = 0; i < size; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    EVP_MD_CTX_free(hash->context);
    free(hash);
}
