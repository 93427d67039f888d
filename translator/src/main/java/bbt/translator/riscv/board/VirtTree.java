package bbt.translator.riscv.board;

import bbt.packets.GuestTime;
import bbt.ptg.riscv.Extension;
import bbt.ptg.riscv.semantics.CacheOp;
import bbt.translator.device.CfiFlash;
import bbt.translator.fdt.FdtWriter;
import bbt.translator.guest.ChosenNode;

/**
 * Builds the device tree of the machine: node names, compatible strings and addresses as QEMU's
 * {@code virt} board has them, so that stock software finds what it knows.
 *
 * @param memoryBytes RAM size
 * @param bootargs the kernel's command line
 * @param initrdStart physical address of the initial RAM disk, 0 for none
 * @param initrdEnd its end
 * @param seed makes rng-seed and kaslr-seed
 * @param kaslr whether there is a kaslr-seed
 * @param svade whether A/D bits are software's work
 * @param harts number of harts, at least 1
 */
public record VirtTree(
    long memoryBytes,
    String bootargs,
    long initrdStart,
    long initrdEnd,
    long seed,
    boolean kaslr,
    boolean svade,
    int harts) {

  private static final int PLIC = 2;
  private static final int TEST = 3;

  /**
   * Phandles of the interrupt controllers of harts 1 and up begin here, those of the harts there.
   */
  private static final int MORE_CPU_INTC = 0x100;

  private static final int CPU = 0x200;

  /** Interrupt numbers of a hart: bits of mip. */
  private static final int SOFTWARE = 3;

  private static final int TIMER = 7;
  private static final int SUPERVISOR_EXTERNAL = 9;
  private static final int MACHINE_EXTERNAL = 11;

  /** The flattened tree. */
  public byte[] toBytes() {
    FdtWriter w = new FdtWriter();
    w.begin("");
    w.cells("#address-cells", 2).cells("#size-cells", 2);
    w.strings("compatible", "riscv-virtio").strings("model", "riscv-virtio,bbt");
    ChosenNode.write(w, "/soc/serial@10000000", bootargs, initrdStart, initrdEnd, seed, kaslr);
    w.begin("memory@80000000").strings("device_type", "memory");
    w.longs("reg", MemoryMap.RAM, memoryBytes).end();
    cpus(w);
    soc(w);
    flash(w);
    power(w, "poweroff", 0x5555);
    power(w, "reboot", 0x7777);
    w.end();
    return w.toBytes();
  }

  private void cpus(FdtWriter w) {
    w.begin("cpus");
    w.cells("#address-cells", 1).cells("#size-cells", 0);
    w.cells("timebase-frequency", (int) GuestTime.TICKS_PER_SECOND);
    for (int hart = 0; hart < harts; hart++) {
      cpu(w, hart);
    }
    if (harts > 1) {
      cpuMap(w);
    }
    w.end();
  }

  private void cpu(FdtWriter w, int hart) {
    w.begin("cpu@" + Integer.toHexString(hart));
    w.strings("device_type", "cpu").cells("reg", hart).strings("status", "okay");
    w.strings("compatible", "riscv");
    w.strings("riscv,isa", Extension.isaString(svade));
    w.strings("riscv,isa-base", "rv64i");
    w.strings("riscv,isa-extensions", Extension.announcedNames(svade).toArray(new String[0]));
    w.cells("riscv,cbom-block-size", CacheOp.BLOCK_BYTES);
    w.cells("riscv,cbop-block-size", CacheOp.BLOCK_BYTES);
    w.cells("riscv,cboz-block-size", CacheOp.BLOCK_BYTES);
    w.strings("mmu-type", "riscv,sv57");
    if (harts > 1) {
      w.cells("phandle", CPU + hart);
    }
    w.begin("interrupt-controller").cells("#interrupt-cells", 1).flag("interrupt-controller");
    w.strings("compatible", "riscv,cpu-intc").cells("phandle", interruptController(hart)).end();
    w.end();
  }

  /** One cluster of single-threaded cores. */
  private void cpuMap(FdtWriter w) {
    w.begin("cpu-map").begin("cluster0");
    for (int hart = 0; hart < harts; hart++) {
      w.begin("core" + hart).cells("cpu", CPU + hart).end();
    }
    w.end().end();
  }

  private static int interruptController(int hart) {
    return hart == 0 ? 1 : MORE_CPU_INTC + hart;
  }

  /** Two interrupts of each hart, as interrupts-extended. */
  private int[] perHart(int first, int second) {
    int[] cells = new int[4 * harts];
    for (int hart = 0; hart < harts; hart++) {
      cells[4 * hart] = interruptController(hart);
      cells[4 * hart + 1] = first;
      cells[4 * hart + 2] = interruptController(hart);
      cells[4 * hart + 3] = second;
    }
    return cells;
  }

  private void soc(FdtWriter w) {
    w.begin("soc");
    w.cells("#address-cells", 2).cells("#size-cells", 2).strings("compatible", "simple-bus");
    w.flag("ranges");
    device(w, "rtc", MemoryMap.RTC, 0x1000, "google,goldfish-rtc");
    interrupt(w, MemoryMap.RTC_IRQ).end();
    device(w, "serial", MemoryMap.UART, 0x100, "ns16550a");
    w.cells("clock-frequency", 3_686_400);
    interrupt(w, MemoryMap.UART_IRQ).end();
    device(w, "test", MemoryMap.FINISHER, 0x1000, "sifive,test1", "sifive,test0", "syscon");
    w.cells("phandle", TEST).end();
    for (int slot = MemoryMap.VIRTIO_SLOTS - 1; slot >= 0; slot--) {
      device(w, "virtio_mmio", MemoryMap.virtio(slot), 0x1000, "virtio,mmio");
      interrupt(w, MemoryMap.VIRTIO_IRQ + slot).end();
    }
    device(w, "plic", MemoryMap.PLIC, 0x60_0000, "sifive,plic-1.0.0", "riscv,plic0");
    w.cells("#address-cells", 0).cells("#interrupt-cells", 1).flag("interrupt-controller");
    w.cells("riscv,ndev", 95);
    w.cells("interrupts-extended", perHart(MACHINE_EXTERNAL, SUPERVISOR_EXTERNAL));
    w.cells("phandle", PLIC).end();
    device(w, "clint", MemoryMap.ACLINT, 0x1_0000, "sifive,clint0", "riscv,clint0");
    w.cells("interrupts-extended", perHart(SOFTWARE, TIMER)).end();
    w.end();
  }

  private static void flash(FdtWriter w) {
    w.begin("flash@" + Long.toHexString(MemoryMap.FLASH)).strings("compatible", "cfi-flash");
    w.cells("bank-width", 4);
    w.longs("reg", MemoryMap.FLASH, CfiFlash.SIZE, MemoryMap.FLASH + CfiFlash.SIZE, CfiFlash.SIZE);
    w.end();
  }

  private static FdtWriter device(
      FdtWriter w, String name, long address, long size, String... compatible) {
    w.begin(name + "@" + Long.toHexString(address));
    return w.strings("compatible", compatible).longs("reg", address, size);
  }

  private static FdtWriter interrupt(FdtWriter w, int source) {
    return w.cells("interrupts", source).cells("interrupt-parent", PLIC);
  }

  private static void power(FdtWriter w, String what, int command) {
    w.begin(what).strings("compatible", "syscon-" + what);
    w.cells("regmap", TEST).cells("offset", 0).cells("value", command).end();
  }
}
