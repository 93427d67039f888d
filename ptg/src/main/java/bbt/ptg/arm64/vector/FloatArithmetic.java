package bbt.ptg.arm64.vector;

import static bbt.ptg.guest.rtl.FloatFormat.DOUBLE;
import static bbt.ptg.guest.rtl.FloatFormat.HALF;
import static bbt.ptg.guest.rtl.FloatFormat.SINGLE;

import bbt.ptg.guest.fp.ExactArithmetic;
import bbt.ptg.guest.fp.Rounding;
import bbt.ptg.guest.rtl.FloatFormat;

/**
 * Floating-point arithmetic as AArch64 has it, for one number (manual, shared pseudocode, functions
 * {@code FP...}). Numbers are the bits of a format, zero-extended.
 *
 * <p>Results are computed by the host where they are rounded to nearest and cannot raise anything
 * but the inexact flag, which is set already or is shown not to be due; exactly otherwise.
 */
final class FloatArithmetic {
  /** Below it the remainder of an operation could be too small for a double. */
  private static final double LEAST = 0x1p-900;

  private static final double MOST = 0x1p1000;

  private FloatArithmetic() {}

  static FloatFormat format(int lanes) {
    return switch (lanes & 3) {
      case 1 -> HALF;
      case 2 -> SINGLE;
      default -> DOUBLE;
    };
  }

  // ---- classes of numbers

  private static long magnitude(FloatFormat f, long a) {
    return a & f.sign() - 1;
  }

  static boolean isNegative(FloatFormat f, long a) {
    return (a & f.sign()) != 0;
  }

  static boolean isNan(FloatFormat f, long a) {
    return magnitude(f, a) > f.infinity;
  }

  private static long quietBit(FloatFormat f) {
    return 1L << f.precision - 2;
  }

  private static boolean isSignalling(FloatFormat f, long a) {
    return isNan(f, a) && (a & quietBit(f)) == 0;
  }

  static boolean isInfinite(FloatFormat f, long a) {
    return magnitude(f, a) == f.infinity;
  }

  /** Whether it is zero, after it was flushed. */
  static boolean isZero(FloatFormat f, long a) {
    return magnitude(f, a) == 0;
  }

  static long negated(FloatFormat f, long a) {
    return a ^ f.sign();
  }

  private static boolean isDenormal(FloatFormat f, long a) {
    long magnitude = magnitude(f, a);
    return magnitude != 0 && magnitude < 1L << f.precision - 1;
  }

  /** An operand: zero instead of a denormal number where these are flushed. */
  static long operand(FloatStatus s, FloatFormat f, long a) {
    if (s.flushes() && f != HALF && isDenormal(f, a)) {
      s.inputDenormal();
      return a & f.sign();
    }
    return a;
  }

  /** A number as a double, which it is exactly; a NaN keeps no payload. */
  static double value(FloatFormat f, long a) {
    return switch (f) {
      case HALF -> Float.float16ToFloat((short) a);
      case SINGLE -> Float.intBitsToFloat((int) a);
      case DOUBLE -> Double.longBitsToDouble(a);
    };
  }

  // ---- NaNs

  /** The result that a NaN becomes (FPProcessNaN). */
  static long nan(FloatStatus s, FloatFormat f, long a) {
    if (isSignalling(f, a)) {
      s.invalid();
    }
    return s.defaultsNan() ? f.nan : a | quietBit(f);
  }

  private static boolean isNan(FloatFormat f, long a, long b) {
    return isNan(f, a) || isNan(f, b);
  }

  /** The result of an operation on two numbers of which one is a NaN (FPProcessNaNs). */
  private static long nans(FloatStatus s, FloatFormat f, long a, long b) {
    boolean second = isSignalling(f, a) ? false : isSignalling(f, b) || !isNan(f, a);
    return nan(s, f, second ? b : a);
  }

  static long invalid(FloatStatus s, FloatFormat f) {
    s.invalid();
    return f.nan;
  }

  // ---- the host's results

  private static boolean isOrdinary(double r) {
    double magnitude = Math.abs(r);
    return magnitude > Double.MIN_NORMAL && magnitude <= Double.MAX_VALUE;
  }

  private static boolean isOrdinary(float r) {
    float magnitude = Math.abs(r);
    return magnitude > Float.MIN_NORMAL && magnitude <= Float.MAX_VALUE;
  }

  private static boolean isExactSum(double x, double y, double sum) {
    double part = sum - x;
    return Math.abs(sum) < MOST && (x - (sum - part)) + (y - part) == 0;
  }

  private static float single(long a) {
    return Float.intBitsToFloat((int) a);
  }

