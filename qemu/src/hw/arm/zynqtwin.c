/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The zynqtwin machine: a Zynq-7000 with two Cortex-A9, made of QEMU's device models, with sliced
 * parallel time and a PL that is real RTL. Addresses and interrupts: UG585.
 */
#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "qemu/guest-random.h"
#include "qemu/units.h"
#include "qapi/error.h"
#include "cpu.h"
#include "exec/address-spaces.h"
#include "hw/arm/boot.h"
#include "hw/boards.h"
#include "hw/char/cadence_uart.h"
#include "hw/cpu/a9mpcore.h"
#include "hw/loader.h"
#include "hw/misc/unimp.h"
#include "hw/adc/zynq-xadc.h"
#include "hw/net/cadence_gem.h"
#include "hw/qdev-clock.h"
#include "hw/qdev-properties.h"
#include "hw/sd/sdhci.h"
#include "net/net.h"
#include "sysemu/blockdev.h"
#include "sysemu/cpu-timers.h"
#include "sysemu/device_tree.h"
#include "sysemu/reset.h"
#include "sysemu/sysemu.h"
#include "target/arm/arm-powerctl.h"
#include "zynqtwin/coherence.h"
#include "zynqtwin/costs.h"
#include "zynqtwin/hooks.h"
#include "zynqtwin/pl_bridge.h"
#include "zynqtwin/run.h"
#include "zynqtwin/slice.h"
#include "zynqtwin/tlb_banks.h"
#include "zynqtwin/windows.h"

#define TYPE_ZYNQTWIN_MACHINE MACHINE_TYPE_NAME("zynqtwin")
OBJECT_DECLARE_SIMPLE_TYPE(ZynqtwinState, ZYNQTWIN_MACHINE)

#define CORES 2
#define SPI_COUNT 64
#define IRQ_OFFSET 32
#define PERIPHBASE 0xF8F00000
#define MIDR_A9_R3P0 0x413FC090
#define SDHCI_CAPABILITIES 0x69ec0080
#define BOARD_SETUP_ADDR 0x100
#define OCM_BASE 0xFFFC0000
#define PARK_CODE_ADDR 0xFFFFFF00
#define PARK_WORD_ADDR 0xFFFFFFF0 /* the boot ROM's: CPU1 jumps to the address that it finds here */
#define RNG_SEED_BYTES 64
#define HEARTBEAT_NS (10 * SCALE_MS)

/*
 * Clocks as the first-stage boot loader of a 33.333333 MHz board leaves them; Linux computes the same
 * from the SLCR. ARM PLL x40 / 2: CPU_6x4x 666.67 MHz, CPU_3x2x (the A9 timers) half, CPU_1x a sixth.
 */
#define PS_CLK_HZ 33333333
#define ARM_PLL_FDIV 40
#define CPU_DIVISOR 2
#define CPU_6X4X_HZ (UINT64_C(1) * PS_CLK_HZ * ARM_PLL_FDIV / CPU_DIVISOR)
#define ARM_PLL_CTRL (ARM_PLL_FDIV << 12 | 0x008)
#define ARM_CLK_CTRL (0x1f000000 | CPU_DIVISOR << 8)
#define PERIPH_HZ (CPU_6X4X_HZ / 2)
#define CPU_1X_HZ (CPU_6X4X_HZ / 6)

enum slcr_offset {
    SLCR_LOCK = 0x004, SLCR_UNLOCK = 0x008, SLCR_ARM_PLL = 0x100, SLCR_DDR_PLL = 0x104, SLCR_IO_PLL = 0x108,
    SLCR_ARM_CLK = 0x120, SLCR_SDIO_CLK = 0x150, SLCR_UART_CLK = 0x154, SLCR_PCAP_CLK = 0x168,
    SLCR_FPGA0_CLK = 0x170, SLCR_PSS_RST = 0x200, SLCR_FPGA_RST = 0x240, SLCR_A9_CPU_RST = 0x244,
    SLCR_LVL_SHFTR = 0x900,
};

