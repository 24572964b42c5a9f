/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The results as JSON: {"clock": ..., "measurements": [{"id": ..., "value": median, ...}]}. A measurement
 * that could not be done has "skipped" with the reason in place of the figures.
 */
#include "calibrate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>

struct cal_output {
    FILE *file;
    unsigned rows;
};

static void put_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(file, "\\%c", c);
        else if (c < 0x20)
            fprintf(file, "\\u%04x", c);
        else
            fputc(c, file);
    }
    fputc('"', file);
}

int cal_output_open(struct cal_output **out, const char *path, const struct cal_context *context)
{
    struct utsname name = {0};
    struct cal_output *o = calloc(1, sizeof *o);
    if (!o)
        return ENOMEM;
    o->file = path ? fopen(path, "w") : stdout;
    if (!o->file) {
        int error = errno;
        free(o);
        return error;
    }
    (void)uname(&name);
    fprintf(o->file, "{\"format\":\"rxc-calibrate 1\",\"kernel\":");
    put_text(o->file, name.release);
    fprintf(o->file, ",\"machine\":");
    put_text(o->file, name.machine);
    fprintf(o->file,
            ",\"clock\":\"%s\",\"clock_hz\":%u,\"clock_reading_ns\":%.4g,"
            "\"pl_mhz\":%.9g,\"quick\":%s,\n",
            context->clock_name, (unsigned)context->clock.hz, context->reading_ns, context->pl_mhz,
            context->quick ? "true" : "false");
    fprintf(o->file, "\"measurements\":[\n");
    *out = o;
    return 0;
}

static void put_values(FILE *file, struct cal_result *result)
{
    cal_sort(result);
    fprintf(file, ",\"value\":%.6g,\"min\":%.6g,\"max\":%.6g,\"p99\":%.6g,\"mean\":%.6g,\"samples\":%u",
            cal_quantile(result, 0.5), result->values[0], result->values[result->count - 1],
            cal_quantile(result, 0.99), cal_mean(result), result->count);
}

void cal_output_add(struct cal_output *out, const struct cal_measurement *measurement,
                    struct cal_result *result, int error)
{
    FILE *file = out->file;

    fprintf(file, "%s{\"id\":\"%s\",\"what\":", out->rows++ ? ",\n" : "", measurement->id);
    put_text(file, measurement->what);
    fprintf(file, ",\"unit\":\"%s\"", measurement->unit);
    if (error || !result->count) {
        fprintf(file, ",\"skipped\":");
        put_text(file, result->reason[0] ? result->reason : "no sample");
    } else {
        put_values(file, result);
    }
    fprintf(file, ",\"conditions\":{");
    for (unsigned i = 0; i < result->condition_count; i++)
        fprintf(file, "%s\"%s\":%.9g", i ? "," : "", result->conditions[i].name, result->conditions[i].value);
    fprintf(file, "}}");
    (void)fflush(file);
}

int cal_output_close(struct cal_output *out)
{
    fprintf(out->file, "\n]}\n");
    int error = fflush(out->file) || ferror(out->file) ? EIO : 0;
    if (out->file != stdout && fclose(out->file) && !error)
        error = errno;
    free(out);
    return error;
}
