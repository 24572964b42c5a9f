/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* SHA-256 (FIPS 180-4), by OpenSSL's libcrypto. */
#ifndef ZT_HASH_H
#define ZT_HASH_H

#include <stddef.h>

#define ZT_SHA256_HEX 65 /* 64 digits and NUL */

struct zt_hash;

struct zt_hash *zt_hash_new(void);
void zt_hash_add(struct zt_hash *hash, const void *data, size_t size);
/* A part with its name and length in front, so that parts cannot run into each other. */
void zt_hash_add_part(struct zt_hash *hash, const char *name, const void *data, size_t size);
/* The file's name as given and its content. 0 or a positive errno. */
int zt_hash_add_file(struct zt_hash *hash, const char *name, const char *path);
/* Writes the digest in hex and frees the hash. */
void zt_hash_end(struct zt_hash *hash, char hex[ZT_SHA256_HEX]);

#endif