struct ZynqtwinState {
    MachineState parent;
    Clock *ps_clk;
    A9MPPrivState *mpcore;
    DeviceState *uart[2];
    char *pl;
    char *pl_slots;
    char *pl_params;
    char *trace;
    struct {
        char *mode, *log, *pages;
    } coherence;
    char *costs;
    char *windows;
    uint64_t seed;
    uint64_t limit_ns;
    uint64_t quantum;
    uint64_t pl_quantum_ns;
    bool fast;
    QEMUTimer *heartbeat;
};

static ZynqtwinState *twin;

/* ---- boot state ---- */

#define IMM16(x) (extract32((x), 0, 12) | extract32((x), 12, 4) << 16)
#define SLCR_SET(offset, value)                                     \
    0xe3001000 + IMM16(extract32((value), 0, 16)),  /* movw r1 */   \
    0xe3401000 + IMM16(extract32((value), 16, 16)), /* movt r1 */   \
    0xe5801000 + (offset)                           /* str r1, [r0, #offset] */

static void write_words(const char *name, const uint32_t *words, size_t count, hwaddr addr)
{
    g_autofree uint32_t *le = g_new(uint32_t, count);
    size_t i;

    for (i = 0; i < count; i++) {
        le[i] = cpu_to_le32(words[i]);
    }
    rom_add_blob_fixed(name, le, count * sizeof(uint32_t), addr);
}

/* What the first-stage boot loader has done: clocks, PL resets released, level shifters open. */
static void write_board_setup(ARMCPU *cpu, const struct arm_boot_info *info)
{
    const uint32_t code[] = {
        0xe3a004f8, /* mov r0, #0xf8000000 */
        SLCR_SET(SLCR_UNLOCK, 0xdf0d),
        SLCR_SET(SLCR_ARM_PLL, ARM_PLL_CTRL),
        SLCR_SET(SLCR_ARM_CLK, ARM_CLK_CTRL),
        SLCR_SET(SLCR_DDR_PLL, 32 << 12 | 0x008),
        SLCR_SET(SLCR_IO_PLL, 30 << 12 | 0x008), /* 1 GHz */
        SLCR_SET(SLCR_UART_CLK, 0x1403),         /* 50 MHz */
        SLCR_SET(SLCR_SDIO_CLK, 0x1401),         /* 50 MHz */
        SLCR_SET(SLCR_PCAP_CLK, 0x0501),         /* 200 MHz */
        SLCR_SET(SLCR_FPGA0_CLK, 0x00200500),    /* FCLK0 100 MHz */
        SLCR_SET(SLCR_LVL_SHFTR, 0xf),
        SLCR_SET(SLCR_FPGA_RST, 0),
        SLCR_SET(SLCR_LOCK, 0x767b),
        0xe12fff1e, /* bx lr */
    };

    write_words("board-setup", code, ARRAY_SIZE(code), BOARD_SETUP_ADDR);
}

/* CPU1 waits in the boot ROM's manner: WFE until the word at PARK_WORD_ADDR is an address. */
static void write_secondary_boot(ARMCPU *cpu, const struct arm_boot_info *info)
{
    const uint32_t code[] = {
        0xe59f0010,     /*    ldr r0, [pc, #16]: the last word */
        0xe320f002,     /* 1: wfe */
        0xe5901000,     /*    ldr r1, [r0] */
        0xe1110001,     /*    tst r1, r1 */
        0x0afffffb,     /*    beq 1b */
        0xe12fff11,     /*    bx r1 */
        PARK_WORD_ADDR,
    };

    write_words("cpu1-park", code, ARRAY_SIZE(code), PARK_CODE_ADDR);
}

static void secondary_reset(ARMCPU *cpu, const struct arm_boot_info *info)
{
    address_space_stl_notdirty(&address_space_memory, PARK_WORD_ADDR, 0, MEMTXATTRS_UNSPECIFIED, NULL);
    cpu_set_pc(CPU(cpu), PARK_CODE_ADDR);
}

static void reset_core1(void *opaque)
{
    secondary_reset(opaque, NULL);
}

