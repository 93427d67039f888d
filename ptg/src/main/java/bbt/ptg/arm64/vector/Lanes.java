package bbt.ptg.arm64.vector;

/**
 * How an instruction divides vector registers.
 *
 * @param size width of a lane, or of the narrower one where lanes change their width: 0 to 3 for 8
 *     to 64 bits
 * @param wide whether both halves count; the upper half of the result is zero otherwise
 * @param scalar whether the lowest lane alone counts; it is not wide then
 */
public record Lanes(int size, boolean wide, boolean scalar) {
  /** In a {@link #code}: the lowest lane alone. */
  private static final int SCALAR = 4;

  private static final long[] ONES = {
    0x0101_0101_0101_0101L, 0x0001_0001_0001_0001L, 0x0000_0001_0000_0001L, 1
  };

  /** As functions of {@link LaneOp} have it, for one half. */
  public int code() {
    return scalar ? size | SCALAR : size;
  }

  /** Bits of a lane. */
  public int bits() {
    return 8 << size;
  }

  /** The code of one lane. */
  public static int one(int size) {
    return size | SCALAR;
  }

  /** Bits of a lane. */
  static int bits(int code) {
    return 8 << (code & 3);
  }

  /** Bits of all lanes that count in a half. */
  static int end(int code) {
    return (code & SCALAR) != 0 ? bits(code) : Long.SIZE;
  }

  /** Bits of all lanes that count where operands, or the result, have 32 bits. */
  static int endOfNarrow(int code) {
    return (code & SCALAR) != 0 ? bits(code) : Integer.SIZE;
  }

  /** The lowest bits, as a mask. */
  static long mask(int bits) {
    return bits == Long.SIZE ? -1 : (1L << bits) - 1;
  }

  /** The lane whose lowest bit is that one, with its sign. */
  static long signed(long half, int at, int bits) {
    return half << Long.SIZE - bits - at >> Long.SIZE - bits;
  }

  /** The lane whose lowest bit is that one, without a sign. */
  static long unsigned(long half, int at, int bits) {
    return half >>> at & mask(bits);
  }

  /** The lowest bit of each lane. */
  static long ones(int code) {
    return ONES[code & 3];
  }
}
