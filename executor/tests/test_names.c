/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include <criterion/criterion.h>
#include <string.h>

#include "rxc/names.h"

Test(names, full_names)
{
    static const char *const good[] = {"/a", "/a/b_c/D9", "/_hidden", "/a/_x"};
    static const char *const bad[] = {"",   "/",     "a",    "/a/",  "//a", "/a//b",
                                      "/9", "/a/9b", "/a-b", "/a b", "/~a"};

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        cr_expect(rxc_full_name_valid(good[i]), "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        cr_expect_not(rxc_full_name_valid(bad[i]), "%s", bad[i]);
}

Test(names, length_limit)
{
    char name[260];

    memset(name, 'a', sizeof name);
    name[0] = '/';
    name[247] = '\0';
    cr_expect(rxc_full_name_valid(name));
    name[247] = 'a';
    name[248] = '\0';
    cr_expect_not(rxc_full_name_valid(name));
}

Test(names, resolution)
{
    char out[RXC_NAME_MAX + 1];

    cr_assert_eq(rxc_resolve_name("/", "node", "/x", out, sizeof out), 0);
    cr_expect_str_eq(out, "/x");
    cr_assert_eq(rxc_resolve_name("/", "node", "x/y", out, sizeof out), 0);
    cr_expect_str_eq(out, "/x/y");
    cr_assert_eq(rxc_resolve_name("/ns", "node", "x", out, sizeof out), 0);
    cr_expect_str_eq(out, "/ns/x");
    cr_assert_eq(rxc_resolve_name("/ns", "node", "~/x", out, sizeof out), 0);
    cr_expect_str_eq(out, "/ns/node/x");
    cr_expect_lt(rxc_resolve_name("/", "node", "x y", out, sizeof out), 0);
    cr_expect_lt(rxc_resolve_name("/", "node", "", out, sizeof out), 0);
}

Test(names, dds_topics)
{
    char out[RXC_DDS_NAME_BYTES];

    cr_assert_eq(rxc_dds_topic_name("/ns/chatter", RXC_ROLE_TOPIC, out, sizeof out), 0);
    cr_expect_str_eq(out, "rt/ns/chatter");
    cr_assert_eq(rxc_dds_topic_name("/ns/add", RXC_ROLE_REQUEST, out, sizeof out), 0);
    cr_expect_str_eq(out, "rq/ns/addRequest");
    cr_assert_eq(rxc_dds_topic_name("/ns/add", RXC_ROLE_REPLY, out, sizeof out), 0);
    cr_expect_str_eq(out, "rr/ns/addReply");
    cr_expect_lt(rxc_dds_topic_name("chatter", RXC_ROLE_TOPIC, out, sizeof out), 0);
    cr_expect_lt(rxc_dds_topic_name("/chatter", RXC_ROLE_TOPIC, out, 8), 0, "too small a buffer");
}

Test(names, dds_types)
{
    char out[RXC_DDS_NAME_BYTES];

    cr_assert_eq(rxc_dds_type_name("std_msgs/msg/String", RXC_ROLE_TOPIC, out, sizeof out), 0);
    cr_expect_str_eq(out, "std_msgs::msg::dds_::String_");
    cr_assert_eq(rxc_dds_type_name("sorter_msgs/srv/Sort", RXC_ROLE_REQUEST, out, sizeof out), 0);
    cr_expect_str_eq(out, "sorter_msgs::srv::dds_::Sort_Request_");
    cr_assert_eq(rxc_dds_type_name("sorter_msgs/srv/Sort", RXC_ROLE_REPLY, out, sizeof out), 0);
    cr_expect_str_eq(out, "sorter_msgs::srv::dds_::Sort_Response_");
    cr_expect_lt(rxc_dds_type_name("sorter_msgs/srv/Sort", RXC_ROLE_TOPIC, out, sizeof out), 0);
    cr_expect_lt(rxc_dds_type_name("std_msgs/String", RXC_ROLE_TOPIC, out, sizeof out), 0);
    cr_expect_lt(rxc_dds_type_name("std_msgs/msg/", RXC_ROLE_TOPIC, out, sizeof out), 0);
    cr_expect_lt(rxc_dds_type_name("std_msgs", RXC_ROLE_TOPIC, out, sizeof out), 0);
}
