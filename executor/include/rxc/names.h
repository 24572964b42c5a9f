/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* ROS 2 names and how DDS sees them. Stateless; any thread. */
#ifndef RXC_NAMES_H
#define RXC_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#define RXC_NAME_MAX 247u /* characters of a full name */
#define RXC_DDS_NAME_BYTES 300u

enum rxc_endpoint_role {
    RXC_ROLE_TOPIC,
    RXC_ROLE_REQUEST,
    RXC_ROLE_REPLY,
};

/* A full name: absolute, [A-Za-z0-9_/], no "//", no final slash, no token that starts with a digit. */
bool rxc_full_name_valid(const char *name);
/* One token: a node's name. */
bool rxc_token_valid(const char *name);

/*
 * Full name of `name` ("/a", "a", "~/a") used by the node `node` in `name_space` ("/" or "/x"). -EINVAL: not
 * a name, or longer than size - 1 characters.
 */
int rxc_resolve_name(const char *name_space, const char *node, const char *name, char *out, size_t size);

/* Name of the DDS topic for a full name: rt/name, rq/nameRequest, rr/nameReply. -EINVAL as above. */
int rxc_dds_topic_name(const char *full_name, enum rxc_endpoint_role role, char *out, size_t size);

/*
 * Name of the DDS type: "std_msgs/msg/String" -> std_msgs::msg::dds_::String_; "pkg/srv/Name" with the role
 * of a request -> pkg::srv::dds_::Name_Request_. -EINVAL: not <package>/<msg or srv>/<Type>, or the role does
 * not fit.
 */
int rxc_dds_type_name(const char *ros_type, enum rxc_endpoint_role role, char *out, size_t size);

#endif
