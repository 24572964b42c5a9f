/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Ascending sort of up to 2048 numbers, sorter_msgs/srv/Sort. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "rxc/callback.h"

#define NUMBERS_MAX 2048u

int sort_prepare(const struct rxc_call *call);
int sort_callback(const struct rxc_call *call);

/* As many zeros as there are numbers. */
int sort_prepare(const struct rxc_call *call)
{
    const struct sorter_msgs__srv__Sort_Request *in = call->input;
    struct sorter_msgs__srv__Sort_Response *out = call->output;

    if (in->unsorted.size > NUMBERS_MAX)
        return ERANGE;
    if (rxc_sequence_resize(&out->sorted, sizeof(uint32_t), in->unsorted.size))
        return ENOMEM;
    if (out->sorted.size)
        memset(out->sorted.data, 0, out->sorted.size * sizeof(uint32_t));
    return 0;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

int sort_callback(const struct rxc_call *call)
{
    const struct sorter_msgs__srv__Sort_Request *in = call->input;
    struct sorter_msgs__srv__Sort_Response *out = call->output;
    int rc = sort_prepare(call);

    if (rc)
        return rc;
    if (in->unsorted.size) {
        memcpy(out->sorted.data, in->unsorted.data, in->unsorted.size * sizeof(uint32_t));
        qsort(out->sorted.data, out->sorted.size, sizeof(uint32_t), compare);
    }
    rc = call->publish(call);
    return rc < 0 ? -rc : 0;
}
