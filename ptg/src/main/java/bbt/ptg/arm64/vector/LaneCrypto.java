package bbt.ptg.arm64.vector;

/**
 * What the cryptographic instructions compute (FIPS 197 and the manual, chapter C7). Of AES the
 * state is {@code b:a}, 16 bytes from the lowest on, a column of the standard after the other;
 * {@code c} is 0 for the low half of the result, 1 for the high one.
 */
public final class LaneCrypto {
  private static final int BYTES = 256;

  /** The polynomial of AES's field, x^8 + x^4 + x^3 + x + 1. */
  private static final int POLYNOMIAL = 0x11B;

  private static final byte[] BOX = new byte[BYTES];
  private static final byte[] INVERSE_BOX = new byte[BYTES];

  static {
    for (int i = 0; i < BYTES; i++) {
      int x = inverse(i);
      int y = x;
      for (int turn = 1; turn <= 4; turn++) {
        y ^= (x << turn | x >>> 8 - turn) & 0xFF;
      }
      BOX[i] = (byte) (y ^ 0x63);
      INVERSE_BOX[y ^ 0x63] = (byte) i;
    }
  }

  private LaneCrypto() {}

  private static int inverse(int x) {
    for (int y = 1; y < BYTES; y++) {
      if (product(x, y) == 1) {
        return y;
      }
    }
    return 0;
  }

  private static int product(int x, int y) {
    int result = 0;
    for (int shifted = x, rest = y; rest != 0; rest >>= 1) {
      result ^= (rest & 1) != 0 ? shifted : 0;
      shifted = shifted << 1 ^ (shifted >= 0x80 ? POLYNOMIAL : 0);
    }
    return result;
  }

  private static int octet(long a, long b, int place) {
    return (int) ((place < 8 ? a : b) >>> 8 * (place & 7)) & 0xFF;
  }

  /** Rows are shifted and bytes replaced; row r of column i comes from column i + r or i - r. */
  private static long rows(long a, long b, long half, int direction, byte[] box) {
    long result = 0;
    for (int i = 0; i < 8; i++) {
      int place = 8 * (int) half + i;
      int from = place + direction * 4 * (place & 3) & 15;
      result |= (box[octet(a, b, from)] & 0xFFL) << 8 * i;
    }
    return result;
  }

  public static long aese(FloatStatus s, long a, long b, long c, int lanes) {
    return rows(a, b, c, 1, BOX);
  }

  public static long aesd(FloatStatus s, long a, long b, long c, int lanes) {
    return rows(a, b, c, -1, INVERSE_BOX);
  }

  /** Each byte is the sum of its column's bytes times the factors, from its own on. */
  private static long columns(long a, int... factors) {
    long result = 0;
    for (int i = 0; i < 8; i++) {
      int sum = 0;
      for (int k = 0; k < 4; k++) {
        sum ^= product(octet(a, 0, i & 4 | i + k & 3), factors[k]);
      }
      result |= (long) sum << 8 * i;
    }
    return result;
  }

  /** Of one half. */
  public static long aesmc(FloatStatus s, long a, long b, long c, int lanes) {
    return columns(a, 2, 3, 1, 1);
  }

  /** Of one half. */
  public static long aesimc(FloatStatus s, long a, long b, long c, int lanes) {
    return columns(a, 14, 11, 13, 9);
  }

  /** The low half of a product of polynomials of 64 bits. */
  public static long carryless(FloatStatus s, long a, long b, long c, int lanes) {
    return LaneArithmetic.carryless(a, b);
  }

  /** The high half of it. */
  public static long carrylessHigh(FloatStatus s, long a, long b, long c, int lanes) {
    return Long.reverse(LaneArithmetic.carryless(Long.reverse(a), Long.reverse(b))) >>> 1;
  }
}
