/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "rxc/error.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

int rxc_error_set(struct rxc_error *error, int code, const char *format, ...)
{
    assert(code > 0);
    assert(format);
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        error->code = code;
        (void)vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return -code;
}
