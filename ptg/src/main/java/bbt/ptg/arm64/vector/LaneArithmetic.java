package bbt.ptg.arm64.vector;

import static bbt.ptg.arm64.vector.LaneFunction.signed;
import static bbt.ptg.arm64.vector.LaneFunction.unsigned;

/**
 * Integer arithmetic, logic and comparisons, lane by lane (manual, chapter C7, by the names of the
 * instructions): {@code a} and {@code b} are the sources, {@code c} is what the destination held.
 */
public final class LaneArithmetic {
  private LaneArithmetic() {}

  // ---- all lanes at once: the highest bit of each is computed without its carry

  public static long add(FloatStatus s, long a, long b, long c, int lanes) {
    long high = Lanes.ones(lanes) << Lanes.bits(lanes) - 1;
    return cut((a & ~high) + (b & ~high) ^ (a ^ b) & high, lanes);
  }

  public static long sub(FloatStatus s, long a, long b, long c, int lanes) {
    long high = Lanes.ones(lanes) << Lanes.bits(lanes) - 1;
    return cut((a | high) - (b & ~high) ^ (a ^ ~b) & high, lanes);
  }

  private static long cut(long half, int lanes) {
    return half & Lanes.mask(Lanes.end(lanes));
  }

  public static long neg(FloatStatus s, long a, long b, long c, int lanes) {
    return sub(s, 0, a, 0, lanes);
  }

  public static long and(FloatStatus s, long a, long b, long c, int lanes) {
    return a & b;
  }

  public static long bic(FloatStatus s, long a, long b, long c, int lanes) {
    return a & ~b;
  }

  public static long orr(FloatStatus s, long a, long b, long c, int lanes) {
    return a | b;
  }

  public static long orn(FloatStatus s, long a, long b, long c, int lanes) {
    return a | ~b;
  }

  public static long eor(FloatStatus s, long a, long b, long c, int lanes) {
    return a ^ b;
  }

  public static long bsl(FloatStatus s, long a, long b, long c, int lanes) {
    return c & a | ~c & b;
  }

  public static long bit(FloatStatus s, long a, long b, long c, int lanes) {
    return b & a | ~b & c;
  }

  public static long bif(FloatStatus s, long a, long b, long c, int lanes) {
    return b & c | ~b & a;
  }

  public static long not(FloatStatus s, long a, long b, long c, int lanes) {
    return ~a;
  }

  // ---- products

  public static long mul(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> x * y);
  }

  public static long mla(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, c, lanes, (x, y, z, bits) -> z + x * y);
  }

  public static long mls(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, c, lanes, (x, y, z, bits) -> z - x * y);
  }

  /** A product of polynomials over {0, 1}. */
  public static long pmul(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> carryless(x, y));
  }

  /** The low 64 bits of a product of polynomials. */
  static long carryless(long x, long y) {
    long product = 0;
    for (long rest = y; rest != 0; rest &= rest - 1) {
      product ^= x << Long.numberOfTrailingZeros(rest);
    }
    return product;
  }

  // ---- comparisons: all ones where they hold

  private static long all(boolean holds) {
    return holds ? -1 : 0;
  }

  public static long cmeq(FloatStatus s, long a, long b, long c, int lanes) {
    // The highest bit of each lane that is zero, spread to its other bits.
    int bits = Lanes.bits(lanes);
    long high = Lanes.ones(lanes) << bits - 1;
    long different = a ^ b;
    long zero = ~((different & ~high) + ~high | different) & high;
    return cut(zero | zero - (zero >>> bits - 1), lanes);
  }

  public static long cmtst(FloatStatus s, long a, long b, long c, int lanes) {
    return cut(~cmeq(s, a & b, 0, 0, lanes), lanes);
  }

  public static long cmgt(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> all(x > y));
  }

  public static long cmge(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> all(x >= y));
  }

  public static long cmle(FloatStatus s, long a, long b, long c, int lanes) {
    return cmge(s, b, a, c, lanes);
  }

  public static long cmlt(FloatStatus s, long a, long b, long c, int lanes) {
    return cmgt(s, b, a, c, lanes);
  }

  private static boolean less(long x, long y) {
    return Long.compareUnsigned(x, y) < 0;
  }

  public static long cmhi(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> all(less(y, x)));
  }

  public static long cmhs(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> all(!less(x, y)));
  }

  // ---- smaller and larger, distances

  public static long smax(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> Math.max(x, y));
  }

  public static long smin(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> Math.min(x, y));
  }

  public static long umax(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> less(x, y) ? y : x);
  }

  public static long umin(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> less(x, y) ? x : y);
  }

  // Lanes with a distance or a half of a sum have 32 bits at most.

  public static long sabd(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> Math.abs(x - y));
  }

  public static long uabd(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> Math.abs(x - y));
  }

  public static long saba(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, c, lanes, (x, y, z, bits) -> z + Math.abs(x - y));
  }

  public static long uaba(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, c, lanes, (x, y, z, bits) -> z + Math.abs(x - y));
  }

  public static long shadd(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> x + y >> 1);
  }

  public static long uhadd(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> x + y >> 1);
  }

  public static long srhadd(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> x + y + 1 >> 1);
  }

  public static long urhadd(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> x + y + 1 >> 1);
  }

  public static long shsub(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> x - y >> 1);
  }

  public static long uhsub(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> x - y >> 1);
  }

  // ---- one source

  public static long abs(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, 0, 0, lanes, (x, y, z, bits) -> Math.abs(x));
  }

  public static long clz(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(
        a, 0, 0, lanes, (x, y, z, bits) -> Long.numberOfLeadingZeros(x) - (Long.SIZE - bits));
  }

  public static long cls(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(
        a,
        0,
        0,
        lanes,
        (x, y, z, bits) -> Long.numberOfLeadingZeros(x ^ x >> 63) - 1 - (Long.SIZE - bits));
  }

  public static long cnt(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, 0, 0, lanes, (x, y, z, bits) -> Long.bitCount(x));
  }

  public static long rbit(FloatStatus s, long a, long b, long c, int lanes) {
    return Long.reverseBytes(Long.reverse(a));
  }

  /** The estimate of the reciprocal of a fraction of 32 bits, which is one half or more. */
  public static long urecpe(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(
        a,
        0,
        0,
        lanes,
        (x, y, z, bits) ->
            x >>> 31 == 0 ? -1 : (long) FloatEstimates.reciprocal((int) (x >>> 23)) << 23);
  }

  /** The estimate of the reciprocal root of a fraction of 32 bits, which is a quarter or more. */
  public static long ursqrte(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(
        a,
        0,
        0,
        lanes,
        (x, y, z, bits) ->
            x >>> 30 == 0 ? -1 : (long) FloatEstimates.reciprocalRoot((int) (x >>> 23)) << 23);
  }
}
