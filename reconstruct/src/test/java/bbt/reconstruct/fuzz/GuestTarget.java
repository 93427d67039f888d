package bbt.reconstruct.fuzz;

import bbt.translator.linux.Kallsyms;
import bbt.translator.linux.KernelImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads guest memory as the recorder does. */
final class GuestTarget {
  private static final long RAM = 0x8000_0000L;
  private static final long KERNEL = 0xFFFF_FFFF_8000_0000L;

  /** Bytes of zeros around the input: tables at an end of memory would not be looked at. */
  private static final int MARGIN = 0x1_1000;

  private GuestTarget() {}

  static void kallsyms(byte[] input) {
    ByteBuffer memory = ByteBuffer.allocate(MARGIN + (input.length + 7 & -8) + MARGIN);
    memory.put(MARGIN, input).order(ByteOrder.LITTLE_ENDIAN);
    Kallsyms.read(new KernelImage(RAM, memory), KERNEL - RAM);
  }
}
