/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Plain CDR version 1 (XCDR1) as ROS 2 uses it: primitives aligned to their size, sequences with a 32-bit
 * count, strings with a 32-bit length that includes the NUL. A body starts after the 4-byte encapsulation
 * header, and alignment counts from there. Stateless; any thread.
 */
#ifndef RXC_CDR_H
#define RXC_CDR_H

#include "rxc/message.h"

#define RXC_CDR_ENCAPSULATION_BYTES 4u

/* Bytes of the body, without trailing padding. 0: larger than 2^31 - 1 bytes. */
size_t rxc_cdr_body_size(const struct rxc_message_type *type, const void *message);

/*
 * Writes the body in the byte order of this machine; *written gets its length. -ENOSPC: more than
 * capacity bytes; -EINVAL: a bounded sequence or string is too long.
 */
int rxc_cdr_write_body(const struct rxc_message_type *type, const void *message, uint8_t *body,
                       size_t capacity, size_t *written);

/*
 * Reads a body into an initialised message, whose buffers are reused. swap: the body is in the other byte
 * order. Bytes after the last field are ignored. -EBADMSG: truncated, a length beyond the body or a bound,
 * or a string without its NUL (then the message is valid, its contents are undefined); -ENOMEM.
 */
int rxc_cdr_read_body(const struct rxc_message_type *type, const uint8_t *body, size_t size, bool swap,
                      void *message);

/* Reads the encapsulation header: sets *swap. -EBADMSG: not plain CDR version 1. */
int rxc_cdr_read_encapsulation(const uint8_t *bytes, size_t size, bool *swap);
/* Writes the header for this machine's byte order. */
void rxc_cdr_write_encapsulation(uint8_t *bytes);

#endif
