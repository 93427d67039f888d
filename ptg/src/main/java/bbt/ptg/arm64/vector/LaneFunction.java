package bbt.ptg.arm64.vector;

/** Computes a lane; the result's bits above it are ignored. */
interface LaneFunction {
  long of(long x, long y, long z, int bits);

  /** Computes all lanes of a half, with their signs. */
  static long signed(long a, long b, long c, int lanes, LaneFunction f) {
    int bits = Lanes.bits(lanes);
    int end = Lanes.end(lanes);
    long mask = Lanes.mask(bits);
    long result = 0;
    for (int at = 0; at < end; at += bits) {
      long x = Lanes.signed(a, at, bits);
      long y = Lanes.signed(b, at, bits);
      long z = Lanes.signed(c, at, bits);
      result |= (f.of(x, y, z, bits) & mask) << at;
    }
    return result;
  }

  /** Computes all lanes of a half, without signs. */
  static long unsigned(long a, long b, long c, int lanes, LaneFunction f) {
    int bits = Lanes.bits(lanes);
    int end = Lanes.end(lanes);
    long mask = Lanes.mask(bits);
    long result = 0;
    for (int at = 0; at < end; at += bits) {
      long x = a >>> at & mask;
      long y = b >>> at & mask;
      long z = c >>> at & mask;
      result |= (f.of(x, y, z, bits) & mask) << at;
    }
    return result;
  }

  /**
   * Computes lanes of twice the width from those in the low 32 bits of two operands, and those of
   * the result's width in the third; {@code bits} is the result's width.
   */
  static long widened(long a, long b, long c, int lanes, boolean signed, LaneFunction f) {
    int bits = Lanes.bits(lanes);
    int end = Lanes.endOfNarrow(lanes);
    long mask = Lanes.mask(2 * bits);
    long result = 0;
    for (int at = 0; at < end; at += bits) {
      long x = signed ? Lanes.signed(a, at, bits) : Lanes.unsigned(a, at, bits);
      long y = signed ? Lanes.signed(b, at, bits) : Lanes.unsigned(b, at, bits);
      long z = Lanes.signed(c, 2 * at, 2 * bits);
      result |= (f.of(x, y, z, 2 * bits) & mask) << 2 * at;
    }
    return result;
  }

  /**
   * Computes lanes of half the width, in the low 32 bits of the result; {@code bits} is the
   * result's width.
   */
  static long narrowed(long a, long b, int lanes, boolean signed, LaneFunction f) {
    int bits = Lanes.bits(lanes);
    int end = Lanes.endOfNarrow(lanes);
    long mask = Lanes.mask(bits);
    long result = 0;
    for (int at = 0; at < end; at += bits) {
      long x = signed ? Lanes.signed(a, 2 * at, 2 * bits) : Lanes.unsigned(a, 2 * at, 2 * bits);
      long y = signed ? Lanes.signed(b, 2 * at, 2 * bits) : Lanes.unsigned(b, 2 * at, 2 * bits);
      result |= (f.of(x, y, 0, bits) & mask) << at;
    }
    return result;
  }
}