/* QEMU parks core 1 for Linux only and would start a bare program on both cores; the boot ROM does not. */
static void park_core1(void)
{
    CPUState *core1 = qemu_get_cpu(1);

    if (core1) {
        write_secondary_boot(ARM_CPU(core1), NULL);
        qemu_register_reset(reset_core1, ARM_CPU(core1)); /* runs after QEMU's own, which it corrects */
    }
}

/*
 * Linux waits for entropy before it answers the first getrandom, and makes it from timer jitter, of which
 * virtual time has none (it took a virtual second). The boot loader's part here: a seed from the run's seed.
 */
static void modify_dtb(const struct arm_boot_info *info, void *fdt)
{
    uint64_t state = twin->seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    uint8_t bytes[RNG_SEED_BYTES];
    unsigned i;

    for (i = 0; i < RNG_SEED_BYTES; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes[i] = state >> 24;
    }
    if (qemu_fdt_setprop(fdt, "/chosen", "rng-seed", bytes, sizeof(bytes)) < 0) {
        warn_report("zynqtwin: the device tree has no /chosen for the seed of random numbers");
    }
}

static struct arm_boot_info boot_info = {
    .board_id = 0xd32,
    .loader_start = 0,
    .board_setup_addr = BOARD_SETUP_ADDR,
    .write_board_setup = write_board_setup,
    .smp_loader_start = PARK_CODE_ADDR,
    .smp_bootreg_addr = PARK_WORD_ADDR,
    .gic_cpu_if_addr = PERIPHBASE + 0x100,
    .write_secondary_boot = write_secondary_boot,
    .modify_dtb = modify_dtb,
    .secondary_cpu_reset_hook = secondary_reset,
};

/* ---- what the devices tell ---- */

/* A9_CPU_RST_CTRL: bit n resets core n, bit 4+n stops its clock; released, it starts at physical 0. */
static void cpu_reset_control(uint32_t value)
{
    static bool held;
    bool hold = value & (1 << 1 | 1 << 5);

    if (value & (1 << 0 | 1 << 4)) {
        warn_report("zynqtwin: reset of core 0 by A9_CPU_RST_CTRL is not modelled");
    }
    if (hold && !held) {
        arm_set_cpu_off(1);
        zynqtwin_trace(ZT_TRACE_CORE_STATE, 1, 0, 2, 0);
    } else if (!hold && held) {
        arm_set_cpu_on(1, 0, 0, 1, false);
    }
    held = hold;
}

static void timer_clock_write(uint32_t offset, uint32_t value, uint32_t modelled)
{
    if (value != modelled) {
        warn_report("zynqtwin: SLCR 0x%03x = 0x%08x: the A9 timers keep counting as with 0x%08x", offset, value,
                    modelled);
    }
}

static void on_slcr_write(uint32_t offset, uint32_t value)
{
    switch (offset) {
    case SLCR_PSS_RST:
        if (value & 1) {
            zynqtwin_end(ZT_END_POWEROFF, 0);
        }
        break;
    case SLCR_FPGA_RST:
        pl_bridge_fpga_reset(value);
        break;
    case SLCR_A9_CPU_RST:
        cpu_reset_control(value);
        break;
    case SLCR_LVL_SHFTR:
        pl_bridge_level_shifters(value);
        break;
    case SLCR_ARM_PLL:
        timer_clock_write(offset, value, ARM_PLL_CTRL);
        break;
    case SLCR_ARM_CLK:
        timer_clock_write(offset, value, ARM_CLK_CTRL);
        break;
    default:
        break;
    }
}

static void on_console(const void *uart, uint8_t byte)
{
    zynqtwin_trace(ZT_TRACE_CONSOLE, uart == twin->uart[1] ? 1 : 0, 0, byte, 0);
}

static void on_core_state(int core, int state, uint64_t time_ps)
{
    zynqtwin_trace_at(time_ps, ZT_TRACE_CORE_STATE, core, 0, state, 0);
}

static void on_deadlock(void)
{
    if (!slice_stopped()) {
        zynqtwin_fatal("both cores sleep, no timer is armed and the PL is idle: nothing can ever happen again");
    }
}

