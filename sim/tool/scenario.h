/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A scenario file, read and checked. The format is described in README.md. Everything is owned by the
 * scenario; nodes are kept so that later errors can name their place.
 */
#ifndef ZT_SCENARIO_H
#define ZT_SCENARIO_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "diag.h"
#include "quantity.h"

#define ZT_CALLBACKS_MAX 32
#define ZT_LOADS_MAX 32
#define ZT_EXPECTS_MAX 128
#define ZT_FAULTS_MAX 16
#define ZT_PROGRAMS_MAX 16
#define ZT_FIND_MAX 64
#define ZT_PROGRAM_FILES_MAX 8
#define ZT_VARIANTS_MAX 16
#define ZT_INVARIANTS_MAX 16
#define ZT_SEEDS_MAX 10000
#define ZT_QUANTUM_MAX 100000 /* instructions */
#define ZT_PL_QUANTUM_NS_MIN 10
#define ZT_PL_QUANTUM_NS_MAX 100000

enum zt_trigger { ZT_ON_TOPIC, ZT_ON_SERVICE, ZT_ON_TIMER };

struct zt_callback {
    char *name;
    struct zt_place place;
    enum zt_trigger trigger;
    char *topic; /* topic or service, with its slash */
    char *type;  /* of the topic or service */
    uint64_t period_ns;
    char *to; /* topic of the output, or NULL */
    char *to_type;
    char *does; /* the function: callbacks/lib<does>.so, bitstreams <does>_<slot>.bin */
    struct zt_place does_place;
    bool on_cpu;
    unsigned slots[ZT_BOARD_SLOTS_MAX];   /* in order of preference */
    char *bitstreams[ZT_BOARD_SLOTS_MAX]; /* by slot index: a file given in the scenario, or NULL */
    struct zt_place slot_places[ZT_BOARD_SLOTS_MAX]; /* by slot index: where the scenario names it */
    unsigned slot_count;
    uint64_t timeout_ns;
};

enum zt_load_kind { ZT_LOAD_SEND, ZT_LOAD_CALL, ZT_LOAD_LISTEN };

struct zt_load {
    struct zt_place place;
    enum zt_load_kind kind;
    char *name;        /* of the client, unique: the callback's name, then name-2, ... */
    unsigned callback; /* index */
    char *input;       /* SEND: the file as written; CALL: NULL */
    struct zt_place input_place;
    char *check; /* "golden/NAME", or NULL: answers are counted only */
    uint64_t times;
    uint64_t count; /* CALL: elements of one request */
    uint64_t timeout_ns;
    uint64_t start_ns; /* the client is started so long after the runner is ready */
};

/* A program of executor/apps that runs in the guest and leaves JSON: its numbers are metrics NAME.KEY. */
struct zt_program {
    char *name;
    struct zt_place place;
    char *binary;  /* first word of the command: a file of the executor's build */
    char *command; /* its arguments, or "" */
    char *results; /* file in the card's results folder that the program writes; NULL: its output is taken */
    char *check;   /* "golden/NAME", or NULL */
    char *modules[ZT_PROGRAM_FILES_MAX]; /* kernel modules that are loaded for it */
    unsigned module_count;
    char *files[ZT_PROGRAM_FILES_MAX]; /* of the build folder's bitstreams/ and inputs/, by the same name on
                                          the card */
    unsigned file_count;
    int after; /* starts when that program has ended; -1: when the deployment is ready */
    uint64_t start_ns;
};

/* What goes wrong on purpose, done by run.sh in the guest. */
enum zt_fault_kind {
    ZT_FAULT_EXECUTOR_CRASH,
    ZT_FAULT_GUEST_PANIC,
    ZT_FAULT_EMPTY_ADDRESS,
    ZT_FAULT_SILENT_SLOT
};

struct zt_fault {
    enum zt_fault_kind kind;
    uint64_t at_ns; /* after the runner is ready */
    unsigned slot;  /* SILENT_SLOT */
};

/* One way to run the scenario; without a matrix there is one, as `run` says. */
struct zt_variant {
    char *label; /* "q100-pl50"; "" without a matrix */
    uint64_t quantum;
    uint64_t pl_quantum_ns;
};

/* Metrics that may move from variant to variant by at most a share. */
struct zt_invariant {
    char **metrics;
    struct zt_place *places;
    unsigned metric_count;
    double within;
};

enum zt_coherence_mode { ZT_COHERENCE_OFF, ZT_COHERENCE_REPORT, ZT_COHERENCE_STALE };

/* What the machine's coherence checker does. */
struct zt_scenario_coherence {
    enum zt_coherence_mode mode;
    bool given;              /* in the scenario: then a run that leaves questions open is repeated */
    char *module;            /* a kernel module that is loaded after the drivers; or NULL */
    char *find[ZT_FIND_MAX]; /* functions that reports must name */
    unsigned find_count;
};

struct zt_expect {
    struct zt_place place;
    char *metric;
    char *text; /* the range as written */
    struct zt_range range;
};

struct zt_scenario {
    char *file;
    struct zt_scenario_coherence coherence;
    char *name; /* the file's name without folder and suffix */
    char *about;
    char *policy;
    uint64_t for_ns;
    uint64_t seed;
    uint64_t quantum;       /* instructions; 0: the machine's default */
    uint64_t pl_quantum_ns; /* 0: the machine's default */
    unsigned software_workers;
    struct zt_board *board;
    struct zt_callback callbacks[ZT_CALLBACKS_MAX];
    unsigned callback_count;
    struct zt_load loads[ZT_LOADS_MAX];
    unsigned load_count;
    struct zt_program programs[ZT_PROGRAMS_MAX];
    unsigned program_count;
    struct zt_expect expects[ZT_EXPECTS_MAX];
    unsigned expect_count;
    struct zt_variant variants[ZT_VARIANTS_MAX];
    unsigned variant_count;         /* at least 1 */
    uint64_t first_seed, last_seed; /* of the matrix; both `seed` when it has none */
    struct zt_invariant invariants[ZT_INVARIANTS_MAX];
    unsigned invariant_count;
    struct zt_fault faults[ZT_FAULTS_MAX];
    unsigned fault_count;
};

/* Reads a scenario; `boards` is the folder of board files; `full` takes its `full:` sizes. NULL after
 * errors were reported. */
struct zt_scenario *zt_scenario_read(const char *file, const char *boards, bool full, struct zt_diag *diag);
void zt_scenario_free(struct zt_scenario *scenario);
/* "A..B". False: not that, or more than ZT_SEEDS_MAX. */
bool zt_seeds_parse(const char *text, uint64_t *first, uint64_t *last);
const char *zt_fault_name(enum zt_fault_kind kind);
const char *zt_coherence_mode_name(enum zt_coherence_mode mode);

#endif
