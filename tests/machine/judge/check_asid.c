/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Address spaces: the guest counts what it read or executed through a translation that no longer holds. */
#include "checks.h"

#define SPACES 24 /* as in guest/asid.c; a look at a space is four checks */

static void check_run(const struct run *runs)
{
    static const struct {
        const char *name;
        unsigned n;
        int64_t checks;
    } sections[] = {
        {"switches", 0, 4 * (3 * SPACES + 100)},
        {"private", 0, 4 * 4 * 5},
        {"private", 1, 4 * 4 * 5},
        {"private", 2, 4 * 4 * 5},
        {"global", 0, 4 * 3 * 2 * SPACES},
        {"other_core", 0, 4 * 4 * 4},
        {"domains", 0, 4 * 4},
        {"sections", 0, 4 * 4 * 4},
    };

    for (unsigned i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        expect_range(sections[i].name, run_value(runs, sections[i].name, sections[i].n), 0, 0);
        expect_range("checks", run_value(runs, "checks", i), sections[i].checks, sections[i].checks);
    }
    expect_range("domain_aborts", run_value(runs, "domain_aborts", 0), 2, 2);
    expect_range("domain_status", run_value(runs, "domain_status", 0), 0x0B, 0x0B);
    expect_range("domain_aborts_after", run_value(runs, "domain_aborts_after", 0), 2, 2);
}

void check_asid(const struct run *runs)
{
    check_run(&runs[0]);
    check_run(&runs[1]);
}
