/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Deployments that are good, and what is said about those that are not. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "deployment.h"

static int read_text(const char *text, struct deployment *deployment, struct rxc_error *error)
{
    char path[] = "/tmp/rxc-deployment-XXXXXX";
    int fd = mkstemp(path);

    cr_assert_geq(fd, 0);
    cr_assert_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    (void)close(fd);
    int rc = deployment_read(path, deployment, error);
    (void)unlink(path);
    return rc;
}

#define HEAD                                                                                                 \
    "{\"version\":1,\"name\":\"n\",\"policy\":\"reconros\",\"software_workers\":2,\"domain\":0,"             \
    "\"slots\":[{\"name\":\"small\",\"index\":0},{\"name\":\"large\",\"index\":1}],"                         \
    "\"load_timeout_ms\":1000,\"callbacks\":["
#define TAIL "]}"
#define SOFTWARE "\"software\":{\"library\":\"l.so\",\"symbol\":\"s\"}"
#define SORT                                                                                                 \
    "{\"name\":\"sort\",\"kind\":\"service\",\"service\":\"/sort\",\"type\":\"sorter_msgs/srv/Sort\","

/* The example of deployment.md. */
Test(deployment, example)
{
    static struct deployment deployment;
    struct rxc_error error = {0};
    const char *text = HEAD
        "{\"name\":\"sobel\",\"kind\":\"subscription\",\"topic\":\"/image_raw\",\"type\":\"sensor_msgs/msg/"
        "Image\","
        "\"publish\":{\"topic\":\"/image_filtered\",\"type\":\"sensor_msgs/msg/Image\"},"
        "\"prepare\":{\"library\":\"callbacks/libsobel.so\",\"symbol\":\"sobel_prepare\"},\"software\":null,"
        "\"hardware\":[{\"slot\":\"large\",\"bitstream\":\"b/l.bin\"},{\"slot\":\"small\",\"bitstream\":\"b/"
        "s.bin\"}],"
        "\"timeout_ms\":2000}," SORT
        "\"hardware\":[{\"slot\":\"small\",\"bitstream\":\"b.bin\"}],\"timeout_ms\":1},"
        "{\"name\":\"digest\",\"kind\":\"timer\",\"period_ns\":250000000,"
        "\"publish\":{\"topic\":\"/digest\",\"type\":\"std_msgs/msg/UInt32MultiArray\"}," SOFTWARE "}" TAIL;

    cr_assert_eq(read_text(text, &deployment, &error), 0, "%s", error.text);
    cr_expect_eq(deployment.slot_count, 2);
    cr_expect_eq(deployment.callback_count, 3);
    const struct deployment_callback *sobel = &deployment.callbacks[0];
    cr_expect_eq(sobel->kind, RXC_SUBSCRIPTION);
    cr_expect_eq(sobel->hardware_count, 2);
    cr_expect_eq(sobel->hardware[0].slot, 1);
    cr_expect_eq(sobel->timeout_ns, 2000000000u);
    cr_expect_str_eq(sobel->publish_type->name, "sensor_msgs/msg/Image");
    cr_expect_eq(sobel->software.library[0], '\0');
    cr_expect_eq(deployment.callbacks[1].service_type, rxc_find_service_type("sorter_msgs/srv/Sort"));
    cr_expect_eq(deployment.callbacks[2].period_ns, 250000000u);
    cr_expect_str_eq(deployment.folder, "/tmp/");
}

