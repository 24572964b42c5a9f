/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* rxc-client: see client_usage(). Exit status: 0 all right, 1 wrong answers, 2 usage or system, 3 timeout. */
#include "client.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    struct client_options options;
    struct client_records input = {0}, expect = {0};
    struct rxc_error error = {0};
    enum client_status status = CLIENT_SYSTEM;

    if (client_options_read(argc, argv, &options, &error)) {
        fprintf(stderr, "rxc-client: error: %s\n%s", error.text, client_usage());
        return CLIENT_SYSTEM;
    }
    int rc = options.expect ? client_records_read(options.expect, &expect, &error) : 0;
    if (!rc && options.input)
        rc = client_records_read(options.input, &input, &error);
    if (!rc)
        status = client_run(&options, &input, &expect, &error);
    if (error.code)
        fprintf(stderr, "rxc-client: error: %s\n", error.text);
    client_records_free(&input);
    client_records_free(&expect);
    return (int)status;
}
