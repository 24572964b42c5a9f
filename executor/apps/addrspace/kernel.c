/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* What the kernel says of pages and of itself. */
#include "addrspace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>

#define LOG_READ_ALL 3 /* syslog(2) */
#define LOG_BYTES (256u * 1024u)

/* The counters of each core are added up when somebody asks for it. */
static bool refresh(void)
{
    FILE *file = fopen("/proc/sys/vm/stat_refresh", "w");

    return file && fputs("1", file) >= 0 && fclose(file) == 0;
}

/* The value of a line "NAME VALUE"; `otherwise` when the line is another's. */
static long value_of(const char *line, const char *name, long otherwise)
{
    size_t length = strlen(name);

    return strncmp(line, name, length) == 0 && line[length] == ' ' ? strtol(line + length, NULL, 10)
                                                                   : otherwise;
}

long pins_left(void)
{
    long acquired = -1, released = -1;
    char line[128];
    FILE *file = refresh() ? fopen("/proc/vmstat", "r") : NULL;

    if (!file)
        return -1;
    while (fgets(line, sizeof line, file)) {
        acquired = value_of(line, "nr_foll_pin_acquired", acquired);
        released = value_of(line, "nr_foll_pin_released", released);
    }
    (void)fclose(file);
    return acquired < 0 || released < 0 ? -1 : acquired - released;
}

long complaints(void)
{
    static const char *const signs[] = {"WARNING:",   "BUG:",           "Oops",
                                        "refcount_t", "detected stall", "Bad page"};
    char *log = malloc(LOG_BYTES + 1), *rest = NULL;
    long found = 0;
    int bytes = log ? klogctl(LOG_READ_ALL, log, LOG_BYTES) : -1;

    if (bytes < 0) {
        free(log);
        return -1;
    }
    log[bytes] = 0;
    for (char *line = strtok_r(log, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
            if (strstr(line, signs[i])) {
                fprintf(stderr, "rxc-addrspace: kernel: %s\n", line);
                found++;
                break;
            }
        }
    }
    free(log);
    return found;
}