static const struct {
    const char *text;
    const char *says;
} bad[] = {
    {"{\n\"version\": 1,\n  oops}", ":3:4: not valid JSON"},
    {"[]", "(top): must be an object"},
    {"{}", "version: missing"},
    {"{\"version\":2}", "version: is 2, allowed are integers from 1 to 1"},
    {"{\"version\":1,\"extra\":0}", "extra: unknown key"},
    {"{\"version\":1,\"version\":1}", "version: given twice"},
    {"{\"version\":1,\"name\":5}", "name: must be a text"},
    {"{\"version\":1,\"name\":\"n\",\"policy\":\"fifo\"}",
     "policy: unknown policy 'fifo', allowed is reconros"},
    {"{\"version\":1,\"name\":\"n\",\"policy\":\"reconros\",\"software_workers\":9}",
     "software_workers: is 9, allowed are integers from 0 to 8"},
    {"{\"version\":1,\"name\":\"n\",\"policy\":\"reconros\",\"software_workers\":1.5}",
     "software_workers: is 1.5"},
    {"{\"version\":1,\"name\":\"n\",\"policy\":\"reconros\",\"software_workers\":1,\"domain\":0,\"load_"
     "timeout_ms\":1,"
     "\"slots\":[{\"name\":\"a\",\"index\":0},{\"name\":\"b\",\"index\":0}]}",
     "slots[1].index: another slot has this index"},
    {"{\"version\":1,\"name\":\"n\",\"policy\":\"reconros\",\"software_workers\":1,\"domain\":0,\"load_"
     "timeout_ms\":1,"
     "\"slots\":[{\"name\":\"a\",\"index\":99}]}",
     "slots[0].index: is 99"},
    {HEAD TAIL, "callbacks: is empty"},
    {HEAD "7" TAIL, "callbacks[0]: must be an object"},
    {HEAD "{\"name\":\"x\",\"kind\":\"action\"}" TAIL, "callbacks[0].kind: is 'action', allowed are timer"},
    {HEAD "{\"name\":\"x\",\"kind\":\"timer\",\"period_ns\":999," SOFTWARE "}" TAIL,
     "callbacks[0].period_ns: is 999"},
    {HEAD "{\"name\":\"x\",\"kind\":\"timer\",\"period_ns\":1000,\"topic\":\"/a\"}" TAIL,
     "callbacks[0].topic: unknown key"},
    {HEAD
     "{\"name\":\"x\",\"kind\":\"subscription\",\"topic\":\"/a b\",\"type\":\"std_msgs/msg/String\"}" TAIL,
     "callbacks[0].topic: '/a b' is not a topic"},
    {HEAD "{\"name\":\"x\",\"kind\":\"subscription\",\"topic\":\"/a\",\"type\":\"std_msgs/msg/Strin\"}" TAIL,
     "callbacks[0].type: unknown message type 'std_msgs/msg/Strin'"},
    {HEAD "{\"name\":\"x\",\"kind\":\"client\",\"service\":\"/a\",\"type\":\"std_msgs/msg/String\"}" TAIL,
     "callbacks[0].type: unknown service type"},
    {HEAD SORT SOFTWARE "}," SORT SOFTWARE "}" TAIL,
     "callbacks[1].name: 'sort' is the name of another callback"},
    {HEAD SORT "\"software\":null}" TAIL, "callbacks[0]: callback 'sort' has no place to run"},
    {HEAD SORT "\"software\":{\"library\":\"\",\"symbol\":\"s\"}}" TAIL,
     "callbacks[0].software.library: must be"},
    {HEAD SORT "\"software\":{\"library\":\"l\",\"symbol\":\"s\",\"x\":1}}" TAIL,
     "callbacks[0].software.x: unknown key"},
    {HEAD SORT "\"hardware\":[{\"slot\":\"huge\",\"bitstream\":\"b\"}],\"timeout_ms\":1}" TAIL,
     "callbacks[0].hardware[0].slot: there is no slot 'huge'"},
    {HEAD SORT
     "\"hardware\":[{\"slot\":\"small\",\"bitstream\":\"b\"},{\"slot\":\"small\",\"bitstream\":\"c\"}],"
     "\"timeout_ms\":1}" TAIL,
     "callbacks[0].hardware[1].slot: slot 'small' is named twice"},
    {HEAD SORT "\"hardware\":[{\"slot\":\"small\",\"bitstream\":\"b\"}]}" TAIL,
     "callbacks[0].timeout_ms: missing"},
    {HEAD SORT "\"hardware\":[{\"slot\":\"small\",\"bitstream\":\"b\"}],\"timeout_ms\":0}" TAIL,
     "callbacks[0].timeout_ms: is 0"},
    {HEAD SORT SOFTWARE ",\"publish\":{\"topic\":\"/a\",\"type\":\"std_msgs/msg/String\"}}" TAIL,
     "callbacks[0].publish: a service has its response"},
};

Test(deployment, errors_name_the_place)
{
    static struct deployment deployment;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct rxc_error error = {0};
        cr_expect_lt(read_text(bad[i].text, &deployment, &error), 0, "%s", bad[i].text);
        cr_expect_not_null(strstr(error.text, bad[i].says), "'%s' does not say '%s'", error.text,
                           bad[i].says);
        cr_expect_not_null(strstr(error.text, "/tmp/rxc-deployment-"), "names the file: %s", error.text);
    }
}

Test(deployment, no_software_worker)
{
    static struct deployment deployment;
    struct rxc_error error = {0};

    cr_expect_lt(
        read_text("{\"version\":1,\"name\":\"n\",\"policy\":\"reconros\",\"software_workers\":0,\"domain\":0,"
                  "\"slots\":[],\"load_timeout_ms\":1,\"callbacks\":[" SORT SOFTWARE "}]}",
                  &deployment, &error),
        0);
    cr_expect_not_null(strstr(error.text, "there is no software worker"), "%s", error.text);
}

Test(deployment, missing_file)
{
    static struct deployment deployment;
    struct rxc_error error = {0};

    cr_expect_lt(deployment_read("/nonexistent/deployment.json", &deployment, &error), 0);
    cr_expect_not_null(strstr(error.text, "/nonexistent/deployment.json"), "%s", error.text);
}

/* Cut anywhere, a deployment is refused and nothing is read beyond its end. */
Test(deployment, truncated)
{
    static struct deployment deployment;
    static const char text[] = HEAD SORT SOFTWARE "}" TAIL;
    char part[sizeof text];

    for (size_t size = 0; size < sizeof text - 1; size++) {
        struct rxc_error error = {0};
        memcpy(part, text, size);
        part[size] = '\0';
        cr_expect_lt(read_text(part, &deployment, &error), 0, "%s", part);
    }
}
