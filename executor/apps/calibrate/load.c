/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "load.h"

#include "calibrate.h"

#include "measure.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOAD_BYTES 0x100000u

static char memory[2 * LOAD_BYTES];

static void copy_for_ever(unsigned core)
{
    struct sched_param normal = {0};

    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)sched_setscheduler(0, SCHED_OTHER, &normal);
    if (measure_pin(core))
        _exit(1);
    for (;;) { /* until it is killed */
        memcpy(memory, memory + LOAD_BYTES, LOAD_BYTES);
        __asm__ volatile("" ::: "memory");
    }
}

int cal_load_start(struct cal_load *load)
{
    for (unsigned i = 0; i < CAL_LOAD_CORES; i++)
        load->process[i] = -1;
    for (unsigned i = 0; i < CAL_LOAD_CORES; i++) {
        load->process[i] = fork();
        if (load->process[i] < 0)
            return errno;
        if (load->process[i] == 0)
            copy_for_ever(i);
    }
    return 0;
}

void cal_load_stop(struct cal_load *load)
{
    for (unsigned i = 0; i < CAL_LOAD_CORES; i++) {
        if (load->process[i] <= 0)
            continue;
        (void)kill(load->process[i], SIGKILL);
        (void)waitpid(load->process[i], NULL, 0);
    }
}
