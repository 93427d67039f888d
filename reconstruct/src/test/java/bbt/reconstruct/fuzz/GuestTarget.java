package bbt.reconstruct.fuzz;

import bbt.ptg.symbols.Kallsyms;
import bbt.ptg.symbols.MemoryView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Looks into guest memory. */
final class GuestTarget {
  private static final long RAM = 0x8000_0000L;
  private static final long KERNEL = 0xFFFF_FFFF_8000_0000L;

  /** Bytes of zeros around the input: tables at an end of memory would not be looked at. */
  private static final int MARGIN = 0x1_1000;

  private GuestTarget() {}

  static void kallsyms(byte[] input) {
    ByteBuffer memory = ByteBuffer.allocate(MARGIN + (input.length + 7 & -8) + MARGIN);
    memory.put(MARGIN, input).order(ByteOrder.LITTLE_ENDIAN);
    Kallsyms.read(new View(memory), KERNEL - RAM);
  }

  private record View(ByteBuffer bytes) implements MemoryView {
    @Override
    public long base() {
      return RAM;
    }

    @Override
    public long size() {
      return bytes.limit();
    }

    private int index(long address) {
      return Math.toIntExact(address - RAM);
    }

    @Override
    public byte readByte(long address) {
      return bytes.get(index(address));
    }

    @Override
    public int readInt(long address) {
      return bytes.getInt(index(address));
    }

    @Override
    public long readLong(long address) {
      return bytes.getLong(index(address));
    }
  }
}
