/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "diag.h"

#include <stdarg.h>

void zt_diag_error(struct zt_diag *diag, struct zt_place place, const char *format, ...)
{
    diag->errors++;
    if (diag->errors > ZT_DIAG_MAX)
        return;
    if (place.line)
        fprintf(diag->out, "%s:%u:%u: ", place.file, place.line, place.column);
    else
        fprintf(diag->out, "%s: ", place.file);
    va_list list;
    va_start(list, format);
    vfprintf(diag->out, format, list);
    va_end(list);
    fputc('\n', diag->out);
    if (diag->errors == ZT_DIAG_MAX)
        fputs("(further errors are not shown)\n", diag->out);
}
