package bbt.translator.mmu;

import bbt.translator.state.Fields;

/**
 * Remembers the addresses where leaves larger than 4 KiB have been used since the last full flush.
 * TLB entries hold 4 KiB each, so a fence for one address of a large leaf must drop entries of many
 * others: it flushes everything when the address may lie in one.
 *
 * <p>Kept as one aligned power-of-two span for each half of the address space (user and kernel, by
 * custom), which grows to include each leaf noted. A superset is allowed by the specification.
 */
final class LargeLeaves {
  private final long[] mask = new long[2];
  private final long[] base = new long[2];
  private final boolean[] any = new boolean[2];

  void clear() {
    any[0] = false;
    any[1] = false;
  }

  /**
   * Notes a leaf.
   *
   * @param shift log2 of its size
   */
  void note(long address, int shift) {
    int half = half(address);
    long leafMask = -(1L << shift);
    if (!any[half]) {
      any[half] = true;
      mask[half] = leafMask;
      base[half] = address & leafMask;
      return;
    }
    long common = leafMask & mask[half];
    while (((address ^ base[half]) & common) != 0) {
      common <<= 1;
    }
    mask[half] = common;
    base[half] &= common;
  }

  /** Whether a leaf noted since the last {@link #clear} may contain the address. */
  boolean mayCover(long address) {
    int half = half(address);
    return any[half] && (address & mask[half]) == base[half];
  }

  private static int half(long address) {
    return (int) (address >>> 63);
  }

  /** Saves or loads the state, for a snapshot. */
  void state(Fields f) {
    f.each(mask);
    f.each(base);
    f.each(any);
  }
}
