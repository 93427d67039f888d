package bbt.ptg.guest.fp;

import static bbt.ptg.guest.fp.FloatEnvironment.DZ;
import static bbt.ptg.guest.fp.FloatEnvironment.NV;
import static bbt.ptg.guest.fp.Rounding.encode;
import static bbt.ptg.guest.fp.Rounding.normalizeAndRound;
import static bbt.ptg.guest.fp.Rounding.round;
import static bbt.ptg.guest.fp.Rounding.shiftRightJam;

import bbt.ptg.guest.rtl.FloatFormat;

/**
 * Computes floating-point operations exactly, for any operands but NaN, any rounding mode and any
 * format.
 *
 * <p>Operands are doubles, which hold every format exactly; the result is rounded once, into the
 * format asked for. A finite operand other than zero is taken apart into {@code significand *
 * 2^(exponent - 62)} with bit 62 the highest set.
 *
 * <p>In all methods {@code mode} is a rounding mode of {@link Rounding}, exceptions are raised in
 * the environment, and the result is the bits of the value in {@code format}.
 */
public final class ExactArithmetic {
  private static final long FRACTION = (1L << 52) - 1;

  private ExactArithmetic() {}

  private static boolean negative(double x) {
    return Double.doubleToRawLongBits(x) < 0;
  }

  private static boolean infinite(double x) {
    return Math.abs(x) == Double.POSITIVE_INFINITY;
  }

  /** Exponent of the leading bit; x is finite and not zero. */
  private static int exponent(double x) {
    long bits = Double.doubleToRawLongBits(x) & Long.MAX_VALUE;
    int field = (int) (bits >>> 52);
    return field != 0 ? field - 1023 : -1011 - Long.numberOfLeadingZeros(bits);
  }

  private static long significand(double x) {
    long bits = Double.doubleToRawLongBits(x) & Long.MAX_VALUE;
    return bits >>> 52 != 0
        ? (bits & FRACTION | FRACTION + 1) << 10
        : bits << (Long.numberOfLeadingZeros(bits) - 1);
  }

  /** A significand as a double from 1 up to 2. */
  private static double mantissa(long significand) {
    return Double.longBitsToDouble(0x3FF00000_00000000L | significand >>> 10 & FRACTION);
  }

  private static long invalid(FloatEnvironment environment, FloatFormat format) {
    environment.raise(NV);
    return environment.defaultNan(format);
  }

  private static long infinity(boolean negative, FloatFormat format) {
    return encode(negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY, format);
  }

  /** The zero that the exact sum of a number and its opposite is, with its sign. */
  private static long cancelled(FloatFormat format, int mode) {
    return encode(mode == Rounding.RDN ? -0.0 : 0.0, format);
  }

  /** Rounds a value to a format. */
  public static long convert(FloatEnvironment environment, double x, FloatFormat format, int mode) {
    return x == 0 || infinite(x)
        ? encode(x, format)
        : round(environment, negative(x), exponent(x), significand(x), format, mode);
  }

  /** Converts a signed integer. */
  public static long fromLong(
      FloatEnvironment environment, long value, FloatFormat format, int mode) {
    boolean negative = value < 0;
    return fromFixed(environment, negative, negative ? -value : value, 0, format, mode);
  }

  /** Converts an unsigned integer. */
  public static long fromUnsignedLong(
      FloatEnvironment environment, long value, FloatFormat format, int mode) {
    return fromFixed(environment, false, value, 0, format, mode);
  }

  /**
   * Converts a fixed-point number.
   *
   * @param magnitude unsigned
   * @param fractionBits how many of its bits stand behind the point
   */
  public static long fromFixed(
      FloatEnvironment environment,
      boolean negative,
      long magnitude,
      int fractionBits,
      FloatFormat format,
      int mode) {
    if (magnitude == 0) {
      return encode(0.0, format);
    }
    int carry = magnitude < 0 ? 1 : 0;
    long sig = shiftRightJam(magnitude, carry);
    int exponent = 62 + carry - fractionBits;
    return normalizeAndRound(environment, negative, exponent, sig, format, mode);
  }

  /** Returns {@code x + y}. */
  public static long add(
      FloatEnvironment environment, double x, double y, FloatFormat format, int mode) {
    if (infinite(x) || infinite(y)) {
      boolean opposite = infinite(x) && infinite(y) && x != y;
      return opposite ? invalid(environment, format) : encode(x + y, format);
    }
    if (x == 0 || y == 0) {
      boolean opposite = x == y && negative(x) != negative(y);
      return opposite ? cancelled(format, mode) : encode(x + y, format);
    }
    if (Math.abs(x) < Math.abs(y)) {
      double larger = y;
      y = x;
      x = larger;
    }
    boolean negative = negative(x);
    int exponent = exponent(x);
    long sx = significand(x);
    long sy = shiftRightJam(significand(y), exponent - exponent(y));
    if (negative == negative(y)) {
      long sum = sx + sy;
      if (sum < 0) {
        sum = shiftRightJam(sum, 1);
        exponent++;
      }
      return round(environment, negative, exponent, sum, format, mode);
    }
    long difference = sx - sy;
    return difference == 0
        ? cancelled(format, mode)
        : normalizeAndRound(environment, negative, exponent, difference, format, mode);
  }

