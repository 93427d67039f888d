package bbt.ptg.arm64.vector;

import bbt.ptg.guest.rtl.FloatFormat;

/**
 * Floating-point arithmetic and comparisons, lane by lane (manual, chapter C7, by the names of the
 * instructions): {@code a} and {@code b} are the sources, {@code c} is what the destination held or
 * what is added.
 */
public final class LaneFloats {
  private LaneFloats() {}

  /** Computes one number. */
  private interface Operation {
    long of(FloatStatus s, FloatFormat f, long x, long y, long z);
  }

  private static long of(FloatStatus s, long a, long b, long c, int lanes, Operation operation) {
    FloatFormat format = FloatArithmetic.format(lanes);
    int bits = format.bits;
    long mask = Lanes.mask(bits);
    long result = 0;
    for (int at = 0; at < Lanes.end(lanes); at += bits) {
      long number = operation.of(s, format, a >>> at & mask, b >>> at & mask, c >>> at & mask);
      result |= (number & mask) << at;
    }
    return result;
  }

  private static long all(boolean holds) {
    return holds ? -1 : 0;
  }

  private static long compare(FloatStatus s, long a, long b, long c, int lanes, boolean quiet) {
    FloatFormat f = FloatArithmetic.format(lanes);
    long mask = Lanes.mask(f.bits);
    return c >= 0 ? c : FloatArithmetic.compare(s, f, a & mask, b & mask, quiet);
  }

  // ---- two sources

