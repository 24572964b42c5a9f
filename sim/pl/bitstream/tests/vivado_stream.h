/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * A partial bitstream as Vivado 2018.3 lays it out with RESET_AFTER_RECONFIG for the XC7Z020. Register
 * values, block addresses, frame counts and sizes are those of a published file
 * (demos/reconf_ros_nodes/sortdemo.bin of Lien182/ReconROS); the frames' content is not. It shares no code
 * with what is tested: packets are literals, the CRC goes bit by bit.
 */
#ifndef VIVADO_STREAM_H
#define VIVADO_STREAM_H

#include <stddef.h>
#include <stdint.h>

#define VIVADO_BIN_BYTES 1421856u /* of the published .bin */
#define VIVADO_HEADER_BYTES 121u  /* more in the .bit */
#define VIVADO_WORDS (VIVADO_BIN_BYTES / 4u)
#define VIVADO_SYNC_AT 12u
#define VIVADO_FRAMES (2u * (216u + 352u + 688u + 384u)) /* that land: a frame of each block only flushes */

/* The device's columns with the region as slot `region`: content of a `slots` file. */
extern const char vivado_slots[];

/* Fills words[VIVADO_WORDS]. */
void vivado_stream(uint32_t *words);
/* Its SHA-256 as a manifest has it, 64 digits and NUL. */
void vivado_sha256(const uint32_t *words, char digits[65]);
/* The bytes of the .bin (VIVADO_BIN_BYTES), and of the .bit (with VIVADO_HEADER_BYTES more). */
void vivado_bin(const uint32_t *words, uint8_t *bytes);
void vivado_bit(const uint32_t *words, uint8_t *bytes);

#endif
