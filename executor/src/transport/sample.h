/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The transport's own kind of DDS sample: nothing but its CDR bytes. Cyclone stores, sends and receives them;
 * messages are read and written outside, so that no lock of Cyclone is held meanwhile. Its interface for this
 * (ddsi_sertype, ddsi_serdata) is installed but not stable: this pair of files is all that uses it.
 */
#ifndef RXC_SAMPLE_H
#define RXC_SAMPLE_H

#include <stdint.h>

#include <dds/dds.h>

struct ddsi_serdata;
struct ddsi_sertype;

/* A keyless type in XCDR1 without type information, as ROS 2 announces its types. NULL: no memory. */
struct ddsi_sertype *rxc_sample_type_new(const char *type_name);
void rxc_sample_type_drop(struct ddsi_sertype *type);

/* A sample of size_bytes (with encapsulation), its last 0 to 3 padding bytes zeroed. NULL: no memory. */
struct ddsi_serdata *rxc_sample_new(const struct ddsi_sertype *type, size_t size_bytes);
uint8_t *rxc_sample_bytes(struct ddsi_serdata *sample);
size_t rxc_sample_size(const struct ddsi_serdata *sample);
/* Gives one reference back. */
void rxc_sample_drop(struct ddsi_serdata *sample);

#endif
