/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * run.sh, which the guest's init starts. One loop waits for events on a FIFO: the runner is ready, a
 * client ended, the time is up, the runner ended. Nothing in it polls, and every wait has a bound.
 */
#include "plan.h"

#include <string.h>

#define CLIENT_END_S 10 /* between TERM and the end of a listening client or the runner */
#define READY_S 60      /* until the runner is ready; virtual time */

static void put_client(const struct zt_scenario *s, const struct zt_load *load, struct zt_bytes *out)
{
    const struct zt_callback *callback = &s->callbacks[load->callback];
    zt_bytes_print(out, "    client %s %.9g", load->name, (double)load->start_ns * 1e-9);
    if (load->kind == ZT_LOAD_CALL)
        zt_bytes_print(out, " --call %s --type %s", callback->topic, callback->type);
    else if (load->kind == ZT_LOAD_LISTEN)
        zt_bytes_print(out, " --subscribe %s --type %s", callback->to, callback->to_type);
    else
        zt_bytes_print(out, " --publish %s --subscribe %s --type %s --reply-type %s", callback->topic,
                       callback->to, callback->type, callback->to_type);
    if (load->kind != ZT_LOAD_LISTEN)
        zt_bytes_print(out, " --input inputs/%s.in", load->name);
    if (load->check)
        zt_bytes_print(out, " --expect inputs/%s.expect", load->name);
    zt_bytes_print(out, " --times %llu --timeout-ms %llu --callback-index %u\n",
                   (unsigned long long)load->times,
                   (unsigned long long)((load->timeout_ns + 999999) / 1000000), load->callback);
}

static void put_program(const struct zt_program *program, struct zt_bytes *out)
{
    zt_bytes_print(out, "program %s %.9g %s bin/%s%s%s\n", program->name, (double)program->start_ns * 1e-9,
                   program->results ? "log" : "out", program->binary, *program->command ? " " : "",
                   program->command);
}

/* Programs that wait for the end of another. Not started any more once the run stops. */
static void put_next(const struct zt_scenario *s, struct zt_bytes *out)
{
    zt_bytes_print(out, "next() {\n    case $1 in\n");
    for (unsigned i = 0; i < s->program_count; i++) {
        zt_bytes_print(out, "    %s)\n", s->programs[i].name);
        for (unsigned k = i + 1; k < s->program_count; k++) {
            if (s->programs[k].after != (int)i)
                continue;
            zt_bytes_print(out, "        if [ $STOPPING = 0 ]; then ");
            put_program(&s->programs[k], out);
            zt_bytes_print(out, "        else ALL=$((ALL - 1)); next %s; fi\n", s->programs[k].name);
        }
        zt_bytes_print(out, "        ;;\n");
    }
    zt_bytes_print(out, "    esac\n}\n");
}

/* Register of proc-control that asks a slot to be quiet: what it says after that does not come through. */
#define QUIESCE_ADDRESS 0x6fe09010u
#define QUIESCE_STRIDE 0x40u
#define SILENCE_TRIES 30u         /* between two executions the driver connects the slot again */
#define EMPTY_ADDRESS 0x50000000u /* of M_AXI_GP0; no block is there */

static void put_fault(const struct zt_fault *fault, struct zt_bytes *out)
{
    zt_bytes_print(out, "    ( cd /; sleep %.9g; ", (double)fault->at_ns * 1e-9);
    switch (fault->kind) {
    case ZT_FAULT_EXECUTOR_CRASH:
        zt_bytes_print(out, "kill -SEGV $(cat /tmp/runner)");
        break;
    case ZT_FAULT_GUEST_PANIC:
        zt_bytes_print(out, "echo 2 > /proc/sys/vm/panic_on_oom; echo 400000 > /proc/sys/vm/min_free_kbytes; "
                            "dd if=/dev/zero of=/tmp/fill bs=1048576");
        break;
    case ZT_FAULT_EMPTY_ADDRESS:
        zt_bytes_print(out, "devmem 0x%x", EMPTY_ADDRESS);
        break;
    case ZT_FAULT_SILENT_SLOT:
        zt_bytes_print(out, "N=0; while [ $N -lt %u ]; do devmem 0x%x 32 1; N=$((N + 1)); done",
                       SILENCE_TRIES, QUIESCE_ADDRESS + QUIESCE_STRIDE * fault->slot);
        break;
    }
    zt_bytes_print(out, "; echo \"fault %s $?\" >&3 ) &\n", zt_fault_name(fault->kind));
}

