/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client.h"

static int read_options(struct client_options *options, struct rxc_error *error, const char *text)
{
    char copy[512];
    char *argv[40] = {"rxc-client"};
    int argc = 1;

    (void)snprintf(copy, sizeof copy, "%s", text);
    for (char *save = NULL, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save))
        argv[argc++] = strdup(word); /* options keep pointers; the process ends with the test */
    return client_options_read(argc, argv, options, error);
}

Test(client, modes)
{
    struct client_options options;
    struct rxc_error error = {0};

    cr_assert_eq(
        read_options(&options, &error,
                     "--name n --publish /a --subscribe /b --type T --reply-type U --input i --expect e "
                     "--times 20 --timeout-ms 500 --out o --callback-index 3"),
        0, "%s", error.text);
    cr_expect_eq(options.mode, CLIENT_TOPIC);
    cr_expect_str_eq(options.reply_type, "U");
    cr_expect_eq(options.times, 20);
    cr_expect_eq(options.timeout_ms, 500);
    cr_expect_eq(options.callback_index, 3);
    cr_assert_eq(read_options(&options, &error, "--name n --call /s --type T --input i --expect e --out o"),
                 0);
    cr_expect_eq(options.mode, CLIENT_SERVICE);
    cr_assert_eq(read_options(&options, &error, "--name n --subscribe /s --type T --times 0 --out o"), 0);
    cr_expect_eq(options.mode, CLIENT_LISTEN);
    cr_expect_str_eq(options.reply_type, "T");
}

Test(client, usage_errors)
{
    static const char *const bad[] = {
        "",
        "--name n --type T --out o",
        "--name n --type T --out o --call /s",
        "--name n --type T --out o --call /s --input i --publish /p",
        "--name n --type T --out o --publish /p --input i",
        "--name n --type T --out o --call /s --input i --times 0",
        "--name n --type T --out o --call /s --input i --times x",
        "--name n --type T --out o --call /s --input i --times -1",
        "--name n --type T --out o --call /s --input i --timeout-ms 0",
        "--name n --type T --out o --call /s --input i --bogus 1",
        "--name n --type T --out o --call /s --input i stray",
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct client_options options;
        struct rxc_error error = {0};
        cr_expect_eq(read_options(&options, &error, bad[i]), -EINVAL, "%s", bad[i]);
        cr_expect_neq(error.text[0], '\0');
    }
}

static int read_bytes(const void *bytes, size_t size, struct client_records *records, struct rxc_error *error)
{
    char path[] = "/tmp/rxc-client-test-XXXXXX";
    int fd = mkstemp(path);

    cr_assert_geq(fd, 0);
    cr_assert_eq(write(fd, bytes, size), (ssize_t)size);
    (void)close(fd);
    int rc = client_records_read(path, records, error);
    (void)unlink(path);
    return rc;
}

Test(client, records)
{
    const uint8_t two[] = {5, 0, 0, 0, 0, 1, 0, 0, 7, 4, 0, 0, 0, 0, 1, 0, 0};
    const uint8_t cut[] = {5, 0, 0, 0, 0, 1, 0, 0};
    const uint8_t tiny[] = {3, 0, 0, 0, 0, 1, 0};
    struct client_records records;
    struct rxc_error error = {0};

    cr_assert_eq(read_bytes(two, sizeof two, &records, &error), 0, "%s", error.text);
    cr_assert_eq(records.count, 2);
    cr_expect_eq(records.records[0].size, 5);
    cr_expect_eq(records.records[0].data[4], 7);
    cr_expect_eq(records.records[1].size, 4);
    client_records_free(&records);
    cr_expect_eq(read_bytes(cut, sizeof cut, &records, &error), -EINVAL);
    cr_expect_not_null(strstr(error.text, "offset 0"));
    cr_expect_eq(read_bytes(tiny, sizeof tiny, &records, &error), -EINVAL);
    cr_expect_eq(read_bytes("", 0, &records, &error), -EINVAL);
    cr_expect_eq(client_records_read("/nonexistent/file", &records, &error), -ENOENT);
}

static bool right(const char *answer, size_t answer_size, const char *expected, size_t expected_size)
{
    struct rxc_raw_message a = {.data = (uint8_t *)(uintptr_t)answer, .size = answer_size};
    struct rxc_raw_message e = {.data = (uint8_t *)(uintptr_t)expected, .size = expected_size};
    size_t compared;

    return client_answer_right(&a, &e, &compared);
}

Test(client, answers)
{
    cr_expect(right("\0\1\0\0abc", 7, "\0\1\0\0abc", 7));
    cr_expect(right("\0\1\0\1abc\0", 8, "\0\1\0\0abc", 7), "padding and its count do not matter");
    cr_expect(right("\0\1\0\0abc", 7, "\0\1\0\0abc\0", 8));
    cr_expect_not(right("\0\1\0\0abd", 7, "\0\1\0\0abc", 7));
    cr_expect_not(right("\0\1\0\0abcd", 8, "\0\1\0\0abc", 7), "that is no padding");
    cr_expect_not(right("\0\1\0\0abc\0\0\0\0", 11, "\0\1\0\0abc", 7), "too much padding");
    cr_expect_not(right("\0\0\0\0abc", 7, "\0\1\0\0abc", 7), "another byte order");
    cr_expect_not(right("\0\1\0\0", 4, "\0\1\0\0abc\1", 8));
}

/* The check value of CRC-32C. */
Test(client, crc32c)
{
    cr_expect_eq(client_crc32c((const uint8_t *)"123456789", 9), 0xe3069283u);
    cr_expect_eq(client_crc32c(NULL, 0), 0);
}
