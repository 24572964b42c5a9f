/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * Registers of ZyCAP (register map: rtl/README.md; the DMA's part is that of AXI DMA, MM2S, direct mode).
 */
#ifndef ZYCAP_REGS_H
#define ZYCAP_REGS_H

#include <linux/bits.h>

#define DMACR 0x00
#define DMACR_RUN BIT(0)
#define DMACR_RESET BIT(2)
#define DMACR_IOC_IRQ BIT(12)
#define DMACR_ERR_IRQ BIT(14)
#define DMASR 0x04
#define DMASR_ERRORS GENMASK(6, 4)
#define DMASR_IOC BIT(12)
#define DMASR_ERR BIT(14)
#define DMASA 0x18
#define DMALENGTH 0x28

#define ZYCAP_ID 0x8000
#define ZYCAP_ID_VALUE 0x5a43574e
#define ICAP_STATUS 0x8004
#define ICAP_STATUS_O GENMASK(7, 0)
#define ICAP_CFGERR_B BIT(7)
#define ICAP_DALIGN BIT(6)
#define ICAP_CFGERR_SEEN BIT(8) /* write 1 clears */
#define ACTIVE_CYCLES 0x8008
#define GAP_CYCLES 0x800c
#define SETUP_CYCLES 0x8010

/* devcfg, of the processing system */
#define DEVCFG_CTRL 0x00
#define DEVCFG_CTRL_PCAP_PR BIT(27)
#define DEVCFG_STATUS 0x14
#define DEVCFG_STATUS_DMA_QUEUE_EMPTY BIT(30)
#define DEVCFG_UNLOCK 0x34
#define DEVCFG_UNLOCK_KEY 0x757bdf0d

#endif