  private static long bits(float x) {
    return Float.floatToRawIntBits(x) & 0xFFFF_FFFFL;
  }

  // ---- arithmetic

  static long add(FloatStatus s, FloatFormat f, long a, long b) {
    if (s.isUsual()) {
      if (f == DOUBLE) {
        double x = Double.longBitsToDouble(a);
        double y = Double.longBitsToDouble(b);
        double r = x + y;
        if (isOrdinary(r) && (s.inexactKnown() || isExactSum(x, y, r))) {
          return Double.doubleToRawLongBits(r);
        }
      } else {
        float x = single(a);
        float y = single(b);
        float r = x + y;
        double wide = (double) x + y;
        if (isOrdinary(r) && (s.inexactKnown() || (wide == r && isExactSum(x, y, wide)))) {
          return bits(r);
        }
      }
    }
    long x = operand(s, f, a);
    long y = operand(s, f, b);
    return isNan(f, x, y)
        ? nans(s, f, x, y)
        : ExactArithmetic.add(s, value(f, x), value(f, y), f, s.mode());
  }

  static long sub(FloatStatus s, FloatFormat f, long a, long b) {
    // A NaN keeps its sign.
    return add(s, f, a, isNan(f, b) ? b : negated(f, b));
  }

  static long mul(FloatStatus s, FloatFormat f, long a, long b) {
    if (s.isUsual()) {
      if (f == DOUBLE) {
        double x = Double.longBitsToDouble(a);
        double y = Double.longBitsToDouble(b);
        double r = x * y;
        boolean exact = Math.abs(r) > LEAST && Math.fma(x, y, -r) == 0;
        if (isOrdinary(r) && (s.inexactKnown() || exact)) {
          return Double.doubleToRawLongBits(r);
        }
      } else {
        double wide = (double) single(a) * single(b);
        float r = (float) wide;
        if (isOrdinary(r) && (s.inexactKnown() || wide == r)) {
          return bits(r);
        }
      }
    }
    long x = operand(s, f, a);
    long y = operand(s, f, b);
    return isNan(f, x, y)
        ? nans(s, f, x, y)
        : ExactArithmetic.multiply(s, value(f, x), value(f, y), f, s.mode());
  }

  /** FPMulX: infinity times zero is two. */
  static long mulx(FloatStatus s, FloatFormat f, long a, long b) {
    long x = operand(s, f, a);
    long y = operand(s, f, b);
    if (isInfinite(f, x) && isZero(f, y) || isZero(f, x) && isInfinite(f, y)) {
      return (x ^ y) & f.sign() | two(f);
    }
    return mul(s, f, a, b);
  }

  static long two(FloatFormat f) {
    return Rounding.encode(2, f);
  }

  static long div(FloatStatus s, FloatFormat f, long a, long b) {
    if (s.isUsual()) {
      if (f == DOUBLE) {
        double x = Double.longBitsToDouble(a);
        double y = Double.longBitsToDouble(b);
        double r = x / y;
        boolean exact = Math.abs(x) > LEAST && Math.fma(-r, y, x) == 0;
        if (isOrdinary(r) && Math.abs(y) <= Double.MAX_VALUE && (s.inexactKnown() || exact)) {
          return Double.doubleToRawLongBits(r);
        }
      } else {
        float r = single(a) / single(b);
        boolean exact = (double) r * single(b) == single(a);
        if (isOrdinary(r) && (s.inexactKnown() || exact)) {
          return bits(r);
        }
      }
    }
    long x = operand(s, f, a);
    long y = operand(s, f, b);
    return isNan(f, x, y)
        ? nans(s, f, x, y)
        : ExactArithmetic.divide(s, value(f, x), value(f, y), f, s.mode());
  }

  static long sqrt(FloatStatus s, FloatFormat f, long a) {
    if (s.isUsual()) {
      double x = value(f, a);
      double r = Math.sqrt(x);
      if (f == DOUBLE) {
        boolean exact = x > LEAST && Math.fma(r, r, -x) == 0;
        if (isOrdinary(r) && (s.inexactKnown() || exact)) {
          return Double.doubleToRawLongBits(r);
        }
      } else if (isOrdinary((float) r) && (s.inexactKnown() || (float) r == r && r * r == x)) {
        return bits((float) r);
      }
    }
    long x = operand(s, f, a);
    return isNan(f, x) ? nan(s, f, x) : ExactArithmetic.squareRoot(s, value(f, x), f, s.mode());
  }

