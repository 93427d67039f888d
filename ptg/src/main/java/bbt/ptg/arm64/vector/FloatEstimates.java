package bbt.ptg.arm64.vector;

import static bbt.ptg.guest.rtl.FloatFormat.DOUBLE;

import bbt.ptg.guest.fp.ExactArithmetic;
import bbt.ptg.guest.fp.FloatEnvironment;
import bbt.ptg.guest.fp.Rounding;
import bbt.ptg.guest.rtl.FloatFormat;

/**
 * Estimates of reciprocals and of reciprocal square roots, and the steps that make them better
 * (manual, shared pseudocode, {@code FPRecipEstimate}, {@code FPRSqrtEstimate}, {@code FPRecpX},
 * {@code FPRecipStepFused}, {@code FPRSqrtStepFused}).
 */
final class FloatEstimates {
  private static final long FRACTION = (1L << 52) - 1;

  private FloatEstimates() {}

  /**
   * 2^17 / (x + 1/2), rounded.
   *
   * @param x 256 to 511
   * @return 256 to 511
   */
  static int reciprocal(int x) {
    return ((1 << 19) / (2 * x + 1) + 1) / 2;
  }

  /**
   * 2^13 / sqrt(x + 1/2), or 2^13 / sqrt of the middle of x and the next where x is 256 or more,
   * rounded.
   *
   * @param x 128 to 511
   * @return 256 to 511
   */
  static int reciprocalRoot(int x) {
    int middle = x < 256 ? 2 * x + 1 : 2 * (x | 1);
    int root = 512;
    while (middle * (root + 1L) * (root + 1L) < 1 << 28) {
      root++;
    }
    return (root + 1) / 2;
  }

  private static int exponentBits(FloatFormat f) {
    return f.bits - f.precision;
  }

  /** The exponent's field. */
  private static int exponent(FloatFormat f, long a) {
    return (int) (a >>> f.precision - 1) & (1 << exponentBits(f)) - 1;
  }

  /** The fraction, as that of a double. */
  private static long fraction(FloatFormat f, long a) {
    return a << DOUBLE.precision - f.precision & FRACTION;
  }

  private static long pack(FloatFormat f, boolean negative, int exponent, long fraction) {
    long bits = (long) exponent << f.precision - 1 | fraction >>> DOUBLE.precision - f.precision;
    return negative ? bits | f.sign() : bits;
  }

  static long reciprocal(FloatStatus s, FloatFormat f, long a) {
    long x = FloatArithmetic.operand(s, f, a);
    if (FloatArithmetic.isNan(f, x)) {
      return FloatArithmetic.nan(s, f, x);
    }
    boolean negative = FloatArithmetic.isNegative(f, x);
    if (FloatArithmetic.isInfinite(f, x)) {
      return pack(f, negative, 0, 0);
    }
    if (FloatArithmetic.isZero(f, x)) {
      s.raise(FloatEnvironment.DZ);
      return pack(f, negative, 0, 0) | f.infinity;
    }
    int exponent = exponent(f, x);
    long fraction = fraction(f, x);
    if (exponent == 0 && fraction >>> 50 == 0) { // less than a quarter of the least normal number
      s.raise(FloatEnvironment.OF | FloatEnvironment.NX);
      boolean infinite =
          switch (s.mode()) {
            case Rounding.RNE -> true;
            case Rounding.RUP -> !negative;
            case Rounding.RDN -> negative;
            default -> false;
          };
      return pack(f, negative, 0, 0) | (infinite ? f.infinity : f.infinity - 1);
    }
    int most = (1 << exponentBits(f)) - 3; // of results that are normal, less one
    if (s.flushes() && exponent >= most) {
      s.raise(FloatEnvironment.UF);
      return pack(f, negative, 0, 0);
    }
    if (exponent == 0) {
      boolean small = fraction >>> 51 == 0;
      exponent = small ? -1 : 0;
      fraction = fraction << (small ? 2 : 1) & FRACTION;
    }
    int estimate = reciprocal(256 | (int) (fraction >>> 44));
    int result = most - exponent;
    long bits = (estimate & 255L) << 44;
    if (result == 0) {
      bits = 1L << 51 | bits >>> 1;
    } else if (result == -1) {
      bits = 1L << 50 | bits >>> 2;
      result = 0;
    }
    return pack(f, negative, result, bits);
  }

