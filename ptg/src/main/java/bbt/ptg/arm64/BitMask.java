package bbt.ptg.arm64;

/**
 * The immediates of logical instructions: an element of 2, 4, 8, 16, 32 or 64 bits that holds a
 * rotated run of ones, repeated to the width of the register (DecodeBitMasks in the manual's shared
 * pseudocode).
 */
final class BitMask {
  private BitMask() {}

  /**
   * Decodes a mask.
   *
   * @param field N, immr and imms, 13 bits
   * @param wide whether the register has 64 bits
   * @return 0 if the field is reserved: no mask is 0
   */
  static long decode(int field, boolean wide) {
    int n = field >>> 12;
    int rotation = field >>> 6 & 63;
    int run = field & 63;
    // The size of an element is told by the highest zero in imms, above which N stands inverted.
    int size = Integer.highestOneBit(n << 6 | ~run & 63);
    if (size < 2 || (size == 64 && !wide)) {
      return 0;
    }
    int ones = (run & size - 1) + 1;
    if (ones == size) {
      return 0;
    }
    int turn = rotation & size - 1;
    long element = (1L << ones) - 1;
    if (turn != 0) {
      long low = -1L >>> 64 - size;
      element = (element >>> turn | element << size - turn) & low;
    }
    long mask = element;
    for (int have = size; have < 64; have *= 2) {
      mask |= mask << have;
    }
    return wide ? mask : mask & 0xFFFFFFFFL;
  }

  /**
   * Whether one instruction that moves a constant of 16 bits gives the same number: the assembler
   * then keeps {@code mov} for that one (MoveWidePreferred in the manual's shared pseudocode).
   */
  static boolean isMoveWide(long mask, boolean wide) {
    return isSixteenBits(mask, wide) || isSixteenBits(wide ? ~mask : ~mask & 0xFFFFFFFFL, wide);
  }

  private static boolean isSixteenBits(long value, boolean wide) {
    for (int shift = 0; shift < (wide ? 64 : 32); shift += 16) {
      if ((value & ~(0xFFFFL << shift)) == 0) {
        return true;
      }
    }
    return false;
  }
}
