// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/*
 * A load in copy mode, and the way back after one that failed: the configuration logic may wait for
 * the rest of a stream, or keep its error flag, and would spoil the next load.
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "buffer.h"
#include "device.h"
#include "dma.h"
#include "load.h"
#include "port.h"

#define TIMEOUT_MS_MAX 10000

/* Configuration words, native. */
#define WORD_DUMMY 0xffffffff
#define WORD_SYNC 0xaa995566
#define WORD_NOP 0x20000000
#define WORD_WRITE_CMD 0x30008001
#define WORD_CMD_RCRC 0x00000007
#define WORD_CMD_DESYNC 0x0000000d

/* Dummy words before the sync word are at most some tens in the streams of Vivado. */
#define SYNC_SEARCH_WORDS 256

/*
 * A stream cut off within its frames leaves up to a whole device to be filled: 8 MiB are
 * more than any Zynq-7000 smaller than the 7z045 has, and than a slot of any of them.
 */
#define RECOVERY_BYTES 0x10000
#define RECOVERY_ROUNDS_MAX 128
#define RECOVERY_TIMEOUT_MS 100

/* Ends a stream (ignored when there is none), then clears the error flag with a stream of its own. */
static const u32 recovery_tail[] = {
	WORD_NOP, WORD_WRITE_CMD, WORD_CMD_RCRC,  WORD_NOP,	WORD_NOP,
	WORD_WRITE_CMD, WORD_CMD_DESYNC, WORD_NOP, WORD_NOP,
	WORD_DUMMY, WORD_SYNC, WORD_NOP,
	WORD_WRITE_CMD, WORD_CMD_RCRC, WORD_NOP, WORD_NOP,
	WORD_WRITE_CMD, WORD_CMD_DESYNC, WORD_NOP, WORD_NOP,
};

int zycap_load_init(struct zycap_device *zdev)
{
	u32 *words;
	int err;

	err = zycap_buffer_reserve(zdev, &zdev->recovery, RECOVERY_BYTES);
	if (err)
		return err;
	words = zdev->recovery.data;
	memset32(words, WORD_NOP, RECOVERY_BYTES / sizeof(u32));
	memcpy((u8 *)words + RECOVERY_BYTES - sizeof(recovery_tail), recovery_tail,
	       sizeof(recovery_tail));
	return 0;
}

static bool load_icap_is_idle(struct zycap_device *zdev)
{
	u32 status = readl(zdev->regs + ICAP_STATUS);

	return (status & ICAP_CFGERR_B) && !(status & ICAP_DALIGN);
}

static void load_recover(struct zycap_device *zdev)
{
	dma_addr_t end = zdev->recovery.address + RECOVERY_BYTES;
	u32 bytes = sizeof(recovery_tail);
	unsigned int round;

	for (round = 0; round < RECOVERY_ROUNDS_MAX && !load_icap_is_idle(zdev); round++) {
		if (zycap_dma_send(zdev, end - bytes, bytes, RECOVERY_TIMEOUT_MS, false)) {
			zycap_dma_reset(zdev);
			break;
		}
		/* The tail alone is not enough inside a frame, where it is data. */
		bytes = RECOVERY_BYTES;
	}
	if (!load_icap_is_idle(zdev))
		dev_err_ratelimited(zdev->dev, "configuration logic does not recover, ICAP 0x%03x\n",
				    readl(zdev->regs + ICAP_STATUS));
}

static bool load_has_sync(const struct zycap_load *load, const u32 *words)
{
	u32 count = min_t(u32, load->size_bytes / sizeof(u32), SYNC_SEARCH_WORDS);
	u32 i;

	for (i = 0; i < count; i++) {
		if (words[i] == WORD_SYNC)
			return true;
	}
	return false;
}

static int load_prepare(struct zycap_device *zdev, const struct zycap_load *load)
{
	int err;

	err = zycap_buffer_reserve(zdev, &zdev->stream, load->size_bytes);
	if (err)
		return err;
	if (copy_from_user(zdev->stream.data, u64_to_user_ptr(load->data), load->size_bytes))
		return -EFAULT;
	/* Without a sync word (or with its bytes in another order) the device would ignore it all. */
	if (!load_has_sync(load, zdev->stream.data))
		return -EILSEQ;
	return zycap_port_take(zdev);
}

static void load_read_result(struct zycap_device *zdev, struct zycap_load *load, u32 *status)
{
	load->active_cycles = readl(zdev->regs + ACTIVE_CYCLES);
	load->gap_cycles = readl(zdev->regs + GAP_CYCLES);
	load->setup_cycles = readl(zdev->regs + SETUP_CYCLES);
	*status = readl(zdev->regs + ICAP_STATUS);
	load->icap_status = *status & ICAP_STATUS_O;
}

int zycap_load_copy(struct zycap_device *zdev, struct zycap_load *load, bool *ran)
{
	u32 status;
	int err;

	*ran = false;
	if (!load->size_bytes || load->size_bytes % sizeof(u32) ||
	    load->size_bytes > ZYCAP_MAX_BYTES || !load->timeout_ms ||
	    load->timeout_ms > TIMEOUT_MS_MAX)
		return -EINVAL;
	err = load_prepare(zdev, load);
	if (err)
		return err;

	/* Another user of the port may have left it in the middle of a stream. */
	if (!load_icap_is_idle(zdev))
		load_recover(zdev);

	writel(ICAP_CFGERR_SEEN, zdev->regs + ICAP_STATUS);
	*ran = true;
	err = zycap_dma_send(zdev, zdev->stream.address, load->size_bytes, load->timeout_ms, true);
	load_read_result(zdev, load, &status);
	if (err)
		zycap_dma_reset(zdev);
	else if ((status & ICAP_CFGERR_SEEN) || !load_icap_is_idle(zdev))
		err = -EILSEQ;
	if (err)
		load_recover(zdev);
	return err;
}
