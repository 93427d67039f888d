package bbt.ptg.arm64.vector;

import static bbt.ptg.arm64.vector.LaneFunction.narrowed;
import static bbt.ptg.arm64.vector.LaneFunction.signed;
import static bbt.ptg.arm64.vector.LaneFunction.unsigned;
import static bbt.ptg.arm64.vector.LaneFunction.widened;

/**
 * Operations whose results are the nearest number that a lane can hold; FPSR.QC says that one was
 * another (manual, chapter C7, by the names of the instructions). Parameters are those of {@link
 * LaneArithmetic} and {@link LaneShifts}.
 */
public final class LaneSaturation {
  private LaneSaturation() {}

  private static long most(int bits) {
    return Lanes.mask(bits) >>> 1;
  }

  /** The nearest signed number of so many bits. */
  private static long fit(FloatStatus s, long value, int bits) {
    long most = most(bits);
    if (value > most || value < ~most) {
      s.saturated();
      return value < 0 ? ~most : most;
    }
    return value;
  }

  /** The nearest unsigned number of so many bits, of a signed one. */
  private static long fitUnsigned(FloatStatus s, long value, int bits) {
    if (value < 0) {
      s.saturated();
      return 0;
    }
    return fitPositive(s, value, bits);
  }

  /** The nearest unsigned number of so many bits, of an unsigned one. */
  private static long fitPositive(FloatStatus s, long value, int bits) {
    long most = Lanes.mask(bits);
    if (Long.compareUnsigned(value, most) > 0) {
      s.saturated();
      return most;
    }
    return value;
  }

  private static long saturated(FloatStatus s, long value) {
    s.saturated();
    return value;
  }

  // ---- sums and differences

  private static long sum(FloatStatus s, long x, long y, int bits) {
    long sum = x + y;
    return ((x ^ sum) & (y ^ sum)) < 0
        ? saturated(s, x < 0 ? Long.MIN_VALUE : Long.MAX_VALUE)
        : fit(s, sum, bits);
  }

  private static long difference(FloatStatus s, long x, long y, int bits) {
    long difference = x - y;
    return ((x ^ y) & (x ^ difference)) < 0
        ? saturated(s, x < 0 ? Long.MIN_VALUE : Long.MAX_VALUE)
        : fit(s, difference, bits);
  }

