package bbt.translator.debug;

/**
 * A range of virtual addresses whose data accesses are of interest, in whatever address space.
 *
 * @param address of the first byte
 * @param bytes at least 1; the range does not wrap around
 */
public record Watch(long address, long bytes, boolean loads, boolean stores) {
  private static final long PAGE = -4096L;

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if it is empty or wraps around
   */
  public Watch {
    if (bytes < 1 || Long.compareUnsigned(address + bytes - 1, address) < 0) {
      throw new IllegalArgumentException(
          "no range of addresses: " + bytes + " bytes at 0x" + Long.toHexString(address));
    }
  }

  /** Whether an access of {@code size} bytes within a page touches it. */
  boolean touches(long at, int size) {
    return Long.compareUnsigned(at + size - 1, address) >= 0
        && Long.compareUnsigned(at, address + bytes - 1) <= 0;
  }

  /** Whether a part of it lies in the page of an address. */
  boolean inPage(long at) {
    long page = at & PAGE;
    return Long.compareUnsigned(page, address & PAGE) >= 0
        && Long.compareUnsigned(page, address + bytes - 1 & PAGE) <= 0;
  }
}
