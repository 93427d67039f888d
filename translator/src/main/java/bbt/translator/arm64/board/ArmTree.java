package bbt.translator.arm64.board;

import bbt.translator.device.CfiFlash;
import bbt.translator.device.Pl011;
import bbt.translator.device.Pl031;
import bbt.translator.fdt.FdtWriter;
import bbt.translator.guest.ChosenNode;

/**
 * Builds the device tree of the machine: node names, compatible strings and addresses as QEMU's
 * {@code virt} board has them, so that stock software finds what it knows.
 *
 * @param memoryBytes RAM size
 * @param bootargs the kernel's command line
 * @param initrdStart physical address of the initial RAM disk
 * @param initrdEnd its end; the same where there is none
 * @param seed makes rng-seed and kaslr-seed
 * @param kaslr whether there is a kaslr-seed
 * @param harts number of processors
 */
record ArmTree(
    long memoryBytes,
    String bootargs,
    long initrdStart,
    long initrdEnd,
    long seed,
    boolean kaslr,
    int harts) {

  private static final int CLOCK = 1;
  private static final int GIC = 2;

  // Kinds of interrupts, and how one is triggered.

  private static final int SHARED = 0;
  private static final int OWN = 1;
  private static final int EDGE = 1;
  private static final int LEVEL = 4;

  private static final int FIRST_OWN = 16;
  private static final String CONSOLE = "pl011@9000000";

  /** The flattened tree. */
  byte[] toBytes() {
    FdtWriter w = new FdtWriter();
    w.begin("");
    w.cells("interrupt-parent", GIC).cells("#address-cells", 2).cells("#size-cells", 2);
    w.strings("compatible", "linux,dummy-virt").strings("model", "linux,dummy-virt");
    w.flag("dma-coherent");
    ChosenNode.write(w, "/" + CONSOLE, bootargs, initrdStart, initrdEnd, seed, kaslr);
    w.begin("memory@40000000").strings("device_type", "memory");
    w.longs("reg", ArmMap.RAM, memoryBytes).end();
    cpus(w);
    w.begin("psci").strings("compatible", "arm,psci-1.0", "arm,psci-0.2", "arm,psci");
    w.strings("method", "hvc").end();
    timer(w);
    w.begin("apb-pclk").strings("compatible", "fixed-clock").cells("#clock-cells", 0);
    w.cells("clock-frequency", 24_000_000).strings("clock-output-names", "clk24mhz");
    w.cells("phandle", CLOCK).end();
    controller(w);
    primeCell(w, CONSOLE, "arm,pl011", ArmMap.UART, Pl011.SIZE, ArmMap.UART_SPI);
    w.cells("clocks", CLOCK, CLOCK).strings("clock-names", "uartclk", "apb_pclk").end();
    primeCell(w, "pl031@9010000", "arm,pl031", ArmMap.RTC, Pl031.SIZE, ArmMap.RTC_SPI);
    w.cells("clocks", CLOCK).strings("clock-names", "apb_pclk").end();
    w.begin("flash@0").strings("compatible", "cfi-flash").cells("bank-width", 4);
    w.longs("reg", ArmMap.FLASH, CfiFlash.SIZE, ArmMap.FLASH + CfiFlash.SIZE, CfiFlash.SIZE).end();
    for (int slot = 0; slot < ArmMap.VIRTIO_SLOTS; slot++) {
      w.begin("virtio_mmio@" + Long.toHexString(ArmMap.virtio(slot)));
      w.strings("compatible", "virtio,mmio").flag("dma-coherent");
      w.longs("reg", ArmMap.virtio(slot), ArmMap.VIRTIO_SIZE);
      w.cells("interrupts", SHARED, ArmMap.VIRTIO_SPI + slot, EDGE).end();
    }
    w.begin("aliases").strings("serial0", "/" + CONSOLE).end();
    w.end();
    return w.toBytes();
  }

  private void cpus(FdtWriter w) {
    w.begin("cpus").cells("#address-cells", 1).cells("#size-cells", 0);
    for (int hart = 0; hart < harts; hart++) {
      w.begin("cpu@" + Integer.toHexString(hart)).strings("device_type", "cpu");
      w.strings("compatible", "arm,cortex-a53").cells("reg", hart);
      if (harts > 1) {
        w.strings("enable-method", "psci");
      }
      w.end();
    }
    w.end();
  }

  private static void timer(FdtWriter w) {
    w.begin("timer").strings("compatible", "arm,armv8-timer", "arm,armv7-timer");
    w.flag("always-on");
    int[] cells = new int[12];
    int[] interrupts = {29, ArmMap.PHYSICAL_TIMER, ArmMap.VIRTUAL_TIMER, 26};
    for (int i = 0; i < interrupts.length; i++) {
      cells[3 * i] = OWN;
      cells[3 * i + 1] = interrupts[i] - FIRST_OWN;
      cells[3 * i + 2] = LEVEL | 1 << 8;
    }
    w.cells("interrupts", cells).end();
  }

  private static void controller(FdtWriter w) {
    w.begin("intc@8000000").strings("compatible", "arm,cortex-a15-gic");
    w.flag("interrupt-controller").cells("#interrupt-cells", 3);
    w.cells("#address-cells", 2).cells("#size-cells", 2).flag("ranges");
    w.longs(
        "reg",
        ArmMap.GIC_DISTRIBUTOR,
        Gic.DISTRIBUTOR_SIZE,
        ArmMap.GIC_CPU_INTERFACE,
        Gic.CPU_INTERFACE_SIZE);
    w.cells("phandle", GIC).end();
  }

  private static void primeCell(
      FdtWriter w, String name, String compatible, long address, long size, int interrupt) {
    w.begin(name).strings("compatible", compatible, "arm,primecell");
    w.longs("reg", address, size).cells("interrupts", SHARED, interrupt, LEVEL);
  }
}