static void put_functions(struct zt_bytes *out)
{
    zt_bytes_print(
        out, "%s",
        "note() { echo \"RUN $*\"; echo \"$*\" >> results/status; }\n"
        "client() {\n"
        "    NAME=$1 START=$2; shift 2\n"
        "    ( CODE=0\n"
        "      [ $START = 0 ] || { sleep $START & echo $! > /tmp/client.$NAME; wait $!; CODE=$?; }\n"
        "      [ $CODE = 0 ] && {\n"
        "          bin/rxc-client --name $NAME \"$@\" --out results/$NAME.jsonl > results/$NAME.log 2>&1 &\n"
        "          echo $! > /tmp/client.$NAME; wait $!; CODE=$?\n"
        "      }\n"
        "      echo \"client $NAME $CODE\" >&3 ) &\n"
        "}\n"
        "program() {\n"
        "    NAME=$1 START=$2 KIND=$3; shift 3\n"
        "    ( CODE=0\n"
        "      [ $START = 0 ] || { sleep $START & echo $! > /tmp/client.$NAME; wait $!; CODE=$?; }\n"
        "      [ $CODE = 0 ] && {\n"
        "          \"$@\" > results/$NAME.$KIND 2> results/$NAME.err &\n"
        "          echo $! > /tmp/client.$NAME; wait $!; CODE=$?\n"
        "      }\n"
        "      echo \"program $NAME $CODE\" >&3 ) &\n"
        "}\n"
        "stop_clients() {\n"
        "    for F in /tmp/client.*; do [ -f $F ] && kill -TERM $(cat $F) 2>/dev/null; done\n"
        "}\n");
}

static void put_events(struct zt_bytes *out, unsigned finite)
{
    zt_bytes_print(out, "FINITE=%u ALL=0 STOPPING=0 RUNNER=1 WAIT=%d\n", finite, READY_S);
    zt_bytes_print(
        out, "%s",
        "while [ $RUNNER = 1 ] || [ $ALL -gt 0 -a $STOPPING = 1 ]; do\n"
        "    if ! read -t $WAIT EVENT NAME STATUS <&3; then\n"
        "        note late $WAIT; stop_clients; kill -KILL $(cat /tmp/runner) 2>/dev/null; break\n"
        "    fi\n"
        "    case $EVENT in\n"
        "    ready) note ready; WAIT=$LIMIT; start ;;\n"
        "    client) note client $NAME $STATUS; ALL=$((ALL - 1))\n"
        "        case $LISTENERS in *\" $NAME \"*) ;; *) FINITE=$((FINITE - 1)) ;; esac ;;\n"
        "    program) note program $NAME $STATUS; ALL=$((ALL - 1)) FINITE=$((FINITE - 1)); next $NAME ;;\n"
        "    runner) note runner $NAME; RUNNER=0 ;;\n"
        "    timeup) note timeup; FINITE=0 ;;\n"
        "    fault) note fault $NAME $STATUS; FINITE=$((FINITE - 1)); [ $STATUS = 0 ] || FINITE=0 ;;\n"
        "    esac\n");
    zt_bytes_print(out,
                   "    if [ $STOPPING = 0 ] && [ $FINITE -le 0 -o $RUNNER = 0 ]; then\n"
                   "        STOPPING=1 WAIT=%d; stop_clients\n"
                   "    fi\n"
                   "    if [ $STOPPING = 1 ] && [ $ALL -le 0 ] && [ $RUNNER = 1 ]; then\n"
                   "        STOPPING=2; end_runner\n"
                   "    fi\n"
                   "done\n",
                   CLIENT_END_S);
}

