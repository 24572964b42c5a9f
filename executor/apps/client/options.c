/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "client.h"

#include "rxc/names.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

const char *client_usage(void)
{
    return "usage: rxc-client --name N --type T --times K --timeout-ms M --out FILE and one of\n"
           "  --publish TOPIC --subscribe TOPIC --input FILE [--reply-type T]   send, compare the answers\n"
           "  --call SERVICE --input FILE                                       call, compare the responses\n"
           "  --subscribe TOPIC                                                 listen (K = 0: until "
           "SIGTERM)\n"
           "further: [--expect FILE] (without it every answer is right) [--callback-index I] [--domain D]\n";
}

static int number(const char *option, const char *text, uint32_t max, uint32_t *value,
                  struct rxc_error *error)
{
    char *end;

    errno = 0;
    unsigned long long read = strtoull(text, &end, 10);
    if (errno || end == text || *end || text[0] == '-' || read > max)
        return rxc_error_set(error, EINVAL, "--%s: '%s' is not an integer from 0 to %u", option, text,
                             (unsigned)max);
    *value = (uint32_t)read;
    return 0;
}

static int check(struct client_options *options, struct rxc_error *error)
{
    if (!options->name || !options->type || !options->out)
        return rxc_error_set(error, EINVAL, "--name, --type and --out are needed");
    if (options->call) {
        options->mode = CLIENT_SERVICE;
        if (options->publish || options->subscribe || options->reply_type || !options->input)
            return rxc_error_set(error, EINVAL,
                                 "--call goes with --input and without --publish, --subscribe");
    } else if (options->publish) {
        options->mode = CLIENT_TOPIC;
        if (!options->subscribe || !options->input)
            return rxc_error_set(error, EINVAL, "--publish needs --subscribe and --input");
    } else {
        options->mode = CLIENT_LISTEN;
        if (!options->subscribe || options->input || options->reply_type)
            return rxc_error_set(error, EINVAL, "one of --publish, --call, --subscribe is needed");
    }
    if (options->mode != CLIENT_LISTEN && options->times == 0)
        return rxc_error_set(error, EINVAL, "--times must be at least 1");
    if (options->timeout_ms == 0)
        return rxc_error_set(error, EINVAL, "--timeout-ms must be at least 1");
    if (!options->reply_type)
        options->reply_type = options->type;
    return 0;
}

int client_options_read(int argc, char **argv, struct client_options *options, struct rxc_error *error)
{
    enum {
        NAME,
        PUBLISH,
        SUBSCRIBE,
        CALL,
        TYPE,
        REPLY_TYPE,
        INPUT,
        EXPECT,
        OUT,
        TEXTS,
        TIMES = TEXTS,
        TIMEOUT,
        INDEX,
        DOMAIN,
        OPTIONS
    };
    static const char *const names[OPTIONS] = {"name",       "publish",        "subscribe", "call", "type",
                                               "reply-type", "input",          "expect",    "out",  "times",
                                               "timeout-ms", "callback-index", "domain"};
    static const uint32_t limits[] = {1000000, 600000, 0xffffffffu, 232};
    struct option table[OPTIONS + 1] = {0};
    *options = (struct client_options){.times = 1, .timeout_ms = 1000, .callback_index = 0xffffffffu};
    const char **const texts[TEXTS] = {&options->name,  &options->publish, &options->subscribe,
                                       &options->call,  &options->type,    &options->reply_type,
                                       &options->input, &options->expect,  &options->out};
    uint32_t *const numbers[] = {&options->times, &options->timeout_ms, &options->callback_index,
                                 &options->domain};
    int rc = 0, index = 0, got;

    for (int i = 0; i < OPTIONS; i++)
        table[i] = (struct option){names[i], required_argument, NULL, 0};
    optind = 1;
    opterr = 0;
    while (!rc && (got = getopt_long(argc, argv, "", table, &index)) != -1) {
        if (got != 0)
            rc = rxc_error_set(error, EINVAL, "unknown option or missing value: '%s'", argv[optind - 1]);
        else if (index < TEXTS)
            *texts[index] = optarg;
        else
            rc = number(names[index], optarg, limits[index - TIMES], numbers[index - TIMES], error);
    }
    if (!rc && optind != argc)
        rc = rxc_error_set(error, EINVAL, "'%s' is not an option", argv[optind]);
    return rc ? rc : check(options, error);
}