  /** {@code addend + a * b}, rounded once (FPMulAdd). */
  static long mulAdd(FloatStatus s, FloatFormat f, long addend, long a, long b) {
    if (s.isUsual() && s.inexactKnown()) {
      if (f == DOUBLE) {
        double r =
            Math.fma(
                Double.longBitsToDouble(a),
                Double.longBitsToDouble(b),
                Double.longBitsToDouble(addend));
        if (isOrdinary(r)) {
          return Double.doubleToRawLongBits(r);
        }
      } else {
        float r = Math.fma(single(a), single(b), single(addend));
        if (isOrdinary(r)) {
          return bits(r);
        }
      }
    }
    long z = operand(s, f, addend);
    long x = operand(s, f, a);
    long y = operand(s, f, b);
    if (isNan(f, x) || isNan(f, y) || isNan(f, z)) {
      boolean undefined = isInfinite(f, x) && isZero(f, y) || isZero(f, x) && isInfinite(f, y);
      if (undefined && !isSignalling(f, z)) {
        return invalid(s, f);
      }
      return nan(s, f, firstNan(f, z, x, y));
    }
    return ExactArithmetic.multiplyAdd(s, value(f, x), value(f, y), value(f, z), f, s.mode());
  }

  private static long firstNan(FloatFormat f, long... operands) {
    for (long each : operands) {
      if (isSignalling(f, each)) {
        return each;
      }
    }
    for (long each : operands) {
      if (isNan(f, each)) {
        return each;
      }
    }
    throw new IllegalArgumentException("no NaN");
  }

  // ---- the larger and the smaller

  static long max(FloatStatus s, FloatFormat f, long a, long b) {
    long x = operand(s, f, a);
    long y = operand(s, f, b);
    if (isNan(f, x, y)) {
      return nans(s, f, x, y);
    }
    // Of zeros the positive one is the larger.
    return isLess(f, x, y) || isZero(f, x) && isZero(f, y) && x != 0 ? y : x;
  }

  static long min(FloatStatus s, FloatFormat f, long a, long b) {
    long x = operand(s, f, a);
    long y = operand(s, f, b);
    return isNan(f, x, y)
        ? nans(s, f, x, y)
        : isLess(f, y, x) || isZero(f, x) && isZero(f, y) && x == 0 ? y : x;
  }

  /** A number is larger than a quiet NaN (FPMaxNum). */
  static long maxNumber(FloatStatus s, FloatFormat f, long a, long b) {
    long least = f.sign() | f.infinity;
    return max(s, f, number(f, a, b, least), number(f, b, a, least));
  }

  /** A number is smaller than a quiet NaN (FPMinNum). */
  static long minNumber(FloatStatus s, FloatFormat f, long a, long b) {
    return min(s, f, number(f, a, b, f.infinity), number(f, b, a, f.infinity));
  }

  private static long number(FloatFormat f, long a, long other, long instead) {
    boolean quiet = isNan(f, a) && !isSignalling(f, a);
    return quiet && !isNan(f, other) ? instead : a;
  }

  private static boolean isLess(FloatFormat f, long a, long b) {
    return value(f, a) < value(f, b);
  }

  // ---- comparisons

  /** Whether both can be compared; raises the invalid flag for a NaN that is not to be there. */
  private static boolean isOrdered(FloatStatus s, FloatFormat f, long x, long y, boolean quiet) {
    if (!isNan(f, x, y)) {
      return true;
    }
    if (!quiet || isSignalling(f, x) || isSignalling(f, y)) {
      s.invalid();
    }
    return false;
  }

  static boolean isEqual(FloatStatus s, FloatFormat f, long a, long b) {
    long x = operand(s, f, a);
    long y = operand(s, f, b);
    return isOrdered(s, f, x, y, true) && value(f, x) == value(f, y);
  }

  static boolean isGreater(FloatStatus s, FloatFormat f, long a, long b) {
    long x = operand(s, f, a);
    long y = operand(s, f, b);
    return isOrdered(s, f, x, y, false) && value(f, x) > value(f, y);
  }

  static boolean isAtLeast(FloatStatus s, FloatFormat f, long a, long b) {
    long x = operand(s, f, a);
    long y = operand(s, f, b);
    return isOrdered(s, f, x, y, false) && value(f, x) >= value(f, y);
  }

  /** N, Z, C and V, from the high to the low bit (FPCompare). */
  static int compare(FloatStatus s, FloatFormat f, long a, long b, boolean quiet) {
    long x = operand(s, f, a);
    long y = operand(s, f, b);
    if (!isOrdered(s, f, x, y, quiet)) {
      return 0b0011;
    }
    double p = value(f, x);
    double q = value(f, y);
    return p == q ? 0b0110 : p < q ? 0b1000 : 0b0010;
  }
}
