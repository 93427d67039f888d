package bbt.translator.fdt;

import bbt.ptg.isa.CacheOp;
import bbt.ptg.isa.Extension;
import bbt.translator.device.MemoryMap;
import bbt.translator.device.SeedStream;

/**
 * The device tree of the machine: node names, compatible strings and addresses as QEMU's {@code
 * virt} board has them, so that stock software finds what it knows.
 *
 * @param memoryBytes RAM size
 * @param bootargs the kernel's command line
 * @param initrdStart physical address of the initial RAM disk, 0 for none
 * @param initrdEnd its end
 * @param seed makes rng-seed and kaslr-seed
 * @param kaslr whether there is a kaslr-seed
 * @param svade whether A/D bits are software's work
 */
public record VirtTree(
    long memoryBytes,
    String bootargs,
    long initrdStart,
    long initrdEnd,
    long seed,
    boolean kaslr,
    boolean svade) {

  private static final int CPU_INTC = 1;
  private static final int PLIC = 2;
  private static final int TEST = 3;

  /** The flattened tree. */
  public byte[] toBytes() {
    FdtWriter w = new FdtWriter();
    w.begin("");
    w.cells("#address-cells", 2).cells("#size-cells", 2);
    w.strings("compatible", "riscv-virtio").strings("model", "riscv-virtio,bbt");
    chosen(w);
    w.begin("memory@80000000").strings("device_type", "memory");
    w.longs("reg", MemoryMap.RAM, memoryBytes).end();
    cpus(w);
    soc(w);
    power(w, "poweroff", 0x5555);
    power(w, "reboot", 0x7777);
    w.end();
    return w.toBytes();
  }

  private void chosen(FdtWriter w) {
    w.begin("chosen");
    w.strings("stdout-path", "/soc/serial@10000000");
    if (!bootargs.isEmpty()) {
      w.strings("bootargs", bootargs);
    }
    if (initrdStart != 0) {
      w.longs("linux,initrd-start", initrdStart).longs("linux,initrd-end", initrdEnd);
    }
    SeedStream random = new SeedStream(seed);
    byte[] rng = new byte[32];
    random.fill(rng, 0, rng.length);
    w.bytes("rng-seed", rng);
    if (kaslr) {
      w.longs("kaslr-seed", random.nextLong());
    }
    w.end();
  }

  private void cpus(FdtWriter w) {
    w.begin("cpus");
    w.cells("#address-cells", 1).cells("#size-cells", 0);
    w.cells("timebase-frequency", 10_000_000);
    w.begin("cpu@0");
    w.strings("device_type", "cpu").cells("reg", 0).strings("status", "okay");
    w.strings("compatible", "riscv");
    w.strings("riscv,isa", Extension.isaString(svade));
    w.strings("riscv,isa-base", "rv64i");
    w.strings("riscv,isa-extensions", Extension.announcedNames(svade).toArray(new String[0]));
    w.cells("riscv,cbom-block-size", CacheOp.BLOCK_BYTES);
    w.cells("riscv,cbop-block-size", CacheOp.BLOCK_BYTES);
    w.cells("riscv,cboz-block-size", CacheOp.BLOCK_BYTES);
    w.strings("mmu-type", "riscv,sv57");
    w.begin("interrupt-controller").cells("#interrupt-cells", 1).flag("interrupt-controller");
    w.strings("compatible", "riscv,cpu-intc").cells("phandle", CPU_INTC).end();
    w.end();
    w.end();
  }

  private static void soc(FdtWriter w) {
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
    w.cells("riscv,ndev", 95).cells("interrupts-extended", CPU_INTC, 11, CPU_INTC, 9);
    w.cells("phandle", PLIC).end();
    device(w, "clint", MemoryMap.ACLINT, 0x1_0000, "sifive,clint0", "riscv,clint0");
    w.cells("interrupts-extended", CPU_INTC, 3, CPU_INTC, 7).end();
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
