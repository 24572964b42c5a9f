/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/* Numbers of the 7-series configuration packets (AMD UG470, chapter 5). Private. */
#ifndef ZT_BITSTREAM_PACKET_H
#define ZT_BITSTREAM_PACKET_H

#define ZT_DUMMY_WORD 0xffffffffu
#define ZT_BUS_WIDTH_SYNC 0x000000bbu
#define ZT_BUS_WIDTH_DETECT 0x11220044u
#define ZT_NOP_WORD 0x20000000u

/* Header: type 31:29, op 28:27; type 1: register 26:13, words 10:0; type 2: words 26:0. */
#define ZT_PACKET_TYPE(w) ((w) >> 29)
#define ZT_PACKET_OP(w) (((w) >> 27) & 3u)
#define ZT_PACKET_REGISTER(w) (((w) >> 13) & 0x3fffu)
#define ZT_PACKET_WORDS1(w) ((w)&0x7ffu)
#define ZT_PACKET_WORDS2(w) ((w)&0x7ffffffu)
#define ZT_PACKET_WRITE1(reg, words) (0x30000000u | (uint32_t)(reg) << 13 | (words))
#define ZT_PACKET_WRITE2(words) (0x50000000u | (words))

enum zt_packet_op { ZT_OP_NOP = 0, ZT_OP_READ = 1, ZT_OP_WRITE = 2 };

enum zt_config_register {
    ZT_REG_CRC = 0,
    ZT_REG_FAR = 1,
    ZT_REG_FDRI = 2,
    ZT_REG_CMD = 4,
    ZT_REG_CTL0 = 5,
    ZT_REG_MASK = 6,
    ZT_REG_LOUT = 8,
    ZT_REG_MFWR = 10,
    ZT_REG_IDCODE = 12,
};
/* 0 to 14, WBSTAR 16, TIMER 17, BOOTSTS 22, CTL1 24, BSPI 31 */
#define ZT_REGISTERS_KNOWN 0x81437fffu

enum zt_config_command {
    ZT_CMD_NULL = 0,
    ZT_CMD_WCFG = 1,
    ZT_CMD_MFW = 2,
    ZT_CMD_LFRM = 3,
    ZT_CMD_START = 5,
    ZT_CMD_RCRC = 7,
    ZT_CMD_GRESTORE = 10,
    ZT_CMD_SHUTDOWN = 11,
    ZT_CMD_DESYNC = 13,
    ZT_CMD_IPROG = 15,
};

#define ZT_FAR_BLOCK_TYPE(far) (((far) >> 23) & 7u)
#define ZT_BLOCK_MASK 2u /* frames that only say which rows a restart spares */

/* The four top bits are the silicon's revision and are not compared. */
#define ZT_IDCODE_COMPARED 0x0fffffffu

#endif
