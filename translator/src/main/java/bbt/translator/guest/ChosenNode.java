package bbt.translator.guest;

import bbt.translator.device.SeedStream;
import bbt.translator.fdt.FdtWriter;

/** Writes the node of a device tree that a boot loader chooses, on any board. */
public final class ChosenNode {
  private ChosenNode() {}

  /**
   * Writes it, with 32 bytes of {@code rng-seed}.
   *
   * @param console path of the serial port
   * @param bootargs of the kernel; empty: none
   * @param initrdStart physical address of the initial RAM disk
   * @param initrdEnd its end; the same where there is none
   * @param seed makes rng-seed and kaslr-seed
   * @param kaslr whether there is a kaslr-seed
   */
  public static void write(
      FdtWriter w,
      String console,
      String bootargs,
      long initrdStart,
      long initrdEnd,
      long seed,
      boolean kaslr) {
    w.begin("chosen").strings("stdout-path", console);
    if (!bootargs.isEmpty()) {
      w.strings("bootargs", bootargs);
    }
    if (initrdEnd != initrdStart) {
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
}