  static long reciprocalRoot(FloatStatus s, FloatFormat f, long a) {
    long x = FloatArithmetic.operand(s, f, a);
    if (FloatArithmetic.isNan(f, x)) {
      return FloatArithmetic.nan(s, f, x);
    }
    boolean negative = FloatArithmetic.isNegative(f, x);
    if (FloatArithmetic.isZero(f, x)) {
      s.raise(FloatEnvironment.DZ);
      return pack(f, negative, 0, 0) | f.infinity;
    }
    if (negative) {
      return FloatArithmetic.invalid(s, f);
    }
    if (FloatArithmetic.isInfinite(f, x)) {
      return 0;
    }
    int exponent = exponent(f, x);
    long fraction = fraction(f, x);
    if (exponent == 0) {
      int zeros = Long.numberOfLeadingZeros(fraction) - (Long.SIZE - 52);
      exponent = -zeros;
      fraction = fraction << zeros + 1 & FRACTION;
    }
    boolean odd = (exponent & 1) != 0;
    int scaled = odd ? 128 | (int) (fraction >>> 45) : 256 | (int) (fraction >>> 44);
    int bias = (1 << exponentBits(f) - 1) - 1;
    return pack(f, false, (3 * bias - 1 - exponent) / 2, (reciprocalRoot(scaled) & 255L) << 44);
  }

  /** A power of two whose exponent is the inverse. */
  static long reciprocalExponent(FloatStatus s, FloatFormat f, long a) {
    long x = FloatArithmetic.operand(s, f, a);
    if (FloatArithmetic.isNan(f, x)) {
      return FloatArithmetic.nan(s, f, x);
    }
    int ones = (1 << exponentBits(f)) - 1;
    int exponent = exponent(f, x);
    return pack(
        f, FloatArithmetic.isNegative(f, x), exponent == 0 ? ones - 1 : ~exponent & ones, 0);
  }

  /** {@code 2 - a * b}. */
  static long step(FloatStatus s, FloatFormat f, long a, long b) {
    return step(s, f, a, b, 2, 1);
  }

  /** {@code (3 - a * b) / 2}. */
  static long rootStep(FloatStatus s, FloatFormat f, long a, long b) {
    return step(s, f, a, b, 1.5, 2);
  }

  /** {@code constant - a * b / divisor}, rounded once. */
  private static long step(
      FloatStatus s, FloatFormat f, long a, long b, double constant, int divisor) {
    long x = FloatArithmetic.operand(s, f, FloatArithmetic.negated(f, a));
    long y = FloatArithmetic.operand(s, f, b);
    if (FloatArithmetic.isNan(f, x) || FloatArithmetic.isNan(f, y)) {
      return FloatArithmetic.add(s, f, x, y); // as any operation has it
    }
    if (FloatArithmetic.isInfinite(f, x) && FloatArithmetic.isZero(f, y)
        || FloatArithmetic.isZero(f, x) && FloatArithmetic.isInfinite(f, y)) {
      return Rounding.encode(constant, f);
    }
    double p = FloatArithmetic.value(f, x);
    double q = FloatArithmetic.value(f, y);
    // The larger one can be halved exactly, or the product is so small that its size is nothing.
    if (Math.abs(p) >= Math.abs(q)) {
      p = Math.abs(p) >= 2 * Double.MIN_NORMAL ? p / divisor : p;
    } else {
      q = Math.abs(q) >= 2 * Double.MIN_NORMAL ? q / divisor : q;
    }
    return ExactArithmetic.multiplyAdd(s, p, q, constant, f, s.mode());
  }
}