  public static long fadd(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.add(t, f, x, y));
  }

  public static long fsub(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.sub(t, f, x, y));
  }

  public static long fmul(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.mul(t, f, x, y));
  }

  public static long fdiv(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.div(t, f, x, y));
  }

  public static long fmulx(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.mulx(t, f, x, y));
  }

  public static long fmax(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.max(t, f, x, y));
  }

  public static long fmin(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.min(t, f, x, y));
  }

  public static long fmaxnm(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.maxNumber(t, f, x, y));
  }

  public static long fminnm(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.minNumber(t, f, x, y));
  }

  public static long fnmul(FloatStatus s, long a, long b, long c, int lanes) {
    return of(
        s,
        a,
        b,
        0,
        lanes,
        (t, f, x, y, z) -> FloatArithmetic.negated(f, FloatArithmetic.mul(t, f, x, y)));
  }

  public static long fabd(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.sub(t, f, x, y) & ~f.sign());
  }

  public static long frecps(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatEstimates.step(t, f, x, y));
  }

  public static long frsqrts(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> FloatEstimates.rootStep(t, f, x, y));
  }

  // ---- three sources: a number that is added, and two factors

  public static long fmla(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, c, lanes, (t, f, x, y, z) -> FloatArithmetic.mulAdd(t, f, z, x, y));
  }

  public static long fmls(FloatStatus s, long a, long b, long c, int lanes) {
    return of(
        s,
        a,
        b,
        c,
        lanes,
        (t, f, x, y, z) -> FloatArithmetic.mulAdd(t, f, z, FloatArithmetic.negated(f, x), y));
  }

  public static long fnmadd(FloatStatus s, long a, long b, long c, int lanes) {
    return of(
        s,
        a,
        b,
        c,
        lanes,
        (t, f, x, y, z) ->
            FloatArithmetic.mulAdd(
                t, f, FloatArithmetic.negated(f, z), FloatArithmetic.negated(f, x), y));
  }

  public static long fnmsub(FloatStatus s, long a, long b, long c, int lanes) {
    return of(
        s,
        a,
        b,
        c,
        lanes,
        (t, f, x, y, z) -> FloatArithmetic.mulAdd(t, f, FloatArithmetic.negated(f, z), x, y));
  }

  // ---- comparisons: all ones where they hold

  public static long fcmeq(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> all(FloatArithmetic.isEqual(t, f, x, y)));
  }

  public static long fcmgt(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> all(FloatArithmetic.isGreater(t, f, x, y)));
  }

  public static long fcmge(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> all(FloatArithmetic.isAtLeast(t, f, x, y)));
  }

  public static long fcmlt(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> all(FloatArithmetic.isGreater(t, f, y, x)));
  }

  public static long fcmle(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, b, 0, lanes, (t, f, x, y, z) -> all(FloatArithmetic.isAtLeast(t, f, y, x)));
  }

  public static long facgt(FloatStatus s, long a, long b, long c, int lanes) {
    return of(
        s,
        a,
        b,
        0,
        lanes,
        (t, f, x, y, z) -> all(FloatArithmetic.isGreater(t, f, x & ~f.sign(), y & ~f.sign())));
  }

  public static long facge(FloatStatus s, long a, long b, long c, int lanes) {
    return of(
        s,
        a,
        b,
        0,
        lanes,
        (t, f, x, y, z) -> all(FloatArithmetic.isAtLeast(t, f, x & ~f.sign(), y & ~f.sign())));
  }

  /** The flags of a comparison; {@code c} if that is not negative. */
  public static long fcmp(FloatStatus s, long a, long b, long c, int lanes) {
    return compare(s, a, b, c, lanes, true);
  }

  /** Compares two numbers, as {@code fcmp}; here a quiet NaN is invalid, too. */
  public static long fcmpe(FloatStatus s, long a, long b, long c, int lanes) {
    return compare(s, a, b, c, lanes, false);
  }

  // ---- one source

  public static long fabs(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, 0, 0, lanes, (t, f, x, y, z) -> x & ~f.sign());
  }

  public static long fneg(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, 0, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.negated(f, x));
  }

  public static long fsqrt(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, 0, 0, lanes, (t, f, x, y, z) -> FloatArithmetic.sqrt(t, f, x));
  }

  public static long frecpe(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, 0, 0, lanes, (t, f, x, y, z) -> FloatEstimates.reciprocal(t, f, x));
  }

  public static long frsqrte(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, 0, 0, lanes, (t, f, x, y, z) -> FloatEstimates.reciprocalRoot(t, f, x));
  }

  public static long frecpx(FloatStatus s, long a, long b, long c, int lanes) {
    return of(s, a, 0, 0, lanes, (t, f, x, y, z) -> FloatEstimates.reciprocalExponent(t, f, x));
  }

  // ---- pairs of neighbours in the halves b:a

  public static long faddp(FloatStatus s, long a, long b, long c, int lanes) {
    return fadd(s, LaneWidths.even(a, b, lanes), LaneWidths.odd(a, b, lanes), 0, lanes);
  }

  public static long fmaxp(FloatStatus s, long a, long b, long c, int lanes) {
    return fmax(s, LaneWidths.even(a, b, lanes), LaneWidths.odd(a, b, lanes), 0, lanes);
  }

  public static long fminp(FloatStatus s, long a, long b, long c, int lanes) {
    return fmin(s, LaneWidths.even(a, b, lanes), LaneWidths.odd(a, b, lanes), 0, lanes);
  }

  public static long fmaxnmp(FloatStatus s, long a, long b, long c, int lanes) {
    return fmaxnm(s, LaneWidths.even(a, b, lanes), LaneWidths.odd(a, b, lanes), 0, lanes);
  }

  public static long fminnmp(FloatStatus s, long a, long b, long c, int lanes) {
    return fminnm(s, LaneWidths.even(a, b, lanes), LaneWidths.odd(a, b, lanes), 0, lanes);
  }

  // ---- across four singles, in pairs

  public static long fmaxv(FloatStatus s, long a, long b, long c, int lanes) {
    return fmaxp(s, fmaxp(s, a, b, 0, lanes), 0, 0, Lanes.one(lanes));
  }

  public static long fminv(FloatStatus s, long a, long b, long c, int lanes) {
    return fminp(s, fminp(s, a, b, 0, lanes), 0, 0, Lanes.one(lanes));
  }

  public static long fmaxnmv(FloatStatus s, long a, long b, long c, int lanes) {
    return fmaxnmp(s, fmaxnmp(s, a, b, 0, lanes), 0, 0, Lanes.one(lanes));
  }

  public static long fminnmv(FloatStatus s, long a, long b, long c, int lanes) {
    return fminnmp(s, fminnmp(s, a, b, 0, lanes), 0, 0, Lanes.one(lanes));
  }
}