static void on_global_timer(uint64_t count, uint64_t hz, uint64_t divider)
{
    zynqtwin_trace(ZT_TRACE_GLOBAL_TIMER, 0, 0, count, hz / divider);
}

static void arm_heartbeat(int64_t now)
{
    int64_t next = now + HEARTBEAT_NS;

    timer_mod(twin->heartbeat, twin->limit_ns ? MIN(next, (int64_t)twin->limit_ns) : next);
}

static void on_heartbeat(void *opaque)
{
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    zynqtwin_trace(ZT_TRACE_HEARTBEAT, 0, 0, now, 0);
    zynqtwin_trace_flush();
    if (twin->limit_ns && now >= twin->limit_ns) {
        zynqtwin_end(ZT_END_LIMIT, 0);
        return;
    }
    arm_heartbeat(now);
}

/* ---- devices ---- */

static void create_cores(MachineState *machine)
{
    unsigned n;

    for (n = 0; n < machine->smp.cpus; n++) {
        Object *cpu = object_new(machine->cpu_type);

        object_property_set_bool(cpu, "has_el3", false, &error_fatal);
        object_property_set_int(cpu, "midr", MIDR_A9_R3P0, &error_fatal);
        object_property_set_int(cpu, "reset-cbar", PERIPHBASE, &error_fatal);
        qdev_realize(DEVICE(cpu), NULL, &error_fatal);
    }
}

static void create_mpcore(MachineState *machine, qemu_irq *spi)
{
    DeviceState *dev = qdev_new(TYPE_A9MPCORE_PRIV);
    SysBusDevice *bus = SYS_BUS_DEVICE(dev);
    A9MPPrivState *mp = A9MPCORE_PRIV(dev);
    unsigned n, cpus = machine->smp.cpus;

    qdev_prop_set_uint32(dev, "num-cpu", cpus);
    qdev_prop_set_uint64(DEVICE(&mp->gtimer), "hz", PERIPH_HZ);
    qdev_prop_set_uint32(DEVICE(&mp->mptimer), "hz", PERIPH_HZ);
    qdev_prop_set_uint32(DEVICE(&mp->wdt), "hz", PERIPH_HZ);
    mp->gtimer.trace = on_global_timer;
    sysbus_realize_and_unref(bus, &error_fatal);
    sysbus_mmio_map(bus, 0, PERIPHBASE);
    for (n = 0; n < cpus; n++) {
        DeviceState *cpu = DEVICE(qemu_get_cpu(n));

        sysbus_connect_irq(bus, n, qdev_get_gpio_in(cpu, ARM_CPU_IRQ));
        sysbus_connect_irq(bus, cpus + n, qdev_get_gpio_in(cpu, ARM_CPU_FIQ));
    }
    for (n = 0; n < SPI_COUNT; n++) {
        spi[n] = qdev_get_gpio_in(dev, n);
    }
    twin->mpcore = mp;
    sysbus_create_simple("l2x0", 0xF8F02000, NULL);
}

static DeviceState *create_slcr(void)
{
    DeviceState *slcr = qdev_new("xilinx-zynq_slcr");

    twin->ps_clk = CLOCK(object_new(TYPE_CLOCK));
    object_property_add_child(OBJECT(twin), "ps_clk", OBJECT(twin->ps_clk));
    object_unref(OBJECT(twin->ps_clk));
    clock_set_hz(twin->ps_clk, PS_CLK_HZ);
    qdev_connect_clock_in(slcr, "ps_clk", twin->ps_clk);
    sysbus_realize_and_unref(SYS_BUS_DEVICE(slcr), &error_fatal);
    sysbus_mmio_map(SYS_BUS_DEVICE(slcr), 0, 0xF8000000);
    return slcr;
}

