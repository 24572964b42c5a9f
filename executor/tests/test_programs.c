/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The runner and its clients as processes, all in software, over DDS on the loopback interface. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NUMBERS 500u

static char folder[] = "/tmp/rxc-programs-XXXXXX";

static void setup(void)
{
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
    cr_assert_eq(mkfifo("ready", 0600), 0);
}

static void teardown(void)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;

    cr_assert_not_null(directory);
    while ((entry = readdir(directory)))
        (void)unlink(entry->d_name); /* it has no subfolders */
    (void)closedir(directory);
    cr_expect_eq(rmdir(folder), 0);
}

TestSuite(programs, .init = setup, .fini = teardown, .timeout = 60);

static unsigned domain(void)
{
    return 40 + (unsigned)getpid() % 180;
}

__attribute__((format(printf, 2, 3))) static void write_text(const char *path, const char *format, ...)
{
    FILE *file = fopen(path, "w");
    va_list arguments;

    cr_assert_not_null(file);
    va_start(arguments, format);
    (void)vfprintf(file, format, arguments);
    va_end(arguments);
    (void)fclose(file);
}

/* Starts a program of the build folder with its standard error in the file NAME.err. */
static pid_t start(const char *name, char *const argv[])
{
    pid_t child = fork();

    if (child == 0) {
        char path[1024];
        (void)snprintf(path, sizeof path, "%s.err", argv[2]);
        for (char *c = path; *c; c++)
            if (*c == '/')
                *c = '_';
        int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (fd >= 0)
            (void)dup2(fd, 2);
        (void)snprintf(path, sizeof path, "%s/%s", RXC_BIN, name);
        (void)execv(path, argv);
        _exit(127);
    }
    cr_assert_gt(child, 0);
    return child;
}

