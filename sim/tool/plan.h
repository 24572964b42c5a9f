/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * What a scenario becomes: the files of the card's data partition. deployment.json says what is
 * deployed, run.sh starts it, inputs/ holds what the load clients send and expect.
 */
#ifndef ZT_PLAN_H
#define ZT_PLAN_H

#include "scenario.h"
#include "util.h"

struct zt_card_file {
    char *guest;           /* path on the partition, without a slash in front */
    char *host;            /* file to copy, or NULL */
    char *link;            /* target of a symbolic link, or NULL */
    struct zt_bytes bytes; /* content when host and link are NULL */
    bool executable;
    bool seeded; /* follows from the seed: not part of the inputs' hash */
};

struct zt_plan {
    struct zt_card_file *files; /* sorted by guest path */
    size_t count, capacity;
};

struct zt_plan_options {
    uint64_t seed;
    const char *photo; /* takes the place of every sent picture, or NULL */
};

/* False after errors were reported (they name places in the scenario file). */
bool zt_plan_make(const struct zt_scenario *scenario, const struct zt_plan_options *options,
                  struct zt_plan *plan, struct zt_diag *diag);
void zt_plan_free(struct zt_plan *plan);
/* Adds a file, or gives one of that name another content. */
void zt_plan_put(struct zt_plan *plan, const char *guest, const char *host, const char *text);
const struct zt_card_file *zt_plan_find(const struct zt_plan *plan, const char *guest);

/* Parts of the plan, each a text or file of its own. */
char *zt_deployment_text(const struct zt_scenario *scenario); /* owned by the caller */
void zt_run_script(const struct zt_scenario *scenario, struct zt_bytes *out);
/* Input and expectation of one load: files of samples (cdr.h); `expected` stays empty without a check. */
bool zt_load_data(const struct zt_scenario *scenario, const struct zt_load *load,
                  const struct zt_plan_options *options, struct zt_bytes *input, struct zt_bytes *expected,
                  struct zt_diag *diag);
/* The library of a callback in the build folder; owned by the caller. */
char *zt_callback_library(const struct zt_callback *callback);
bool zt_callback_has(const struct zt_callback *callback, const char *suffix); /* "prepare" or "callback" */
/* The bitstream of a callback for a slot; owned by the caller. */
char *zt_callback_bitstream(const struct zt_scenario *scenario, const struct zt_callback *callback,
                            unsigned slot);

#endif