static void create_uarts(DeviceState *slcr, qemu_irq *spi)
{
    static const hwaddr base[2] = { 0xE0000000, 0xE0001000 };
    static const int irq[2] = { 59, 82 };
    static const char *const clk[2] = { "uart0_ref_clk", "uart1_ref_clk" };
    int i;

    for (i = 0; i < 2; i++) {
        DeviceState *dev = qdev_new(TYPE_CADENCE_UART);

        qdev_prop_set_chr(dev, "chardev", serial_hd(i));
        qdev_connect_clock_in(dev, "refclk", qdev_get_clock_out(slcr, clk[i]));
        sysbus_realize_and_unref(SYS_BUS_DEVICE(dev), &error_fatal);
        sysbus_mmio_map(SYS_BUS_DEVICE(dev), 0, base[i]);
        sysbus_connect_irq(SYS_BUS_DEVICE(dev), 0, spi[irq[i] - IRQ_OFFSET]);
        twin->uart[i] = dev;
    }
}

static void create_ttcs(qemu_irq *spi)
{
    static const hwaddr base[2] = { 0xF8001000, 0xF8002000 };
    static const int irq[2] = { 42, 69 };
    int i, k;

    for (i = 0; i < 2; i++) {
        DeviceState *dev = qdev_new("cadence_ttc");

        qdev_prop_set_uint32(dev, "hz", CPU_1X_HZ);
        sysbus_realize_and_unref(SYS_BUS_DEVICE(dev), &error_fatal);
        sysbus_mmio_map(SYS_BUS_DEVICE(dev), 0, base[i]);
        for (k = 0; k < 3; k++) {
            sysbus_connect_irq(SYS_BUS_DEVICE(dev), k, spi[irq[i] + k - IRQ_OFFSET]);
        }
    }
}

static void create_gems(qemu_irq *spi)
{
    static const hwaddr base[2] = { 0xE000B000, 0xE000C000 };
    static const int irq[2] = { 54, 77 };
    int i;

    for (i = 0; i < 2; i++) {
        DeviceState *dev = qdev_new(TYPE_CADENCE_GEM);

        if (nd_table[i].used) {
            qemu_check_nic_model(&nd_table[i], TYPE_CADENCE_GEM);
            qdev_set_nic_properties(dev, &nd_table[i]);
        }
        object_property_set_int(OBJECT(dev), "phy-addr", 7, &error_abort);
        sysbus_realize_and_unref(SYS_BUS_DEVICE(dev), &error_fatal);
        sysbus_mmio_map(SYS_BUS_DEVICE(dev), 0, base[i]);
        sysbus_connect_irq(SYS_BUS_DEVICE(dev), 0, spi[irq[i] - IRQ_OFFSET]);
    }
}

static void create_sdhcis(qemu_irq *spi)
{
    static const hwaddr base[2] = { 0xE0100000, 0xE0101000 };
    static const int irq[2] = { 56, 79 };
    int i;

    for (i = 0; i < 2; i++) {
        DeviceState *dev = qdev_new(TYPE_SYSBUS_SDHCI);
        DriveInfo *di = drive_get(IF_SD, 0, i);
        DeviceState *card;

        qdev_prop_set_uint8(dev, "sd-spec-version", 2);
        qdev_prop_set_uint64(dev, "capareg", SDHCI_CAPABILITIES);
        sysbus_realize_and_unref(SYS_BUS_DEVICE(dev), &error_fatal);
        sysbus_mmio_map(SYS_BUS_DEVICE(dev), 0, base[i]);
        sysbus_connect_irq(SYS_BUS_DEVICE(dev), 0, spi[irq[i] - IRQ_OFFSET]);
        if (di) {
            card = qdev_new(TYPE_SD_CARD);
            qdev_prop_set_drive_err(card, "drive", blk_by_legacy_dinfo(di), &error_fatal);
            qdev_realize_and_unref(card, qdev_get_child_bus(dev, "sd-bus"), &error_fatal);
        }
    }
}