  public static long sqadd(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> sum(s, x, y, bits));
  }

  public static long sqsub(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> difference(s, x, y, bits));
  }

  public static long uqadd(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(
        a,
        b,
        0,
        lanes,
        (x, y, z, bits) ->
            Long.compareUnsigned(x + y, x) < 0 ? saturated(s, -1) : fitPositive(s, x + y, bits));
  }

  public static long uqsub(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(
        a,
        b,
        0,
        lanes,
        (x, y, z, bits) -> Long.compareUnsigned(x, y) < 0 ? saturated(s, 0) : x - y);
  }

  /** A signed number, what the destination held, and an unsigned one. */
  public static long suqadd(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(
        a,
        0,
        c,
        lanes,
        (x, y, z, bits) -> {
          // Both moved up by half of the range, the sum is unsigned.
          long half = 1L << bits - 1;
          long moved = (z ^ half) + x;
          boolean over =
              Long.compareUnsigned(moved, x) < 0
                  || Long.compareUnsigned(moved, Lanes.mask(bits)) > 0;
          return over ? saturated(s, most(bits)) : moved ^ half;
        });
  }

  /** An unsigned number, what the destination held, and a signed one. */
  public static long usqadd(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(
        a,
        0,
        c,
        lanes,
        (x, y, z, bits) -> {
          long added = Lanes.signed(x, 0, bits);
          if (added < 0) {
            return Long.compareUnsigned(z, -added) < 0 ? saturated(s, 0) : z + added;
          }
          return Long.compareUnsigned(z + added, z) < 0
              ? saturated(s, -1)
              : fitPositive(s, z + added, bits);
        });
  }

  public static long sqabs(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, 0, 0, lanes, (x, y, z, bits) -> x < 0 ? difference(s, 0, x, bits) : x);
  }

  public static long sqneg(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, 0, 0, lanes, (x, y, z, bits) -> difference(s, 0, x, bits));
  }

  // ---- products

  public static long sqdmulh(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> fit(s, x * y >> bits - 1, bits));
  }

  public static long sqrdmulh(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> fit(s, (x * y >> bits - 2) + 1 >> 1, bits));
  }

  /** Twice a product of lanes with half the bits. */
  private static long doubled(FloatStatus s, long x, long y, int bits) {
    return sum(s, x * y, x * y, bits);
  }

  public static long sqdmull(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(a, b, 0, lanes, true, (x, y, z, bits) -> doubled(s, x, y, bits));
  }

  public static long sqdmlal(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(
        a, b, c, lanes, true, (x, y, z, bits) -> sum(s, z, doubled(s, x, y, bits), bits));
  }

  public static long sqdmlsl(FloatStatus s, long a, long b, long c, int lanes) {
    return widened(
        a, b, c, lanes, true, (x, y, z, bits) -> difference(s, z, doubled(s, x, y, bits), bits));
  }

  // ---- shifts

  private static long left(FloatStatus s, long x, int amount, int bits) {
    if (x == 0) {
      return 0;
    }
    boolean lost = amount >= Long.SIZE || x << amount >> amount != x;
    return lost ? saturated(s, x < 0 ? ~most(bits) : most(bits)) : fit(s, x << amount, bits);
  }

  private static long leftUnsigned(FloatStatus s, long x, int amount, int bits) {
    if (x == 0) {
      return 0;
    }
    boolean lost = amount >= Long.SIZE || x << amount >>> amount != x;
    return lost ? saturated(s, -1) : fitPositive(s, x << amount, bits);
  }

  private static long by(FloatStatus s, long x, long y, int bits, boolean rounds) {
    int amount = (byte) y;
    return amount < 0 ? LaneShifts.right(x, -amount, true, rounds) : left(s, x, amount, bits);
  }

  private static long byUnsigned(FloatStatus s, long x, long y, int bits, boolean rounds) {
    int amount = (byte) y;
    return amount < 0
        ? LaneShifts.right(x, -amount, false, rounds)
        : leftUnsigned(s, x, amount, bits);
  }

  public static long sqshl(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> by(s, x, y, bits, false));
  }

  public static long uqshl(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> byUnsigned(s, x, y, bits, false));
  }

  public static long sqrshl(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> by(s, x, y, bits, true));
  }

  public static long uqrshl(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> byUnsigned(s, x, y, bits, true));
  }

  public static long sqshlImmediate(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, 0, 0, lanes, (x, y, z, bits) -> left(s, x, (int) b, bits));
  }

  public static long uqshlImmediate(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, 0, 0, lanes, (x, y, z, bits) -> leftUnsigned(s, x, (int) b, bits));
  }

  /** Shifts signed lanes to the left; each result saturates as an unsigned number. */
  public static long sqshlu(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(
        a,
        0,
        0,
        lanes,
        (x, y, z, bits) -> x < 0 ? saturated(s, 0) : leftUnsigned(s, x, (int) b, bits));
  }

  // ---- to lanes of half the width; b is the amount of a shift to the right, 0 where there is none

  public static long sqxtn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, 0, lanes, true, (x, y, z, bits) -> fit(s, x, bits));
  }

  public static long uqxtn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, 0, lanes, false, (x, y, z, bits) -> fitPositive(s, x, bits));
  }

  public static long sqxtun(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, 0, lanes, true, (x, y, z, bits) -> fitUnsigned(s, x, bits));
  }

  public static long sqshrn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, 0, lanes, true, (x, y, z, bits) -> fit(s, x >> b, bits));
  }

  public static long sqrshrn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(
        a, 0, lanes, true, (x, y, z, bits) -> fit(s, LaneShifts.right(x, b, true, true), bits));
  }

  public static long uqshrn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, 0, lanes, false, (x, y, z, bits) -> fitPositive(s, x >>> b, bits));
  }

  public static long uqrshrn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(
        a,
        0,
        lanes,
        false,
        (x, y, z, bits) -> fitPositive(s, LaneShifts.right(x, b, false, true), bits));
  }

  public static long sqshrun(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, 0, lanes, true, (x, y, z, bits) -> fitUnsigned(s, x >> b, bits));
  }

  public static long sqrshrun(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(
        a,
        0,
        lanes,
        true,
        (x, y, z, bits) -> fitUnsigned(s, LaneShifts.right(x, b, true, true), bits));
  }
}
