package bbt.ptg.arm64.vector;

import static bbt.ptg.arm64.vector.LaneFunction.narrowed;
import static bbt.ptg.arm64.vector.LaneFunction.widened;

/**
 * Operations whose results have lanes of another width or number (manual, chapter C7, by the names
 * of the instructions). What widens takes the low 32 bits of its sources, what narrows gives 32
 * bits; {@code lanes} are the narrow ones.
 */
public final class LaneWidths {
  private LaneWidths() {}

  // ---- to twice the width

  public static long saddl(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, 0, lanes, true, (x, y, z, bits) -> x + y);
  }

  public static long uaddl(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, 0, lanes, false, (x, y, z, bits) -> x + y);
  }

  public static long ssubl(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, 0, lanes, true, (x, y, z, bits) -> x - y);
  }

  public static long usubl(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, 0, lanes, false, (x, y, z, bits) -> x - y);
  }

  public static long sabdl(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, 0, lanes, true, (x, y, z, bits) -> Math.abs(x - y));
  }

  public static long uabdl(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, 0, lanes, false, (x, y, z, bits) -> Math.abs(x - y));
  }

  public static long sabal(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, c, lanes, true, (x, y, z, bits) -> z + Math.abs(x - y));
  }

  public static long uabal(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, c, lanes, false, (x, y, z, bits) -> z + Math.abs(x - y));
  }

  public static long smull(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, 0, lanes, true, (x, y, z, bits) -> x * y);
  }

  public static long umull(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, 0, lanes, false, (x, y, z, bits) -> x * y);
  }

  public static long smlal(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, c, lanes, true, (x, y, z, bits) -> z + x * y);
  }

  public static long umlal(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, c, lanes, false, (x, y, z, bits) -> z + x * y);
  }

  public static long smlsl(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, c, lanes, true, (x, y, z, bits) -> z - x * y);
  }

  public static long umlsl(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, c, lanes, false, (x, y, z, bits) -> z - x * y);
  }

  public static long pmull(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, 0, lanes, false, (x, y, z, bits) -> LaneArithmetic.carryless(x, y));
  }

  /** {@code b} is the amount of a shift to the left. */
  public static long sshll(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, 0, 0, lanes, true, (x, y, z, bits) -> x << b);
  }

  /** {@code b} is the amount of a shift to the left. */
  public static long ushll(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, 0, 0, lanes, false, (x, y, z, bits) -> x << b);
  }

  /** By the width of a lane. */
  public static long shll(FloatStatus s, long a, long b, long c, int lanes) {
    return ushll(s, a, Lanes.bits(lanes), 0, lanes);
  }

  // ---- a wide source, in c, and a narrow one

  public static long saddw(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(0, b, c, lanes, true, (x, y, z, bits) -> z + y);
  }

  public static long uaddw(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(0, b, c, lanes, false, (x, y, z, bits) -> z + y);
  }

  public static long ssubw(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(0, b, c, lanes, true, (x, y, z, bits) -> z - y);
  }

  public static long usubw(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(0, b, c, lanes, false, (x, y, z, bits) -> z - y);
  }

  // ---- to half the width

  public static long xtn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, 0, lanes, false, (x, y, z, bits) -> x);
  }

  public static long addhn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, b, lanes, false, (x, y, z, bits) -> x + y >>> bits);
  }

  public static long raddhn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, b, lanes, false, (x, y, z, bits) -> x + y + (1L << bits - 1) >>> bits);
  }

  public static long subhn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, b, lanes, false, (x, y, z, bits) -> x - y >>> bits);
  }

  public static long rsubhn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, b, lanes, false, (x, y, z, bits) -> x - y + (1L << bits - 1) >>> bits);
  }

  // ---- neighbours: two lanes of a half become one of twice the width

  private static long neighbours(long a, long c, int lanes, boolean signed) {
    int bits = Lanes.bits(lanes);
    long result = 0;
    for (int at = 0; at < Long.SIZE; at += 2 * bits) {
      long sum =
          signed
              ? Lanes.signed(a, at, bits) + Lanes.signed(a, at + bits, bits)
              : Lanes.unsigned(a, at, bits) + Lanes.unsigned(a, at + bits, bits);
      sum += Lanes.unsigned(c, at, 2 * bits);
      result |= (sum & Lanes.mask(2 * bits)) << at;
    }
    return result;
  }

  public static long saddlp(FloatStatus s, long a, long b, long c, int lanes) {
    return neighbours(a, 0, lanes, true);
  }

  public static long uaddlp(FloatStatus s, long a, long b, long c, int lanes) {
    return neighbours(a, 0, lanes, false);
  }

  public static long sadalp(FloatStatus s, long a, long b, long c, int lanes) {
    return neighbours(a, c, lanes, true);
  }

  public static long uadalp(FloatStatus s, long a, long b, long c, int lanes) {
    return neighbours(a, c, lanes, false);
  }

  // ---- pairs: two neighbours of the halves b:a become one lane of the same width

  public static long addp(FloatStatus s, long a, long b, long c, int lanes) {
    return LaneArithmetic.add(s, even(a, b, lanes), odd(a, b, lanes), 0, lanes);
  }

  public static long smaxp(FloatStatus s, long a, long b, long c, int lanes) {
    return LaneArithmetic.smax(s, even(a, b, lanes), odd(a, b, lanes), 0, lanes);
  }

  public static long sminp(FloatStatus s, long a, long b, long c, int lanes) {
    return LaneArithmetic.smin(s, even(a, b, lanes), odd(a, b, lanes), 0, lanes);
  }

  public static long umaxp(FloatStatus s, long a, long b, long c, int lanes) {
    return LaneArithmetic.umax(s, even(a, b, lanes), odd(a, b, lanes), 0, lanes);
  }

  public static long uminp(FloatStatus s, long a, long b, long c, int lanes) {
    return LaneArithmetic.umin(s, even(a, b, lanes), odd(a, b, lanes), 0, lanes);
  }

  static long even(long a, long b, int lanes) {
    return LaneMoves.uzp1(null, a, b, 0, lanes);
  }

  static long odd(long a, long b, int lanes) {
    return LaneMoves.uzp2(null, a, b, 0, lanes);
  }

  // ---- across all lanes: of a and, where c is 1, of b

  private static long across(
      long a, long b, long c, int lanes, boolean signed, LaneFunction combine) {
    int bits = Lanes.bits(lanes);
    long result = signed ? Lanes.signed(a, 0, bits) : Lanes.unsigned(a, 0, bits);
    for (int at = bits; at < Long.SIZE << c; at += bits) {
      long half = at < Long.SIZE ? a : b;
      int place = at & 63;
      long lane = signed ? Lanes.signed(half, place, bits) : Lanes.unsigned(half, place, bits);
      result = combine.of(result, lane, 0, bits);
    }
    return result;
  }

  private static long low(long value, int lanes) {
    return value & Lanes.mask(Lanes.bits(lanes));
  }

  public static long addv(FloatStatus s, long a, long b, long c, int lanes) {
    return low(across(a, b, c, lanes, false, (x, y, z, bits) -> x + y), lanes);
  }

  public static long smaxv(FloatStatus s, long a, long b, long c, int lanes) {
    return low(across(a, b, c, lanes, true, (x, y, z, bits) -> Math.max(x, y)), lanes);
  }

  public static long sminv(FloatStatus s, long a, long b, long c, int lanes) {
    return low(across(a, b, c, lanes, true, (x, y, z, bits) -> Math.min(x, y)), lanes);
  }

  public static long umaxv(FloatStatus s, long a, long b, long c, int lanes) {
    return across(a, b, c, lanes, false, (x, y, z, bits) -> Math.max(x, y));
  }

  public static long uminv(FloatStatus s, long a, long b, long c, int lanes) {
    return across(a, b, c, lanes, false, (x, y, z, bits) -> Math.min(x, y));
  }

  public static long saddlv(FloatStatus s, long a, long b, long c, int lanes) {
    long sum = across(a, b, c, lanes, true, (x, y, z, bits) -> x + y);
    return sum & Lanes.mask(2 * Lanes.bits(lanes));
  }

  public static long uaddlv(FloatStatus s, long a, long b, long c, int lanes) {
    return across(a, b, c, lanes, false, (x, y, z, bits) -> x + y);
  }
}
