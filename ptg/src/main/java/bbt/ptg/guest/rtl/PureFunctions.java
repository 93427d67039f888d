package bbt.ptg.guest.rtl;

/** The work of {@link Pure}: for each constant one static function, its name in lower case. */
public final class PureFunctions {
  private PureFunctions() {}

  public static long mulh(long a, long b) {
    return Math.multiplyHigh(a, b);
  }

  public static long mulhu(long a, long b) {
    return Math.unsignedMultiplyHigh(a, b);
  }

  /** Upper half of signed {@code a} times unsigned {@code b}. */
  public static long mulhsu(long a, long b) {
    return Math.multiplyHigh(a, b) + (a & b >> 63);
  }

  /** Unprivileged specification, table "Semantics for division by zero and division overflow". */
  public static long div(long a, long b) {
    // Java defines MIN_VALUE / -1 as MIN_VALUE, which is what RISC-V wants.
    return b == 0 ? -1 : a / b;
  }

  public static long divu(long a, long b) {
    return b == 0 ? -1 : Long.divideUnsigned(a, b);
  }

  public static long rem(long a, long b) {
    return b == 0 ? a : a % b;
  }

  public static long remu(long a, long b) {
    return b == 0 ? a : Long.remainderUnsigned(a, b);
  }

  public static long divw(long a, long b) {
    int divisor = (int) b;
    return divisor == 0 ? -1 : (int) a / divisor;
  }

  public static long divuw(long a, long b) {
    int divisor = (int) b;
    return divisor == 0 ? -1 : Integer.divideUnsigned((int) a, divisor);
  }

  public static long remw(long a, long b) {
    int divisor = (int) b;
    return divisor == 0 ? (int) a : (int) a % divisor;
  }

  public static long remuw(long a, long b) {
    int divisor = (int) b;
    return divisor == 0 ? (int) a : Integer.remainderUnsigned((int) a, divisor);
  }

  public static long clz(long a, long b) {
    return Long.numberOfLeadingZeros(a);
  }

  public static long clzw(long a, long b) {
    return Integer.numberOfLeadingZeros((int) a);
  }

  public static long ctz(long a, long b) {
    return Long.numberOfTrailingZeros(a);
  }

  public static long ctzw(long a, long b) {
    return Integer.numberOfTrailingZeros((int) a);
  }

  public static long cpop(long a, long b) {
    return Long.bitCount(a);
  }

  public static long cpopw(long a, long b) {
    return Integer.bitCount((int) a);
  }

  public static long rev8(long a, long b) {
    return Long.reverseBytes(a);
  }

  /** Each byte becomes 0xFF when it has a bit set, else 0. */
  public static long orcb(long a, long b) {
    long low = 0x7F7F7F7F7F7F7F7FL;
    long set = (((a & low) + low) | a) & ~low;
    return (set >>> 7) * 0xFF;
  }

  public static long rol(long a, long b) {
    return Long.rotateLeft(a, (int) b);
  }

  public static long ror(long a, long b) {
    return Long.rotateRight(a, (int) b);
  }

  public static long rolw(long a, long b) {
    return Integer.rotateLeft((int) a, (int) b);
  }

  public static long rorw(long a, long b) {
    return Integer.rotateRight((int) a, (int) b);
  }

  public static long min(long a, long b) {
    return Math.min(a, b);
  }

  public static long max(long a, long b) {
    return Math.max(a, b);
  }

  public static long minu(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? a : b;
  }

  public static long maxu(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? b : a;
  }

  public static long rbit(long a, long b) {
    return Long.reverse(a);
  }

  /** What each value of a byte adds to a checksum; the lowest bit is the highest power. */
  private static int[] table(int polynomial) {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int rest = i;
      for (int bit = 0; bit < 8; bit++) {
        rest = (rest & 1) != 0 ? rest >>> 1 ^ polynomial : rest >>> 1;
      }
      table[i] = rest;
    }
    return table;
  }

  /** The polynomials with their bits in reverse order, as the lowest bit comes first. */
  private static final int[] CRC32 = table(0xEDB88320);

  private static final int[] CRC32C = table(0x82F63B78);

  /** Continues a checksum by the low bytes of a value, the lowest first. */
  private static long checksum(int[] table, long sum, long value, int bytes) {
    int rest = (int) sum;
    for (int i = 0; i < bytes; i++) {
      rest = rest >>> 8 ^ table[(rest ^ (int) (value >>> 8 * i)) & 0xFF];
    }
    return rest & 0xFFFFFFFFL;
  }

  public static long crc32b(long a, long b) {
    return checksum(CRC32, a, b, 1);
  }

  public static long crc32h(long a, long b) {
    return checksum(CRC32, a, b, 2);
  }

  public static long crc32w(long a, long b) {
    return checksum(CRC32, a, b, 4);
  }

  public static long crc32x(long a, long b) {
    return checksum(CRC32, a, b, 8);
  }

  public static long crc32cb(long a, long b) {
    return checksum(CRC32C, a, b, 1);
  }

  public static long crc32ch(long a, long b) {
    return checksum(CRC32C, a, b, 2);
  }

  public static long crc32cw(long a, long b) {
    return checksum(CRC32C, a, b, 4);
  }

  public static long crc32cx(long a, long b) {
    return checksum(CRC32C, a, b, 8);
  }
}
