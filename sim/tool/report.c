/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* report.html: one file that opens offline. Page, script and plotting library are built into the tool. */
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "util.h"

/* Made from report/ by the build: the page with the library and the script in it, in two parts between
 * which the results go. */
extern const unsigned char zt_report_head[], zt_report_tail[];
extern const size_t zt_report_head_size, zt_report_tail_size;

/* JSON inside a script element: "</" must not end the element. */
static void put_json(struct zt_bytes *out, const char *text)
{
    for (const char *at = text; *at; at++) {
        if (*at == '<')
            zt_bytes_put(out, "\\u003c", 6);
        else
            zt_bytes_put(out, at, 1);
    }
}

static void put_busy(const struct zt_run *run, struct zt_bytes *out)
{
    zt_bytes_print(out, "{\"core_busy\":[");
    for (unsigned core = 0; core < ZT_CORES; core++) {
        zt_bytes_print(out, "%s[", core ? "," : "");
        for (unsigned i = 0; i < ZT_BUSY_BUCKETS; i++)
            zt_bytes_print(out, "%s%.3f", i ? "," : "", (double)run->timeline.core_busy[core][i]);
        zt_bytes_print(out, "]");
    }
    zt_bytes_print(out, "],\"slots\":[");
    for (unsigned i = 0; i < run->scenario->board->slot_count; i++)
        zt_bytes_print(out, "%s\"%s\"", i ? "," : "", run->scenario->board->slots[i].name);
    zt_bytes_print(out, "],\"callbacks\":[");
    for (unsigned i = 0; i < run->scenario->callback_count; i++)
        zt_bytes_print(out, "%s\"%s\"", i ? "," : "", run->scenario->callbacks[i].name);
    zt_bytes_print(out, "],\"run_start_ns\":%.0f,\"results\":",
                   run->timeline.has_run_start ? (double)run->timeline.run_start_ps / 1000 : 0.0);
}

int zt_report_write(const struct zt_run *run, const char *path)
{
    struct zt_bytes page = {0};
    char *results = zt_results_text(run);
    zt_bytes_put(&page, zt_report_head, zt_report_head_size);
    put_busy(run, &page);
    put_json(&page, results);
    zt_bytes_print(&page, "}");
    zt_bytes_put(&page, zt_report_tail, zt_report_tail_size);
    int error = zt_write_file(path, page.data, page.size);
    zt_bytes_free(&page);
    free(results);
    return error;
}
