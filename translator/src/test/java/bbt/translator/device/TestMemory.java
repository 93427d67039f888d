package bbt.translator.device;

import bbt.translator.riscv.board.MemoryMap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** RAM in an array, at the usual address. */
public final class TestMemory implements GuestMemory {
  private final ByteBuffer b;

  public TestMemory(int size) {
    b = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private int at(long physical) {
    return Math.toIntExact(physical - base());
  }

  @Override
  public long base() {
    return MemoryMap.RAM;
  }

  @Override
  public long size() {
    return b.capacity();
  }

  @Override
  public void read(long physical, byte[] target, int offset, int length) {
    b.get(at(physical), target, offset, length);
  }

  @Override
  public void write(long physical, byte[] source, int offset, int length) {
    b.put(at(physical), source, offset, length);
  }

  @Override
  public int read8(long physical) {
    return b.get(at(physical)) & 0xFF;
  }

  @Override
  public int read16(long physical) {
    return b.getShort(at(physical)) & 0xFFFF;
  }

  @Override
  public int read32(long physical) {
    return b.getInt(at(physical));
  }

  @Override
  public long read64(long physical) {
    return b.getLong(at(physical));
  }

  @Override
  public void write8(long physical, int value) {
    b.put(at(physical), (byte) value);
  }

  @Override
  public void write16(long physical, int value) {
    b.putShort(at(physical), (short) value);
  }

  @Override
  public void write32(long physical, int value) {
    b.putInt(at(physical), value);
  }

  @Override
  public void write64(long physical, long value) {
    b.putLong(at(physical), value);
  }
}
