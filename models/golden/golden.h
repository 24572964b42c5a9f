/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Golden models: what each operation is, written from its definition. They judge hardware threads and
 * software callbacks and are never used by them. Pure functions; safe from any thread.
 */
#ifndef ZT_GOLDEN_H
#define ZT_GOLDEN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZT_GOLDEN_SHA256_BYTES 32u

/*
 * Sobel edge strength of an image of interleaved 8-bit channels (3: bgr8, 1: mono8), each channel by itself:
 *
 *        | -1 0 1 |        | -1 -2 -1 |
 *   Gx = | -2 0 2 |   Gy = |  0  0  0 |   out = min(255, |Gx| + |Gy|)
 *        | -1 0 1 |        |  1  2  1 |
 *
 * The sums are exact integers. Pixels of the first and last row and column are 0: they have no whole
 * neighbourhood. Rows are `step` bytes apart in both images (step >= width * channels); bytes of out beyond
 * width * channels are left alone. in and out must not overlap.
 */
void zt_golden_sobel(const uint8_t *in, uint8_t *out, uint32_t width, uint32_t height, uint32_t step,
                     uint32_t channels);

/* out[0..count) holds the values of in in ascending order, each as often as in in. in == out is allowed. */
void zt_golden_sort(const uint32_t *in, uint32_t *out, size_t count);

/* out[i] = a[i] + b[i] modulo 2^32. */
void zt_golden_add(const uint32_t *a, const uint32_t *b, uint32_t *out, size_t count);

/* CRC-32 of IEEE 802.3 (3.2.9), bytes in order of transmission, least significant bit first. */
uint32_t zt_golden_crc32(const void *data, size_t size_bytes);

/* SHA-256 of size_bytes bytes (FIPS 180-4, 5.1.1, 5.2.1, 5.3.3, 6.2). */
void zt_golden_sha256(const void *data, size_t size_bytes, uint8_t digest[ZT_GOLDEN_SHA256_BYTES]);

/*
 * How much of the memory each client gets when all want it at once: max-min fair shares on a tree. Clients of
 * one port share the port, all ports share the memory. Reads and writes that are mixed cost both some of
 * their capacity: with m = 2 min(r, w) / (r + w) the capacity goes from that of pure traffic (m = 0, reads
 * and writes weighted by their bytes) to that of mixed traffic (m = 1).
 */
#define ZT_GOLDEN_DDR_CLIENTS_MAX 16u
enum zt_golden_ddr_port { ZT_GOLDEN_DDR_CPU, ZT_GOLDEN_DDR_HP01, ZT_GOLDEN_DDR_HP23, ZT_GOLDEN_DDR_PORTS };

struct zt_golden_ddr {
    double peak_mb_s;
    double read_efficiency, write_efficiency, mixed_efficiency; /* of the peak, 0 to 1 */
    double pair_read_mb_s, pair_mixed_mb_s;                     /* HP0+1, and HP2+3 */
    double cpu_port_mb_s;
};

struct zt_golden_ddr_client {
    enum zt_golden_ddr_port port;
    double demand_mb_s; /* what it moves when it is alone */
    double read_share;  /* of its bytes, 0 to 1 */
    double share_mb_s;  /* out */
};

/* Fills in the shares. count: at most ZT_GOLDEN_DDR_CLIENTS_MAX. */
void zt_golden_ddr_shares(const struct zt_golden_ddr *ddr, struct zt_golden_ddr_client *clients,
                          size_t count);

#ifdef __cplusplus
}
#endif
#endif