/* The executor, when something is deployed on it. */
static void put_runner(bool deployed, struct zt_bytes *out)
{
    if (deployed)
        zt_bytes_print(
            out, "%s",
            "end_runner() { cat /proc/$(cat /tmp/runner)/maps > results/runner.maps; kill -TERM $(cat "
            "/tmp/runner); }\n"
            "( bin/runner --deployment deployment.json --results results --ready-fifo /tmp/events \\\n"
            "      > results/runner.log 2>&1 &\n"
            "  echo $! > /tmp/runner; wait $!; echo \"runner $?\" >&3 ) &\n");
    else
        zt_bytes_print(out, "%s", "end_runner() { RUNNER=0; }\necho ready >&3\n");
}

static bool named_before(const struct zt_scenario *s, unsigned program, unsigned module)
{
    const char *name = s->programs[program].modules[module];
    for (unsigned i = 0; i <= program; i++) {
        unsigned count = i < program ? s->programs[i].module_count : module;
        for (unsigned k = 0; k < count; k++) {
            if (strcmp(s->programs[i].modules[k], name) == 0)
                return true;
        }
    }
    return false;
}

static void put_modules(const struct zt_scenario *s, struct zt_bytes *out)
{
    zt_bytes_print(out, "MODULES=\"reconos zycap");
    for (unsigned i = 0; i < s->program_count; i++) {
        for (unsigned k = 0; k < s->programs[i].module_count; k++) {
            if (!named_before(s, i, k))
                zt_bytes_print(out, " %s", s->programs[i].modules[k]);
        }
    }
    if (s->coherence.module)
        zt_bytes_print(out, " %s", s->coherence.module);
    zt_bytes_print(out, "\"\n");
}

void zt_run_script(const struct zt_scenario *s, struct zt_bytes *out)
{
    unsigned finite = s->program_count;
    double for_s = (double)s->for_ns * 1e-9;
    zt_bytes_print(out, "#!/bin/sh\n"
                        "export PATH=/bin:/sbin:/usr/bin:/usr/sbin LD_LIBRARY_PATH=/data/lib\n"
                        "export CYCLONEDDS_URI=file:///data/dds.xml\n"
                        "cd /data && mkdir -p results || exit 1\n"
                        "echo 8388608 > /proc/sys/net/core/rmem_max\n");
    put_functions(out);
    zt_bytes_print(out, "LISTENERS=\" ");
    for (unsigned i = 0; i < s->load_count; i++) {
        bool listens = s->loads[i].kind == ZT_LOAD_LISTEN && s->loads[i].times == 0;
        finite += !listens;
        if (listens)
            zt_bytes_print(out, "%s ", s->loads[i].name);
    }
    zt_bytes_print(out, "\"\nLIMIT=%u\nstart() {\n    ALL=%u\n    ( cd /; sleep %g; echo timeup >&3 ) &\n",
                   (unsigned)for_s + 5, s->load_count + s->program_count, for_s);
    for (unsigned i = 0; i < s->load_count; i++)
        put_client(s, &s->loads[i], out);
    for (unsigned i = 0; i < s->program_count; i++) {
        if (s->programs[i].after < 0) {
            zt_bytes_print(out, "    ");
            put_program(&s->programs[i], out);
        }
    }
    for (unsigned i = 0; i < s->fault_count; i++)
        put_fault(&s->faults[i], out);
    zt_bytes_print(out, "}\n");
    put_next(s, out);
    put_modules(s, out);
    zt_bytes_print(out, "%s",
                   "for M in $MODULES; do\n"
                   "    insmod modules/$M.ko || { note module $M; dmesg | tail -n 5; exit 1; }\n"
                   "done\n"
                   "cat /proc/modules > results/modules\n"
                   "mkfifo /tmp/events && exec 3<>/tmp/events || exit 1\n");
    put_runner(s->callback_count > 0, out);
    /* Faults are waited for, too. A scenario of a module alone has done everything when it is loaded. */
    put_events(out, (finite || s->coherence.module ? finite : 1) + s->fault_count);
    zt_bytes_print(out, "note end\n[ -s results/runner.log ] && tail -n 20 results/runner.log\nsync\n");
}
