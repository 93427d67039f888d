package bbt.translator.mmu;

import bbt.translator.device.GuestMemory;
import bbt.translator.engine.CodeMemory;
import bbt.translator.engine.PhysicalMemoryReader;
import bbt.translator.runtime.Cpu;
import java.util.ArrayList;
import java.util.List;

/**
 * The machine's main memory: one block at {@link #BASE}, off-heap, mapped lazily.
 *
 * <p>As {@link GuestMemory} it is what devices, firmware and loaders see: checked, and a write
 * tells the code memory and ends reservations. The {@code peek} and {@code poke} accessors do
 * neither and are for the MMU.
 */
public final class Ram implements GuestMemory, PhysicalMemoryReader {
  /** Physical address of the first byte, as on QEMU's virt board. */
  public static final long BASE = 0x8000_0000L;

  private static final long MAXIMUM = 1L << 40;

  private final long size;
  private final long hostOffset;
  private final List<Cpu> harts = new ArrayList<>();
  private CodeMemory code;

  /**
   * Allocates zeroed memory.
   *
   * @param size bytes, a positive multiple of 4096 up to 1 TiB
   */
  public Ram(long size) {
    if (size <= 0 || (size & 0xFFF) != 0 || size > MAXIMUM) {
      throw new IllegalArgumentException(
          "memory size must be a positive multiple of 4096 up to 1 TiB, not " + size);
    }
    this.size = size;
    this.hostOffset = HostMemory.allocateZeroed(size) - BASE;
  }

  /** Gives the memory back to the host; nothing may use it any more. */
  public void release() {
    HostMemory.free(hostOffset + BASE);
  }

  /** Wires a hart that uses this memory: whom writes by devices concern. */
  void attach(Cpu cpu, CodeMemory codeMemory) {
    harts.add(cpu);
    code = codeMemory;
  }

  @Override
  public long base() {
    return BASE;
  }

  @Override
  public long size() {
    return size;
  }

  /** Whether an access of 1 to 8 bytes lies in RAM. */
  boolean holds(long physical, int bytes) {
    return Long.compareUnsigned(physical - BASE, size - bytes) <= 0;
  }

  /** Host address of a physical address inside RAM. */
  public long host(long physical) {
    return physical + hostOffset;
  }

  /** Physical address of a host address inside RAM. */
  long physical(long host) {
    return host - hostOffset;
  }

  /** Eight bytes, unchecked. */
  long peek(long physical) {
    return HostMemory.getLong(physical + hostOffset);
  }

  /** Stores eight bytes, unchecked and unnoticed. */
  void poke(long physical, long value) {
    HostMemory.putLong(physical + hostOffset, value);
  }

  @Override
  public boolean isRam(long physicalPage) {
    return Long.compareUnsigned(physicalPage - BASE, size) < 0;
  }

  @Override
  public int halfword(long physical) {
    return HostMemory.getChar(physical + hostOffset);
  }

  @Override
  public void read(long physical, byte[] target, int offset, int length) {
    check(physical, length);
    HostMemory.copyOut(host(physical), target, offset, length);
  }

  @Override
  public void write(long physical, byte[] source, int offset, int length) {
    check(physical, length);
    announce(physical, length);
    HostMemory.copyIn(source, offset, host(physical), length);
  }

  @Override
  public int read8(long physical) {
    check(physical, 1);
    return HostMemory.getByte(host(physical)) & 0xFF;
  }

  @Override
  public int read16(long physical) {
    check(physical, 2);
    return HostMemory.getChar(host(physical));
  }

  @Override
  public int read32(long physical) {
    check(physical, 4);
    return HostMemory.getInt(host(physical));
  }

  @Override
  public long read64(long physical) {
    check(physical, 8);
    return HostMemory.getLong(host(physical));
  }

  @Override
  public void write8(long physical, int value) {
    check(physical, 1);
    announce(physical, 1);
    HostMemory.putByte(host(physical), (byte) value);
  }

  @Override
  public void write16(long physical, int value) {
    check(physical, 2);
    announce(physical, 2);
    HostMemory.putShort(host(physical), (short) value);
  }

  @Override
  public void write32(long physical, int value) {
    check(physical, 4);
    announce(physical, 4);
    HostMemory.putInt(host(physical), value);
  }

  @Override
  public void write64(long physical, long value) {
    check(physical, 8);
    announce(physical, 8);
    HostMemory.putLong(host(physical), value);
  }

  /** Before the bytes change: what was decoded from them is dropped, reservations end. */
  private void announce(long physical, long length) {
    if (code == null || length == 0) {
      return;
    }
    code.onStore(physical, length);
    for (int i = 0; i < harts.size(); i++) {
      harts.get(i).reservation = -1;
    }
  }

  private void check(long physical, long length) {
    if (!contains(physical, length)) {
      throw new IndexOutOfBoundsException(
          "physical 0x%x, %d bytes, is not in RAM (0x%x to 0x%x)"
              .formatted(physical, length, BASE, BASE + size - 1));
    }
  }
}
