package bbt.ptg.guest;

/** Reads guest code by virtual address, as far as it is known. */
@FunctionalInterface
public interface CodeReader {
  /** Answer of {@link #halfword} for bytes that are not known (or not mapped). */
  int UNKNOWN = -1;

  /**
   * Two bytes of code, little-endian.
   *
   * @param address even virtual address
   * @return 0..0xFFFF, or {@link #UNKNOWN}
   */
  int halfword(long address);
}
