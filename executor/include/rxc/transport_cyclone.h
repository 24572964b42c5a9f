/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* The transport on Cyclone DDS, named and encoded as ROS 2 does with rmw_cyclonedds. */
#ifndef RXC_TRANSPORT_CYCLONE_H
#define RXC_TRANSPORT_CYCLONE_H

#include "rxc/transport.h"

/* Makes a participant in the domain (0 to 232); CYCLONEDDS_URI configures it. */
int rxc_cyclone_create(uint32_t domain, struct rxc_transport **transport, struct rxc_error *error);
/* All ports must be closed. */
void rxc_cyclone_destroy(struct rxc_transport *transport);

#endif