static void create_dmac(qemu_irq *spi)
{
    static const int irq[9] = { 45, 46, 47, 48, 49, 72, 73, 74, 75 }; /* abort, channels 0-7 */
    DeviceState *dev = qdev_new("pl330");
    int i;

    object_property_set_link(OBJECT(dev), "memory", OBJECT(get_system_memory()), &error_fatal);
    qdev_prop_set_uint8(dev, "num_chnls", 8);
    qdev_prop_set_uint8(dev, "num_periph_req", 4);
    qdev_prop_set_uint8(dev, "num_events", 16);
    qdev_prop_set_uint8(dev, "data_width", 64);
    qdev_prop_set_uint8(dev, "wr_cap", 8);
    qdev_prop_set_uint8(dev, "wr_q_dep", 16);
    qdev_prop_set_uint8(dev, "rd_cap", 8);
    qdev_prop_set_uint8(dev, "rd_q_dep", 16);
    qdev_prop_set_uint16(dev, "data_buffer_dep", 256);
    sysbus_realize_and_unref(SYS_BUS_DEVICE(dev), &error_fatal);
    sysbus_mmio_map(SYS_BUS_DEVICE(dev), 0, 0xF8003000);
    for (i = 0; i < 9; i++) {
        sysbus_connect_irq(SYS_BUS_DEVICE(dev), i, spi[irq[i] - IRQ_OFFSET]);
    }
}

/* Blocks that the chip has and this machine lacks: they read as zero, and -d unimp logs each access. */
static void create_stubs(void)
{
    static const struct { const char *name; hwaddr base, size; } stub[] = {
        { "usb0", 0xE0002000, 0x1000 }, { "usb1", 0xE0003000, 0x1000 }, { "i2c0", 0xE0004000, 0x1000 },
        { "i2c1", 0xE0005000, 0x1000 }, { "spi0", 0xE0006000, 0x1000 }, { "spi1", 0xE0007000, 0x1000 },
        { "can0", 0xE0008000, 0x1000 }, { "can1", 0xE0009000, 0x1000 }, { "gpio", 0xE000A000, 0x1000 },
        { "qspi", 0xE000D000, 0x1000 }, { "smcc", 0xE000E000, 0x1000 }, { "nand", 0xE1000000, 0x1000000 },
        { "swdt", 0xF8005000, 0x1000 }, { "ddrc", 0xF8006000, 0x1000 }, { "afi0", 0xF8008000, 0x1000 },
        { "afi1", 0xF8009000, 0x1000 }, { "afi2", 0xF800A000, 0x1000 }, { "afi3", 0xF800B000, 0x1000 },
        { "ocm-control", 0xF800C000, 0x1000 }, { "efuse", 0xF800D000, 0x1000 },
        { "coresight", 0xF8800000, 0x100000 }, { "gpv", 0xF8900000, 0x100000 },
    };
    size_t i;

    for (i = 0; i < ARRAY_SIZE(stub); i++) {
        create_unimplemented_device(stub[i].name, stub[i].base, stub[i].size);
    }
}

static void create_devices(MachineState *machine, qemu_irq *spi)
{
    DeviceState *slcr = create_slcr();
    DeviceState *dev;

    create_mpcore(machine, spi);
    create_uarts(slcr, spi);
    create_ttcs(spi);
    create_gems(spi);
    create_sdhcis(spi);
    create_dmac(spi);
    create_stubs();

    dev = qdev_new(TYPE_ZYNQ_XADC);
    sysbus_realize_and_unref(SYS_BUS_DEVICE(dev), &error_fatal);
    sysbus_mmio_map(SYS_BUS_DEVICE(dev), 0, 0xF8007100);
    sysbus_connect_irq(SYS_BUS_DEVICE(dev), 0, spi[39 - IRQ_OFFSET]);

    dev = qdev_new("xlnx.ps7-dev-cfg");
    sysbus_realize_and_unref(SYS_BUS_DEVICE(dev), &error_fatal);
    sysbus_connect_irq(SYS_BUS_DEVICE(dev), 0, spi[40 - IRQ_OFFSET]);
    sysbus_mmio_map(SYS_BUS_DEVICE(dev), 0, 0xF8007000);
}

static void create_memory(MachineState *machine)
{
    MemoryRegion *ocm = g_new(MemoryRegion, 1);

    if (machine->ram_size > 1 * GiB) {
        error_report("zynqtwin: -m %" PRIu64 " MiB: the chip addresses at most 1024 MiB of DDR",
                     machine->ram_size / MiB);
        exit(EXIT_FAILURE);
    }
    memory_region_add_subregion(get_system_memory(), 0, machine->ram);
    memory_region_init_ram(ocm, NULL, "zynq.ocm_ram", 256 * KiB, &error_fatal);
    memory_region_add_subregion(get_system_memory(), OCM_BASE, ocm);
}

