/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#ifndef ZYCAP_PORT_H
#define ZYCAP_PORT_H

struct zycap_device;

/* The configuration port, which devcfg gives to PCAP or to ICAP. */
int zycap_port_find(struct zycap_device *zdev);

/*
 * ICAP has the port afterwards. -EBUSY: a transfer through PCAP goes on; -EIO: devcfg does not let go.
 * May be called again to make sure.
 */
int zycap_port_take(struct zycap_device *zdev);
int zycap_port_open(struct zycap_device *zdev);
/* Gives the port back to whom it was taken from at open. */
void zycap_port_close(struct zycap_device *zdev);

#endif
