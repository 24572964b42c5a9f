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
 * The digit on a picture of 28 x 28 (0 background, 255 ink), by LeNet-5 in 8-bit fixed point. All sums are
 * exact in 32 bits. Inputs are p - 128 (in 1/128: -1 to 1), with two rows and columns of -128 around the
 * picture. A sum is the products of weights (in 1/128) and inputs, and 64 * bias. Layers:
 *
 *   C1  6 maps, 5 x 5 of the input: 28 x 28    S2  the largest of 2 x 2: 14 x 14, rounded with shift 9
 *   C3  16 maps, 5 x 5 of some maps of S2 (LeCun et al. 1998, table I): 10 x 10
 *   S4  the largest of 2 x 2: 5 x 5, shift 7   C5  120, each of all of S4, shift 7
 *   F6  84 of all of C5, shift 7               F7  10 sums of all of F6, as they are
 *
 * Rounding with shift s: floor((sum + 2^(s-1)) / 2^s), at least 0 and at most 127 (in 1/32). The answer is
 * the place of the largest of the ten sums, the first of equals. Weights: mnist_weights.inc, trained by
 * models/mnist.
 */
#define ZT_GOLDEN_MNIST_BYTES 784u
struct zt_golden_mnist {
    int8_t s2[6][14][14];
    int8_t s4[16][5][5];
    int8_t c5[120];
    int8_t f6[84];
    int32_t sums[10];
    uint32_t digit;
};

void zt_golden_mnist(const uint8_t picture[ZT_GOLDEN_MNIST_BYTES], struct zt_golden_mnist *out);

/* The weights: of layer 0 to 4 (C1, C3, C5, F6, F7), for an output and the input-th of what it looks at (map
 * by map, row by row); a map of S2 that C3's does not look at has weights 0. And the bias. */
int32_t zt_golden_mnist_weight(uint32_t layer, uint32_t output, uint32_t input);
int32_t zt_golden_mnist_bias(uint32_t layer, uint32_t output);

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