static void zynqtwin_init(MachineState *machine)
{
    static const struct slice_hooks slice_hooks = {
        .core_state = on_core_state, .deadlock = on_deadlock, .pl_due_ps = pl_bridge_due_ps,
        .pl_run = pl_bridge_run, .drain = pl_bridge_drain,
    };
    qemu_irq spi[SPI_COUNT], f2p[16];
    struct pl_bridge_config pl;
    g_autofree char *seed = NULL;
    int i;

    twin = ZYNQTWIN_MACHINE(machine);
    if (icount_enabled() != 1) {
        error_report("zynqtwin: needs -icount shift=0,sleep=off: virtual time is counted in instructions");
        exit(EXIT_FAILURE);
    }
    zt_costs_read(twin->costs);
    zynqtwin_hooks.slcr_write = on_slcr_write;
    zynqtwin_hooks.pcap_pr = pl_bridge_pcap_pr;
    zynqtwin_hooks.pcap_dma = coherence_pcap;
    zynqtwin_hooks.console = on_console;
    slice_set_hooks(&slice_hooks);
    slice_configure(twin->quantum, twin->seed);
    zt_banks_configure(twin->fast, ARMMMUIdxBit_E10_0 | ARMMMUIdxBit_E10_1 | ARMMMUIdxBit_E10_1_PAN);
    seed = g_strdup_printf("%" PRIu64, twin->seed);
    qemu_guest_random_seed_main(seed, &error_fatal); /* else what QEMU gives the guest is the host's randomness */
    zynqtwin_trace_open(twin->trace);
    zt_windows_init(twin->windows); /* first: what has to wait is not seen by other watchers yet */
    coherence_init(&(struct coherence_config){
        .mode = twin->coherence.mode, .log = twin->coherence.log, .pages = twin->coherence.pages });

    create_cores(machine);
    create_memory(machine);
    create_devices(machine, spi);
    for (i = 0; i < 16; i++) { /* UG585 table 7-4: F2P[7:0] are IDs 61-68, F2P[15:8] are IDs 84-91 */
        f2p[i] = spi[(i < 8 ? 61 + i : 84 + i - 8) - IRQ_OFFSET];
    }
    pl = (struct pl_bridge_config) {
        .library = twin->pl, .slots_dir = twin->pl_slots, .params_file = twin->pl_params,
        .seed = twin->seed, .quantum_ns = twin->pl_quantum_ns,
    };
    pl_bridge_init(get_system_memory(), f2p, &pl);

    /* External: it is nothing that the guest could wait for, see slice.c. */
    twin->heartbeat = timer_new_full(NULL, QEMU_CLOCK_VIRTUAL, SCALE_NS, QEMU_TIMER_ATTR_EXTERNAL,
                                     on_heartbeat, NULL);
    arm_heartbeat(0);
    boot_info.ram_size = machine->ram_size;
    arm_load_kernel(ARM_CPU(first_cpu), machine, &boot_info);
    if (!boot_info.is_linux) {
        park_core1();
    }
}

/* ---- properties ---- */

#define STRING_PROPERTY(field) STRING_PROPERTY_AT(field, field)
#define STRING_PROPERTY_AT(name, field)                                                 \
    static char *get_##name(Object *obj, Error **errp)                                 \
    {                                                                                   \
        return g_strdup(ZYNQTWIN_MACHINE(obj)->field);                                  \
    }                                                                                   \
    static void set_##name(Object *obj, const char *value, Error **errp)                \
    {                                                                                   \
        g_free(ZYNQTWIN_MACHINE(obj)->field);                                           \
        ZYNQTWIN_MACHINE(obj)->field = g_strdup(value);                                 \
    }