static int end(pid_t child)
{
    int status;

    cr_assert_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static pid_t start_runner(void)
{
    char *argv[] = {"runner", "--deployment", "deployment.json", "--results",
                    ".",      "--ready-fifo", "ready",           NULL};
    return start("runner", argv);
}

static void expect_ready(const char *text)
{
    char line[32] = "";
    int fd = open("ready", O_RDONLY);

    cr_assert_geq(fd, 0);
    cr_assert_gt(read(fd, line, sizeof line - 1), 0);
    (void)close(fd);
    cr_assert_str_eq(line, text);
}

static void expect_text(const char *path, const char *text)
{
    static char content[65536];
    FILE *file = fopen(path, "r");

    cr_assert_not_null(file, "%s", path);
    content[fread(content, 1, sizeof content - 1, file)] = '\0';
    (void)fclose(file);
    cr_expect_not_null(strstr(content, text), "%s does not hold '%s' but '%s'", path, text, content);
}

static void put_word(FILE *file, uint32_t word)
{
    (void)fwrite(
        (uint8_t[]){(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16), (uint8_t)(word >> 24)}, 1, 4,
        file);
}

/* One record with the numbers step * i mod 509, a permutation of 0..508 without some, or the same in order.
 */
static void write_numbers(const char *path, uint32_t step, bool wrong)
{
    FILE *file = fopen(path, "wb");

    cr_assert_not_null(file);
    put_word(file, 4 + 4 + 4 * 508);
    (void)fwrite("\0\1\0\0", 1, 4, file);
    put_word(file, 508);
    for (uint32_t i = 1; i <= 508; i++)
        put_word(file, step * i % 509 + (wrong && i == 300));
    (void)fclose(file);
}

static void write_deployment(const char *symbol)
{
    write_text(
        "deployment.json",
        "{\"version\":1,\"name\":\"first-test\",\"policy\":\"reconros\",\"software_workers\":2,\"domain\":%u,"
        "\"slots\":[],\"load_timeout_ms\":1000,\"callbacks\":["
        "{\"name\":\"sort\",\"kind\":\"service\",\"service\":\"/sort\",\"type\":\"sorter_msgs/srv/Sort\","
        "\"software\":{\"library\":\"%s/callbacks/libsort.so\",\"symbol\":\"%s\"}},"
        "{\"name\":\"digest\",\"kind\":\"timer\",\"period_ns\":20000000,"
        "\"publish\":{\"topic\":\"/digest\",\"type\":\"std_msgs/msg/UInt32MultiArray\"},"
        "\"software\":{\"library\":\"%s/callbacks/libdigest.so\",\"symbol\":\"digest_callback\"}}]}",
        domain(), RXC_BIN, symbol, RXC_BIN);
}

static int call_sort(const char *name, const char *expect, const char *service)
{
    char number[16], out[64];

    (void)snprintf(number, sizeof number, "%u", domain());
    (void)snprintf(out, sizeof out, "%s.jsonl", name);
    char *argv[] = {"rxc-client",
                    "--name",
                    (char *)(uintptr_t)name,
                    "--call",
                    (char *)(uintptr_t)service,
                    "--type",
                    "sorter_msgs/srv/Sort",
                    "--input",
                    "numbers.in",
                    "--expect",
                    (char *)(uintptr_t)expect,
                    "--times",
                    "5",
                    "--timeout-ms",
                    "5000",
                    "--out",
                    out,
                    "--domain",
                    number,
                    NULL};
    return end(start("rxc-client", argv));
}

static int listen_digest(void)
{
    char number[16];

    (void)snprintf(number, sizeof number, "%u", domain());
    char *argv[] = {"rxc-client",
                    "--name",
                    "digest",
                    "--subscribe",
                    "/digest",
                    "--type",
                    "std_msgs/msg/UInt32MultiArray",
                    "--times",
                    "3",
                    "--timeout-ms",
                    "5000",
                    "--out",
                    "digest.jsonl",
                    "--domain",
                    number,
                    NULL};
    return end(start("rxc-client", argv));
}

Test(programs, service_and_timer)
{
    write_deployment("sort_callback");
    write_numbers("numbers.in", 7, false);
    write_numbers("numbers.right", 1, false);
    write_numbers("numbers.wrong", 1, true);
    pid_t runner = start_runner();
    expect_ready("ready\n");
    cr_expect_eq(call_sort("good", "numbers.right", "/sort"), 0);
    cr_expect_eq(call_sort("bad", "numbers.wrong", "/sort"), 1);
    cr_expect_eq(listen_digest(), 0);
    cr_assert_eq(kill(runner, SIGTERM), 0);
    cr_expect_eq(end(runner), 0);
    expect_text("good.jsonl", "{\"n\":4,");
    expect_text("good.jsonl", "\"verdict\":\"right\",\"bytes\":2040");
    expect_text("bad.jsonl", "\"verdict\":\"wrong\"");
    expect_text("runner.json", "\"executions\":\t10");
    expect_text("runner.json", "\"status\":\t0");
}

Test(programs, bad_deployments)
{
    write_text("deployment.json", "{\"version\":1,\"nome\":\"x\"}");
    cr_expect_eq(end(start_runner()), 2);
    expect_text("deployment.json.err", "deployment.json: nome: unknown key");
    write_deployment("no_such_symbol");
    cr_expect_eq(end(start_runner()), 2);
    expect_text("deployment.json.err", "libsort.so has no symbol 'no_such_symbol'");
    expect_text("runner.json", "\"status\":\t2");
}

/* Hardware is asked for where there is none. */
Test(programs, no_device)
{
    if (access("/dev/reconos", F_OK) == 0)
        cr_skip_test("this machine has the device");
    write_text(
        "deployment.json",
        "{\"version\":1,\"name\":\"x\",\"policy\":\"reconros\",\"software_workers\":0,\"domain\":%u,"
        "\"slots\":[{\"name\":\"small\",\"index\":0}],\"load_timeout_ms\":1000,\"callbacks\":["
        "{\"name\":\"sort\",\"kind\":\"service\",\"service\":\"/sort\",\"type\":\"sorter_msgs/srv/Sort\","
        "\"hardware\":[{\"slot\":\"small\",\"bitstream\":\"none.bin\"}],\"timeout_ms\":10}]}",
        domain());
    cr_expect_eq(end(start_runner()), 2);
    expect_text("deployment.json.err", "/dev/reconos: No such file or directory");
}
