package bbt.translator.device;

/**
 * Guest RAM as devices, firmware and loaders see it: by physical address, never through a TLB. A
 * write through this interface is DMA: it invalidates code decoded from those bytes and ends
 * reservations (docs/determinism.md 7, 8). The memory layer implements it.
 *
 * <p>Every method throws {@link IndexOutOfBoundsException} for an address outside RAM; use {@link
 * #contains} for addresses that the guest chose.
 */
public interface GuestMemory {
  /** Physical address of the first byte. */
  long base();

  /** Size in bytes. */
  long size();

  /** Whether [physical, physical + length) is RAM. */
  default boolean contains(long physical, long length) {
    return length >= 0
        && length <= size()
        && Long.compareUnsigned(physical - base(), size() - length) <= 0;
  }

  /** Copies RAM to {@code target}. */
  void read(long physical, byte[] target, int offset, int length);

  /** Copies {@code source} to RAM. */
  void write(long physical, byte[] source, int offset, int length);

  int read8(long physical);

  int read16(long physical);

  int read32(long physical);

  long read64(long physical);

  void write8(long physical, int value);

  void write16(long physical, int value);

  void write32(long physical, int value);

  void write64(long physical, long value);
}