STRING_PROPERTY(pl)
STRING_PROPERTY(pl_slots)
STRING_PROPERTY(pl_params)
STRING_PROPERTY(trace)
STRING_PROPERTY_AT(coherence, coherence.mode)
STRING_PROPERTY_AT(coherence_log, coherence.log)
STRING_PROPERTY_AT(coherence_pages, coherence.pages)
STRING_PROPERTY(costs)
STRING_PROPERTY(windows)

static bool get_fast(Object *obj, Error **errp)
{
    return ZYNQTWIN_MACHINE(obj)->fast;
}

static void set_fast(Object *obj, bool value, Error **errp)
{
    ZYNQTWIN_MACHINE(obj)->fast = value;
}

static void zynqtwin_instance_init(Object *obj)
{
    ZynqtwinState *s = ZYNQTWIN_MACHINE(obj);

    s->seed = 1;
    s->quantum = 1000;
    s->fast = true;
    s->pl_quantum_ns = 200;
    object_property_add_uint64_ptr(obj, "seed", &s->seed, OBJ_PROP_FLAG_READWRITE);
    object_property_add_uint64_ptr(obj, "limit-ns", &s->limit_ns, OBJ_PROP_FLAG_READWRITE);
    object_property_add_uint64_ptr(obj, "quantum", &s->quantum, OBJ_PROP_FLAG_READWRITE);
    object_property_add_uint64_ptr(obj, "pl-quantum-ns", &s->pl_quantum_ns, OBJ_PROP_FLAG_READWRITE);
}

static void zynqtwin_class_init(ObjectClass *oc, void *data)
{
    MachineClass *mc = MACHINE_CLASS(oc);

    mc->desc = "Zynq-7000 with two Cortex-A9 and a PL of Verilated RTL";
    mc->init = zynqtwin_init;
    mc->max_cpus = CORES;
    mc->default_cpus = CORES;
    mc->no_sdcard = 1;
    mc->default_cpu_type = ARM_CPU_TYPE_NAME("cortex-a9");
    mc->default_ram_id = "zynq.ext_ram";
    mc->default_ram_size = 512 * MiB;
    object_class_property_add_bool(oc, "fast", get_fast, set_fast);
    object_class_property_set_description(oc, "fast", "off: without what only makes the machine faster; "
                                                      "every run must be the same");
    object_class_property_add_str(oc, "pl", get_pl, set_pl);
    object_class_property_set_description(oc, "pl", "path of libpl.so; none: the PL is not configured");
    object_class_property_add_str(oc, "pl-slots", get_pl_slots, set_pl_slots);
    object_class_property_set_description(oc, "pl-slots", "folder with slot libraries and manifest");
    object_class_property_add_str(oc, "pl-params", get_pl_params, set_pl_params);
    object_class_property_set_description(oc, "pl-params", "file with the PL's parameters");
    object_class_property_add_str(oc, "trace", get_trace, set_trace);
    object_class_property_set_description(oc, "trace", "file for the run's trace");
    object_class_property_add_str(oc, "coherence", get_coherence, set_coherence);
    object_class_property_set_description(oc, "coherence", "report, stale or off: what misses cache maintenance");
    object_class_property_add_str(oc, "coherence-log", get_coherence_log, set_coherence_log);
    object_class_property_set_description(oc, "coherence-log", "file for its reports");
    object_class_property_add_str(oc, "coherence-pages", get_coherence_pages, set_coherence_pages);
    object_class_property_set_description(oc, "coherence-pages", "file of pages to track from the start");
    object_class_property_add_str(oc, "costs", get_costs, set_costs);
    object_class_property_set_description(oc, "costs", "file with what events cost in virtual time");
    object_class_property_add_str(oc, "windows", get_windows, set_windows);
    object_class_property_set_description(oc, "windows", "BASE+SIZE[:BASE+SIZE]: memory that two systems share");
}

static const TypeInfo zynqtwin_type = {
    .name = TYPE_ZYNQTWIN_MACHINE,
    .parent = TYPE_MACHINE,
    .class_init = zynqtwin_class_init,
    .instance_init = zynqtwin_instance_init,
    .instance_size = sizeof(ZynqtwinState),
};

static void zynqtwin_register_types(void)
{
    type_register_static(&zynqtwin_type);
}

type_init(zynqtwin_register_types)
