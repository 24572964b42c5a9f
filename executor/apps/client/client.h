/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A load client: sends recorded messages in a closed loop and compares the answers with recorded ones, byte
 * by byte. It carries CDR as it is and knows no message type.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include "rxc/error.h"
#include "rxc/transport.h"

#include <stdbool.h>
#include <stdint.h>

enum client_status {
    CLIENT_RIGHT = 0,
    CLIENT_WRONG = 1,
    CLIENT_SYSTEM = 2,
    CLIENT_TIMEOUT = 3,
};

enum client_mode { CLIENT_TOPIC, CLIENT_SERVICE, CLIENT_LISTEN };

struct client_options {
    enum client_mode mode;
    const char *name;
    const char *publish;
    const char *subscribe;
    const char *call;
    const char *type;
    const char *reply_type;
    const char *input;
    const char *expect; /* NULL: every answer is right */
    const char *out;
    uint32_t times; /* 0: until SIGTERM (listen) */
    uint32_t timeout_ms;
    uint32_t callback_index;
    uint32_t domain;
};

/* Usage errors are named in `error`. */
int client_options_read(int argc, char **argv, struct client_options *options, struct rxc_error *error);
const char *client_usage(void);

/* Records of a file: each a 32-bit little-endian byte count, then that many bytes of CDR with encapsulation.
 */
struct client_records {
    uint8_t *bytes;
    uint32_t count;
    struct rxc_raw_message *records; /* point into bytes */
    uint32_t *crc32c;                /* of each record's body */
};

int client_records_read(const char *path, struct client_records *records, struct rxc_error *error);
void client_records_free(struct client_records *records);

/*
 * Equal after the encapsulation header, apart from at most 3 trailing zeros. *compared gets the bytes of the
 * answer that count (without header and surplus padding).
 */
bool client_answer_right(const struct rxc_raw_message *answer, const struct rxc_raw_message *expected,
                         size_t *compared);

uint32_t client_crc32c(const uint8_t *bytes, size_t size);

enum client_status client_run(const struct client_options *options, const struct client_records *input,
                              const struct client_records *expect, struct rxc_error *error);

#endif