  /** Returns {@code x * y}. */
  public static long multiply(
      FloatEnvironment environment, double x, double y, FloatFormat format, int mode) {
    boolean negative = negative(x) != negative(y);
    if (infinite(x) || infinite(y)) {
      return x == 0 || y == 0 ? invalid(environment, format) : infinity(negative, format);
    }
    if (x == 0 || y == 0) {
      return encode(negative ? -0.0 : 0.0, format);
    }
    int exponent = exponent(x) + exponent(y);
    long sx = significand(x) << 1;
    long sy = significand(y) << 1;
    long product = Math.unsignedMultiplyHigh(sx, sy) | (sx * sy == 0 ? 0 : 1);
    if (product < 0) {
      product = shiftRightJam(product, 1);
      exponent++;
    }
    return round(environment, negative, exponent, product, format, mode);
  }

  /** Returns {@code x / y}. */
  public static long divide(
      FloatEnvironment environment, double x, double y, FloatFormat format, int mode) {
    boolean negative = negative(x) != negative(y);
    if (infinite(x)) {
      return infinite(y) ? invalid(environment, format) : infinity(negative, format);
    }
    if (y == 0) {
      if (x == 0) {
        return invalid(environment, format);
      }
      environment.raise(DZ);
      return infinity(negative, format);
    }
    if (x == 0 || infinite(y)) {
      return encode(negative ? -0.0 : 0.0, format);
    }
    double mx = mantissa(significand(x));
    double my = mantissa(significand(y));
    double quotient = mx / my;
    // The remainder of a correctly rounded quotient is representable, hence exact.
    double remainder = Math.fma(-quotient, my, mx);
    int exponent = exponent(x) - exponent(y) + exponent(quotient);
    return roundNear(environment, negative, exponent, quotient, remainder, format, mode);
  }

  /** Returns the square root of {@code x}. */
  public static long squareRoot(
      FloatEnvironment environment, double x, FloatFormat format, int mode) {
    if (x == 0 || x == Double.POSITIVE_INFINITY) {
      return encode(x, format);
    }
    if (x < 0) {
      return invalid(environment, format);
    }
    int exponent = exponent(x);
    double mx = mantissa(significand(x)) * ((exponent & 1) == 0 ? 1 : 2);
    double root = Math.sqrt(mx);
    double remainder = Math.fma(-root, root, mx);
    return roundNear(environment, false, exponent >> 1, root, remainder, format, mode);
  }

  /**
   * Rounds a value which lies within half a unit of {@code nearest}: above it, below it or on it as
   * the sign of {@code remainder} says.
   */
  private static long roundNear(
      FloatEnvironment environment,
      boolean negative,
      int exponent,
      double nearest,
      double remainder,
      FloatFormat format,
      int mode) {
    long sig = significand(nearest);
    if (remainder != 0) {
      sig = remainder > 0 ? sig | 1 : sig - 1;
    }
    return normalizeAndRound(environment, negative, exponent, sig, format, mode);
  }

  /** {@code x * y + z}, rounded once. */
  public static long multiplyAdd(
      FloatEnvironment environment, double x, double y, double z, FloatFormat format, int mode) {
    boolean productNegative = negative(x) != negative(y);
    if (infinite(x) || infinite(y)) {
      if (x == 0 || y == 0 || (infinite(z) && negative(z) != productNegative)) {
        return invalid(environment, format);
      }
      return infinity(productNegative, format);
    }
    if (infinite(z)) {
      return encode(z, format);
    }
    if (x == 0 || y == 0) {
      return add(environment, productNegative ? -0.0 : 0.0, z, format, mode);
    }
    if (z == 0) {
      return multiply(environment, x, y, format, mode);
    }
    // Both terms as 128-bit numbers times 2^(exponent - 124), the highest bit at 124 or 125.
    long sx = significand(x);
    long sy = significand(y);
    long high = Math.multiplyHigh(sx, sy);
    long low = sx * sy;
    long sz = significand(z);
    long otherHigh = sz >>> 2;
    long otherLow = sz << 62;
    int exponent = exponent(x) + exponent(y);
    int distance = exponent - exponent(z);
    if (distance >= 0) {
      otherLow = jamLow(otherHigh, otherLow, distance);
      otherHigh = distance > 63 ? 0 : otherHigh >>> distance;
    } else {
      exponent = exponent(z);
      low = jamLow(high, low, -distance);
      high = -distance > 63 ? 0 : high >>> -distance;
    }
    boolean negative = productNegative;
    if (negative == negative(z)) {
      low += otherLow;
      high += otherHigh + (Long.compareUnsigned(low, otherLow) < 0 ? 1 : 0);
    } else {
      long borrow = Long.compareUnsigned(low, otherLow) < 0 ? 1 : 0;
      low -= otherLow;
      high -= otherHigh + borrow;
      if (high < 0) {
        negative = !negative;
        high = ~high + (low == 0 ? 1 : 0);
        low = -low;
      }
    }
    if (high == 0) {
      if (low == 0) {
        return cancelled(format, mode);
      }
      // Bit 62 of the lower word has the weight 2^(exponent - 62).
      int carry = low < 0 ? 1 : 0;
      long sig = shiftRightJam(low, carry);
      return normalizeAndRound(environment, negative, exponent - 62 + carry, sig, format, mode);
    }
    int shift = Long.numberOfLeadingZeros(high) - 1;
    long sig = shift == 0 ? high : high << shift | low >>> (64 - shift);
    long rest = low << shift;
    return round(
        environment, negative, exponent + 2 - shift, rest == 0 ? sig : sig | 1, format, mode);
  }

  /** The lower word of a 128-bit number shifted right, with what is lost jammed into its bit 0. */
  private static long jamLow(long high, long low, int count) {
    if (count == 0) {
      return low;
    }
    if (count < 64) {
      long lost = low << (64 - count);
      return high << (64 - count) | low >>> count | (lost == 0 ? 0 : 1);
    }
    long jammed = count == 64 ? high : shiftRightJam(high, count - 64);
    return low == 0 ? jammed : jammed | 1;
  }
}
